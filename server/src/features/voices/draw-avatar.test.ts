import { expect, test } from 'vitest';
import { catalogueVoices } from './catalogue.ts';
import { drawAvatar } from './draw-avatar.ts';

test('a picture is always the same for a voice, and each voice of the first dozen has its own', () => {
  const first = catalogueVoices.slice(0, 12);
  expect(new Set(first.map(drawAvatar)).size).toBe(12);
  for (const voice of first) expect(drawAvatar(voice)).toBe(drawAvatar({ ...voice }));
});

test('nothing a vendor tells gets into the picture', () => {
  const picture = drawAvatar({ id: '"/><script>', gender: '<b>', age: '"' });
  expect(picture).not.toContain('script');
  expect(picture.match(/<[a-z]+/g)).toEqual(['<svg', '<rect', '<path']);
});
