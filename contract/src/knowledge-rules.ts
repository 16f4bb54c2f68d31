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
