import { expect, test } from 'vitest';
import { Pacer, type SpeechPiece } from './pacer.ts';
import { createResampler } from './resample.ts';

const rateHz = 8000;

/** A constant level, so that each sample of a frame can be told from silence and from a fade. */
function tone(ms: number, level = 8000): Int16Array {
  return new Int16Array((ms * rateHz) / 1000).fill(level);
}

function piece(overrides: Partial<SpeechPiece> = {}): SpeechPiece {
  return {
    generation: 1,
    sentenceIndex: 0,
    text: 'One two.',
    samples: tone(400),
    isLast: true,
    ...overrides,
  };
}

function pull(pacer: Pacer, frames: number): void {
  for (let i = 0; i < frames; i++) pacer.next();
}

test('an empty pacer is idle and gives nothing', () => {
  const pacer = new Pacer({ sampleRateHz: rateHz });
  expect(pacer.next()).toBeNull();
  expect(pacer).toMatchObject({ isIdle: true, queuedMs: 0, finishedGeneration: null });
  expect(pacer.drop()).toBeNull();
});

test('audio comes out in 20 ms frames, in order, the end of a sentence filled with silence', () => {
  const pacer = new Pacer({ sampleRateHz: rateHz });
  pacer.enqueue(piece({ samples: Int16Array.from({ length: 250 }, (_, i) => i + 1), isLast: false }));
  pacer.enqueue(piece({ samples: Int16Array.from({ length: 250 }, (_, i) => i + 251) }));
  const heard: number[] = [];
  for (let frame = pacer.next(); frame; frame = pacer.next()) heard.push(...frame.samples);
  expect(heard).toEqual(Array.from({ length: 640 }, (_, i) => (i < 500 ? i + 1 : 0)));
  expect(pacer.isIdle).toBe(true);
});

test('each frame says which characters it speaks, without gap or overlap', () => {
  const pacer = new Pacer({ sampleRateHz: rateHz });
  const text = 'Good morning to you.';
  pacer.enqueue(piece({ generation: 4, sentenceIndex: 2, text, samples: tone(500) }));
  let end = 0;
  for (let frame = pacer.next(); frame; frame = pacer.next()) {
    expect(frame.spoken).toMatchObject({ generation: 4, sentenceIndex: 2, charStart: end });
    end = frame.spoken!.charEnd;
  }
  expect(end).toBe(text.length);
});

test('silence before and after the words of a sentence speaks none of its characters', () => {
  const pacer = new Pacer({ sampleRateHz: rateHz });
  const samples = new Int16Array(rateHz);
  samples.set(tone(500), 2000);
  pacer.enqueue(piece({ text: 'One two three four.', samples }));
  pull(pacer, 12);
  expect(pacer.heardText(1)).toBe('');
  pull(pacer, 13);
  expect(pacer.heardText(1)).toBe('One two');
  pull(pacer, 13);
  expect(pacer.heardText(1)).toBe('One two three four.');
});

test('word timings decide what was heard where the synthesiser gives them', () => {
  const pacer = new Pacer({ sampleRateHz: rateHz });
  const words = [
    { text: 'Hello', startMs: 0, endMs: 100 },
    { text: 'there', startMs: 100, endMs: 900 },
  ];
  pacer.enqueue(piece({ text: 'Hello, there.', samples: tone(1000), words }));
  pull(pacer, 4);
  expect(pacer.heardText(1)).toBe('');
  pull(pacer, 31);
  expect(pacer.heardText(1)).toBe('Hello,');
  pull(pacer, 10);
  expect(pacer.heardText(1)).toBe('Hello, there');
  pull(pacer, 5);
  expect(pacer.heardText(1)).toBe('Hello, there.');
});

test('words that are told twice, out of order or read otherwise than written do no harm', () => {
  const pacer = new Pacer({ sampleRateHz: rateHz });
  const words = [
    { text: 'Room', startMs: 0, endMs: 200 },
    { text: 'forty', startMs: 200, endMs: 300 },
    { text: 'two', startMs: 300, endMs: 400 },
    { text: 'Room', startMs: 0, endMs: 200 },
    { text: 'please', startMs: 400, endMs: Number.NaN },
    { text: 'please', startMs: 400, endMs: 600 },
  ];
  pacer.enqueue(piece({ text: 'Room 42 please.', samples: tone(700), words }));
  pull(pacer, 12);
  expect(pacer.heardText(1)).toBe('Room');
  pull(pacer, 18);
  expect(pacer.heardText(1)).toBe('Room 42 please');
});

