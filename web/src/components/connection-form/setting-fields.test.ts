import { expect, test } from 'vitest';
import { findProblems, readSettingFields, startValues, toSettings } from './setting-fields.ts';

const schema = {
  type: 'object',
  properties: {
    apiKey: { type: 'string', secret: true, label: 'API key', help: 'In the console.' },
    model: { type: 'string', default: 'nova-3', label: 'Model', maxLength: 100 },
    speed: { type: 'number', default: 1, minimum: 0.7, maximum: 1.2, label: 'Speed' },
    speaks: { type: 'boolean', default: true, label: 'Speak too' },
    region: {},
  },
  required: ['apiKey'],
};
const fields = readSettingFields(schema);

test('fields are read from the schema, in its order', () => {
  expect(fields.map(({ name, label, kind, isRequired }) => [name, label, kind, isRequired])).toEqual([
    ['apiKey', 'API key', 'secret', true],
    ['model', 'Model', 'text', false],
    ['speed', 'Speed', 'number', false],
    ['speaks', 'Speak too', 'switch', false],
    ['region', 'region', 'text', false],
  ]);
  expect(fields[2]).toMatchObject({ standard: '1', minimum: 0.7, maximum: 1.2 });
  expect(readSettingFields({})).toEqual([]);
});

test('what comes first, whole numbers and choices are the vendor’s to say', () => {
  const [port, transport, format] = readSettingFields({
    properties: {
      port: { type: 'integer', label: 'Port', isMain: true },
      transport: { type: 'string', enum: ['udp', 'tcp'], default: 'udp', choices: { udp: 'UDP' } },
      format: { type: 'string' },
    },
  });
  expect(port).toMatchObject({ kind: 'number', isWhole: true, isMain: true, choices: undefined });
  expect(transport).toMatchObject({
    standard: 'udp',
    isMain: false,
    choices: [
      { value: 'udp', label: 'UDP' },
      { value: 'tcp', label: 'tcp' },
    ],
  });
  expect(format?.choices).toBeUndefined();
});

test('a form begins with what is stored, else with the defaults, and never with a secret', () => {
  expect(startValues(schema)).toEqual({ apiKey: '', model: 'nova-3', speed: '1', speaks: true, region: '' });
  const stored = { apiKey: null, model: '', speed: 1.1, speaks: false };
  expect(startValues(schema, stored)).toMatchObject({ apiKey: '', model: '', speed: '1.1', speaks: false });
});

test('what is sent has numbers as numbers, and leaves out secrets that were not entered', () => {
  const values = { apiKey: '  k ', model: '', speed: '1.1', speaks: false, region: '' };
  expect(toSettings(fields, values)).toEqual({
    apiKey: 'k',
    model: '',
    speed: 1.1,
    speaks: false,
    region: '',
  });
  expect(toSettings(fields, { ...values, apiKey: '', speed: ' ' })).toEqual({
    model: '',
    speaks: false,
    region: '',
  });
});

test.each([
  [{ apiKey: '' }, false, { apiKey: 'API key is required' }],
  [{ apiKey: '' }, true, {}],
  [{ apiKey: 'k', speed: '9' }, false, { speed: 'Enter a number from 0.7 to 1.2' }],
  [{ apiKey: 'k', speed: 'fast' }, false, { speed: 'Enter a number from 0.7 to 1.2' }],
  [{ apiKey: 'k', speed: '' }, false, {}],
])('%j with stored secrets %s has the problems %j', (values, hasStored, problems) => {
  expect(findProblems(fields, values, () => hasStored)).toEqual(problems);
});
