import { expect, test } from 'vitest';
import { defaultCallPolicy } from '../interfaces/call-settings.ts';
import { greeted, speaking, TurnPlay } from '../testing/turn-play.ts';

test('the agent greets, then the floor is open', () => {
  const play = new TurnPlay();
  expect(play.takeActions()).toEqual(['say greeting']);
  play.pass(500, { isHeard: true });
  expect(play.state.floor).toBe('speaking');
  play.played();
  expect(play.takeActions()).toEqual(['heard out']);
  expect(play.state.floor).toBe('open');
});

test('a silent agent waits for the customer', () => {
  const play = new TurnPlay({ rules: { isGreeting: false } });
  expect(play.takeActions()).toEqual([]);
  expect(play.state.floor).toBe('open');
});

test('what the customer says is answered when they are done', () => {
  const play = greeted();
  play.pass(600, { isSpeech: true });
  expect(play.takeActions()).toEqual(['start_utterance']);
  play.pass(200);
  expect(play.takeActions()).toEqual(['end_utterance']);
  play.text('I need a cake.').pass(280);
  expect(play.takeActions()).toEqual([]);
  play.pass(20);
  expect(play.takeActions()).toEqual(['customer speech: I need a cake.', 'reply']);
});

test('a final that comes after the pause is answered without waiting for a tick', () => {
  const play = greeted();
  play.pass(600, { isSpeech: true }).pass(700);
  play.takeActions();
  play.text('I need a cake.');
  expect(play.takeActions()).toEqual(['customer speech: I need a cake.', 'reply']);
});

test('two stretches of speech are one turn', () => {
  const play = greeted();
  play.pass(400, { isSpeech: true }).pass(300).text('I need a cake and').pass(500);
  play.pass(400, { isSpeech: true }).pass(300).text('ten rolls.').pass(200);
  expect(play.takeActions().slice(-2)).toEqual(['customer speech: I need a cake and ten rolls.', 'reply']);
});

test('a late final of an utterance that was answered is dropped', () => {
  const play = greeted();
  play.pass(400, { isSpeech: true }).text('One cake', false).pass(900);
  expect(play.takeActions()).toContain('customer speech: One cake');
  play.text('One cake please.');
  expect(play.takeActions()).toEqual([]);
});

test('a final that comes when nobody waited any more is answered', () => {
  const play = greeted();
  play.pass(400, { isSpeech: true }).pass(2000);
  expect(play.state.floor).toBe('open');
  play.takeActions();
  play.text('Hello?');
  expect(play.takeActions()).toEqual(['customer speech: Hello?', 'reply']);
});

test('a key takes the floor at once, and the entry ends by #', () => {
  const play = speaking();
  play.take({ type: 'digit', digit: '4' });
  expect(play.takeActions()).toEqual(['cut']);
  play.take({ type: 'digit', digit: '2' });
  play.take({ type: 'digit', digit: '#' });
  expect(play.takeActions()).toEqual(['note', 'customer digits: (pressed 42 on the phone keypad)', 'reply']);
});

test('an entry ends after a pause', () => {
  const play = greeted();
  play.take({ type: 'digit', digit: '1' });
  play.pass(1980);
  expect(play.takeActions()).toEqual([]);
  play.pass(20);
  expect(play.takeActions()).toContain('customer digits: (pressed 1 on the phone keypad)');
});

test('what is typed is a turn at once', () => {
  const play = speaking();
  play.take({ type: 'typed', text: ' Hello ' });
  expect(play.takeActions()).toEqual(['cut', 'customer typed: Hello', 'reply']);
});

test('silence is asked about twice, then the call ends politely', () => {
  const play = greeted();
  for (const line of ['reprompt', 'reprompt', 'farewell_after_silence']) {
    play.pass(7980);
    expect(play.takeActions()).toEqual([]);
    play.pass(20);
    expect(play.takeActions()).toEqual([`say ${line}`]);
    play.pass(500, { isHeard: true }).played();
    play.takeActions();
  }
  play.pass(200);
  expect(play.takeActions()).toEqual(['end silence']);
});

test('an answer to the last farewell keeps the call', () => {
  const play = greeted({ rules: { policy: { ...defaultCallPolicy, repromptLimit: 0 } } });
  play.pass(8000).pass(200, { isHeard: true });
  play.pass(200, { isSpeech: true, isHeard: true }).text('I am here');
  expect(play.takeActions().at(-1)).toBe('cut');
  play.pass(700);
  expect(play.takeActions().at(-1)).toBe('reply');
});

test('a call on hold is not silent', () => {
  const play = greeted();
  play.take({ type: 'held' });
  play.pass(60_000);
  expect(play.takeActions()).toEqual(['pause_agent', 'note']);
  play.take({ type: 'resumed' });
  play.pass(7980);
  expect(play.takeActions()).toEqual(['note', 'resume_agent']);
  play.pass(20);
  expect(play.takeActions()).toEqual(['say reprompt']);
});

