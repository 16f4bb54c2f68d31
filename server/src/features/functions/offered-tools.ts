import type { AgentFunction, WebhookFunction } from '@parley/contract/agent-functions';
import { isCalendarBooking } from '@parley/contract/agent-functions';
import type { OutsideTool } from '@parley/engine/interfaces/outside-tools';
import { type SpokenSentences, sentencesFor } from '@parley/engine/interfaces/spoken-sentences';
import type { OfferedTools } from '@parley/engine/tools/tools-for-agent';
import { isCalendarFunction, offerCalendarTool } from './run-calendar.ts';
import { offerTransferTool } from './transfer-tool.ts';

/** How long a webhook may take where the function does not say, in ms. */
const defaultTimeoutMs = 10_000;

/**
 * The functions of an agent as the engine offers them to the model. A function that cannot run now is not offered:
 * those of the calendar need the time zone of one that is connected, a transfer a number.
 */
export function offerTools(
  functions: readonly AgentFunction[],
  calendar: { timeZone: string; nowMs: number } | undefined,
  words: SpokenSentences = sentencesFor('en'),
): OfferedTools {
  const own = functions.flatMap(({ type }) => (type === 'end_call' || type === 'press_digit' ? [type] : []));
  const outside = functions.flatMap((each) => {
    if (isCalendarFunction(each))
      return calendar
        ? [offerCalendarTool(each, { toolName: toToolName(each.name), words, ...calendar })]
        : [];
    if (each.type === 'transfer_call') return offerTransferTool(each, toToolName(each.name), words) ?? [];
    return each.type === 'custom_function' || (each.type === 'custom' && !isCalendarBooking(each))
      ? [offerWebhook(each, words)]
      : [];
  });
  return { own, outside: outside.filter(({ name }, index) => isFirst(outside, name, index)) };
}

/** The function that a tool of this name stands for. */
export function findOffered(
  functions: readonly AgentFunction[],
  toolName: string,
): AgentFunction | undefined {
  return functions.find((each) => toToolName(each.name) === toolName);
}

/** A name as language models take it: letters, digits, underscores and hyphens, at most 64. */
export function toToolName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return (plain === '' ? 'function' : plain).slice(0, 64);
}

function offerWebhook(given: WebhookFunction, words: SpokenSentences): OutsideTool {
  const { name, description, parameters, speak_during_execution, speak_after_execution, timeout_ms } = given;
  return {
    name: toToolName(name),
    description: description === '' ? name : description,
    parameters,
    waitsForSpeech: false,
    // The engine waits a moment longer, so that the sentence that says what went wrong still arrives.
    timeoutMs: (timeout_ms ?? defaultTimeoutMs) + 1_000,
    waitingWords: speak_during_execution ? words.oneMoment : '',
    speaksAfter: speak_after_execution,
  };
}

/** How long the webhook itself is waited for. */
export function timeoutMsOf(given: WebhookFunction): number {
  return given.timeout_ms ?? defaultTimeoutMs;
}

function isFirst(tools: readonly OutsideTool[], name: string, index: number): boolean {
  return tools.findIndex((each) => each.name === name) === index;
}
