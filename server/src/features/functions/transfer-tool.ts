import type { AgentFunction } from '@parley/contract/agent-functions';
import { toE164 } from '@parley/contract/phone';
import type { OutsideTool } from '@parley/engine/interfaces/outside-tools';
import { type SpokenSentences, sentencesFor } from '@parley/engine/interfaces/spoken-sentences';

export type TransferFunction = Extract<AgentFunction, { type: 'transfer_call' }>;

/** What a transfer is to do. The number is in E.164 and one that the function names. */
export type TransferPlan = {
  number: string;
  /** The person is told first what the call is about, and may decline. */
  isWarm: boolean;
  /** They see the number of the customer instead of the agent's. */
  showsCustomer: boolean;
  /** What the model says the call is about; may be empty. */
  summary: string;
};

/** Longer than any conversation: the line is theirs for as long as they talk. */
const timeoutMs = 5 * 3_600_000;

/** The numbers a transfer may go to: the one that is set, or those that the routing instructions name (FUNC-2). */
export function listTransferNumbers({ transfer_destination: to }: TransferFunction): string[] {
  const texts = to.type === 'predefined' ? [to.number] : (to.prompt.match(writtenNumber) ?? []);
  const numbers = texts.filter((text) => to.type === 'predefined' || isWhole(text)).map(toE164);
  return [...new Set(numbers.filter((number) => number !== undefined))];
}

/** The function as the engine offers it; undefined where it names no number. */
export function offerTransferTool(
  given: TransferFunction,
  toolName: string,
  words: SpokenSentences = sentencesFor('en'),
): OutsideTool | undefined {
  const numbers = listTransferNumbers(given);
  if (numbers.length === 0) return undefined;
  const { description, transfer_destination: to } = given;
  const isChoice = numbers.length > 1;
  const what =
    'Hands the call over to a person. Tell the person on the line that you do so, in the same turn.';
  const routing = to.type === 'inferred' ? ` Where to: ${to.prompt}` : '';
  return {
    name: toolName,
    description: `${description === '' ? what : `${description} ${what}`}${routing}`,
    parameters: {
      type: 'object',
      properties: {
        ...(isChoice && {
          number: { type: 'string', enum: numbers, description: 'The number that fits the instructions.' },
        }),
        summary: {
          type: 'string',
          maxLength: 600,
          description:
            'For the person who takes the call: who is calling, what they want and what was said, in one or two sentences.',
        },
      },
      ...(isChoice && { required: ['number'] }),
    },
    waitsForSpeech: true,
    timeoutMs,
    waitingWords: words.connecting,
    speaksAfter: true,
    stepsAside: true,
  };
}

/** What the model asked for; undefined where the function names no such number. */
export function planTransfer(
  given: TransferFunction,
  run: Readonly<Record<string, unknown>>,
): TransferPlan | undefined {
  const numbers = listTransferNumbers(given);
  const number = numbers.length === 1 ? numbers[0] : numbers.find((each) => each === run['number']);
  if (number === undefined) return undefined;
  const { type, show_transferee_as_caller } = given.transfer_option;
  return {
    number,
    isWarm: type === 'warm_transfer',
    showsCustomer: show_transferee_as_caller,
    summary: typeof run['summary'] === 'string' ? run['summary'].trim() : '',
  };
}

/** Digits as people group them in a text. */
const writtenNumber = /\+?\(?\d[\d\s().-]{5,20}\d/g;

/** With a plus sign, or in the length of a national number: years, hours and prices are no numbers to ring. */
function isWhole(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '');
  return text.startsWith('+') || digits.length === 10 || (digits.length === 11 && digits.startsWith('1'));
}
