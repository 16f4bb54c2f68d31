import type { AgentBrief, LanguageModel } from '@parley/engine/interfaces/language-model';
import { ProviderError } from '@parley/engine/interfaces/provider-error';
import { rulesFor } from './languages/index.ts';
import type { LanguageRules } from './languages/language-rules.ts';
import { readConversation } from './rules/conversation.ts';
import { type Knowledge, readPassages, readPrompt } from './rules/prompt-reader.ts';
import { decideReply } from './rules/reply.ts';
import { FactIndex } from './rules/retrieval.ts';

/** Prompts that were read last: a call asks with the same one at every turn. */
const keptPrompts = 64;

type ReadPrompt = { knowledge: Knowledge; facts: FactIndex };

/**
 * Opens the language model that comes with the product: fixed rules that read the agent's prompt. The same
 * conversation always gets the same answer. Its own sentences are in the language of the agent; what it reads out of
 * the prompt is in the language the prompt was written in.
 */
export function openBuiltinLanguageModel(): LanguageModel {
  const read = new Map<string, ReadPrompt>();
  return {
    async *respond({ messages, tools, brief, signal, isJson }) {
      signal.throwIfAborted();
      if (isJson) throw new ProviderError('refused', 'The builtin rules cannot analyse a call.');
      const language = rulesFor(brief.language);
      const prompt = findOrRead(read, brief, language);
      const { knowledge } = prompt;
      const { passages = [] } = brief;
      const facts =
        passages.length === 0
          ? prompt.facts
          : new FactIndex([...knowledge.facts, ...readPassages(passages)], language);
      const conversation = readConversation(messages, brief, language);
      const reply = decideReply({ conversation, knowledge, facts, brief, language, tools });
      // Word by word, as other models stream: what follows is exercised by every call.
      for (const word of reply.text.replace(/[{}]/g, '').match(/\S+\s*/g) ?? []) {
        yield { type: 'text', text: word };
        await Promise.resolve();
        signal.throwIfAborted();
      }
      if (!reply.tool) {
        yield { type: 'finish', reason: 'stop' };
        return;
      }
      const { name, arguments: values } = reply.tool;
      const id = `call_${messages.length}`;
      yield { type: 'tool-call', call: { id, name, arguments: JSON.stringify(values) } };
      yield { type: 'finish', reason: 'tool-calls' };
    },
  };
}

function findOrRead(read: Map<string, ReadPrompt>, brief: AgentBrief, language: LanguageRules): ReadPrompt {
  const key = JSON.stringify([brief.language, brief.agentName, brief.prompt, brief.knownFields]);
  const known = read.get(key);
  if (known) return known;
  const knowledge = readPrompt(brief, language);
  const entry = { knowledge, facts: new FactIndex(knowledge.facts, language) };
  if (read.size >= keptPrompts) read.delete(read.keys().next().value!);
  read.set(key, entry);
  return entry;
}
