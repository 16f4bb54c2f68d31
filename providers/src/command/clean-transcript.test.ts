import { expect, test } from 'vitest';
import { cleanTranscript } from './clean-transcript.ts';

test.each([
  ['what are your opening hours\n', 'what are your opening hours'],
  [
    '\n[00:00:00.000 --> 00:00:02.000]   Hello there.\n[00:00:02.000 --> 00:00:03.000]   Bye.\n',
    'Hello there. Bye.',
  ],
  ['[BLANK_AUDIO]', ''],
  ['(upbeat music) [Music] Yes <sil> please ++NOISE++', 'Yes please'],
  ['INFO: cmn.c(133): CMN: 40\nERROR: "x.c", line 5: bad\nhello\n', 'hello'],
  ['whisper_init_from_file: loading model\nmain: processing\n hello', 'hello'],
  ['000000000: one two\n000000001: three', 'one two three'],
  ['i read(2) the(2) book', 'i read the book'],
  ['{"b":0.0,"d":1.2,"p":1,"t":"go forward","w":[]}\n', 'go forward'],
  ['{"text": "hello"}', 'hello'],
  ['\u001b[32mgreen\u001b[0m \u0000\u0007words\r\n', 'green words'],
  ['Call 555-0100, it costs $5 (50%)', 'Call 555-0100, it costs $5 (50%)'],
])('%j becomes "%s"', (output, text) => {
  expect(cleanTranscript(output)).toBe(text);
});

test('garbage without end is cut', () => {
  expect(cleanTranscript('x y '.repeat(100_000)).length).toBeLessThanOrEqual(4_000);
});
