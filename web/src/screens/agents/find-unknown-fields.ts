import { findMergeFields } from '@parley/contract/merge-field-rules';

/** A stretch of the prompt: plain words, or a merge field. */
export type PromptPart = { text: string; field?: string };

/** The prompt cut at its merge fields; joined again the parts are the prompt. */
export function splitPrompt(prompt: string): PromptPart[] {
  const parts: PromptPart[] = [];
  for (const text of prompt.split(/(\{\{?\s*[A-Za-z0-9_]{1,50}\s*\}?\})/)) {
    if (text === '') continue;
    const [field] = findMergeFields(text);
    parts.push(field !== undefined && text.startsWith('{') ? { text, field } : { text });
  }
  return parts;
}

/** Merge fields that the texts name and nobody defined: a call could fill nothing in there. */
export function findUnknownFields(texts: readonly string[], known: readonly string[]): string[] {
  return findMergeFields(texts.join('\n')).filter((name) => !known.includes(name));
}
