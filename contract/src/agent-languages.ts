/**
 * Languages an agent can speak (BCP 47), those first that most use. Each has its sentences in the engine
 * (spoken-sentences.ts) and its rules in the built-in language model (providers/src/builtin/languages). No zod: the web app
 * loads them.
 */
export const agentLanguages = [
  { code: 'en-US', name: 'English (United States)' },
  { code: 'en-GB', name: 'English (United Kingdom)' },
  { code: 'es', name: 'Spanish' },
  { code: 'fr', name: 'French' },
  { code: 'de', name: 'German' },
  { code: 'it', name: 'Italian' },
  { code: 'pt', name: 'Portuguese' },
  { code: 'nl', name: 'Dutch' },
] as const;

export type AgentLanguage = (typeof agentLanguages)[number]['code'];

/** What an agent speaks that was given no other. */
export const defaultLanguage: AgentLanguage = 'en-US';

/** The name of a language for people. */
export function nameLanguage(code: string): string {
  return agentLanguages.find((language) => language.code === code)?.name ?? code;
}
