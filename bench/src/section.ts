/** One claim, measured. */
export type Section = {
  /** What `npm run bench -- <id>` runs. */
  id: string;
  title: string;
  /** Returns Markdown: figures, and a sentence on what was measured. Tells its progress meanwhile. */
  run(progress: (text: string) => void): Promise<string | Claim>;
};

/** Figures of a section that has a row in the table of claims. */
export type Claim = {
  figures: string;
  measured: string;
  verdict: string;
};

/** The verdict of a figure that has an aim, and what to make of it when others used the measured cores. */
export function judge(options: { isReached: boolean; note: string; isQuiet: boolean }): string {
  const { isReached, note, isQuiet } = options;
  const parts = [isReached ? 'reached' : 'not reached', note];
  if (!isQuiet) parts.push('others used the machine meanwhile');
  return parts.filter((part) => part !== '').join('; ');
}
