import { Button, Card, Skeleton, Stack } from '@mantine/core';
import { errorSentence } from '@parley/contract/errors';
import type { KnowledgeBase } from '@parley/contract/knowledge';
import { IconBrain, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { knowledgeBaseQuery, knowledgeListQuery } from '../../api/knowledge.ts';
import { Allowed } from '../../components/allowed.tsx';
import { LoadFailed, Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import classes from './knowledge.module.css';
import { KnowledgeCreateDialog } from './knowledge-create-dialog.tsx';
import { KnowledgeDetail } from './knowledge-detail.tsx';
import { KnowledgeList } from './knowledge-list.tsx';

/** How long a newly selected knowledge base shows as loading, in ms (KB-1). */
const selectingMs = 300;

/** The knowledge bases: a list, and what stands in the selected one (KB-1). */
export function KnowledgeScreen() {
  const list = useQuery(knowledgeListQuery);
  const [isCreating, setCreating] = useState(false);
  const openCreate = () => setCreating(true);
  const bases = list.data ?? [];
  return (
    <>
      <PageHeader
        title="Knowledge Base"
        subtitle="What your agents look up while they talk"
        actions={
          bases.length > 0 && (
            <Allowed permission="edit">
              <Button leftSection={<IconPlus size={18} />} onClick={openCreate}>
                Create Knowledge Base
              </Button>
            </Allowed>
          )
        }
      />
      {list.isPending && <ListLoading />}
      {list.isError && !list.data && (
        <Card>
          <LoadFailed
            message={errorSentence('knowledge_bases_not_loaded')}
            isBusy={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        </Card>
      )}
      {list.data && bases.length === 0 && (
        <Card>
          <Notice
            icon={<IconBrain size={26} stroke={1.7} />}
            title="Add Brain to your Agent"
            action={
              <Allowed permission="edit">
                <Button onClick={openCreate}>Create Knowledge Base</Button>
              </Allowed>
            }
          >
            Write down what your agents should know, name the web pages where it stands, or add your files.
            They look it up while they talk, so that nothing has to be in the prompt.
          </Notice>
        </Card>
      )}
      {bases.length > 0 && <ListWithDetail bases={bases} />}
      <KnowledgeCreateDialog isOpen={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}

function ListWithDetail({ bases }: { bases: readonly KnowledgeBase[] }) {
  const { kb } = useSearch({ from: '/app/knowledge-base' });
  const navigate = useNavigate();
  const cache = useQueryClient();
  const [isSelecting, setSelecting] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const detail = useRef<HTMLDivElement>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  const selected = bases.find(({ id }) => id === kb) ?? bases[0]!;
  const select = (id: string) => {
    setSelecting(true);
    void cache.prefetchQuery(knowledgeBaseQuery(id));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSelecting(false), selectingMs);
    void navigate({ to: '/app/knowledge-base', search: { kb: id }, replace: true, resetScroll: false });
    // On a phone the detail stands below the list.
    detail.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div className={classes['panes']}>
      <KnowledgeList bases={bases} selectedId={selected.id} onSelect={select} />
      <div ref={detail} className={classes['detail']}>
        {isSelecting ? <DetailLoading /> : <WholeBase key={selected.id} listed={selected} />}
      </div>
    </div>
  );
}

function WholeBase({ listed }: { listed: KnowledgeBase }) {
  const base = useQuery(knowledgeBaseQuery(listed.id));
  const { refetch } = base;
  // What changed while it was loaded for the first time is told by the list alone.
  const isBehind = base.data !== undefined && !base.isFetching && base.data.updatedAt < listed.updatedAt;
  useEffect(() => {
    if (isBehind) void refetch();
  }, [isBehind, refetch]);
  if (base.data) return <KnowledgeDetail base={base.data} />;
  if (base.isPending) return <DetailLoading />;
  return (
    <Card>
      <LoadFailed
        message={errorSentence('knowledge_bases_not_loaded')}
        isBusy={base.isFetching}
        onRetry={() => void base.refetch()}
      />
    </Card>
  );
}

function ListLoading() {
  return (
    <div className={classes['panes']} role="status" aria-label="Loading knowledge bases">
      <Card>
        <Stack gap="lg">
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} height={44} radius="md" />
          ))}
        </Stack>
      </Card>
      <Card>
        <Skeleton height={30} width="50%" radius="md" mb="lg" />
        <Skeleton height={120} radius="md" />
      </Card>
    </div>
  );
}

function DetailLoading() {
  return (
    <Card role="status" aria-label="Loading knowledge base">
      <Skeleton height={30} width="50%" radius="md" mb="lg" />
      <Skeleton height={120} radius="md" mb="lg" />
      <Skeleton height={120} radius="md" />
    </Card>
  );
}
