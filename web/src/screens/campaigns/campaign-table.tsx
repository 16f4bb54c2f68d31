import { Table } from '@mantine/core';
import {
  CampaignActions,
  CampaignContacts,
  type CampaignListProps,
  CampaignName,
} from './campaign-facts.tsx';
import { StatusBadge, StatusButtons } from './campaign-status.tsx';

/** The campaigns as a table (CAMP-2), where there is room for one. */
export function CampaignTable({ campaigns, ...actions }: CampaignListProps) {
  return (
    <Table highlightOnHover verticalSpacing="md" horizontalSpacing="lg">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={140}>Status</Table.Th>
          <Table.Th>Campaign</Table.Th>
          <Table.Th w={180}>Contacts</Table.Th>
          <Table.Th w={270}>Change status</Table.Th>
          <Table.Th w={140} ta="right">
            Actions
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {campaigns.map((campaign) => (
          <Table.Tr key={campaign.id}>
            <Table.Td>
              <StatusBadge campaign={campaign} />
            </Table.Td>
            <Table.Td>
              <CampaignName campaign={campaign} />
            </Table.Td>
            <Table.Td>
              <CampaignContacts campaign={campaign} />
            </Table.Td>
            <Table.Td>
              <StatusButtons campaign={campaign} />
            </Table.Td>
            <Table.Td>
              <CampaignActions campaign={campaign} {...actions} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
