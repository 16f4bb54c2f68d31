/** Limits of knowledge bases, in characters, items or bytes (KB-3). No zod: the web app loads them. */
export const knowledgeLimits = {
  nameLength: 100,
  titleLength: 200,
  textLength: 10_000,
  urlLength: 2_000,
  /** Texts, pages and files of one knowledge base. */
  items: 200,
  /** Knowledge bases of one workspace. */
  knowledgeBases: 100,
  fileBytes: 20 * 1024 * 1024,
} as const;

/** Files that can be read, by the end of their name. */
export const knowledgeFileTypes = ['pdf', 'docx', 'txt', 'md', 'html', 'csv'] as const;
export type KnowledgeFileType = (typeof knowledgeFileTypes)[number];

/** Where the file of an item is found, below `/api/v1`, as it was uploaded. */
export function knowledgeFilePath(knowledgeBaseId: string, itemId: string): string {
  return `/knowledge-base/${knowledgeBaseId}/items/${itemId}/file`;
}
