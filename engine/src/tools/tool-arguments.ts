import type { ToolArguments } from './tool.ts';

export type CheckedArguments = { isValid: true; value: ToolArguments } | { isValid: false; problem: string };

/**
 * Reads the arguments a model wrote and checks them against the tool's JSON schema: `type`, `properties`,
 * `required`, `enum`, `pattern`, lengths, ranges, `items`, `additionalProperties: false`. The problem is a
 * sentence for the model, so that it can do better.
 */
export function checkArguments(schema: Record<string, unknown>, text: string): CheckedArguments {
  let value: unknown;
  try {
    value = text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    return { isValid: false, problem: 'The arguments are not valid JSON.' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { isValid: false, problem: 'The arguments must be a JSON object.' };
  }
  const problem = findProblem(schema, value, 'arguments', 0);
  return problem === undefined ? { isValid: true, value: { ...value } } : { isValid: false, problem };
}

function findProblem(schema: unknown, value: unknown, path: string, depth: number): string | undefined {
  if (!isRecord(schema) || depth > maxDepth) return undefined;
  const { type } = schema;
  const types: unknown[] = Array.isArray(type) ? type : type === undefined ? [] : [type];
  if (types.length > 0 && !types.some((name) => isOfType(name, value))) {
    return `"${path}" must be of type ${types.join(' or ')}.`;
  }
  if (Array.isArray(schema['enum']) && !schema['enum'].includes(value)) {
    return `"${path}" must be one of: ${schema['enum'].map(String).join(', ')}.`;
  }
  if (typeof value === 'string') return findTextProblem(schema, value, path);
  if (typeof value === 'number') return findNumberProblem(schema, value, path);
  if (Array.isArray(value)) {
    return firstProblem(value, (item, index) =>
      findProblem(schema['items'], item, `${path}[${index}]`, depth + 1),
    );
  }
  return isRecord(value) ? findObjectProblem(schema, value, path, depth) : undefined;
}

function findObjectProblem(
  schema: Record<string, unknown>,
  value: Record<string, unknown>,
  path: string,
  depth: number,
): string | undefined {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `"${missing}" is missing.`;
  return firstProblem(Object.entries(value), ([name, item]) => {
    if (Object.hasOwn(properties, name)) return findProblem(properties[name], item, name, depth + 1);
    return schema['additionalProperties'] === false ? `"${name}" is not known in "${path}".` : undefined;
  });
}

function findTextProblem(schema: Record<string, unknown>, value: string, path: string): string | undefined {
  const { minLength, maxLength, pattern } = schema;
  if (typeof minLength === 'number' && value.length < minLength) return `"${path}" is too short.`;
  if (typeof maxLength === 'number' && value.length > maxLength) return `"${path}" is too long.`;
  if (typeof pattern === 'string' && !isMatch(pattern, value)) return `"${path}" must match ${pattern}.`;
  return undefined;
}

function findNumberProblem(schema: Record<string, unknown>, value: number, path: string): string | undefined {
  const { minimum, maximum } = schema;
  if (typeof minimum === 'number' && value < minimum) return `"${path}" must be at least ${minimum}.`;
  if (typeof maximum === 'number' && value > maximum) return `"${path}" must be at most ${maximum}.`;
  return undefined;
}

function isOfType(name: unknown, value: unknown): boolean {
  switch (name) {
    case 'string':
    case 'boolean':
      return typeof value === name;
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
    case 'null':
      return value === null;
    default:
      return true;
  }
}

/** A schema's own pattern may be broken: then it forbids nothing. */
function isMatch(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value);
  } catch {
    return true;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function firstProblem<T>(
  items: readonly T[],
  find: (item: T, index: number) => string | undefined,
): string | undefined {
  for (const [index, item] of items.entries()) {
    const problem = find(item, index);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const maxDepth = 8;
