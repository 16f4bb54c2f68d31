import { expect, test } from 'vitest';
import { frameMs } from '../interfaces/clock.ts';
import type { CustomerStep } from '../testing/customer-script.ts';
import { createEnergyVad } from '../testing/energy-vad.ts';
import { FakeClock, settle } from '../testing/fake-clock.ts';
import { FakeMediaStream } from '../testing/fake-media-stream.ts';
import { FakeSpeechToText } from '../testing/fake-speech-to-text.ts';
import { FakeTextToSpeech } from '../testing/fake-text-to-speech.ts';
import { type BriefingEnd, openBriefing } from './briefing.ts';

/** Runs a briefing with a person who does what the script says. */
async function brief(person: readonly CustomerStep[], isDeaf = false, language = 'en-US') {
  const clock = new FakeClock();
  const media = new FakeMediaStream({ script: person });
  const ends: BriefingEnd[] = [];
  const textToSpeech = new FakeTextToSpeech({ clock });
  const call = openBriefing({
    text: 'I have Maria on the line about her bill.',
    agent: { name: 'Ada', voice: 'plain', language },
    parties: { direction: 'outbound', fromNumber: '+15550100001', toNumber: '+15550100002' },
    providers: {
      speechToText: isDeaf ? null : new FakeSpeechToText({ clock, script: person }),
      textToSpeech,
    },
    media,
    clock,
    onEnd: (end) => ends.push(end),
    vad: createEnergyVad(),
  });
  call.start();
  await settle();
  let ticks = 0;
  for (; !call.isEnded && ticks * frameMs < 90_000; ticks++) {
    clock.advance(frameMs);
    await settle();
    call.tick();
    await settle();
  }
  return { ends, media, seconds: (ticks * frameMs) / 1000, spoken: textToSpeech };
}
const says = (text: string, atMs = 9000): CustomerStep => ({ atMs, does: 'speaks', text, durationMs: 900 });

test.each<[string, CustomerStep[], boolean, BriefingEnd]>([
  ['says yes', [says('Yes, please.')], false, 'taken'],
  ['presses 1 in the middle of it', [{ atMs: 1500, does: 'presses', digits: '1' }], false, 'taken'],
  ['presses 1 while nobody can hear words', [{ atMs: 9000, does: 'presses', digits: '1' }], true, 'taken'],
  ['says no', [says('No, not now.')], false, 'declined'],
  ['presses 2', [{ atMs: 3000, does: 'presses', digits: '2' }], false, 'declined'],
  ['asks who it is, then says yes', [says('Who is it?'), says('Yes, okay.', 19_000)], false, 'taken'],
  ['is a mailbox', [says('Please leave a message after the tone.', 400)], false, 'machine'],
  ['says nothing at all', [], false, 'not_taken'],
])('a person who %s', async (_what, person, isDeaf, end) => {
  const { ends, media, seconds } = await brief(person, isDeaf);
  expect(ends).toEqual([end]);
  expect(seconds).toBeLessThan(62);
  // The line stays open for what comes next.
  expect(media.closes).toBe(0);
});

test('it is held in the language of the agent, and so is the answer', async () => {
  const { ends, spoken } = await brief([says('Nein, jetzt nicht.', 14_000)], false, 'de');
  expect(ends).toEqual(['declined']);
  expect(spoken.texts.join(' ')).toContain('drücken Sie die 1 oder sagen Sie Ja.');
  expect(spoken.texts.at(-1)).toBe('In Ordnung.');
  expect((await brief([says('Ja, gerne.', 14_000)], false, 'de')).ends).toEqual(['taken']);
});
