import { AgentFunctions, functionTypesToAdd } from '@parley/contract/agent-functions';
import { sentencesFor } from '@parley/engine/interfaces/spoken-sentences';
import { expect, test } from 'vitest';
import { findOffered, offerTools, toToolName } from './offered-tools.ts';

const functions = AgentFunctions.parse([
  { id: '1', type: 'end_call', name: 'End call' },
  { id: '2', type: 'custom_function', name: 'Prüfe Bestellung!', url: 'https://shop.example/order' },
  {
    id: '3',
    type: 'custom',
    name: 'Book',
    url: 'https://voice.example/api/v1/webhooks/google-cal',
  },
]);

test('own tools are named, custom functions are offered, a booking is not asked over the network', () => {
  const { own, outside } = offerTools(functions, undefined);
  expect(own).toEqual(['end_call']);
  expect(outside.map(({ name, description }) => [name, description])).toEqual([
    ['prufe_bestellung', 'Prüfe Bestellung!'],
  ]);
  expect(findOffered(functions, 'prufe_bestellung')?.id).toBe('2');
  expect(findOffered(functions, 'other')).toBeUndefined();
});

test('what is said while a function runs is in the language of the agent', () => {
  const given = AgentFunctions.parse([
    {
      id: '1',
      type: 'custom_function',
      name: 'Order',
      url: 'https://a.example/',
      speak_during_execution: true,
    },
    { id: '2', type: 'check_calendar', name: 'Check Calendar' },
    { id: '3', type: 'book_calendar', name: 'Book' },
    {
      id: '4',
      type: 'transfer_call',
      name: 'Transfer',
      transfer_destination: { type: 'predefined', number: '+14155550150' },
      transfer_option: { type: 'cold_transfer', show_transferee_as_caller: false },
    },
  ]);
  const words = sentencesFor('de');
  const { outside } = offerTools(given, { timeZone: 'Europe/Berlin', nowMs: 0 }, words);
  expect(outside.map(({ waitingWords }) => waitingWords)).toEqual([
    words.oneMoment,
    words.lookingAtCalendar,
    words.booking,
    words.connecting,
  ]);
});

test('[FUNC-3] calendar functions are offered once a calendar is connected, with the time it is there', () => {
  const withCheck = AgentFunctions.parse([
    { id: '1', type: 'check_calendar', name: 'Check Calendar' },
    { id: '2', type: 'book_calendar', name: 'Book' },
  ]);
  expect(offerTools(withCheck, undefined).outside).toEqual([]);
  const nowMs = Date.UTC(2026, 10, 21, 14, 30);
  const { outside } = offerTools(withCheck, { timeZone: 'America/New_York', nowMs });
  expect(outside.map(({ name }) => name)).toEqual(['check_calendar', 'book']);
  expect(outside[0]?.description).toContain('Saturday, November 21, 2026');
  expect(outside[1]?.parameters['required']).toEqual([
    'summary',
    'dateTimeStart',
    'dateTimeEnd',
    'attendees',
  ]);
});

test.each([
  ['Check order', 'check_order'],
  ['  ---  ', '---'],
  ['日本', 'function'],
  ['x'.repeat(90), 'x'.repeat(64)],
])('the name %s is %s to a model', (name, expected) => expect(toToolName(name)).toBe(expected));

test('[FUNC-1][FUNC-3] each type is added once, a booking only without a calendar check', () => {
  expect(functionTypesToAdd([])).toEqual([
    'end_call',
    'transfer_call',
    'check_calendar',
    'book_calendar',
    'custom',
    'press_digit',
    'custom_function',
  ]);
  expect(functionTypesToAdd(functions)).toEqual(['transfer_call', 'check_calendar', 'custom', 'press_digit']);
  expect(
    functionTypesToAdd(AgentFunctions.parse([{ id: '1', type: 'check_calendar', name: 'c' }])),
  ).not.toContain('book_calendar');
});
