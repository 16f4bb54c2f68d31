import { z } from 'zod';
import { idOf } from './ids.ts';
import { knowledgeLimits } from './knowledge-rules.ts';
import { route } from './route.ts';

export { knowledgeLimits } from './knowledge-rules.ts';

/** How far a text, page or file has come on its way into the index. */
export const KnowledgeItemState = z.enum(['waiting', 'reading', 'ready', 'failed']);
export type KnowledgeItemState = z.output<typeof KnowledgeItemState>;

/** One text, page or file of a knowledge base. */
export const KnowledgeItem = z.object({
  id: z.string(),
  kind: z.enum(['text', 'url', 'file']),
  title: z.string(),
  /** The text itself, in lists its first 200 characters; empty for pages and files. */
  text: z.string(),
  /** Address of a page; name of a file. */
  source: z.string(),
  state: KnowledgeItemState,
  /** Why it could not be read, in words for staff. */
  problem: z.string(),
  sizeBytes: z.int(),
  passages: z.int(),
  /** A page that is read again every week. */
  weekly: z.boolean(),
  /** When it was read last; null before. */
  readAt: z.string().nullable(),
  updatedAt: z.string(),
});
export type KnowledgeItem = z.output<typeof KnowledgeItem>;

/** A knowledge base with the wire names of the specification. */
export const KnowledgeBase = z.object({
  id: z.string(),
  name: z.string(),
  /** 0: mixed. */
  type: z.int(),
  updatedAt: z.string(),
  /** JSON text of an array of { title, text }; in lists, each text's first 200 characters. */
  kb_text: z.string(),
  /** JSON text of an array of addresses. */
  kb_urls: z.string(),
  items: z.array(KnowledgeItem),
  /** How many agents use it. */
  agents: z.int(),
});
export type KnowledgeBase = z.output<typeof KnowledgeBase>;

