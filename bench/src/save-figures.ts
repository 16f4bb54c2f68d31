/**
 * Puts the figures of a section into the page, between `<!-- id -->` and `<!-- /id -->`. Throws when the page has no
 * such place, so that no measured figure is lost silently.
 */
export function replaceFigures(page: string, id: string, figures: string): string {
  const [open, close] = [`<!-- ${id} -->`, `<!-- /${id} -->`];
  const start = page.indexOf(open);
  const end = page.indexOf(close, start);
  if (start < 0 || end < 0) throw new Error(`The page has no place for the figures of ${id}.`);
  return `${page.slice(0, start + open.length)}\n${figures.trim()}\n${page.slice(end)}`;
}
