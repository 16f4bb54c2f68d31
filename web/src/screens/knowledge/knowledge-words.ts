import type { KnowledgeBase, KnowledgeItem, MeaningState, PassageHit } from '@parley/contract/knowledge';
import { knowledgeFileTypes, knowledgeLimits } from '@parley/contract/knowledge-rules';

/** The badge of a knowledge base (KB-1). */
export function typeLabel(type: number): 'Mixed' | 'Unknown' {
  return type === 0 ? 'Mixed' : 'Unknown';
}

/** What is wrong with a name; null when nothing is (KB-3). */
export function nameProblem(name: string): string | null {
  if (name.trim() === '') return 'Knowledge base name is required';
  return name.trim().length > knowledgeLimits.nameLength
    ? 'Knowledge base name must be 100 characters or less'
    : null;
}

/** What is wrong with the address of a page; null when nothing is (KB-3). */
export function urlProblem(url: string): string | null {
  const trimmed = url.trim();
  if (trimmed === '') return 'URL is required';
  // The server's own rule: a host, then anything without spaces.
  if (!/^https?:\/\/[^\s/?#]+(?:[/?#]\S*)?$/i.test(trimmed))
    return 'Please enter a valid URL (starting with http:// or https://)';
  return trimmed.length > knowledgeLimits.urlLength ? 'URL must be 2,000 characters or less' : null;
}

/** What is wrong with the title of a text; null when nothing is (KB-3). */
export function titleProblem(title: string): string | null {
  if (title.trim() === '') return 'Title is required';
  return title.trim().length > knowledgeLimits.titleLength ? 'Title must be 200 characters or less' : null;
}

/** What is wrong with a text; null when nothing is (KB-3). */
export function textProblem(text: string): string | null {
  if (text.trim() === '') return 'Content is required';
  return text.trim().length > knowledgeLimits.textLength ? 'Content must be 10,000 characters or less' : null;
}

/** Kinds of files that can be read, for the file chooser: a name of a kind may end in more than one way. */
export const fileEndings = [...knowledgeFileTypes, 'htm', 'markdown'].map((type) => `.${type}`).join(',');

/** Why a file need not be sent at all; null when it can be (KB-4). */
export function fileProblem({ name, size }: Pick<File, 'name' | 'size'>): string | null {
  const end = name.includes('.') ? name.toLowerCase().split('.').at(-1) : '';
  if (!fileEndings.split(',').includes(`.${end}`))
    return 'Files of this type cannot be read. Use PDF, DOCX, TXT, MD, HTML or CSV.';
  if (size === 0) return 'This file is empty.';
  return size > knowledgeLimits.fileBytes ? 'This file is larger than 20 MB.' : null;
}

/** `120/10,000 characters` (KB-3). */
export function textCounter(text: string): string {
  return `${text.trim().length.toLocaleString('en-US')}/10,000 characters`;
}

/** `512 B`, `14 kB`, `1.2 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** How much there is of an item, once it was read: `14 kB · 12 passages`. Empty before. */
export function describeSize({ sizeBytes, passages }: Pick<KnowledgeItem, 'sizeBytes' | 'passages'>): string {
  if (sizeBytes === 0) return '';
  return `${formatSize(sizeBytes)} · ${passages === 1 ? '1 passage' : `${passages} passages`}`;
}

/** How an item stands. A page that could not be read anew keeps what was read before. */
export function stateOf({ state, problem }: Pick<KnowledgeItem, 'state' | 'problem'>): {
  label: string;
  color: string;
} {
  if (state === 'waiting') return { label: 'Waiting', color: 'blue' };
  if (state === 'reading') return { label: 'Reading', color: 'blue' };
  if (state === 'failed') return { label: 'Not read', color: 'red' };
  return problem === '' ? { label: 'Ready', color: 'pine' } : { label: 'Not updated', color: 'yellow' };
}

/** Progress of a whole knowledge base in a few words; undefined when all is read. */
export function describeProgress(
  items: KnowledgeBase['items'],
): { text: string; isBusy: boolean } | undefined {
  const open = items.filter(({ state }) => state === 'waiting' || state === 'reading').length;
  if (open > 0) return { text: `Reading: ${items.length - open} of ${items.length} done`, isBusy: true };
  const failed = items.filter(({ state }) => state === 'failed').length;
  return failed > 0 ? { text: `${failed} of ${items.length} could not be read`, isBusy: false } : undefined;
}

/** `3 items · 14 kB · used by 2 agents`. */
export function describeBase({ items, agents }: Pick<KnowledgeBase, 'items' | 'agents'>): string {
  const bytes = items.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return [
    items.length === 1 ? '1 item' : `${items.length} items`,
    ...(bytes > 0 ? [formatSize(bytes)] : []),
    agents === 0 ? 'not used by an agent yet' : agents === 1 ? 'used by 1 agent' : `used by ${agents} agents`,
  ].join(' · ');
}

/** Where a passage stands and why it was found: `From Prices.pdf · by its words`. */
export function describeOrigin({
  title,
  source,
  foundBy,
}: Pick<PassageHit, 'title' | 'source' | 'foundBy'>): string {
  const isNamed = source !== '' && source !== title;
  const why = foundBy.length === 2 ? 'by its words and meaning' : `by its ${foundBy[0] ?? 'words'}`;
  return isNamed ? `From ${source} · ${why}` : `Found ${why}`;
}

/** What staff should know about the search by meaning; empty where it did its part. */
export function meaningNote(state: MeaningState): string {
  if (state === 'used') return '';
  if (state === 'off')
    return 'Found by words alone. Connect a provider with an embedding model to find passages by meaning too.';
  return state === 'late'
    ? 'Found by words alone: the model that finds passages by meaning did not answer in time.'
    : 'Found by words alone: the database has no pgvector extension, which the search by meaning needs.';
}
