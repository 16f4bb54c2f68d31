/** Where a guide stands in the Help Center. */
export const topics = [
  'First steps',
  'Agents',
  'Calls',
  'Phone numbers',
  'Reaching out',
  'Workspace',
] as const;
export type Topic = (typeof topics)[number];

/** A part of a guide. Text may hold **bold**, `code` and [links](/app/dashboard). */
export type Block =
  | string
  | { heading: string }
  | { steps: readonly string[] }
  | { points: readonly string[] }
  | { note: string };

export type Guide = {
  /** In its address, below /app/help-center/. */
  slug: string;
  title: string;
  /** One sentence, in the list and under the title. */
  summary: string;
  topic: Topic;
  /** Paths of the screens it explains, such as `/app/voice-agents`. */
  about: readonly string[];
  /** Other words people look for it by. */
  words: string;
  body: readonly Block[];
  /** Guides to read next. */
  related: readonly string[];
};
