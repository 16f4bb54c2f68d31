import type { AgentFunction } from '@parley/contract/agent-functions';
import { AgentFunction as Schema } from '@parley/contract/agent-functions';
import { expect, test } from 'vitest';
import { checkFunction, isOfCalendar } from './check-function.ts';
import { functionKinds, kindOf, makeFunction } from './function-kinds.ts';

const make = (type: keyof typeof functionKinds) => makeFunction(type, 'fn_1', 'https://voice.example');

test('[FUNC-2] a transfer begins static, cold and with the number of the agent, and needs a destination', () => {
  const transfer = make('transfer_call');
  expect(transfer).toMatchObject({
    transfer_destination: { type: 'predefined', number: '' },
    transfer_option: { type: 'cold_transfer', show_transferee_as_caller: false },
  });
  expect(checkFunction(transfer, [])).toHaveProperty('number');
  const dynamic = { ...transfer, transfer_destination: { type: 'inferred', prompt: ' ' } } as AgentFunction;
  expect(checkFunction(dynamic, [])).toHaveProperty('prompt');
});

test('[FUNC-4] a booking is stored as a custom function of ours, with a name of 15 characters at most', () => {
  const booking = make('book_calendar');
  expect(booking).toMatchObject({
    type: 'custom',
    url: 'https://voice.example/api/v1/webhooks/google-cal',
    method: 'POST',
    speak_after_execution: true,
    speak_during_execution: true,
    parameters: { required: ['summary', 'dateTimeStart', 'dateTimeEnd', 'attendees'] },
  });
  expect(kindOf(booking)).toBe('book_calendar');
  expect(isOfCalendar(booking)).toBe(true);
  expect(checkFunction(booking, [])).toEqual({});
  expect(checkFunction({ ...booking, name: 'x'.repeat(15) }, [])).toEqual({});
  expect(checkFunction({ ...booking, name: 'x'.repeat(16) }, [])).toEqual({ name: 'At most 15 characters.' });
});

test('[FUNC-5] a custom function needs a web address and a name of its own', () => {
  const custom = { ...make('custom_function'), name: 'look_up', url: 'https://example.com/orders' };
  expect(checkFunction(custom as AgentFunction, [])).toEqual({});
  expect(checkFunction(custom as AgentFunction, ['look_up'])).toHaveProperty('name');
  for (const url of ['', 'example.com', 'javascript:alert(1)', 'ftp://example.com'])
    expect(checkFunction({ ...custom, url } as AgentFunction, [])).toHaveProperty('url');
});

test('what each kind begins with is what the server stores', () => {
  for (const type of Object.keys(functionKinds) as (keyof typeof functionKinds)[]) {
    const filled = { ...make(type), name: 'named' };
    if ('url' in filled && filled.url === '') filled.url = 'https://example.com';
    expect(Schema.parse(filled)).toEqual(filled);
  }
});
