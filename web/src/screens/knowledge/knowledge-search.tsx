import { Loader, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { errorSentence } from '@parley/contract/errors';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { knowledgeSearchQuery } from '../../api/knowledge.ts';
import classes from './knowledge.module.css';
import { describeOrigin, meaningNote } from './knowledge-words.ts';

const typingMs = 250;

/** A question as a caller would ask it, and the passages an agent would be given. */
export function KnowledgeSearch({ baseId }: { baseId: string }) {
  const [words, setWords] = useState('');
  const [asked] = useDebouncedValue(words.trim(), typingMs);
  const found = useQuery({ ...knowledgeSearchQuery(baseId, asked), placeholderData: keepPreviousData });
  const isAsked = words.trim() !== '' && asked !== '';
  const passages = isAsked ? (found.data?.passages ?? []) : [];
  const note = isAsked && found.data ? meaningNote(found.data.meaning) : '';
  return (
    <search className={classes['search'] ?? ''}>
      <TextInput
        type="search"
        label="Try a question"
        description="What an agent would be given to answer it"
        placeholder="What does a check-up cost?"
        leftSection={<IconSearch size={18} stroke={1.7} />}
        rightSection={isAsked && found.isFetching ? <Loader size="xs" /> : null}
        maxLength={500}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <p className="sr" role="status">
        {isAsked && found.isSuccess && !found.isFetching ? `${passages.length} passages found` : ''}
      </p>
      {isAsked && found.isError && (
        <Text role="alert" mt="sm" c="var(--mantine-color-error)">
          {errorSentence('knowledge_not_searched')}
        </Text>
      )}
      {isAsked && found.isSuccess && passages.length === 0 && (
        <Text mt="sm" c="dimmed">
          Nothing here fits this question.
        </Text>
      )}
      {passages.length > 0 && (
        <ol className={classes['items']} aria-label="Passages found">
          {passages.map(({ id, title, source, text, foundBy }) => (
            <li key={id} className={classes['passage']}>
              <Text fw={600} size="sm">
                {title}
              </Text>
              <Text size="sm" className={classes['text'] ?? ''} lineClamp={6}>
                {text}
              </Text>
              <Text size="sm" c="dimmed" className={classes['text'] ?? ''}>
                {describeOrigin({ title, source, foundBy })}
              </Text>
            </li>
          ))}
        </ol>
      )}
      {note !== '' && (
        <Text size="sm" c="dimmed" mt="sm">
          {note}
        </Text>
      )}
    </search>
  );
}
