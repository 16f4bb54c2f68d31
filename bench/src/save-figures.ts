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

/**
 * Puts what was measured and the verdict into the last two cells of the claim's row, which is the one that ends with
 * `<!-- claim id -->`. Throws when there is none.
 */
export function replaceClaim(page: string, id: string, claim: { measured: string; verdict: string }): string {
  const mark = `<!-- claim ${id} -->`;
  const lines = page.split('\n');
  const at = lines.findIndex((line) => line.startsWith('|') && line.endsWith(mark));
  if (at < 0) throw new Error(`The page has no row for the claim of ${id}.`);
  const [, name, aim] = lines[at]!.split('|');
  lines[at] = `|${name}|${aim}| ${claim.measured} | ${claim.verdict} |${mark}`;
  return lines.join('\n');
}
