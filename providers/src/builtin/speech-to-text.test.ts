import type { TranscriptEvent } from '@parley/engine/interfaces/speech-to-text';
import { expect, test } from 'vitest';
import { openBuiltinSpeechToText } from './speech-to-text.ts';

function openEar() {
  const events: TranscriptEvent[] = [];
  const ear = openBuiltinSpeechToText().open({
    sampleRateHz: 8000,
    language: 'en-US',
    onEvent: (event) => events.push(event),
  });
  const listen = (ms: number) => {
    for (let passed = 0; passed < ms; passed += 20) ear.write(new Int16Array(160));
  };
  const finals = () => events.flatMap((event) => (event.type === 'final' ? [event.text] : []));
  return { ear, events, listen, finals };
}

test('the final text of an utterance is the words that were spoken in it', () => {
  const { ear, listen, finals } = openEar();
  ear.hintWords('what are your opening hours', 1500);
  listen(200);
  ear.startUtterance(1, 150);
  listen(1500);
  ear.endUtterance(1);
  expect(finals()).toEqual(['what are your opening hours']);
});

test('partial texts grow with time and never run ahead of the speech', () => {
  const { ear, events, listen } = openEar();
  ear.hintWords('one two three four', 2000);
  ear.startUtterance(1, 0);
  listen(1000);
  const halfway = events.at(-1);
  expect(halfway).toEqual({ type: 'partial', utteranceId: 1, text: 'one two' });
  listen(1000);
  expect(events.at(-1)).toEqual({ type: 'partial', utteranceId: 1, text: 'one two three four' });
});

test('speech cut in two keeps its words in two utterances', () => {
  const { ear, listen, finals } = openEar();
  ear.hintWords('my name is ada lovelace', 2000);
  ear.startUtterance(1, 0);
  listen(1000);
  ear.endUtterance(1);
  ear.startUtterance(2, 0);
  listen(1200);
  ear.endUtterance(2);
  expect(finals().join(' ')).toBe('my name is ada lovelace');
  expect(finals()[0]).toMatch(/^my name is$|^my name$/);
});

test('a cough holds no words, and every end is answered once', () => {
  const { ear, listen, finals } = openEar();
  ear.startUtterance(1, 0);
  listen(300);
  ear.endUtterance(1);
  ear.endUtterance(7);
  expect(finals()).toEqual(['', '']);
});

test('words that nobody heard are not written into a later utterance', () => {
  const { ear, listen, finals } = openEar();
  ear.hintWords('psst', 300);
  listen(10_000);
  ear.hintWords('hello there', 800);
  ear.startUtterance(1, 100);
  listen(900);
  ear.endUtterance(1);
  expect(finals()).toEqual(['hello there']);
});

test('nothing is told after it was closed', () => {
  const { ear, events, listen } = openEar();
  ear.hintWords('hello', 100);
  ear.startUtterance(1, 0);
  ear.close();
  ear.close();
  listen(500);
  ear.endUtterance(1);
  expect(events).toEqual([]);
});
