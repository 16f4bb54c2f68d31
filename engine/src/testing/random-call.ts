import type { ProviderErrorKind } from '../interfaces/provider-error.ts';
import type { CustomerStep } from './customer-script.ts';
import type { FakeAnswer } from './fake-language-model.ts';
import type { HearingPlan } from './fake-speech-to-text.ts';
import type { SpeakingPlan } from './fake-text-to-speech.ts';
import type { CallScript } from './run-call.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';

/** A call in which anything may happen at any time: the same for the same seed. */
export function makeRandomCall(seed: number): CallScript {
  const random = createSeededRandom(seed);
  const trouble = random.pick([0, 0, 0.1, 0.4]);
  const hearing = random.integer(0, 9);
  const delays = { firstMs: random.pick([0, 40, 400, 2600]), everyMs: random.pick([0, 0, 30, 300]) };
  return {
    customer: makeCustomer(random),
    answer: () => makeAnswer(random, { trouble, ...delays }),
    forMs: 40_000,
    agent: random.chance(0.2) ? { welcome: { mode: 'silent', text: '' } } : {},
    policy: {
      repromptAfterMs: 3000,
      providerIdleMs: 4000,
      digitEntryMs: random.pick([500, 2000]),
      maxDurationMs: random.pick([9000, 25_000]),
      repromptLimit: random.integer(0, 2),
      resumeAfterMs: random.pick([300, 700]),
    },
    speechToText:
      hearing === 0
        ? null
        : {
            finalDelayMs: random.pick([0, 100, 600, 1500]),
            partialEveryMs: random.pick([null, 100, 300]),
            hearsAudio: hearing !== 1,
            plan: () => makeHearingPlan(random, trouble),
          },
    tellsWords: hearing === 1 && random.chance(0.7),
    textToSpeech: {
      firstChunkMs: random.pick([0, 20, 200]),
      chunkEveryMs: random.pick([0, 0, 150, 350]),
      msPerChar: random.pick([20, 60]),
      plan: () => makeSpeakingPlan(random, trouble),
    },
    sampleRateHz: random.pick([8000, 8000, 16_000]),
  };
}

function makeCustomer(random: SeededRandom): CustomerStep[] {
  const steps: CustomerStep[] = [];
  let atMs = random.integer(0, 3000);
  for (let i = random.integer(0, 7); i > 0; i--) {
    steps.push(makeStep(random, atMs));
    atMs += random.integer(100, 5000);
  }
  return steps;
}

function makeStep(random: SeededRandom, atMs: number): CustomerStep {
  const kind = random.integer(0, 19);
  if (kind < 10) {
    const text = random.pick([
      'yes',
      'mhm',
      'What do you have?',
      'I would like to',
      'Thank you, goodbye.',
      'no wait stop',
    ]);
    return { atMs, does: 'speaks', text, durationMs: random.integer(60, 2500) };
  }
  if (kind < 13) return { atMs, does: 'makes_noise', durationMs: random.integer(20, 1500) };
  if (kind < 15) return { atMs, does: 'presses', digits: random.pick(['1', '42#', '*', '123456']) };
  if (kind === 15) return { atMs, does: 'types', text: random.pick(['Hello', '', 'Do you deliver?']) };
  if (kind === 16) return { atMs, does: 'holds' };
  if (kind === 17) return { atMs, does: 'resumes' };
  if (kind === 18) return { atMs, does: 'is_lost' };
  return { atMs, does: 'hangs_up' };
}

function makeAnswer(
  random: SeededRandom,
  { trouble, firstMs, everyMs }: { trouble: number; firstMs: number; everyMs: number },
): FakeAnswer {
  const text = Array.from({ length: random.integer(0, 4) }, () => makeSentence(random)).join(' ');
  const answer: FakeAnswer = { text, firstTokenMs: firstMs, tokenEveryMs: everyMs };
  if (random.chance(0.15)) {
    answer.toolCalls = [
      random.pick([
        { name: 'end_call' },
        { name: 'press_digit', arguments: '{"digits":"1"}' },
        { name: 'press_digit', arguments: '{' },
        { name: 'unknown' },
      ]),
    ];
  }
  if (random.chance(trouble / 2)) answer.stallsAfterParts = random.integer(0, 6);
  else if (random.chance(trouble))
    answer.fails = { kind: makeKind(random), afterParts: random.integer(0, 6) };
  return answer;
}

function makeSentence(random: SeededRandom): string {
  const words = Array.from({ length: random.integer(1, 9) }, () => `w${random.integer(0, 9999)}`);
  return `Say ${words.join(' ')}${random.pick(['.', '?', '!'])}`;
}

function makeHearingPlan(random: SeededRandom, trouble: number): HearingPlan {
  if (random.chance(trouble / 2)) return 'stalls';
  return random.chance(trouble) ? { fails: makeKind(random) } : 'hears';
}

function makeSpeakingPlan(random: SeededRandom, trouble: number): SpeakingPlan {
  if (random.chance(trouble / 3)) return { stallsAfter: random.integer(0, 3) };
  return random.chance(trouble / 2)
    ? { fails: makeKind(random), afterChunks: random.integer(0, 3) }
    : 'speaks';
}

function makeKind(random: SeededRandom): ProviderErrorKind {
  return random.pick(['unavailable', 'rate_limited', 'timed_out', 'authentication', 'refused', 'malformed']);
}
