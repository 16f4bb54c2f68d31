import type { Integration } from '@parley/contract/integrations';

/** The categories of the cards, in their order. */
export function listCategories(integrations: readonly Integration[]): string[] {
  return ['All', ...new Set(integrations.map((each) => each.category))];
}

/** Those of a category whose name, category or description holds every word. */
export function findIntegrations(
  integrations: readonly Integration[],
  { words, category }: { words: string; category: string },
): Integration[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return integrations.filter((each) => {
    if (category !== 'All' && each.category !== category) return false;
    const text = `${each.display_name} ${each.category} ${each.description}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
