import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TranscriptEvent } from '@parley/engine/interfaces/speech-to-text';
import { speechToTextSuite } from '@parley/engine/testing/speech-to-text-suite';
import { textToSpeechSuite } from '@parley/engine/testing/text-to-speech-suite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command } from './index.ts';
import { CommandSettings } from './settings.ts';
import { openCommandSpeechToText } from './speech-to-text.ts';
import { openCommandTextToSpeech } from './text-to-speech.ts';

let folder: string;
const usualFolder = process.env['TMPDIR'];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'command programs '));
  // Work directories are made where only this test looks.
  process.env['TMPDIR'] = folder;
});
afterAll(async () => {
  if (usualFolder === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = usualFolder;
  await rm(folder, { recursive: true });
});

/** A program written in JavaScript, as a command line. */
async function programOf(name: string, script: string, placeholders: string): Promise<string> {
  const path = join(folder, `${name}.cjs`);
  await writeFile(path, script);
  return `"${process.execPath}" "${path}" ${placeholders}`;
}

const tone = (rateHz: number, ms: number) =>
  Int16Array.from(
    { length: (rateHz * ms) / 1000 },
    (_, i) => 6_000 * Math.sin((2 * Math.PI * 300 * i) / rateHz),
  );
const wait = async (ms: number) => {
  await sleep(ms);
};
const workDirectories = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('parley-command-'));

/** Prints how loud and long the file is, as a stand-in for understanding it. */
const listener = `
  const file = require('node:fs').readFileSync(process.argv[2]);
  const seconds = (file.length - 44) / 2 / file.readUInt32LE(24);
  console.error('loading model');
  console.log('[00:00:00.000 --> 00:00:02.000]  heard ' + file.readUInt32LE(24) + ' hertz ' + process.argv[3] + ' ' + (seconds > 0.5));`;

describe('a recogniser', () => {
  async function openEar(recogniser: string, settings: Record<string, unknown> = {}) {
    const events: TranscriptEvent[] = [];
    const ear = openCommandSpeechToText(CommandSettings.parse({ recogniser, ...settings })).open({
      sampleRateHz: 8_000,
      language: 'en-US',
      onEvent: (event) => events.push(event),
    });
    const utter = (id: number, ms = 600) => {
      ear.startUtterance(id, 0);
      const sound = tone(8_000, ms);
      for (let at = 0; at < sound.length; at += 160) ear.write(sound.subarray(at, at + 160));
      ear.endUtterance(id);
    };
    const answered = (count: number) => expect.poll(() => events.length).toBe(count);
    return { ear, events, utter, answered };
  }

  test('gets each utterance at the rate it wants, and its text is cleaned', async () => {
    const { events, utter, answered } = await openEar(
      await programOf('listen', listener, '{wav} {language}'),
    );
    utter(3);
    await answered(1);
    expect(events).toEqual([{ type: 'final', utteranceId: 3, text: 'heard 16000 hertz en true' }]);
    await expect.poll(workDirectories).toEqual([]);
  });

  test('that fails, prints garbage or is missing fails its utterance only', async () => {
    const flaky = `
      const { existsSync, writeFileSync } = require('node:fs');
      const mark = ${JSON.stringify(join(folder, 'mark'))};
      if (existsSync(mark)) return console.log('back again');
      writeFileSync(mark, '');
      console.error('out of memory');
      process.exit(1);`;
    const { events, utter, answered } = await openEar(await programOf('flaky', flaky, '{wav}'));
    utter(1);
    await answered(1);
    expect(events[0]).toMatchObject({
      type: 'failed',
      utteranceId: 1,
      error: { kind: 'unavailable', message: expect.stringMatching(/out of memory/) },
    });
    utter(2);
    await answered(2);
    expect(events[1]).toEqual({ type: 'final', utteranceId: 2, text: 'back again' });
    const missing = await openEar('no-such-recogniser {wav}');
    missing.utter(1);
    await missing.answered(1);
    expect(missing.events[0]).toMatchObject({ type: 'failed', error: { kind: 'refused' } });
  });

  test('that hangs is given up after its time', async () => {
    const hang = await programOf('hang', 'setInterval(() => {}, 1000)', '{wav}');
    const { events, utter, answered } = await openEar(hang, { timeLimitMs: 700 });
    utter(1);
    await answered(1);
    expect(events[0]).toMatchObject({ type: 'failed', error: { kind: 'timed_out' } });
    await expect.poll(workDirectories).toEqual([]);
  });

  test('runs no more programs at once than allowed, and turns away what is too much', async () => {
    const slow = await programOf('slow', "setTimeout(() => console.log('done'), 100)", '{wav}');
    const { events, utter, answered } = await openEar(slow, { workers: 1 });
    for (let id = 1; id <= 12; id++) utter(id);
    await answered(12);
    const refused = events.filter((event) => event.type === 'failed');
    expect(refused).toHaveLength(3);
    expect(refused[0]).toMatchObject({ error: { kind: 'rate_limited' } });
  });

  test('of a closed call is killed, and nothing is told', async () => {
    const hang = await programOf('hang', 'setInterval(() => {}, 1000)', '{wav}');
    const { ear, events, utter } = await openEar(hang);
    utter(1);
    ear.close();
    await expect.poll(workDirectories).toEqual([]);
    expect(events).toEqual([]);
  });
});

