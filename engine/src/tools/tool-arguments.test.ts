import { expect, test } from 'vitest';
import { endCall } from './end-call.ts';
import { tools } from './index.ts';
import { pressDigit } from './press-digit.ts';
import { checkArguments } from './tool-arguments.ts';

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 2, maxLength: 5 },
    count: { type: 'integer', minimum: 1, maximum: 9 },
    day: { enum: ['Friday', 'Saturday'] },
    guests: {
      type: 'array',
      items: { type: 'object', properties: { email: { type: 'string' } }, required: ['email'] },
    },
    note: { type: ['string', 'null'] },
  },
  required: ['name'],
  additionalProperties: false,
};

test.each([
  ['{"name":"Ana"}', undefined],
  ['{"name":"Ana","count":3,"day":"Friday","guests":[{"email":"a"}],"note":null}', undefined],
  ['', '"name" is missing.'],
  ['[1]', 'The arguments must be a JSON object.'],
  ['{', 'The arguments are not valid JSON.'],
  ['{"name":5}', '"name" must be of type string.'],
  ['{"name":"A"}', '"name" is too short.'],
  ['{"name":"Annabel"}', '"name" is too long.'],
  ['{"name":"Ana","count":1.5}', '"count" must be of type integer.'],
  ['{"name":"Ana","count":0}', '"count" must be at least 1.'],
  ['{"name":"Ana","count":10}', '"count" must be at most 9.'],
  ['{"name":"Ana","day":"Monday"}', '"day" must be one of: Friday, Saturday.'],
  ['{"name":"Ana","guests":[{}]}', '"email" is missing.'],
  ['{"name":"Ana","note":5}', '"note" must be of type string or null.'],
  ['{"name":"Ana","extra":5}', '"extra" is not known in "arguments".'],
])('%s: %s', (text, problem) => {
  const checked = checkArguments(schema, text);
  expect(checked.isValid ? undefined : checked.problem).toBe(problem);
});

test('keys are digits, star and hash only', () => {
  expect(checkArguments(pressDigit.parameters, '{"digits":"12#"}').isValid).toBe(true);
  expect(checkArguments(pressDigit.parameters, '{"digits":"twelve"}').isValid).toBe(false);
  expect(checkArguments(pressDigit.parameters, '{}').isValid).toBe(false);
});

test('the tools have names of their own, and ending says which kind of end it was', async () => {
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
  const context = { runId: 'run-1', signal: new AbortController().signal, sendDigits: () => undefined };
  expect(await endCall.run({}, { ...context, isGoodbyeSaid: true })).toMatchObject({ endReason: 'goodbye' });
  expect(await endCall.run({}, { ...context, isGoodbyeSaid: false })).toMatchObject({
    endReason: 'agent_hung_up',
  });
});
