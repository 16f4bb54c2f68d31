import { expect, test } from 'vitest';
import { SpeechCache } from './speech-cache.ts';

const sound = (length: number) => ({ samples: new Int16Array(length) });
const signal = new AbortController().signal;

test('what many ask for at once is made once', async () => {
  const cache = new SpeechCache(10_000);
  let made = 0;
  const make = async () => {
    made++;
    return sound(10);
  };
  await Promise.all([1, 2, 3].map(() => cache.get('greeting', signal, make)));
  await cache.get('greeting', signal, make);
  expect(made).toBe(1);
});

test('it never holds more bytes than it may, and keeps what was used last', async () => {
  const cache = new SpeechCache(1_600);
  let made: string[] = [];
  const ask = (key: string) =>
    cache.get(key, signal, async () => {
      made.push(key);
      return sound(100);
    });
  for (const key of 'abcdefgh') await ask(key);
  await ask('a');
  await ask('i');
  expect(cache.bytes).toBeLessThanOrEqual(1_600);
  made = [];
  await ask('a');
  await ask('b');
  expect(made).toEqual(['b']);
});

test('one very long sound is not kept', async () => {
  const cache = new SpeechCache(1_600);
  await cache.get('long', signal, async () => sound(500));
  expect(cache.bytes).toBe(0);
});

test('making goes on while anybody waits, and stops with the last', async () => {
  const cache = new SpeechCache(1_000);
  const { promise, resolve } = Promise.withResolvers<{ samples: Int16Array }>();
  let making: AbortSignal | undefined;
  const ask = (stop: AbortController) =>
    cache.get('a', stop.signal, (signal) => {
      making = signal;
      return promise;
    });
  const [first, second] = [new AbortController(), new AbortController()];
  const asked = [ask(first), ask(second)].map((wait) => wait.catch((error) => error));
  first.abort();
  expect(await asked[0]).toMatchObject({ name: 'AbortError' });
  expect(making?.aborted).toBe(false);
  second.abort();
  expect(await asked[1]).toMatchObject({ name: 'AbortError' });
  expect(making?.aborted).toBe(true);
  resolve(sound(1));
});

test('a failure is told to all who wait and is not kept', async () => {
  const cache = new SpeechCache(1_000);
  const fail = () => Promise.reject(new Error('broken'));
  const asked = [1, 2].map(() => cache.get('a', signal, fail).catch((error: Error) => error.message));
  expect(await Promise.all(asked)).toEqual(['broken', 'broken']);
  expect((await cache.get('a', signal, async () => sound(3))).samples).toHaveLength(3);
});
