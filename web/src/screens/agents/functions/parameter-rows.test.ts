import type { FunctionParameters } from '@parley/contract/agent-functions';
import { expect, test } from 'vitest';
import { checkRows, readParameters, sampleArguments, toParameters, toRows } from './parameter-rows.ts';

const schema: FunctionParameters = {
  type: 'object',
  properties: { order: { type: 'string', description: 'Its number' }, count: { type: 'integer' } },
  required: ['order'],
};

test('a plain schema goes into rows and back unchanged', () => {
  const rows = toRows(schema);
  expect(rows).toEqual([
    { name: 'order', type: 'string', description: 'Its number', isRequired: true },
    { name: 'count', type: 'integer', description: '', isRequired: false },
  ]);
  expect(toParameters(rows!)).toEqual(schema);
});

test('a schema that says more than rows can show is left to its JSON', () => {
  const nested = {
    ...schema,
    properties: { tags: { type: 'array', items: { type: 'string' } } },
    required: [],
  };
  expect(toRows(nested)).toBeUndefined();
  expect(toRows({ ...schema, additionalProperties: false })).toBeUndefined();
  expect(toRows({ ...schema, properties: { size: { type: 'string', enum: ['s', 'm'] } } })).toBeUndefined();
});

test('names of rows are there, plain and different', () => {
  const row = { name: 'order', type: 'string', description: '', isRequired: false } as const;
  expect(checkRows([row])).toBeNull();
  expect(checkRows([{ ...row, name: ' ' }])).toContain('Give each');
  expect(checkRows([{ ...row, name: 'order number' }])).toContain('letters');
  expect(checkRows([row, row])).toContain('same name');
});

test('JSON is read as a schema, or told what is wrong with it', () => {
  expect(readParameters(JSON.stringify(schema))).toEqual({ parameters: schema });
  expect(readParameters('{')).toEqual({ problem: 'This is not JSON.' });
  for (const wrong of [
    '[]',
    '{"type":"string"}',
    '{"type":"object","properties":{"a":1}}',
    '{"type":"object","properties":{},"required":["a"]}',
  ])
    expect(readParameters(wrong)).toHaveProperty('problem');
});

test('a function is tried with something of the right type', () => {
  expect(sampleArguments(schema)).toEqual({ order: 'text', count: 1 });
});
