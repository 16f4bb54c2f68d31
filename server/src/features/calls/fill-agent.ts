import { findMergeFields } from '@parley/contract/merge-field-rules';
import type { AgentSettings } from '@parley/engine/interfaces/call-settings';

/** A merge field that no description is kept of tells the agent its name, in words. */
const wordsOf = (name: string): string => `The person's ${name.replaceAll('_', ' ')}`;

/**
 * The agent as this call takes it: what is known of the person, and what the agent's texts name and nobody knows
 * yet, so that it can be asked for. The customer's number is always known where it was not withheld.
 */
export function fillAgent(
  settings: AgentSettings,
  given: {
    fields: Readonly<Record<string, string>>;
    customerNumber: string;
    /** What each field of the workspace means, by name. */
    descriptions: ReadonlyMap<string, string>;
  },
): AgentSettings {
  const { fields, customerNumber, descriptions } = given;
  const known = Object.entries({
    ...(customerNumber !== '' && { phone_number: customerNumber }),
    ...fields,
  }).filter(([, value]) => value.trim() !== '');
  const knownFields = Object.fromEntries(known);
  const missing = findMergeFields(`${settings.prompt}\n${settings.welcome.text}`).filter(
    (name) => !Object.hasOwn(knownFields, name),
  );
  return {
    ...settings,
    knownFields,
    missingFields: missing.map((name) => ({ name, description: descriptions.get(name) ?? wordsOf(name) })),
  };
}
