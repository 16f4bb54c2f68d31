import { expect, test } from 'vitest';
import { aboutTrial } from './trial-ends.ts';

const endsAt = new Date('2026-12-05T10:00:00.000Z');
const at = (now: string) => aboutTrial({ workspaceId: 'wsp_1', endsAt }, Date.parse(now));

test('before its end a trial is warned about, with the day', () => {
  expect(at('2026-12-05T09:59:59.999Z')).toMatchObject({
    tone: 'warning',
    title: 'Your free trial ends soon',
    text: expect.stringContaining('December 5, 2026'),
    groupKey: 'billing.trial_ends_soon',
  });
});

test('from the moment of its end it is over', () => {
  expect(at('2026-12-05T10:00:00.000Z')).toMatchObject({
    title: 'Your free trial has ended',
    groupKey: 'billing.trial_over',
  });
});
