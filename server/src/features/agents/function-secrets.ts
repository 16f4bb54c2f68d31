import type { AgentFunction } from '@parley/contract/agent-functions';
import { secretMask } from '@parley/contract/agent-functions';
import type { Secrets } from '../../platform/secrets/secrets.ts';

const sealMark = 'sealed:';

/** Functions with their header values encrypted. A masked value keeps what `before` had for the same function and header. */
export function sealFunctions(
  secrets: Secrets,
  functions: readonly AgentFunction[],
  before: readonly AgentFunction[],
): AgentFunction[] {
  return functions.map((given) =>
    mapHeaders(given, (value, name) => {
      if (value === secretMask) return headersOf(before, given.id)[name] ?? '';
      return `${sealMark}${secrets.encrypt(value)}`;
    }),
  );
}

/** Functions as a request needs them; a masked value is taken from `saved`. Never send the outcome to a screen. */
export function openSealedFunctions(
  secrets: Secrets,
  functions: readonly AgentFunction[],
  saved: readonly AgentFunction[] = [],
): AgentFunction[] {
  return functions.map((given) =>
    mapHeaders(given, (value, name) => {
      const kept = value === secretMask ? (headersOf(saved, given.id)[name] ?? '') : value;
      return kept.startsWith(sealMark) ? secrets.decrypt(kept.slice(sealMark.length)) : kept;
    }),
  );
}

/** Functions as screens see them: header names, and a mask for each value. */
export function maskFunctions(functions: readonly AgentFunction[]): AgentFunction[] {
  return functions.map((given) => mapHeaders(given, () => secretMask));
}

function mapHeaders(given: AgentFunction, map: (value: string, name: string) => string): AgentFunction {
  if (!('headers' in given) || given.headers === undefined) return given;
  const headers = Object.entries(given.headers).map(([name, value]) => [name, map(value, name)] as const);
  return { ...given, headers: Object.fromEntries(headers) };
}

function headersOf(functions: readonly AgentFunction[], id: string): Record<string, string> {
  const found = functions.find((each) => each.id === id);
  return found && 'headers' in found ? (found.headers ?? {}) : {};
}
