import { expect, test } from 'vitest';
import { greeted } from '../testing/turn-play.ts';
import { asksWhoCalls, screeningWaitMs } from './call-screening.ts';

const asks = 'Hi, if you record your name and reason for calling, I’ll see if this person is available.';

test.each([
  asks,
  'Please state your name and the reason for calling.',
  'Hi, the person you are calling is using a screening service from Google.',
  'Go ahead and say your name, and why you’re calling.',
  'I’ll see if this person is available.',
  'Wenn Sie Ihren Namen und den Grund Ihres Anrufs nennen, sehe ich nach, ob diese Person erreichbar ist.',
  'Si graba su nombre y el motivo de su llamada, veré si esta persona está disponible.',
  'Dites votre nom et la raison de votre appel, je vérifie si cette personne est disponible.',
  'Dica il suo nome e il motivo della chiamata.',
  'Diga o seu nome e o motivo da chamada.',
  'Zeg uw naam en de reden van uw oproep.',
])('a call assistant says %j', (text) => {
  expect(asksWhoCalls(text)).toBe(true);
});

test.each([
  'Hello, who is calling?',
  'What is your name?',
  'What is the reason for this?',
  'She is not available right now. Would you like to leave a message?',
  'Please record your message after the tone.',
  'I need your name and address.',
  'Wie ist Ihr Name?',
  'Estoy disponible mañana.',
])('a person or a mailbox says %j', (text) => {
  expect(asksWhoCalls(text)).toBe(false);
});

const outbound = () => greeted({ rules: { isOutbound: true } });

/** Somebody says something, and is done. */
function says(play: ReturnType<typeof outbound>, text: string): string[] {
  play.pass(600, { isSpeech: true }).pass(200).text(text).pass(1500);
  return play.takeActions().filter((action) => !action.endsWith('_utterance'));
}

/** The reply is heard to its end. */
function isSaid(play: ReturnType<typeof outbound>): void {
  play.pass(1000, { isHeard: true }).played();
  play.takeActions();
}

test('the assistant is told who calls, asked nothing while it rings, and the person is greeted', () => {
  const play = outbound();
  expect(says(play, asks)).toEqual([`customer speech: ${asks}`, 'note', 'reply']);
  isSaid(play);
  expect(says(play, 'Thank you. Please stay on the line.')).toEqual([
    'customer speech: Thank you. Please stay on the line.',
  ]);
  // Somebody who had hung up would be asked twice whether they are still there, and be left.
  play.pass(screeningWaitMs - 5000);
  expect(play.takeActions()).toEqual([]);
  expect(says(play, 'Hello?')).toEqual(['customer speech: Hello?', 'note', 'say greeting']);
  isSaid(play);
  expect(says(play, 'Yes, hello.')).toEqual(['customer speech: Yes, hello.', 'reply']);
});

test('who comes to the phone with a question is answered', () => {
  const play = outbound();
  says(play, asks);
  isSaid(play);
  expect(says(play, 'I saw that you call about my appointment, what is it?')).toEqual([
    'customer speech: I saw that you call about my appointment, what is it?',
    'note',
    'reply',
  ]);
});

test('an assistant that asks on is told again, but not for ever: two machines would talk all day', () => {
  const play = outbound();
  for (let time = 0; time < 3; time += 1) {
    expect(says(play, asks).at(-1)).toBe('reply');
    isSaid(play);
  }
  expect(says(play, asks).at(-1)).toBe('end screened');
});

test('where nobody comes to the phone the call ends without a word', () => {
  const play = outbound();
  says(play, asks);
  isSaid(play);
  play.pass(screeningWaitMs);
  expect(play.takeActions()).toEqual(['end screened']);
});

test('an agent that waits for the customer lets its model greet the person', () => {
  const play = greeted({ rules: { isOutbound: true, isGreeting: false } });
  says(play, asks);
  isSaid(play);
  expect(says(play, 'Hello?')).toEqual(['customer speech: Hello?', 'note', 'reply']);
});

test('a customer who rings us and says such words is answered', () => {
  const play = greeted();
  expect(says(play, asks)).toEqual([`customer speech: ${asks}`, 'reply']);
});

test('so is a person who says them later in a call', () => {
  const play = outbound();
  for (let turn = 0; turn < 3; turn += 1) {
    says(play, 'I have a question about bread.');
    isSaid(play);
  }
  expect(says(play, 'I see if this person is available, wait.').at(-1)).toBe('reply');
});
