import { Button, Card, Loader, Select, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks';
import { contactCan, contactStateLabels, contactStates } from '@parley/contract/campaign-rules';
import { errorSentence } from '@parley/contract/errors';
import { IconDownload, IconSearch, IconUsers } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { campaignQuery, contactsFilePath, contactsQuery } from '../../api/campaigns.ts';
import { Allowed } from '../../components/allowed.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { LinkButton } from '../../components/links.tsx';
import { LoadFailed, Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ShowMore } from '../../components/show-more.tsx';
import { ImportLine } from './campaign-facts.tsx';
import { CampaignGone, isGone } from './campaign-gone.tsx';
import { peopleOf } from './campaign-words.ts';
import classes from './campaigns.module.css';
import { contactButtonId } from './contact-facts.tsx';
import { ContactCards, ContactTable } from './contact-list.tsx';
import type { ContactsSearch } from './index.ts';
import { useContactActions } from './use-contact-actions.ts';
import { useDownload } from './use-download.ts';
import { useEver } from './use-ever.ts';

const ContactDrawer = lazy(async () => ({ default: (await import('./contact-drawer.tsx')).ContactDrawer }));
const route = getRouteApi('/app/campaigns/$id/contacts');
const anyState = 'any';

/** The people of a campaign: where each is and why, what is next, and what happened. */
export function ContactsScreen() {
  const { id } = route.useParams();
  const search: ContactsSearch = route.useSearch();
  const { state, q, contact: openedId } = search;
  const navigate = useNavigate();
  const campaign = useQuery(campaignQuery(id));
  const contacts = useInfiniteQuery(contactsQuery(id, { ...(state && { state }), ...(q && { q }) }));
  const actions = useContactActions(id, () => setAsking(undefined));
  const { download, isBusy: isDownloading } = useDownload();
  const [asking, setAsking] = useState<'retry' | 'remove'>();
  const hasOpened = useEver(openedId !== undefined);
  const isNarrow = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false });

  const go = (next: ContactsSearch) =>
    void navigate({ to: '/app/campaigns/$id/contacts', params: { id }, search: next, resetScroll: false });
  const { contact: _, ...filter } = search;
  const searchSoon = useDebouncedCallback((words: string) => {
    const { q: __, ...others } = filter;
    go(words.trim() === '' ? others : { ...others, q: words.trim() });
  }, 300);
  const chooseState = (value: string | null) => {
    const { state: __, ...others } = filter;
    const chosen = contactStates.find((each) => each === value);
    go(chosen === undefined ? others : { ...others, state: chosen });
  };
  const close = () => {
    if (openedId !== undefined) document.getElementById(contactButtonId(openedId))?.focus();
    go(filter);
  };

  if (campaign.isError && !campaign.data && isGone(campaign.error))
    return (
      <>
        <PageHeader title="Contacts" />
        <Card>
          <CampaignGone />
        </Card>
      </>
    );
  const rows = contacts.data?.pages.flatMap((page) => page.contacts) ?? [];
  const counts = campaign.data?.figures.contacts_by_state;
  const ofState = state === undefined ? 0 : (counts?.[state] ?? 0);
  const List = isNarrow ? ContactCards : ContactTable;
  return (
    <>
      <PageHeader
        title="Contacts"
        subtitle={campaign.data?.campaign_name ?? ' '}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconDownload size={18} stroke={1.8} />}
              loading={isDownloading}
              onClick={() => download(contactsFilePath(id))}
            >
              Export
            </Button>
            <LinkButton to="/app/call-history" search={{ campaign: id }} variant="default">
              Open its calls
            </LinkButton>
            <LinkButton to="/app/campaigns" variant="default">
              All campaigns
            </LinkButton>
          </>
        }
      />
      {campaign.data && <ImportLine campaign={campaign.data} />}
      <Card padding={0} mt="sm" aria-busy={contacts.isFetching}>
        <search className={classes['filters']} aria-label="Filters">
          <TextInput
            key={id}
            label="Search"
            placeholder="Name or number"
            defaultValue={q ?? ''}
            maxLength={100}
            leftSection={<IconSearch size={17} stroke={1.8} aria-hidden="true" />}
            onChange={({ currentTarget }) => searchSoon(currentTarget.value)}
            className={classes['search'] ?? ''}
          />
          <Select
            label="State"
            data={[
              { value: anyState, label: 'Everybody' },
              ...contactStates.map((each) => ({
                value: each,
                label: `${contactStateLabels[each]}${counts ? ` (${counts[each] ?? 0})` : ''}`,
              })),
            ]}
            value={state ?? anyState}
            onChange={chooseState}
            allowDeselect={false}
            className={classes['state'] ?? ''}
          />
          {state !== undefined && ofState > 0 && contactCan.retry({ state }) && (
            <Allowed permission="edit">
              <Button variant="default" onClick={() => setAsking('retry')}>
                {ofState === 1 ? 'Call this person again' : `Call all ${peopleOf(ofState)} again`}
              </Button>
            </Allowed>
          )}
          {state === 'waiting' && ofState > 0 && (
            <Allowed permission="edit">
              <Button variant="default" onClick={() => setAsking('remove')}>
                {ofState === 1 ? 'Take this person off' : `Take all ${peopleOf(ofState)} off`}
              </Button>
            </Allowed>
          )}
        </search>
        {contacts.isPending && (
          <div className={classes['loading']} role="status">
            <Loader size="sm" />
            <Text c="dimmed">Loading contacts...</Text>
          </div>
        )}
        {contacts.isError && !contacts.data && (
          <LoadFailed
            message={errorSentence('contacts_not_loaded')}
            isBusy={contacts.isFetching}
            onRetry={() => void contacts.refetch()}
          />
        )}
        {contacts.data && rows.length === 0 && (
          <Notice icon={<IconUsers size={26} stroke={1.7} />} title="No contacts found">
            {state === undefined && q === undefined
              ? 'The contacts appear here as soon as the file is read.'
              : 'Nobody in this campaign fits the filters.'}
          </Notice>
        )}
        {rows.length > 0 && (
          <List
            contacts={rows}
            onOpen={(contact) => go({ ...filter, contact: contact.id })}
            onRetry={(contact) => actions.retry({ contact_ids: [contact.id] })}
            onRemove={(contact) => actions.remove({ contact_ids: [contact.id] })}
          />
        )}
        <ShowMore list={contacts} />
      </Card>
      <Suspense>
        {hasOpened && <ContactDrawer campaignId={id} contactId={openedId} onClose={close} />}
      </Suspense>
      <ConfirmDialog
        isOpen={asking !== undefined && state !== undefined}
        title={asking === 'retry' ? 'Call them again?' : 'Take them off the campaign?'}
        confirmLabel={asking === 'retry' ? 'Call again' : 'Take off'}
        isBusy={actions.isBusy}
        onConfirm={() => state !== undefined && asking !== undefined && actions[asking]({ state })}
        onClose={() => setAsking(undefined)}
      >
        {asking === 'retry'
          ? `${peopleOf(ofState)} will be called once more, at the hours of the campaign. Whoever is on the do-not-call list is left out.`
          : `${peopleOf(ofState)} will not be called. You can have them called again later.`}
      </ConfirmDialog>
    </>
  );
}
