import { expect, test } from 'vitest';
import { ProviderError } from '../interfaces/provider-error.ts';
import type { SpeechToText, TranscriptEvent } from '../interfaces/speech-to-text.ts';
import { Ears } from './ears.ts';

function openEars(options: { onOpen?: (opening: number) => void; onWrite?: (opening: number) => void } = {}) {
  const told: string[] = [];
  const calls: string[] = [];
  const emits: ((event: TranscriptEvent) => void)[] = [];
  const speechToText: SpeechToText = {
    hearsAudio: true,
    finalWaitMs: 100,
    open: ({ onEvent }) => {
      const opening = emits.push(onEvent);
      options.onOpen?.(opening);
      return {
        write: () => options.onWrite?.(opening),
        startUtterance: (id) => calls.push(`${opening} starts ${id}`),
        endUtterance: (id) => calls.push(`${opening} ends ${id}`),
        hintWords: () => undefined,
        close: () => calls.push(`${opening} closes`),
      };
    },
  };
  const ears = new Ears({
    speechToText,
    sampleRateHz: 8000,
    language: 'en',
    onText: ({ utteranceId, text, isFinal }) => told.push(`${utteranceId} ${text}${isFinal ? '.' : ''}`),
    onLost: () => told.push('lost'),
    onDeaf: () => told.push('deaf'),
    onNote: (kind) => told.push(kind),
  });
  return { ears, told, calls, emits };
}

const unavailable = new ProviderError('unavailable', 'x');

test('texts are passed on until it is closed', () => {
  const { ears, told, calls, emits } = openEars();
  ears.open();
  ears.startUtterance(1, 60);
  emits[0]?.({ type: 'partial', utteranceId: 1, text: 'one' });
  ears.endUtterance(1);
  emits[0]?.({ type: 'final', utteranceId: 1, text: 'one two' });
  ears.close();
  ears.close();
  emits[0]?.({ type: 'final', utteranceId: 2, text: 'late' });
  expect(told).toEqual(['1 one', '1 one two.']);
  expect(calls).toEqual(['1 starts 1', '1 ends 1', '1 closes']);
});

test('a failure opens a new recogniser, which goes on with the utterance that is open', () => {
  const { ears, told, calls, emits } = openEars();
  ears.open();
  ears.startUtterance(3, 60);
  emits[0]?.({ type: 'failed', utteranceId: null, error: unavailable });
  expect(told).toEqual(['provider_failed', 'lost']);
  expect(calls).toEqual(['1 starts 3', '1 closes', '2 starts 3']);
  emits[0]?.({ type: 'final', utteranceId: 3, text: 'stale' });
  emits[1]?.({ type: 'final', utteranceId: 3, text: 'fresh' });
  expect(told.slice(2)).toEqual(['provider_recovered', '3 fresh.']);
});

test('two failures without a text between them are the end of listening', () => {
  const { ears, told, emits } = openEars();
  ears.open();
  emits[0]?.({ type: 'failed', utteranceId: 1, error: unavailable });
  emits[1]?.({ type: 'failed', utteranceId: 1, error: unavailable });
  expect(told).toEqual(['provider_failed', 'lost', 'provider_failed', 'deaf']);
  ears.write(new Int16Array(160));
});

test('failures with texts between them are each survived', () => {
  const { ears, told, emits } = openEars();
  ears.open();
  for (let i = 0; i < 5; i++) {
    emits[i]?.({ type: 'failed', utteranceId: i, error: unavailable });
    emits[i + 1]?.({ type: 'final', utteranceId: i, text: 'words' });
  }
  expect(told).not.toContain('deaf');
  expect(emits.length).toBe(6);
});

test('a wrong key is not tried again', () => {
  const { ears, told, emits } = openEars();
  ears.open();
  emits[0]?.({ type: 'failed', utteranceId: null, error: new ProviderError('authentication', 'x') });
  expect(told).toEqual(['provider_failed', 'deaf']);
});

test('a recogniser that throws on opening or writing does not throw across the call', () => {
  const refusing = openEars({
    onOpen: () => {
      throw new Error('no socket');
    },
  });
  refusing.ears.open();
  expect(refusing.told).toEqual(['provider_failed', 'deaf']);
  const breaking = openEars({
    onWrite: (opening) => {
      if (opening === 1) throw unavailable;
    },
  });
  breaking.ears.open();
  breaking.ears.write(new Int16Array(160));
  expect(breaking.told).toEqual(['provider_failed', 'lost']);
});
