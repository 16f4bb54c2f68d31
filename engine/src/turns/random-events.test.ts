import { expect, test } from 'vitest';
import { defaultCallPolicy } from '../interfaces/call-settings.ts';
import { createSeededRandom, type SeededRandom } from '../testing/seeded-random.ts';
import {
  newTurnState,
  type TurnAction,
  type TurnEvent,
  type TurnRules,
  type TurnState,
} from './turn-state.ts';
import { decideTurn } from './turns.ts';

const policy = { ...defaultCallPolicy, maxDurationMs: 60_000, repromptAfterMs: 3000, providerIdleMs: 4000 };

/** Any event at any time, those of replies and utterances that are long over included. */
function makeEvent(random: SeededRandom, state: TurnState, atMs: number): TurnEvent {
  const generation = Math.max(0, state.generation - random.pick([0, 0, 0, 1, 2]));
  const isSpeech = random.chance(0.5);
  const text = random.pick([
    '',
    'mhm',
    'I want bread.',
    'and',
    'bye',
    'Please state your name and the reason for calling.',
    'Please stay on the line.',
  ]);
  return random.pick<() => TurnEvent>([
    () => ({
      type: 'transcript',
      atMs,
      agentText: 'I want bread.',
      utteranceId: random.integer(0, state.utteranceCount + 1),
      text,
      isFinal: random.chance(0.5),
    }),
    () => ({
      type: 'transcript',
      atMs,
      agentText: 'I want bread.',
      utteranceId: state.utteranceCount,
      text,
      isFinal: true,
    }),
    () => ({ type: 'words.lost', atMs }),
    () => ({ type: 'ears', atMs, ears: random.pick(['open', 'closed']) }),
    () => ({ type: 'digit', atMs, digit: random.pick(['1', '#', 'x']) }),
    () => ({ type: 'typed', atMs, text: random.pick(['', 'Hello']) }),
    () => ({ type: 'held', atMs }),
    () => ({ type: 'resumed', atMs }),
    () => ({ type: 'reply.played', atMs, generation, text: random.pick(['Yes?', 'Goodbye.']) }),
    () => ({ type: 'reply.failed', atMs, generation }),
    () => ({ type: 'reply.ends_call', atMs, generation, endReason: 'goodbye' }),
    () => ({
      type: 'frame',
      atMs,
      isVoiced: isSpeech,
      isSpeech,
      speechStartedMsAgo: isSpeech ? 60 : null,
      soundMs: random.integer(0, 15) * 20,
      loudMs: 100,
      heardGeneration: random.chance(0.3) ? generation : null,
    }),
  ])();
}

/** Keeps the books of what was begun and ended. */
class Books {
  readonly problems: string[] = [];
  reply = 0;
  utterance = 0;
  ends = 0;
  commits = 0;

  enter(action: TurnAction): void {
    if (this.ends > 0) this.problems.push(`${action.do} after the end`);
    if (action.do === 'say' || action.do === 'reply') {
      if (this.reply !== 0) this.problems.push('two replies at a time');
      this.reply = action.generation;
    } else if (action.do === 'close_reply') {
      if (action.generation !== this.reply) this.problems.push('a reply is closed that was not open');
      this.reply = 0;
    } else if (action.do === 'start_utterance') {
      if (action.preRollMs < 0) this.problems.push('an utterance begins in the future');
      this.utterance = action.utteranceId;
    } else if (action.do === 'end_utterance') {
      if (action.utteranceId !== this.utterance) this.problems.push('an utterance ends that was not open');
    } else if (action.do === 'commit_customer') {
      if (action.text === '' || action.endMs < action.startMs) this.problems.push('a turn of nothing');
      this.commits += 1;
    } else if (action.do === 'end') this.ends += 1;
  }

  compare(state: TurnState): void {
    if (this.ends > 0) return;
    const { floor, reply } = state;
    if ((reply?.generation ?? 0) !== this.reply) this.problems.push('the state forgot a reply');
    if ((floor === 'replying' || floor === 'speaking') && !reply)
      this.problems.push(`${floor} without a reply`);
    if (floor === 'open' && reply) this.problems.push('a reply while the floor is open');
    if (floor === 'closing' && !reply && !state.hangUp) this.problems.push('closing for ever');
    if ((state.turn?.utterances.length ?? 0) > 40) this.problems.push('a turn without bound');
    if ((state.digits?.digits.length ?? 0) > 40) this.problems.push('an entry without bound');
  }
}

function play(seed: number): Books {
  const random = createSeededRandom(seed);
  const rules: TurnRules = {
    policy,
    finalWaitMs: random.pick([0, 900]),
    isGreeting: random.chance(0.5),
    isOutbound: random.chance(0.5),
  };
  const books = new Books();
  let state = newTurnState(random.pick(['open', 'unproven', 'closed']));
  const take = (event: TurnEvent): void => {
    const decided = decideTurn(state, event, rules);
    state = decided.state;
    for (const action of decided.actions) books.enter(action);
    books.compare(state);
  };
  take({ type: 'answered', atMs: 0 });
  let atMs = 0;
  for (let i = 0; i < 120; i++) {
    take(makeEvent(random, state, atMs));
    if (random.chance(0.5)) atMs += 20 * random.integer(1, 30);
  }
  // Then nothing happens any more but time: every state finds its own way to the end.
  const isSpeech = false;
  for (; atMs < 100_000 && state.floor !== 'ended'; atMs += 20) {
    take({
      type: 'frame',
      atMs,
      isVoiced: false,
      isSpeech,
      speechStartedMsAgo: null,
      soundMs: 0,
      loudMs: 0,
      heardGeneration: null,
    });
  }
  return books;
}

test('events in any order leave one owner of the floor, and every call comes to its end by itself', () => {
  let commits = 0;
  for (let seed = 0; seed < 1500; seed++) {
    const books = play(seed);
    expect({ seed, problems: books.problems, ends: books.ends }).toEqual({ seed, problems: [], ends: 1 });
    commits += books.commits;
  }
  expect(commits).toBeGreaterThan(1500);
});
