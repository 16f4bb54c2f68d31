import { agentTestLimits, type ScenarioInput } from '@parley/contract/agent-tests';
import type { CallTranscript } from '../calls/index.ts';

const limits = agentTestLimits;

/**
 * A scenario in which the customer of a call says the same again; undefined when the customer said nothing. What is to
 * be expected is for staff to write: the call does not tell what would have been right.
 */
export function scenarioFromCall(call: CallTranscript): ScenarioInput | undefined {
  const lines = joinTurns(call.turns);
  if (lines.length === 0) return undefined;
  const day = call.startedAt.toISOString().slice(0, 10);
  return {
    name: `Call of ${day}: ${lines[0]}`.slice(0, limits.nameLength).trim(),
    persona: '',
    goal: call.summary.slice(0, limits.goalLength).trim(),
    customer_lines: lines.slice(0, limits.lines).map((line) => line.slice(0, limits.lineLength)),
    fields: { ...call.fields },
    function_answers: {},
    must: [],
    must_not: [],
  };
}

/** What the customer said between two turns of the agent is one line. */
function joinTurns(turns: CallTranscript['turns']): string[] {
  const lines: string[] = [];
  let isOpen = false;
  for (const { speaker, text } of turns) {
    const words = text.trim();
    if (speaker === 'agent') isOpen = false;
    else if (words !== '') {
      if (isOpen) lines.push(`${lines.pop()} ${words}`);
      else lines.push(words);
      isOpen = true;
    }
  }
  return lines;
}