test('while a sentence is still being synthesised, no more is counted than its audio can hold', () => {
  const pacer = new Pacer({ sampleRateHz: rateHz });
  const text = 'This is a rather long sentence that takes about five seconds to be spoken out.';
  pacer.enqueue(piece({ text, samples: tone(1000), isLast: false }));
  pull(pacer, 50);
  // 15 characters a second.
  expect(pacer.heardText(1)).toBe('This is a');
  expect(pacer.isIdle).toBe(false);
  expect(pacer.next()).toBeNull();
});

test('a sentence that waits for more audio goes on when it comes', () => {
  const pacer = new Pacer({ sampleRateHz: rateHz });
  pacer.enqueue(piece({ samples: tone(30), isLast: false }));
  expect(pacer.next()).not.toBeNull();
  expect(pacer.next()).toBeNull();
  pacer.enqueue(piece({ samples: tone(10) }));
  expect(pacer.next()!.samples.every((sample) => sample === 8000)).toBe(true);
  expect(pacer.isIdle).toBe(true);
});

test('heard text joins sentences, and stays known after them', () => {
  const pacer = new Pacer({ sampleRateHz: rateHz });
  pacer.enqueue(piece({ text: 'First one.' }));
  pacer.enqueue(piece({ text: 'Second one.', sentenceIndex: 1 }));
  pull(pacer, 20);
  expect(pacer.heardText(1)).toBe('First one.');
  pull(pacer, 15);
  expect(pacer.heardText(1)).toBe('First one. Second');
  pull(pacer, 10);
  expect(pacer.heardText(1)).toBe('First one. Second one.');
  expect(pacer.heardText(2)).toBe('');
});

test('languages without spaces are cut between characters', () => {
  const pacer = new Pacer({ sampleRateHz: rateHz });
  pacer.enqueue(piece({ text: '今日は元気です', samples: tone(700) }));
  pull(pacer, 15);
  expect(pacer.heardText(1)).toBe('今日は');
});

test('a generation is finished when it was finished and played to its end', () => {
  const pacer = new Pacer({ sampleRateHz: rateHz });
  pacer.enqueue(piece());
  pull(pacer, 20);
  expect(pacer.finishedGeneration).toBeNull();
  pacer.finish(1);
  expect(pacer.finishedGeneration).toBe(1);
  pacer.enqueue(piece({ generation: 2 }));
  pacer.finish(2);
  pull(pacer, 19);
  expect(pacer.finishedGeneration).toBe(1);
  pull(pacer, 1);
  expect(pacer.finishedGeneration).toBe(2);
  expect(pacer.enqueue(piece({ generation: 2 }))).toBe(false);
});

test('a generation that was dropped is never finished', () => {
  const pacer = new Pacer({ sampleRateHz: rateHz });
  pacer.enqueue(piece());
  pull(pacer, 3);
  pacer.drop();
  pacer.finish(1);
  pacer.enqueue(piece({ generation: 2 }));
  pull(pacer, 30);
  expect(pacer.finishedGeneration).toBeNull();
});

test('dropping gives the words that were heard, fades within 5 ms and refuses what comes late', () => {
  const pacer = new Pacer({ sampleRateHz: rateHz });
  pacer.enqueue(piece({ text: 'One two three four.', samples: tone(1000) }));
  pull(pacer, 25);
  expect(pacer.drop()).toEqual({ generation: 1, text: 'One two' });
  const last = pacer.next()!;
  expect(last.spoken).toBeNull();
  expect(last.samples[0]).toBe(8000);
  expect(last.samples.subarray(40).every((sample) => sample === 0)).toBe(true);
  expect(pacer.next()).toBeNull();
  expect(pacer.isIdle).toBe(true);
  expect(pacer.enqueue(piece({ sentenceIndex: 1 }))).toBe(false);
  expect(pacer.enqueue(piece({ generation: 2 }))).toBe(true);
  expect(pacer.heardText(1)).toBe('One two');
});