const TextItem = z.object({
  title: z.string().trim().min(1, 'Title is required').max(knowledgeLimits.titleLength),
  text: z.string().trim().min(1, 'Content is required').max(knowledgeLimits.textLength),
});
const Url = z
  .string()
  .trim()
  .min(1, 'URL is required')
  .max(knowledgeLimits.urlLength)
  .regex(
    // A host, then anything without spaces; what it leads to is checked when it is fetched.
    /^https?:\/\/[^\s/?#]+(?:[/?#]\S*)?$/i,
    'Please enter a valid URL (starting with http:// or https://)',
  );
const KbId = z.object({ id: idOf('knowledgeBase') });
const ItemId = z.object({ id: idOf('knowledgeBase'), itemId: idOf('knowledgeItem') });
const Name = z
  .string()
  .trim()
  .min(1, 'Knowledge base name is required')
  .max(knowledgeLimits.nameLength, 'Knowledge base name must be 100 characters or less');

/** A passage as the search box shows it. */
export const PassageHit = z.object({
  id: z.string(),
  itemId: z.string(),
  title: z.string(),
  source: z.string(),
  text: z.string(),
  /** 0..1: how well it fits. */
  score: z.number(),
  /** By the words of the question, by what it means, or both. */
  foundBy: z.array(z.enum(['words', 'meaning'])),
});
export type PassageHit = z.output<typeof PassageHit>;

/**
 * How the search by meaning stands. `off`: no model for it is connected; `unsupported`: the database keeps no vectors
 * (pgvector); `late`: the model did not answer in time.
 */
export const MeaningState = z.enum(['used', 'off', 'unsupported', 'late']);
export type MeaningState = z.output<typeof MeaningState>;

export const knowledgeRoutes = {
  list: route({
    method: 'GET',
    path: '/knowledge-base',
    summary: 'Lists the knowledge bases of the workspace with their items and progress.',
    tag: 'Knowledge',
    access: 'signed-in',
    status: 200,
    answer: z.object({ data: z.array(KnowledgeBase) }),
  }),
  create: route({
    method: 'POST',
    path: '/knowledge-base',
    summary: 'Creates a knowledge base from texts and web pages; pages are read afterwards.',
    tag: 'Knowledge',
    access: 'edit',
    body: z
      .object({
        name: Name,
        knowledge_base_texts: z.array(TextItem).max(knowledgeLimits.items).default([]),
        knowledge_base_urls: z.array(Url).max(knowledgeLimits.items).default([]),
        /** So many files are uploaded once it is there, one call each. */
        files_follow: z.int().min(0).max(knowledgeLimits.items).default(0),
      })
      .refine(
        (given) =>
          given.knowledge_base_texts.length + given.knowledge_base_urls.length + given.files_follow > 0,
        'Please add at least one document or web page',
      ),
    status: 201,
    answer: z.object({ data: KnowledgeBase }),
    errors: ['knowledge_limit_reached'],
  }),
  get: route({
    method: 'GET',
    path: '/knowledge-base/{id}',
    summary: 'One knowledge base.',
    tag: 'Knowledge',
    access: 'signed-in',
    params: KbId,
    status: 200,
    answer: z.object({ data: KnowledgeBase }),
    errors: ['knowledge_base_not_found'],
  }),
  save: route({
    method: 'PATCH',
    path: '/knowledge-base/{id}',
    summary: 'Renames a knowledge base.',
    tag: 'Knowledge',
    access: 'edit',
    params: KbId,
    body: z.object({ name: Name }),
    status: 200,
    answer: z.object({ data: KnowledgeBase }),
    errors: ['knowledge_base_not_found'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/knowledge-base/{id}',
    summary: 'Deletes a knowledge base and takes it off the agents that use it.',
    tag: 'Knowledge',
    access: 'edit',
    params: KbId,
    status: 200,
    answer: z.object({ success: z.literal(true) }),
    errors: ['knowledge_base_not_found'],
  }),
  addItem: route({
    method: 'POST',
    path: '/knowledge-base/{id}/items',
    summary: 'Adds a text or a web page.',
    tag: 'Knowledge',
    access: 'edit',
    params: KbId,
    body: z.union([TextItem, z.object({ url: Url })]),
    status: 201,
    answer: z.object({ data: KnowledgeBase }),
    errors: ['knowledge_base_not_found', 'knowledge_limit_reached'],
  }),
  addFile: route({
    method: 'POST',
    path: '/knowledge-base/{id}/files',
    summary: 'Adds a PDF, DOCX, TXT, MD, HTML or CSV file; it is read afterwards.',
    tag: 'Knowledge',
    access: 'edit',
    params: KbId,
    upload: { fileBytes: knowledgeLimits.fileBytes },
    status: 201,
    answer: z.object({ data: KnowledgeBase }),
    errors: ['knowledge_base_not_found', 'knowledge_limit_reached', 'knowledge_file_refused'],
    perMinute: 120,
  }),
  saveFile: route({
    method: 'PUT',
    path: '/knowledge-base/{id}/items/{itemId}/file',
    summary: 'Puts another file in the place of a file; it is read afterwards.',
    tag: 'Knowledge',
    access: 'edit',
    params: ItemId,
    upload: { fileBytes: knowledgeLimits.fileBytes },
    status: 200,
    answer: z.object({ data: KnowledgeBase }),
    errors: ['knowledge_base_not_found', 'knowledge_item_not_found', 'knowledge_file_refused'],
    perMinute: 120,
  }),
  saveItem: route({
    method: 'PUT',
    path: '/knowledge-base/{id}/items/{itemId}',
    summary: 'Replaces a text.',
    tag: 'Knowledge',
    access: 'edit',
    params: ItemId,
    body: TextItem,
    status: 200,
    answer: z.object({ data: KnowledgeBase }),
    errors: ['knowledge_base_not_found', 'knowledge_item_not_found'],
  }),
  setWeekly: route({
    method: 'PATCH',
    path: '/knowledge-base/{id}/items/{itemId}',
    summary: 'Has a web page read again every week, or no longer.',
    tag: 'Knowledge',
    access: 'edit',
    params: ItemId,
    body: z.object({ weekly: z.boolean() }),
    status: 200,
    answer: z.object({ data: KnowledgeBase }),
    errors: ['knowledge_base_not_found', 'knowledge_item_not_found'],
  }),
  removeItem: route({
    method: 'DELETE',
    path: '/knowledge-base/{id}/items/{itemId}',
    summary: 'Removes a text, page or file.',
    tag: 'Knowledge',
    access: 'edit',
    params: ItemId,
    status: 200,
    answer: z.object({ data: KnowledgeBase }),
    errors: ['knowledge_base_not_found', 'knowledge_item_not_found'],
  }),
  refreshItem: route({
    method: 'POST',
    path: '/knowledge-base/{id}/items/{itemId}/refresh',
    summary: 'Reads a web page or a file again.',
    tag: 'Knowledge',
    access: 'edit',
    params: ItemId,
    status: 202,
    answer: z.object({ data: KnowledgeBase }),
    errors: ['knowledge_base_not_found', 'knowledge_item_not_found'],
    perMinute: 60,
  }),
  search: route({
    method: 'GET',
    path: '/knowledge-base/{id}/search',
    summary: 'What a question would find.',
    tag: 'Knowledge',
    access: 'signed-in',
    params: KbId,
    query: z.object({ q: z.string().trim().min(1).max(500) }),
    status: 200,
    answer: z.object({ passages: z.array(PassageHit), meaning: MeaningState, tookMs: z.number() }),
    errors: ['knowledge_base_not_found'],
  }),
};
