import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LiveEvent } from '@parley/contract/live-events';
import { encodeWav } from '@parley/engine/audio/wav';
import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import type { Platform } from '../../platform/platform.ts';
import { openRecordings, recordingMigrations } from './index.ts';

describeOnEachDatabase(
  'A recording',
  (suite) => {
    test('is told to the screens when it can be played', async () => {
      const told: LiveEvent[] = [];
      const recordings = openRecordings(
        {
          db: suite.database,
          storage: { putFile: async () => {} },
          http: { mountStream: () => {} },
          liveFeed: { publish: async (_: unknown, __: string, event: LiveEvent) => void told.push(event) },
        } as unknown as Platform,
        { accounts: { beforeWorkspaceDeleted: () => {}, hasWorkspace: async () => true } },
      );
      const path = join(mkdtempSync(join(tmpdir(), 'parley-recording-')), 'call_1.wav');
      writeFileSync(path, encodeWav(new Int16Array(16_000), { sampleRateHz: 8000, channels: 2 }));
      await recordings.store({ callId: 'call_1', workspaceId: 'wsp_1', path });
      expect(told).toEqual([{ type: 'call.recorded', callId: 'call_1' }]);
      expect(await recordings.listRecorded(suite.database.queries, ['call_1'])).toEqual(new Set(['call_1']));
    });
  },
  { migrations: [recordingMigrations] },
);
