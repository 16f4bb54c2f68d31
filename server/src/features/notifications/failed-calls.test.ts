import type { CallFacts } from '@parley/contract/workspace-events';
import { expect, test } from 'vitest';
import { aboutEndedCall } from './failed-calls.ts';

const call: CallFacts = {
  id: 'call_1',
  direction: 'inbound',
  agent_id: 'agent_1',
  agent_name: 'Reception',
  from_number: '+14155550100',
  to_number: '+14155550101',
  is_test: false,
  created_at: '2026-11-21T15:00:00Z',
  answered_at: '2026-11-21T15:00:02Z',
  ended_at: '2026-11-21T15:01:00Z',
  duration_ms: 58_000,
  end_reason: 'media_lost',
  disposition: null,
  sentiment: null,
  summary: '',
  median_response_ms: null,
  campaign_id: null,
  contact_id: null,
};

test('a line without sound is told of, a page of a simulation that was closed is not', () => {
  expect(aboutEndedCall('wsp_1', call)).toMatchObject({
    title: 'A call lost its sound',
    text: expect.stringContaining('Last time: Reception.'),
    groupKey: 'calls.media_lost',
  });
  expect(aboutEndedCall('wsp_1', { ...call, is_simulation: true })).toBeUndefined();
  expect(
    aboutEndedCall('wsp_1', { ...call, is_simulation: true, end_reason: 'provider_failed' }),
  ).toBeDefined();
  expect(aboutEndedCall('wsp_1', { ...call, end_reason: 'customer_hung_up' })).toBeUndefined();
});
