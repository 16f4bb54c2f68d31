import { expect, test } from 'vitest';
import { greeted, speaking } from '../testing/turn-play.ts';

test('speech over the agent pauses it within 80 ms, and words cut it off', () => {
  const play = speaking();
  play.pass(60, { isSpeech: true, isHeard: true });
  expect(play.takeActions()).toEqual(['start_utterance']);
  play.pass(20, { isSpeech: true, isHeard: true });
  expect(play.takeActions()).toEqual(['pause_agent']);
  play.text('wait a moment', false);
  expect(play.takeActions()).toEqual(['cut']);
  expect(play.state.floor).toBe('customer');
});

test('a cough over the agent lets it go on where it was', () => {
  const play = speaking();
  play.pass(160, { isSpeech: true, isHeard: true }).pass(200).text('');
  play.pass(480);
  expect(play.takeActions()).toEqual(['start_utterance', 'pause_agent', 'end_utterance']);
  play.pass(20);
  expect(play.takeActions()).toEqual(['resume_agent']);
  expect(play.state.floor).toBe('speaking');
});

test('a "mhm" over the agent is no turn', () => {
  const play = speaking();
  play.pass(200, { isSpeech: true, isHeard: true }).text('mhm').pass(700);
  expect(play.takeActions().at(-1)).toBe('resume_agent');
  play.played('It is ten dollars.');
  expect(play.takeActions()).toEqual(['heard out']);
  expect(play.state.floor).toBe('open');
});

test('a "yes" over the end of a question answers it', () => {
  const play = speaking();
  play.pass(200, { isSpeech: true, isHeard: true }).text('yes').pass(700).pass(100, { isHeard: true });
  play.takeActions();
  play.played('Is Friday fine?');
  expect(play.takeActions()).toEqual(['heard out', 'customer speech: yes', 'reply']);
});

test('words that were too short to pause the agent still cut it off', () => {
  const play = speaking();
  play.pass(60, { isSpeech: true, isHeard: true }).pass(100, { isHeard: true }).text('no');
  expect(play.takeActions()).toEqual(['start_utterance', 'end_utterance', 'cut']);
});

test('going on before the agent is heard takes its reply back', () => {
  const play = greeted();
  play.pass(400, { isSpeech: true }).text('I need a cake.').pass(500);
  expect(play.state.floor).toBe('replying');
  play.takeActions();
  play.pass(200, { isSpeech: true }).text('and ten rolls', false);
  expect(play.takeActions()).toEqual(['start_utterance', 'pause_agent', 'cut']);
});

test('a sound over the agent makes it hold its breath, and go on when it was no voice', () => {
  const play = speaking();
  play.pass(60, { isLoud: true, isHeard: true });
  expect(play.takeActions()).toEqual([]);
  play.atMs -= 60;
  play.pass(80, { isLoud: true, isHeard: true });
  expect(play.takeActions()).toEqual(['pause_agent']);
  play.pass(380);
  expect(play.takeActions()).toEqual([]);
  play.pass(20);
  expect(play.takeActions()).toEqual(['resume_agent']);
});

test('sounds that were no voice stop the agent ever more seldom', () => {
  const play = speaking();
  let pauses = 0;
  for (let i = 0; i < 60; i++) {
    play.pass(200, { isLoud: true, isHeard: true }).pass(800, { isHeard: true });
    pauses += play.takeActions().filter((action) => action === 'pause_agent').length;
  }
  expect(pauses).toBe(5);
});

test('a sound that turns out to be a voice is waited out as speech', () => {
  const play = speaking();
  play.pass(120, { isLoud: true, isHeard: true }).pass(200, { isSpeech: true }).text('stop', false);
  expect(play.takeActions()).toEqual(['pause_agent', 'start_utterance', 'cut']);
});

test('a sound while the agent is not heard yet changes nothing', () => {
  const play = greeted();
  play.take({ type: 'typed', text: 'Hello' });
  play.takeActions();
  play.pass(300, { isLoud: true });
  expect(play.takeActions()).toEqual([]);
});

test('the agent is not interrupted by its own echo', () => {
  const play = speaking();
  play.pass(300, { isSpeech: true, isHeard: true }).text('it is ten', false, 'It is ten dollars.');
  play.pass(200).text('it is ten dollars', true, 'It is ten dollars.').pass(500);
  expect(play.takeActions()).toEqual(['start_utterance', 'pause_agent', 'end_utterance', 'resume_agent']);
});
