import { Group, Text, Textarea, TextInput } from '@mantine/core';
import { knowledgeLimits } from '@parley/contract/knowledge-rules';
import type { KnowledgeItemInput } from '../../api/knowledge.ts';
import { textCounter, textProblem, titleProblem, urlProblem } from './knowledge-words.ts';

/** A text or a web page as it is being written. */
export type ItemDraft = { kind: 'text' | 'url'; title: string; text: string; url: string };
export type DraftProblems = { title?: string; text?: string; url?: string };

export const emptyDraft = (kind: ItemDraft['kind']): ItemDraft => ({ kind, title: '', text: '', url: '' });

/** What is wrong with a draft, by field (KB-3). */
export function findDraftProblems({ kind, title, text, url }: ItemDraft): DraftProblems {
  const found =
    kind === 'url' ? { url: urlProblem(url) } : { title: titleProblem(title), text: textProblem(text) };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== null));
}

export function toItemInput({ kind, title, text, url }: ItemDraft): KnowledgeItemInput {
  return kind === 'url' ? { url: url.trim() } : { title: title.trim(), text: text.trim() };
}

type ItemFieldsProps = {
  draft: ItemDraft;
  problems: DraftProblems;
  onChange: (draft: ItemDraft) => void;
  hasFocus?: boolean;
};

/** The fields of a text or a web page, with the counter of its characters. */
export function ItemFields({ draft, problems, onChange, hasFocus = false }: ItemFieldsProps) {
  const focus = hasFocus ? { 'data-autofocus': true } : {};
  if (draft.kind === 'url')
    return (
      <TextInput
        label="Web page URL"
        description="It is read once, and again whenever you ask for it."
        placeholder="https://example.com/prices"
        type="url"
        maxLength={knowledgeLimits.urlLength}
        value={draft.url}
        error={problems.url}
        onChange={(event) => onChange({ ...draft, url: event.currentTarget.value })}
        {...focus}
      />
    );
  const isTooLong = draft.text.trim().length > knowledgeLimits.textLength;
  return (
    <>
      <TextInput
        label="Title"
        placeholder="Prices"
        maxLength={knowledgeLimits.titleLength}
        value={draft.title}
        error={problems.title}
        onChange={(event) => onChange({ ...draft, title: event.currentTarget.value })}
        {...focus}
      />
      <div>
        <Textarea
          label="Content"
          placeholder="A check-up with cleaning costs 95 dollars."
          autosize
          minRows={5}
          maxRows={12}
          value={draft.text}
          error={problems.text}
          onChange={(event) => onChange({ ...draft, text: event.currentTarget.value })}
        />
        <Group justify="flex-end" mt={4}>
          <Text size="sm" c={isTooLong ? 'var(--mantine-color-error)' : 'dimmed'} className="num">
            {textCounter(draft.text)}
          </Text>
        </Group>
      </div>
    </>
  );
}
