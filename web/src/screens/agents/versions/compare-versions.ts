import type { AgentFunction } from '@parley/contract/agent-functions';
import { nameLanguage } from '@parley/contract/agent-languages';
import type { AgentVersionContent } from '@parley/contract/agents';
import { readFunctions } from '../agent-values.ts';
import { compareWords, type WordChange } from './compare-words.ts';

/** What a version holds, as far as it is compared. */
export type Comparable = Pick<
  AgentVersionContent,
  | 'agent_name'
  | 'agent_prompt'
  | 'agent_welcome_msg_type'
  | 'agent_welcome_msg'
  | 'agent_function'
  | 'agent_kb'
  | 'voice_profile'
  | 'agent_language'
>;

/** One thing that differs: its heading and the words. */
export type VersionChange = { title: string; words: WordChange[] };

/** What differs between two versions, function by function; empty where they are alike. */
export function compareVersions(older: Comparable, newer: Comparable): VersionChange[] {
  const texts: [title: string, before: string, after: string][] = [
    ['Name', older.agent_name, newer.agent_name],
    ['Voice', older.voice_profile?.voice_name ?? '', newer.voice_profile?.voice_name ?? ''],
    ['Language', nameLanguage(older.agent_language), nameLanguage(newer.agent_language)],
    ['Agent Prompt', older.agent_prompt, newer.agent_prompt],
    ['Welcome Message', describeWelcome(older), describeWelcome(newer)],
    ...compareFunctions(readFunctions(older.agent_function), readFunctions(newer.agent_function)),
    ['Knowledge Base', listNames(older), listNames(newer)],
  ];
  return texts.flatMap(([title, before, after]) =>
    before === after ? [] : [{ title, words: compareWords(before, after) }],
  );
}

function compareFunctions(
  older: readonly AgentFunction[],
  newer: readonly AgentFunction[],
): [title: string, before: string, after: string][] {
  const ids = [...new Set([...older, ...newer].map(({ id }) => id))];
  return ids.map((id) => {
    const before = older.find((each) => each.id === id);
    const after = newer.find((each) => each.id === id);
    return [`Function ${(after ?? before)?.name ?? ''}`, toLines(before), toLines(after)];
  });
}

/** A function as lines to be read, without the id that means nothing to people. */
function toLines(given: AgentFunction | undefined): string {
  if (!given) return '';
  const { id: _, ...told } = given;
  return Object.entries(told)
    .flatMap(([name, value]) => linesOf(name, value))
    .join('\n');
}

function linesOf(path: string, value: unknown): string[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, inner]) => linesOf(`${path} › ${name}`, inner));
  return [`${path.replaceAll('_', ' ')}: ${String(value)}`];
}

function describeWelcome({ agent_welcome_msg_type, agent_welcome_msg }: Comparable): string {
  return agent_welcome_msg_type === 'play' ? `AI greets first: ${agent_welcome_msg}` : 'User speaks first';
}

function listNames({ agent_kb }: Comparable): string {
  return agent_kb.map(({ name }) => name).join('\n');
}
