import { AgentFunction } from '@parley/contract/agent-functions';
import { expect, test } from 'vitest';
import {
  listTransferNumbers,
  offerTransferTool,
  planTransfer,
  type TransferFunction,
} from './transfer-tool.ts';

function transferTo(destination: object, option: object = {}): TransferFunction {
  const parsed = AgentFunction.parse({
    id: 't',
    type: 'transfer_call',
    name: 'transfer_call',
    transfer_destination: destination,
    transfer_option: option,
  });
  if (parsed.type !== 'transfer_call') throw new Error('Not a transfer.');
  return parsed;
}
const fixed = (number: string, option?: object) => transferTo({ type: 'predefined', number }, option);
const routed = (prompt: string) => transferTo({ type: 'inferred', prompt });

test('[FUNC-2] a transfer is static, cold and shows the agent unless it is told otherwise', () => {
  expect(planTransfer(fixed('+14155550123'), {})).toEqual({
    number: '+14155550123',
    isWarm: false,
    showsCustomer: false,
    summary: '',
  });
  const warm = fixed('(415) 555-0123', { type: 'warm_transfer', show_transferee_as_caller: true });
  expect(planTransfer(warm, { summary: ' About a bill. ', number: '+19005550100' })).toEqual({
    number: '+14155550123',
    isWarm: true,
    showsCustomer: true,
    summary: 'About a bill.',
  });
});

test('[FUNC-2] with dynamic routing the model chooses among the numbers that the instructions name, and no other', () => {
  const given = routed(
    'Since 2019: billing (invoices over 1,000,000) goes to +1 415 555-0123 from 09:00-17:00, all else to 415.555.0124, never to 12345.',
  );
  expect(listTransferNumbers(given)).toEqual(['+14155550123', '+14155550124']);
  const tool = offerTransferTool(given, 'transfer_call');
  expect(tool?.parameters).toMatchObject({
    properties: { number: { enum: ['+14155550123', '+14155550124'] } },
    required: ['number'],
  });
  expect(tool?.description).toContain('billing');
  expect(planTransfer(given, { number: '+14155550124' })?.number).toBe('+14155550124');
  expect(planTransfer(given, { number: '+19005550100' })).toBeUndefined();
  expect(planTransfer(given, {})).toBeUndefined();
});

test.each([
  ['no number', fixed('')],
  ['a number that is none', fixed('12')],
  ['instructions without a number', routed('Ask them where they want to go.')],
])('a transfer with %s is not offered', (_what, given) => {
  expect(offerTransferTool(given, 'transfer_call')).toBeUndefined();
});

test('one number needs no choice, and the agent stands aside while it is rung', () => {
  expect(offerTransferTool(fixed('+14155550123'), 'transfer_call')).toMatchObject({
    stepsAside: true,
    waitsForSpeech: true,
    parameters: { properties: { summary: { type: 'string' } } },
  });
  expect(offerTransferTool(routed('Only +14155550123.'), 'x')?.parameters['required']).toBeUndefined();
});
