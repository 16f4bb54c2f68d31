/** The named second-level sections of a Markdown page, one heading level lower. Throws when one is not there. */
export function pickSections(page: string, titles: readonly string[]): string {
  const sections = page.split(/^## /m).slice(1);
  return titles
    .map((title) => {
      const found = sections.find((section) => section.startsWith(`${title}\n`));
      if (found === undefined) throw new Error(`The page has no section "${title}".`);
      return `### ${found.trim()}`;
    })
    .join('\n\n');
}