test('a reply that was on hold goes on', () => {
  const play = speaking();
  play.take({ type: 'held' });
  play.pass(20_000);
  play.take({ type: 'resumed' });
  expect(play.state.floor).toBe('speaking');
  expect(play.takeActions()).toEqual(['pause_agent', 'note', 'note', 'resume_agent']);
});

test('the longest duration ends the call with its farewell', () => {
  const play = speaking();
  play.atMs = defaultCallPolicy.maxDurationMs - 20;
  play.pass(20);
  expect(play.takeActions()).toEqual(['cut', 'say farewell_at_max_duration']);
  play.pass(600, { isSpeech: true, isHeard: true }).played();
  play.pass(200);
  expect(play.takeActions()).toEqual(['heard out', 'end max_duration']);
});

test('a reply that never sounds is apologised for', () => {
  const play = greeted();
  play.take({ type: 'typed', text: 'Hello' });
  play.takeActions();
  play.pass(5980);
  expect(play.takeActions()).toEqual([]);
  play.pass(20);
  expect(play.takeActions()).toEqual(['cut', 'say apology']);
});

test('an apology that cannot be spoken ends the call', () => {
  const play = speaking();
  play.take({ type: 'reply.failed', generation: play.state.generation });
  expect(play.takeActions()).toEqual(['cut', 'say apology']);
  play.take({ type: 'reply.failed', generation: play.state.generation });
  expect(play.takeActions()).toEqual(['cut', 'end provider_failed']);
});

test('the failure of a reply that is over changes nothing', () => {
  const play = speaking();
  play.take({ type: 'reply.failed', generation: play.state.generation - 1 });
  play.take({ type: 'reply.ends_call', generation: play.state.generation - 1, endReason: 'goodbye' });
  expect(play.takeActions()).toEqual([]);
});

test('a tool ends the call a moment after the last word', () => {
  const play = speaking();
  play.take({ type: 'reply.ends_call', generation: play.state.generation, endReason: 'goodbye' });
  play.pass(180);
  expect(play.takeActions()).toEqual(['heard out']);
  play.pass(20);
  expect(play.takeActions()).toEqual(['end goodbye']);
});

test('after both sides said goodbye the call ends quietly', () => {
  const play = greeted();
  play.take({ type: 'typed', text: 'Thank you, bye' });
  play.pass(500, { isHeard: true }).played('Goodbye, have a nice day.');
  play.takeActions();
  play.pass(3000);
  expect(play.takeActions()).toEqual(['end goodbye']);
});

test('on a line without ears the agent says so once', () => {
  const play = new TurnPlay({ ears: 'closed' });
  play.pass(500, { isHeard: true }).played();
  expect(play.takeActions()).toEqual(['say greeting', 'heard out', 'say touch_tone_notice']);
  play.pass(500, { isHeard: true, isSpeech: true }).played();
  expect(play.takeActions()).toEqual(['heard out']);
  play.pass(8000);
  expect(play.takeActions()).toEqual(['say reprompt']);
});

test('a far end without words gets the notice two seconds after the greeting', () => {
  const play = greeted({ ears: 'unproven' });
  play.pass(1980);
  expect(play.takeActions()).toEqual([]);
  play.pass(20);
  expect(play.takeActions()).toEqual(['say touch_tone_notice']);
});

test('a far end without words gets the notice after it has first spoken', () => {
  const play = greeted({ ears: 'unproven' });
  play.pass(600, { isSpeech: true }).pass(100).text('');
  expect(play.takeActions()).toEqual(['start_utterance', 'end_utterance', 'say touch_tone_notice']);
});

test('a far end that tells its words is listened to', () => {
  const play = greeted({ ears: 'unproven' });
  play.take({ type: 'ears', ears: 'open' });
  play.pass(3000);
  expect(play.takeActions()).toEqual([]);
});

test('words that were lost are asked for again', () => {
  const play = greeted();
  play.pass(400, { isSpeech: true }).pass(100);
  play.takeActions();
  play.take({ type: 'words.lost' });
  expect(play.takeActions()).toEqual(['say reprompt']);
});

test('when the world ends the call, what was heard of both sides is kept', () => {
  const play = speaking();
  play.take({ type: 'end', endReason: 'customer_hung_up' });
  expect(play.takeActions()).toEqual(['cut', 'end customer_hung_up']);
  const other = greeted();
  other.pass(300, { isSpeech: true }).text('I wanted', false);
  other.take({ type: 'end', endReason: 'customer_hung_up' });
  expect(other.takeActions()).toEqual([
    'start_utterance',
    'customer speech: I wanted',
    'end customer_hung_up',
  ]);
  other.take({ type: 'end', endReason: 'staff_hung_up' });
  expect(other.takeActions()).toEqual([]);
});

test('speech of half a minute is given to the recogniser in parts', () => {
  const play = greeted();
  play.pass(31_000, { isSpeech: true });
  expect(play.takeActions()).toEqual(['start_utterance', 'end_utterance', 'start_utterance']);
});
