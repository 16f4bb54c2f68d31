import { expect, test } from 'vitest';
import { topics } from './guide.ts';
import { guides, listGuidesAbout, searchGuides, toPlain } from './guides.ts';

test('every guide has an address of its own, a topic, and leads only to guides and screens there are', () => {
  const slugs = guides.map(({ slug }) => slug);
  expect(new Set(slugs).size).toBe(slugs.length);
  expect(guides.length).toBeGreaterThanOrEqual(12);
  for (const { slug, related, topic, summary, body } of guides) {
    expect(slug).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(topics).toContain(topic);
    expect(summary.length).toBeLessThan(110);
    expect(related).not.toContain(slug);
    for (const other of related) expect(slugs).toContain(other);
    const links = [...JSON.stringify(body).matchAll(/\]\(([^)]+)\)/g)].map(([, to]) => to);
    for (const link of links) expect(link).toMatch(/^\/app\/[a-z-]+$/);
  }
});

test('all words must be there; the title counts most, and the excerpt has the words', () => {
  expect(searchGuides('write PROMPT')[0]?.guide.slug).toBe('write-a-prompt');
  const [found] = searchGuides('firewall carrier');
  expect(found?.guide.slug).toBe('when-calls-fail');
  expect(found?.excerpt).toBe(
    'Sound in one direction only is nearly always a firewall between you and the carrier.',
  );
  expect(searchGuides('hipaa')[0]?.guide.slug).toBe('recordings-and-privacy');
  expect(searchGuides('zebra')).toEqual([]);
  expect(searchGuides('   ')).toEqual([]);
  expect(searchGuides('(*[\\')).toEqual([]);
});

test('a screen has its guides, and the pages below it have them too', () => {
  expect(listGuidesAbout('/app/voice-agents/agt_1').map(({ slug }) => slug)).toContain('create-an-agent');
  expect(listGuidesAbout('/app/nowhere')).toEqual([]);
});

test('plain text has no marks', () => {
  expect(toPlain('Open [Agents](/app/voice-agents), **now**: `+1`')).toBe('Open Agents, now: +1');
});
