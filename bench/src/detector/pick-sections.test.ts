import { expect, test } from 'vitest';
import { pickSections } from './pick-sections.ts';

const page = '# Page\n\nIntro\n\n## One\n\n| a |\n\n## Two\n\n### Part\n\nlast\n';

test('a section comes with all that is below its heading', () => {
  expect(pickSections(page, ['Two', 'One'])).toBe('### Two\n\n### Part\n\nlast\n\n### One\n\n| a |');
});

test('a section that is missing is not passed over', () => {
  expect(() => pickSections(page, ['Three'])).toThrow('no section "Three"');
});
