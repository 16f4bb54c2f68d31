import { afterEach, expect, test, vi } from 'vitest';
import { hasBrowserRecogniser, openBrowserRecogniser } from './browser-recogniser.ts';
import { StandInRecognition } from './stand-in-recognition.ts';
import { listWays } from './way-words.ts';

afterEach(() => vi.unstubAllGlobals());

/** A recogniser over the stand-in, and what it told. */
function open(name: 'SpeechRecognition' | 'webkitSpeechRecognition' = 'SpeechRecognition') {
  vi.stubGlobal('window', { [name]: StandInRecognition });
  const told: string[] = [];
  let timeMs = 0;
  const recogniser = openBrowserRecogniser(
    {
      onHearing: (text) => told.push(`hearing: ${text}`),
      onWords: (text) => told.push(`words: ${text}`),
      onProblem: (problem) => told.push(`problem: ${problem}`),
    },
    'de',
    () => timeMs,
  );
  const browser = StandInRecognition.last;
  if (!recogniser || !browser) throw new Error('No recogniser was opened.');
  const pass = (ms: number) => {
    timeMs += ms;
  };
  return { recogniser, browser, told, pass };
}

test('[EDITOR-4] it is offered where the browser has one and no better one is connected', () => {
  vi.stubGlobal('window', {});
  expect(hasBrowserRecogniser()).toBe(false);
  expect(
    openBrowserRecogniser({ onHearing: vi.fn(), onWords: vi.fn(), onProblem: vi.fn() }, 'en-US'),
  ).toBeUndefined();
  for (const name of ['SpeechRecognition', 'webkitSpeechRecognition']) {
    vi.stubGlobal('window', { [name]: StandInRecognition });
    expect(hasBrowserRecogniser()).toBe(true);
  }
  expect(listWays({ hearsSpeech: false, hasBrowserRecogniser: true })).toEqual(['typing', 'recogniser']);
  expect(listWays({ hearsSpeech: false, hasBrowserRecogniser: false })).toEqual(['typing']);
  expect(listWays({ hearsSpeech: true, hasBrowserRecogniser: true })).toEqual(['microphone', 'typing']);
});

test('words are told while they are spoken, and taken once they stand', () => {
  const { browser, told } = open('webkitSpeechRecognition');
  expect(browser).toMatchObject({ continuous: true, interimResults: true, isRunning: true, lang: 'de' });
  browser.hear(['when do', false]);
  browser.hear(['when do you', false], [' open', false]);
  browser.hear(['When do you open? ', true]);
  browser.hear(['On Monday.', true], ['or', false]);
  expect(told).toEqual([
    'hearing: when do',
    'hearing: when do you open',
    'words: When do you open?',
    'hearing: ',
    'words: On Monday.',
    'hearing: or',
  ]);
});

test('nothing is taken while the agent is heard', () => {
  const { recogniser, browser, told } = open();
  browser.hear(['I mean', false]);
  recogniser.setListening(false);
  browser.hear(['We open at nine', true]);
  recogniser.setListening(true);
  browser.hear(['Thank you', true]);
  expect(told).toEqual(['hearing: I mean', 'hearing: ', 'words: Thank you', 'hearing: ']);
});

test('it listens on when the browser ends after a pause, until it is closed', () => {
  const { recogniser, browser, told, pass } = open();
  for (let pauses = 0; pauses < 20; pauses += 1) {
    pass(8_000);
    browser.fail('no-speech');
    expect(browser.isRunning).toBe(true);
  }
  recogniser.close();
  expect(browser.isRunning).toBe(false);
  browser.hear(['Too late', true]);
  expect(told.filter((line) => line !== 'hearing: ')).toEqual([]);
});

test.each([
  ['not-allowed', 'denied'],
  ['service-not-allowed', 'denied'],
  ['audio-capture', 'missing'],
  ['network', 'unavailable'],
  ['language-not-supported', 'unavailable'],
])('the error %s is told once as %s, and it does not begin again', (error, problem) => {
  const { browser, told } = open();
  browser.fail(error);
  browser.fail(error);
  expect(told).toEqual([`problem: ${problem}`]);
  expect(browser.isRunning).toBe(false);
});

test('one that ends at once, again and again, is given up', () => {
  const { browser, told } = open();
  for (let ends = 0; ends < 10; ends += 1) browser.end();
  expect(told.filter((line) => line !== 'hearing: ')).toEqual(['problem: unavailable']);
  expect(browser.starts).toBe(5);
});