describe('a recogniser keeps to the interface', () => {
  const speech = {
    samples: new Int16Array([...new Int16Array(8_000), ...tone(16_000, 800), ...new Int16Array(8_000)]),
    text: /heard/,
  };
  const open = async () =>
    openCommandSpeechToText(
      CommandSettings.parse({ recogniser: await programOf('listen', listener, '{wav} x') }),
    );
  for (const check of speechToTextSuite({ open, sampleRateHz: 16_000, speech, wait }))
    test(check.name, check.run);
});

/** Speaks 60 ms of tone for each letter at 22.05 kHz. */
const speaker = `
  const { readFileSync, writeFileSync } = require('node:fs');
  const text = process.argv[3] ? readFileSync(process.argv[3], 'utf8') : readFileSync(0, 'utf8');
  const file = Buffer.alloc(44 + text.length * 1323 * 2);
  file.write('RIFF'); file.write('WAVEfmt ', 8); file.write('data', 36);
  file.writeUInt32LE(16, 16); file.writeUInt16LE(1, 20); file.writeUInt16LE(1, 22);
  file.writeUInt32LE(22050, 24); file.writeUInt16LE(2, 32); file.writeUInt16LE(16, 34);
  for (let at = 44; at < file.length; at += 2) file.writeInt16LE(Math.round(8000 * Math.sin(at / 20)), at);
  if (process.argv[2] === '-') process.stdout.write(file); else writeFileSync(process.argv[2], file);`;

describe('a synthesiser', () => {
  async function speak(synthesiser: string, text = 'Good morning.', settings: Record<string, unknown> = {}) {
    const voice = openCommandTextToSpeech(CommandSettings.parse({ synthesiser, ...settings }));
    let length = 0;
    const signal = new AbortController().signal;
    for await (const { samples } of voice.speak({ text, voice: '-x', language: 'en-US', signal }))
      length += samples.length;
    return length / 16;
  }

  test.each([
    ['text on standard input, sound in a file', '{wav}'],
    ['text in a file, sound in a file', '{wav} {textFile}'],
    ['text on standard input, sound on standard output', '-'],
  ])('may take %s', async (_, placeholders) => {
    expect(await speak(await programOf('speak', speaker, placeholders))).toBeCloseTo(13 * 60, -1);
  });

  test.each([
    ['makes no file', 'process.exit(0)', 'malformed'],
    ['makes something else', "require('node:fs').writeFileSync(process.argv[2], 'no sound')", 'malformed'],
    ['fails', "console.error('no voice'); process.exit(2)", 'unavailable'],
    ['hangs', 'setInterval(() => {}, 1000)', 'timed_out'],
  ])('that %s is told as such', async (name, script, kind) => {
    const synthesiser = await programOf(name.replace(/ /g, '-'), script, '{wav}');
    await expect(speak(synthesiser, 'Hello.', { timeLimitMs: 1_000 })).rejects.toMatchObject({ kind });
  });

  test('is not asked for a text without words', async () => {
    expect(await speak('no-such-program', '...')).toBe(0);
  });
});

describe('a synthesiser keeps to the interface', () => {
  const open = async () =>
    openCommandTextToSpeech(
      CommandSettings.parse({ synthesiser: await programOf('speak', speaker, '{wav}') }),
    );
  const openBroken = () =>
    openCommandTextToSpeech(CommandSettings.parse({ synthesiser: 'no-such-program {wav}' }));
  for (const check of textToSpeechSuite({ open, openBroken, voice: 'any', wait }))
    test(check.name, check.run);
});

describe('what is found', () => {
  async function installed(...programs: string[]) {
    const bin = join(folder, `bin-${programs.join('-')}`);
    await mkdir(bin, { recursive: true });
    for (const program of programs) {
      await writeFile(join(bin, program), '#!/bin/sh\n');
      await chmod(join(bin, program), 0o755);
    }
    const model = join(bin, 'model file.bin');
    await writeFile(model, 'model');
    return { bin, model };
  }

  test('nothing is offered where nothing is installed', async () => {
    const { bin } = await installed();
    expect(await command.discover?.({ PATH: bin })).toBeUndefined();
  });

  test('whisper.cpp is offered with its model, and only with it', async () => {
    const { bin, model } = await installed('whisper-cli');
    expect(await command.discover?.({ PATH: bin })).toBeUndefined();
    const found = await command.discover?.({ PATH: `:${bin}`, WHISPER_MODEL: model });
    expect(found).toMatchObject({
      source: 'found',
      settings: {
        recogniser: `"${bin}/whisper-cli" -m "${model}" -l {language} -np -nt -f {wav}`,
        synthesiser: '',
      },
    });
    expect(command.offers?.(found!.settings)).toEqual(['speech-to-text']);
  });

  test('what the operator names goes before what is found, and "none" switches it off', async () => {
    const { bin, model } = await installed('whisper-cli', 'piper');
    const environment = { PATH: bin, WHISPER_MODEL: model, PIPER_MODEL: model };
    expect(await command.discover?.({ ...environment, COMMAND_STT: 'my-listener {wav}' })).toMatchObject({
      source: 'environment',
      settings: { recogniser: 'my-listener {wav}', synthesiser: expect.stringMatching(/piper" --model/) },
    });
    expect(
      await command.discover?.({ ...environment, COMMAND_STT: 'none', COMMAND_TTS: 'none' }),
    ).toBeUndefined();
  });

  test('a command line that cannot be read is refused', () => {
    expect(command.settings.safeParse({ recogniser: "a 'b" }).success).toBe(false);
  });

  test('a workspace may not set it', () => {
    expect(command.isOperatorOnly).toBe(true);
  });
});
