import { Card, Highlight, Text, TextInput, Title } from '@mantine/core';
import { IconChevronRight, IconSearch, IconZoomQuestion } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { LinkText } from '../../components/links.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { type Guide, topics } from './guide.ts';
import { guides, listGuidesAbout, searchGuides, toPlain } from './guides.ts';
import classes from './help-center.module.css';

/** The guides by topic, those about the screen one came from first, and a search over all their words. */
export function HelpCenterScreen() {
  const { q: given = '', about } = useSearch({ from: '/app/help-center' });
  // The field is kept here and the address follows: a router is too slow to type through.
  const [q, setWords] = useState(given);
  const navigate = useNavigate();
  const isSearching = q.trim() !== '';
  const found = isSearching ? searchGuides(q) : [];
  const nearby = about === undefined ? [] : listGuidesAbout(about);

  return (
    <>
      <PageHeader title="Help Center" subtitle="Short guides to everything you can do here" />
      <TextInput
        className={classes['search'] ?? ''}
        type="search"
        size="md"
        aria-label="Search the guides"
        placeholder="What would you like to do?"
        leftSection={<IconSearch size={18} stroke={1.7} />}
        maxLength={100}
        value={q}
        onChange={(event) => {
          const words = event.currentTarget.value;
          setWords(words);
          void navigate({
            to: '/app/help-center',
            search: { ...(words !== '' && { q: words }), ...(about !== undefined && { about }) },
            replace: true,
          });
        }}
      />
      <p className="sr" role="status">
        {isSearching ? `${found.length} guides found` : ''}
      </p>
      {isSearching ? (
        <FoundGuides found={found} words={q} />
      ) : (
        <>
          {nearby.length > 0 && (
            <GuideGroup title="About the screen you came from" guides={nearby} isNearby />
          )}
          <div className={classes['topics']}>
            {topics.map((topic) => {
              const those = guides.filter((guide) => guide.topic === topic);
              return those.length > 0 && <GuideGroup key={topic} title={topic} guides={those} />;
            })}
          </div>
        </>
      )}
    </>
  );
}

type GuideGroupProps = { title: string; guides: readonly Guide[]; isNearby?: boolean };

function GuideGroup({ title, guides: those, isNearby = false }: GuideGroupProps) {
  return (
    <Card
      component="section"
      padding="lg"
      data-nearby={isNearby || undefined}
      className={classes['group'] ?? ''}
    >
      <Title order={2} size="h3" mb="xs">
        {title}
      </Title>
      <ul className={classes['guides']}>
        {those.map(({ slug, title: name, summary }) => (
          <li key={slug}>
            <LinkText
              to="/app/help-center/$slug"
              params={{ slug }}
              className={classes['guide'] ?? ''}
              underline="never"
            >
              <span>
                <span className={classes['name']}>{name}</span>
                <span className={classes['summary']}>{summary}</span>
              </span>
              <IconChevronRight size={18} stroke={1.7} aria-hidden="true" />
            </LinkText>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function FoundGuides({ found, words }: { found: ReturnType<typeof searchGuides>; words: string }) {
  if (found.length === 0)
    return (
      <Card>
        <Notice icon={<IconZoomQuestion size={26} stroke={1.7} />} title="No guide has all of these words">
          Try fewer or other words, such as “prompt”, “number” or “recording”.
        </Notice>
      </Card>
    );
  const highlight = words.trim().split(/\s+/);
  return (
    <Card padding="lg">
      <ul className={classes['guides']}>
        {found.map(({ guide, excerpt }) => (
          <li key={guide.slug}>
            <LinkText
              to="/app/help-center/$slug"
              params={{ slug: guide.slug }}
              className={classes['guide'] ?? ''}
              underline="never"
            >
              <span>
                <Highlight component="span" highlight={highlight} className={classes['name'] ?? ''}>
                  {guide.title}
                </Highlight>
                <Highlight component="span" highlight={highlight} className={classes['summary'] ?? ''}>
                  {toPlain(excerpt || guide.summary)}
                </Highlight>
              </span>
              <Text c="dimmed" size="sm" className="nowrap">
                {guide.topic}
              </Text>
            </LinkText>
          </li>
        ))}
      </ul>
    </Card>
  );
}
