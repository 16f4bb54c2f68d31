import { dialingModes } from '@parley/contract/campaign-rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answersOverFree, tailProbability } from './binomial.ts';
import { countStarts, countStartsByRate, healthOf, type Pace, predictRinging } from './pacing.ts';

const quietRate = { callsPerSecond: 100, startedLastSecond: 0, startedLastTenSeconds: 0 };

function paceOf(changes: Partial<Pace> = {}): Pace {
  return {
    mode: 'dynamic',
    linesPerAgent: 1.5,
    maxLiveCalls: 30,
    room: 1000,
    ringing: 0,
    talking: 0,
    rates: [quietRate],
    recent: { ended: 100, answered: 40, failed: 0, abandoned: 0 },
    ...changes,
  };
}

describe('the pace', () => {
  test('[WIZ-6] of Power is its lines for each free agent', () => {
    // 30 lines at 1.5 each make 20 agents.
    expect(countStarts(paceOf({ mode: 'power' }))).toBe(30);
    expect(countStarts(paceOf({ mode: 'power', talking: 10 }))).toBe(15);
    expect(countStarts(paceOf({ mode: 'power', talking: 20 }))).toBe(0);
    expect(countStarts(paceOf({ mode: 'power', linesPerAgent: 3, maxLiveCalls: 30, talking: 4 }))).toBe(18);
  });

  test('[WIZ-6] of Dynamic begins with two lines and doubles with what went well', () => {
    const nothing = { ended: 0, answered: 0, failed: 0, abandoned: 0 };
    expect(countStarts(paceOf({ recent: nothing }))).toBe(2);
    expect(countStarts(paceOf({ recent: { ...nothing, ended: 4 } }))).toBe(8);
    expect(countStarts(paceOf())).toBe(30);
    // A provider that fails takes lines away, but not the last ones.
    expect(countStarts(paceOf({ recent: { ...nothing, ended: 100, failed: 30 } }))).toBeLessThan(16);
    expect(countStarts(paceOf({ recent: { ...nothing, ended: 100, failed: 100 } }))).toBe(2);
  });

  test('[WIZ-6] of Predictive dials ahead when few answer, and stops at 3 % abandoned', () => {
    const recent = { ended: 2000, answered: 400, failed: 0, abandoned: 0 };
    expect(predictRinging(10, recent, 1000)).toBeGreaterThan(25);
    expect(predictRinging(10, { ...recent, answered: 1800 }, 1000)).toBeLessThan(15);
    expect(predictRinging(10, { ...recent, abandoned: 12 }, 1000)).toBeLessThan(
      predictRinging(10, recent, 1000),
    );
    // Nothing is known yet: hardly more lines than agents.
    expect(predictRinging(2, { ended: 0, answered: 0, failed: 0, abandoned: 0 }, 1000)).toBeLessThanOrEqual(
      3,
    );
    expect(predictRinging(0, recent, 1000)).toBe(0);
  });

  test('keeps rates below one, whole ones and broken ones', () => {
    expect(countStartsByRate({ callsPerSecond: 0.1, startedLastSecond: 0, startedLastTenSeconds: 0 })).toBe(
      1,
    );
    expect(countStartsByRate({ callsPerSecond: 0.1, startedLastSecond: 0, startedLastTenSeconds: 1 })).toBe(
      0,
    );
    expect(countStartsByRate({ callsPerSecond: 1.5, startedLastSecond: 0, startedLastTenSeconds: 13 })).toBe(
      2,
    );
    expect(countStartsByRate({ callsPerSecond: 1.5, startedLastSecond: 0, startedLastTenSeconds: 15 })).toBe(
      0,
    );
  });

  test('never goes over a limit, for any campaign', () => {
    const count = fc.integer({ min: 0, max: 1200 });
    const pace = fc.record({
      mode: fc.constantFrom(...dialingModes),
      linesPerAgent: fc.double({ min: 1, max: 5, noNaN: true }),
      maxLiveCalls: fc.integer({ min: 1, max: 1000 }),
      room: fc.integer({ min: -50, max: 1000 }),
      ringing: count,
      talking: count,
      rates: fc.array(
        fc.record({
          callsPerSecond: fc.double({ min: 0.1, max: 100, noNaN: true }),
          startedLastSecond: count,
          startedLastTenSeconds: count,
        }),
        { minLength: 1, maxLength: 2 },
      ),
      recent: fc.tuple(fc.nat(5000), fc.nat(100), fc.nat(100), fc.nat(100)).map(([ended, ...parts]) => {
        const [answered = 0, failed = 0, abandoned = 0] = parts.map((part) =>
          Math.floor((ended * part) / 100),
        );
        return {
          ended,
          answered,
          failed,
          abandoned: Math.floor((abandoned * answered) / Math.max(1, ended)),
        };
      }),
    });
    fc.assert(
      fc.property(pace, (given) => {
        const starts = countStarts(given);
        expect(Number.isInteger(starts)).toBe(true);
        expect(starts).toBeGreaterThanOrEqual(0);
        if (starts === 0) return;
        expect(given.ringing + given.talking + starts).toBeLessThanOrEqual(given.maxLiveCalls);
        expect(starts).toBeLessThanOrEqual(given.room);
        for (const rate of given.rates) {
          expect(starts + rate.startedLastSecond).toBeLessThanOrEqual(Math.ceil(rate.callsPerSecond));
          expect(starts + rate.startedLastTenSeconds).toBeLessThanOrEqual(rate.callsPerSecond * 10);
        }
      }),
      { numRuns: 5000 },
    );
  });

  test('an idle campaign always gets a call through, whatever went wrong before', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...dialingModes),
        fc.integer({ min: 1, max: 500 }),
        fc.nat(500),
        (mode, max, failed) => {
          const recent = { ended: 500, answered: 500 - failed, failed, abandoned: 0 };
          expect(countStarts(paceOf({ mode, maxLiveCalls: max, recent }))).toBeGreaterThanOrEqual(1);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('health falls from 5 % failures on and never to nothing', () => {
    const recent = { ended: 98, answered: 0, failed: 0, abandoned: 0 };
    expect(healthOf(recent)).toBe(1);
    expect(healthOf({ ...recent, failed: 5 })).toBe(1);
    expect(healthOf({ ...recent, failed: 30 })).toBeCloseTo(0.5);
    expect(healthOf({ ...recent, failed: 98 })).toBeCloseTo(0.1);
  });
});

describe('predictive dialing', () => {
  /**
   * A campaign second by second: each ringing line is answered or not, an answer that finds no free agent is
   * abandoned. Agents are fewer than lines, as where a provider bears only so many conversations.
   */
  function runCampaign(given: { agents: number; answerRate: number; talkSeconds: number; seed: number }) {
    const random = mulberry(given.seed);
    const recent = { ended: 0, answered: 0, failed: 0, abandoned: 0 };
    let ringing: number[] = [];
    let talking: number[] = [];
    let talkedSeconds = 0;
    const seconds = 3000;
    for (let second = 0; second < seconds; second += 1) {
      talking = talking.filter((until) => until > second);
      const due = ringing.filter((until) => until <= second);
      ringing = ringing.filter((until) => until > second);
      for (const _ of due) {
        recent.ended += 1;
        if (random() >= given.answerRate) continue;
        recent.answered += 1;
        if (talking.length >= given.agents) recent.abandoned += 1;
        else talking.push(second + 1 + Math.ceil(-Math.log(1 - random()) * given.talkSeconds));
      }
      talkedSeconds += talking.length;
      const wanted = predictRinging(given.agents - talking.length, recent, 400) - ringing.length;
      for (let line = 0; line < wanted; line += 1) ringing.push(second + 5 + Math.floor(random() * 20));
    }
    return { recent, usage: talkedSeconds / seconds / given.agents };
  }

  test('keeps abandoned calls under 3 % in random hours, and agents busier than one line each', () => {
    const campaign = fc.record({
      agents: fc.integer({ min: 2, max: 40 }),
      answerRate: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
      talkSeconds: fc.integer({ min: 10, max: 120 }),
      seed: fc.integer(),
    });
    fc.assert(
      fc.property(campaign, (given) => {
        const { recent } = runCampaign(given);
        if (recent.answered < 100) return;
        expect(recent.abandoned / recent.answered).toBeLessThanOrEqual(0.03);
      }),
      { numRuns: 60 },
    );
    const busy = runCampaign({ agents: 20, answerRate: 0.25, talkSeconds: 60, seed: 1 });
    // One line each keeps an agent busy for 15 of every 15 + 15 * 0.75 / 0.25 seconds of ringing, and talk.
    const oneLineEach = (0.25 * 60) / (0.25 * 60 + 15);
    expect(busy.usage).toBeGreaterThan(oneLineEach * 1.25);
  }, 60_000);

  test('its binomial sums agree with the sums written out', () => {
    const terms = [1, 4, 6, 4, 1].map((ways, k) => ways * 0.3 ** k * 0.7 ** (4 - k));
    expect(tailProbability(4, 0.3, 1)).toBeCloseTo(terms[2]! + terms[3]! + terms[4]!, 12);
    expect(answersOverFree(4, 0.3, 1)).toBeCloseTo(terms[2]! + 2 * terms[3]! + 3 * terms[4]!, 12);
    expect(tailProbability(4, 0.3, 4)).toBe(0);
    expect(tailProbability(4, 1, 3)).toBe(1);
    expect(tailProbability(4, 0, 0)).toBe(0);
    expect(tailProbability(100_000, 0.5, 50_000)).toBeCloseTo(0.5, 2);
  });

  /** Mulberry32, a generator of random numbers by a seed. */
  function mulberry(seed: number): () => number {
    let state = seed >>> 0;
    return () => {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
    };
  }
});
