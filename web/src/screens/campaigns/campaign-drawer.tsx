import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Campaign } from '@parley/contract/campaigns';
import { CampaignForm } from './campaign-form.tsx';

/** The settings of one campaign beside the list (CAMP-3). */
export function CampaignDrawer({
  campaign,
  onClose,
}: {
  campaign: Campaign | undefined;
  onClose: () => void;
}) {
  const isPhone = useMediaQuery('(max-width: 767.98px)') ?? false;
  return (
    <Drawer
      opened={campaign !== undefined}
      onClose={onClose}
      size={isPhone ? '100%' : 500}
      title="Campaign Settings"
      styles={{ title: { fontSize: 20, fontWeight: 600, fontFamily: 'var(--mantine-font-family-headings)' } }}
    >
      {campaign && <CampaignForm key={campaign.id} campaign={campaign} onClose={onClose} />}
    </Drawer>
  );
}
