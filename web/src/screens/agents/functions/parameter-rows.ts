import type { FunctionParameters } from '@parley/contract/agent-functions';

/** One argument of a function as the form shows it. */
export type ParameterRow = { name: string; type: ParameterType; description: string; isRequired: boolean };

export const parameterTypes = ['string', 'number', 'integer', 'boolean'] as const;
export type ParameterType = (typeof parameterTypes)[number];

/** The rows of a schema; undefined where it says more than the form can show, and only its JSON can be edited. */
export function toRows({
  type,
  properties,
  required,
  ...more
}: FunctionParameters): ParameterRow[] | undefined {
  if (type !== 'object' || Object.keys(more).length > 0) return undefined;
  const rows: ParameterRow[] = [];
  for (const [name, property] of Object.entries(properties)) {
    const { type: given, description = '', ...other } = property;
    const known = parameterTypes.find((each) => each === given);
    if (!known || typeof description !== 'string' || Object.keys(other).length > 0) return undefined;
    rows.push({ name, type: known, description, isRequired: required.includes(name) });
  }
  return required.every((name) => name in properties) ? rows : undefined;
}

export function toParameters(rows: readonly ParameterRow[]): FunctionParameters {
  return {
    type: 'object',
    properties: Object.fromEntries(
      rows.map(({ name, type, description }) => [
        name.trim(),
        { type, ...(description !== '' && { description }) },
      ]),
    ),
    required: rows.filter(({ isRequired }) => isRequired).map(({ name }) => name.trim()),
  };
}

/** What is wrong with the rows; null when nothing is. */
export function checkRows(rows: readonly ParameterRow[]): string | null {
  const names = rows.map(({ name }) => name.trim());
  if (names.includes('')) return 'Give each parameter a name.';
  if (names.some((name) => !/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(name)))
    return 'Names of parameters hold letters, digits, hyphens and underscores, and begin with a letter.';
  return new Set(names).size === names.length ? null : 'Two parameters have the same name.';
}

/** The schema in a JSON text, or what is wrong with the text. */
export function readParameters(text: string): { parameters: FunctionParameters } | { problem: string } {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return { problem: 'This is not JSON.' };
  }
  if (typeof given !== 'object' || given === null || !('type' in given) || given.type !== 'object')
    return { problem: 'The schema must be an object with "type": "object".' };
  const { properties = {}, required = [] } = given as Partial<FunctionParameters>;
  const arePropertiesGood =
    isRecord(properties) && Object.values(properties).every((property) => isRecord(property));
  if (!arePropertiesGood) return { problem: '"properties" must hold an object for each parameter.' };
  if (!Array.isArray(required) || required.some((name) => typeof name !== 'string' || !(name in properties)))
    return { problem: '"required" must list names that stand in "properties".' };
  return { parameters: { ...given, type: 'object', properties, required } };
}

function isRecord(given: unknown): given is Record<string, unknown> {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}

/** Arguments to try a function with: something of the right type for each parameter. */
export function sampleArguments({ properties }: FunctionParameters): Record<string, unknown> {
  const samples: Record<string, unknown> = {
    string: 'text',
    number: 1,
    integer: 1,
    boolean: true,
    array: [],
    object: {},
  };
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, samples[String(property['type'])] ?? 'text']),
  );
}
