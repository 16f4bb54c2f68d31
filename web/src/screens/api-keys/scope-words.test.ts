import { expect, test } from 'vitest';
import { accessIn, choicesIn, describeScopes, setAccess } from './scope-words.ts';

const agents = { area: 'agents', label: 'Agents', about: '', can: ['read' as const, 'write' as const] };
const calls = { ...agents, area: 'calls', label: 'Calls' };
const figures = { area: 'analytics', label: 'Analytics', about: '', can: ['read' as const] };
const areas = [agents, calls, figures];

test('setting an area leaves the others alone, and changing includes reading', () => {
  expect(setAccess(agents, 'write', ['calls:read'])).toEqual(['calls:read', 'agents:read', 'agents:write']);
  expect(setAccess(agents, 'read', ['agents:read', 'agents:write'])).toEqual(['agents:read']);
  expect(setAccess(agents, 'none', ['agents:read', 'calls:read'])).toEqual(['calls:read']);
  expect(setAccess(figures, 'write', [])).toEqual(['analytics:read']);
});

test('what a key may do in an area is read from its scopes', () => {
  expect(accessIn('agents', ['agents:read'])).toBe('read');
  expect(accessIn('agents', ['agents:read', 'agents:write'])).toBe('write');
  expect(accessIn('agents', ['calls:write'])).toBe('none');
  expect(choicesIn(figures)).toEqual(['none', 'read']);
});

test('a key is described in a line', () => {
  expect(describeScopes(['calls:read'], areas)).toBe('Reads calls');
  expect(describeScopes(['agents:read', 'agents:write'], areas)).toBe('Changes agents');
  expect(describeScopes(['calls:read', 'analytics:read', 'agents:write'], areas)).toBe(
    'Reads calls and analytics; changes agents',
  );
  expect(describeScopes(['agents:read', 'calls:read', 'analytics:read'], areas)).toBe('Reads everything');
});
