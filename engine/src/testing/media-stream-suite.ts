import { frameSamples } from '../audio/frames.ts';
import type { MediaStream } from '../interfaces/media-stream.ts';
import { type ConformanceCheck, expectThat, waitUntil } from './suite.ts';

export type MediaStreamSuiteOptions = {
  /** A stream whose far end is there. */
  open: () => MediaStream | Promise<MediaStream>;
  wait: (ms: number) => Promise<void>;
  /** Makes the far end speak about a second of something loud, where the test can. */
  makeFarEndSound?: (stream: MediaStream) => void | Promise<void>;
  /** Makes the far end press one key, where the test can. */
  makeFarEndPress?: (stream: MediaStream, digit: string) => void | Promise<void>;
};

/** What the media of every carrier must keep to. */
export function mediaStreamSuite(options: MediaStreamSuiteOptions): ConformanceCheck[] {
  const { wait } = options;
  const use = async (check: (stream: MediaStream) => Promise<void> | void): Promise<void> => {
    const stream = await options.open();
    try {
      await check(stream);
    } finally {
      stream.close();
    }
  };
  /** Ticks as a call does, once per 20 ms. */
  const tick = async (stream: MediaStream, ticks: number, onFrame?: (frame: Int16Array) => void) => {
    for (let i = 0; i < ticks; i++) {
      onFrame?.(stream.read());
      stream.write(null);
      await wait(20);
    }
  };
  const { makeFarEndSound, makeFarEndPress } = options;

  return [
    {
      name: 'gives 20 ms at every tick, whatever the far end does',
      run: () =>
        use(async (stream) => {
          expectThat(stream.sampleRateHz === 8000 || stream.sampleRateHz === 16_000, 'a rate of a call');
          const length = frameSamples(stream.sampleRateHz);
          await tick(stream, 25, (frame) => expectThat(frame.length === length, `${length} samples`));
        }),
    },
    {
      name: 'takes frames, silence and keys of the agent',
      run: () =>
        use(async (stream) => {
          const frame = new Int16Array(frameSamples(stream.sampleRateHz)).fill(1000);
          for (const samples of [frame, frame, null, frame]) {
            stream.read();
            stream.write(samples);
            await wait(20);
          }
          stream.sendDigits('12#');
          await tick(stream, 10);
        }),
    },
    {
      name: 'tells each event once',
      run: () =>
        use(async (stream) => {
          await tick(stream, 5);
          stream.takeEvents();
          expectThat(stream.takeEvents().length === 0, 'no event twice');
        }),
    },
    {
      name: 'may be closed twice, and nothing throws afterwards',
      run: () =>
        use((stream) => {
          stream.close();
          stream.close();
          expectThat(stream.read().length === frameSamples(stream.sampleRateHz), 'silence after close');
          stream.write(null);
          stream.sendDigits('1');
          stream.takeEvents();
        }),
    },
    ...(makeFarEndSound
      ? [
          {
            name: 'lets the far end be heard',
            run: () =>
              use(async (stream) => {
                await makeFarEndSound(stream);
                let peak = 0;
                await tick(stream, 75, (frame) => {
                  for (const sample of frame) peak = Math.max(peak, Math.abs(sample));
                });
                expectThat(peak > 500, `sound, not a peak of ${peak}`);
              }),
          },
        ]
      : []),
    ...(makeFarEndPress
      ? [
          {
            name: 'tells a key of the far end once',
            run: () =>
              use(async (stream) => {
                const digits: string[] = [];
                await makeFarEndPress(stream, '5');
                const isTold = await waitUntil({
                  isTrue: () => {
                    stream.read();
                    stream.write(null);
                    for (const event of stream.takeEvents())
                      if (event.type === 'digit') digits.push(event.digit);
                    return digits.length > 0;
                  },
                  wait,
                  withinMs: 3000,
                });
                await tick(stream, 25);
                for (const event of stream.takeEvents()) if (event.type === 'digit') digits.push(event.digit);
                expectThat(isTold && digits.join('') === '5', `one 5, not "${digits.join('')}"`);
              }),
          },
        ]
      : []),
  ];
}
