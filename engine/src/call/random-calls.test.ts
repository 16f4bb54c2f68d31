import { expect, test } from 'vitest';
import { findBrokenPromises } from '../testing/call-promises.ts';
import { makeRandomCall } from '../testing/random-call.ts';
import { runCall } from '../testing/run-call.ts';

const batches = 10;
const callsPerBatch = 150;

test.each(Array.from({ length: batches }, (_, i) => i))(
  'random calls keep every promise (batch %i)',
  async (batch) => {
    const endReasons = new Set<string>();
    for (let seed = batch * callsPerBatch; seed < (batch + 1) * callsPerBatch; seed++) {
      const script = makeRandomCall(seed);
      const call = await runCall(script);
      expect({ seed, broken: await findBrokenPromises(script, call) }).toEqual({ seed, broken: [] });
      endReasons.add(call.endReason ?? 'none');
    }
    // The calls really go different ways.
    expect(endReasons.size).toBeGreaterThanOrEqual(5);
  },
);
