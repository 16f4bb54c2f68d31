import type { Block, Guide } from './guide.ts';
import { aboutAgents } from './guides/agents.ts';
import { aboutCalls } from './guides/calls.ts';
import { aboutCampaigns } from './guides/campaigns.ts';
import { firstSteps } from './guides/first-steps.ts';
import { aboutKnowledge } from './guides/knowledge.ts';
import { aboutWorkspace } from './guides/workspace.ts';

/** Every guide of the Help Center, in the order it is shown. */
export const guides: readonly Guide[] = [
  ...firstSteps,
  ...aboutAgents,
  ...aboutCalls,
  ...aboutCampaigns,
  ...aboutKnowledge,
  ...aboutWorkspace,
];

export function findGuide(slug: string): Guide | undefined {
  return guides.find((guide) => guide.slug === slug);
}

/** Guides that explain the screen at a path. */
export function listGuidesAbout(path: string): Guide[] {
  return guides.filter(({ about }) =>
    about.some((screen) => path === screen || path.startsWith(`${screen}/`)),
  );
}

export type FoundGuide = {
  guide: Guide;
  /** The sentence of the text that has the words; empty where only title or summary have them. */
  excerpt: string;
};

/** Guides that have every word, those that have them in the title first. */
export function searchGuides(words: string): FoundGuide[] {
  const parts = words.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (parts.length === 0) return [];
  const has = (text: string) => parts.every((part) => text.toLowerCase().includes(part));
  return guides
    .map((guide) => {
      const texts = guide.body.flatMap(textsOf).map(toPlain);
      const isFound = has([guide.title, guide.summary, guide.words, ...texts].join(' '));
      const best =
        texts.find(has) ?? texts.find((text) => parts.some((part) => text.toLowerCase().includes(part)));
      return { guide, isFound, excerpt: best ?? '', rank: has(guide.title) ? 0 : has(guide.summary) ? 1 : 2 };
    })
    .filter(({ isFound }) => isFound)
    .sort((one, other) => one.rank - other.rank)
    .map(({ guide, excerpt }) => ({ guide, excerpt }));
}

function textsOf(block: Block): readonly string[] {
  if (typeof block === 'string') return [block];
  if ('heading' in block) return [block.heading];
  if ('note' in block) return [block.note];
  return 'steps' in block ? block.steps : block.points;
}

/** The text without its marks. */
export function toPlain(text: string): string {
  return text.replace(/\*\*|`/g, '').replace(/\[([^\]]+)\]\([^)]+\)/g, '$1');
}
