import { expect, test } from 'vitest';
import { judgeAnswer } from './judge-answer.ts';

test.each([
  ['Yes.', 'takes'],
  ['Yeah, put them through.', 'takes'],
  ['Okay, I will take it', 'takes'],
  ['No problem, go ahead.', 'takes'],
  ['(pressed 1 on the phone keypad)', 'takes'],
  ['(pressed 11 on the phone keypad)', 'takes'],
  ['(pressed 2 on the phone keypad)', 'declines'],
  ['(pressed # on the phone keypad)', 'declines'],
  ['No.', 'declines'],
  ['Yes, but not now, I am busy.', 'declines'],
  ["Sorry, I can't, I am in a meeting.", 'declines'],
  ['Hello, you have reached Dana. Yes, please leave a message after the tone.', 'machine'],
  ['The person you have called is not available.', 'machine'],
  ['Hello, this is Priya.', 'unclear'],
  ['Who is it?', 'unclear'],
  ['', 'unclear'],
])('“%s” %s', (text, answer) => expect(judgeAnswer(text)).toBe(answer));

test.each([
  ['de', 'Ja, gerne.', 'takes'],
  ['de', 'Nein, jetzt nicht.', 'declines'],
  ['de', 'Ja, aber später.', 'declines'],
  ['de', 'Bitte sprechen Sie nach dem Signalton.', 'machine'],
  ['es', 'Sí.', 'takes'],
  ['es', 'No, gracias', 'declines'],
  ['fr', 'D’accord, allez-y', 'takes'],
  ['it', 'Sì, certo', 'takes'],
  ['pt-BR', 'Sim, no momento posso', 'takes'],
  ['pt', 'Não', 'declines'],
  ['nl', 'Ja, graag', 'takes'],
  ['nl', 'Met wie spreek ik?', 'unclear'],
  ['de', '(pressed 1 on the phone keypad)', 'takes'],
  // A language without words of its own is read in English.
  ['pl', 'Yes', 'takes'],
])('in %s “%s” %s', (language, text, answer) => expect(judgeAnswer(text, language)).toBe(answer));
