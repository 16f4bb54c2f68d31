import { agentTestMaxTurns, type ScenarioInput, type TestLine } from '@parley/contract/agent-tests';
import { TextConversation } from '@parley/engine/agent/text-conversation';
import { type AgentSettings, defaultCallPolicy } from '@parley/engine/interfaces/call-settings';
import type { Knowledge } from '@parley/engine/interfaces/knowledge';
import type { LanguageModel } from '@parley/engine/interfaces/language-model';
import type { OutsideTools } from '@parley/engine/interfaces/outside-tools';
import { type OfferedTools, toolsForAgent } from '@parley/engine/tools/tools-for-agent';
import type { Customer } from './customers.ts';
import { toPlainWords } from './plain-words.ts';

export type TestConversation = {
  agent: AgentSettings;
  direction: 'inbound' | 'outbound';
  languageModel: LanguageModel;
  tools: OfferedTools;
  knowledge: Knowledge | null;
  customer: Customer;
  scenario: Pick<ScenarioInput, 'function_answers'>;
};

/** How often time limits are looked at, in ms. */
const tickMs = 100;
/** What a function is taken to answer where the scenario says nothing. */
const plainAnswer = 'It is done.';

/**
 * Holds one conversation in writing and gives its lines. Functions answer what the scenario says: nothing outside is
 * asked, so that a test books and transfers nobody. Rejects with a ProviderError when a model fails.
 */
export async function holdConversation(given: TestConversation): Promise<TestLine[]> {
  const { agent, direction, languageModel, knowledge, customer, scenario } = given;
  const answers = new Map(
    Object.entries(scenario.function_answers).map(([name, answer]) => [toPlainWords(name), answer]),
  );
  const outside: OutsideTools = {
    run: async ({ name }) => ({ result: answers.get(toPlainWords(name)) ?? plainAnswer }),
  };
  const conversation = new TextConversation({
    agent,
    parties: { direction, fromNumber: '', toNumber: '' },
    languageModel,
    tools: toolsForAgent(given.tools, outside),
    knowledge,
    clock: { nowMs: () => performance.now() },
    providerIdleMs: defaultCallPolicy.providerIdleMs * 5,
  });
  const ticking = setInterval(() => conversation.tick(), tickMs);
  const lines: TestLine[] = [];
  try {
    const greeting = conversation.greet();
    if (greeting !== '') lines.push({ speaker: 'agent', text: greeting });
    for (let turn = 0; turn < agentTestMaxTurns; turn++) {
      const said = await customer(lines);
      if (said === undefined) return [...lines, { speaker: 'end', text: 'The customer hung up.' }];
      lines.push({ speaker: 'customer', text: said });
      const reply = await conversation.answer(said);
      if (reply.text !== '') lines.push({ speaker: 'agent', text: reply.text });
      for (const { call, result } of reply.tools)
        lines.push({ speaker: 'tool', name: call.name, arguments: call.arguments, text: result });
      if (reply.endReason !== null) return [...lines, { speaker: 'end', text: 'The agent ended the call.' }];
    }
    return [...lines, { speaker: 'end', text: 'The conversation was stopped: it had become too long.' }];
  } finally {
    clearInterval(ticking);
  }
}