test('the queue is bounded: a full pacer takes nothing until there is room', () => {
  const pacer = new Pacer({ sampleRateHz: rateHz, maxQueuedMs: 500 });
  expect(pacer.roomMs).toBe(500);
  expect(pacer.enqueue(piece({ samples: tone(600) }))).toBe(true);
  expect(pacer.roomMs).toBe(0);
  expect(pacer.enqueue(piece({ sentenceIndex: 1 }))).toBe(false);
  expect(pacer.queuedMs).toBe(600);
  pull(pacer, 6);
  expect(pacer.enqueue(piece({ sentenceIndex: 1 }))).toBe(true);
});

test.each([
  [24_000, 8000],
  [22_050, 16_000],
  [8000, 16_000],
])('audio at %i Hz is played at %i Hz as a converter makes it of the whole', (sourceRateHz, sampleRateHz) => {
  const pacer = new Pacer({ sampleRateHz, sourceRateHz });
  const source = Int16Array.from({ length: sourceRateHz * 2 }, (_, i) => 9000 * Math.sin(i / 9));
  const cuts = [0, 1, 700, 701, 4000, sourceRateHz, source.length];
  for (const [i, end] of cuts.entries()) {
    const samples = source.subarray(cuts[i - 1] ?? 0, end);
    pacer.enqueue(piece({ samples, isLast: end === source.length }));
  }
  expect(pacer.queuedMs).toBe(2000);
  const heard: number[] = [];
  for (let frame = pacer.next(); frame; frame = pacer.next()) heard.push(...frame.samples);
  const resampler = createResampler(sourceRateHz, sampleRateHz);
  expect(heard).toEqual([...resampler.process(source), ...resampler.flush()]);
});

test('no more is handed out than what has come allows for', () => {
  const pacer = new Pacer({ sampleRateHz: 8000, sourceRateHz: 24_000 });
  pacer.enqueue(piece({ samples: new Int16Array(480).fill(5000), isLast: false }));
  // The filter needs a little more than these 20 ms for a whole frame.
  expect(pacer.next()).toBeNull();
  pacer.enqueue(piece({ samples: new Int16Array(480).fill(5000), isLast: false }));
  expect(pacer.next()?.samples.at(-1)).toBe(5000);
  expect(pacer.next()).toBeNull();
  pacer.finish(1);
  expect(pacer.next()?.samples[0]).toBe(5000);
  expect(pacer.finishedGeneration).toBe(1);
});

test('random sequences of orders never lose count', () => {
  let seed = 11;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 8) % below;
  };
  for (let round = 0; round < 300; round++) {
    const pacer = new Pacer({ sampleRateHz: rateHz, maxQueuedMs: 1000 });
    const said = new Map<number, string>();
    let generation = 1;
    let sentenceIndex = 0;
    for (let step = 0; step < 80; step++) {
      const order = random(10);
      if (order < 3) {
        const text = `w${sentenceIndex} x${sentenceIndex}.`;
        const taken = pacer.enqueue({
          generation,
          sentenceIndex,
          text,
          samples: tone(random(300)),
          isLast: true,
        });
        if (taken) said.set(generation, `${said.get(generation) ?? ''} ${text}`.trim());
        sentenceIndex += 1;
      } else if (order < 7) pull(pacer, random(12));
      else if (order === 7) pacer.pause();
      else if (order === 8) pacer.resume();
      else {
        const dropped = pacer.drop();
        if (dropped) expect(said.get(dropped.generation)).toContain(dropped.text);
        if (dropped) generation += 1;
      }
      expect(pacer.queuedMs).toBeLessThanOrEqual(1300);
      expect(said.get(generation)?.startsWith(pacer.heardText(generation)) ?? true).toBe(true);
    }
    pacer.resume();
    pull(pacer, 200);
    expect(pacer.isIdle).toBe(true);
    expect(pacer.heardText(generation)).toBe(said.get(generation) ?? '');
  }
});
