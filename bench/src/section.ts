/** One claim, measured. */
export type Section = {
  /** What `npm run bench -- <id>` runs. */
  id: string;
  title: string;
  /** Returns Markdown: figures, and a sentence on what was measured. Tells its progress meanwhile. */
  run(progress: (text: string) => void): Promise<string>;
};
