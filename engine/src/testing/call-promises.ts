import { soundsOf } from './customer-script.ts';
import { settle } from './fake-clock.ts';
import type { CallOutcome, CallScript } from './run-call.ts';

/** What a call must keep whatever happens in it; returns the promises that a finished call broke. */
export async function findBrokenPromises(script: CallScript, call: CallOutcome): Promise<string[]> {
  const problems: string[] = [];
  const check = (isKept: boolean, problem: string): void => {
    if (!isKept) problems.push(problem);
  };
  check(call.events.filter(({ type }) => type === 'ended').length === 1, 'not exactly one end');
  check(call.events.at(-1)?.type === 'ended', 'something was told after the end');
  check(call.media.written.length === call.media.reads, 'reads and writes differ');
  check(call.recorder.frames === call.media.reads, 'the recording has another length');
  check(call.recorder.closes === 1 && call.media.closes === 1, 'not closed exactly once');
  check(call.speechToText?.opened === call.speechToText?.closed, 'a recogniser is left open');
  check(call.textToSpeech.mostAtOnce <= 3, `${call.textToSpeech.mostAtOnce} sentences were made at once`);
  check(isInOrder(call), 'events or turns out of order');
  for (const turn of call.turns) {
    if (turn.speaker === 'agent')
      check(isGenerated(turn.text, call.textToSpeech.texts), `not generated: ${turn.text}`);
  }
  const deadMs = longestDeadAirMs(script, call);
  check(deadMs <= deadAirLimitMs, `dead air of ${deadMs} ms`);
  const told = call.events.length;
  call.clock.advance(60_000);
  await settle(200);
  check(call.events.length === told, 'something was told long after the end');
  check(call.textToSpeech.running === 0, 'a sentence is still being made');
  return problems;
}

/** Whole sentences that were given to the synthesiser, then at most the beginning of one. */
function isGenerated(text: string, sentences: readonly string[]): boolean {
  if (text === '' || sentences.some((sentence) => sentence.startsWith(text))) return true;
  return sentences.some(
    (sentence) => text.startsWith(`${sentence} `) && isGenerated(text.slice(sentence.length + 1), sentences),
  );
}

function isInOrder(call: CallOutcome): boolean {
  const endMs = call.media.reads * 20;
  const agent = call.turns.filter(({ speaker }) => speaker === 'agent');
  return (
    call.events.every((event, i) => i === 0 || event.atMs >= (call.events[i - 1]?.atMs ?? 0)) &&
    call.turns.every((turn) => turn.startMs >= 0 && turn.startMs <= turn.endMs && turn.endMs <= endMs) &&
    agent.every((turn, i) => i === 0 || turn.startMs >= (agent[i - 1]?.endMs ?? 0))
  );
}

/**
 * The policy of random calls: asking after 3 s, or the provider's 4 s from the end of a turn (up to 2 s after
 * the last sound); then the apology, which has 4 s of its own where it could not be prepared.
 */
const deadAirLimitMs = 4000 + 2000 + 4000 + 200;

function longestDeadAirMs(script: CallScript, call: CallOutcome): number {
  const sounds = soundsOf(script.customer);
  const marks = script.customer.filter(
    ({ does }) => does === 'presses' || does === 'types' || does === 'resumes',
  );
  let isHeld = false;
  let silentMs = 0;
  let longest = 0;
  for (const [i, level] of call.media.written.entries()) {
    const atMs = i * 20;
    for (const step of script.customer) {
      if (step.atMs < atMs - 20 || step.atMs >= atMs) continue;
      if (step.does === 'holds') isHeld = true;
      const isBack =
        step.does === 'resumes' || step.does === 'presses' || (step.does === 'types' && step.text !== '');
      if (isBack) isHeld = false;
    }
    const isSound =
      (level !== null && level > -60) ||
      sounds.some(({ startMs, endMs }) => startMs <= atMs && atMs < endMs) ||
      marks.some((step) => step.atMs <= atMs && atMs < step.atMs + 2000);
    silentMs = isSound || isHeld ? 0 : silentMs + 20;
    longest = Math.max(longest, silentMs);
  }
  return longest;
}
