import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Leg, LegEvent } from '@parley/carriers/carrier';
import type { LiveEvent } from '@parley/contract/live-events';
import type { Database } from '../../platform/db/database.ts';
import { openEvents } from '../../platform/events/events.ts';
import { silentLog } from '../../platform/log/open-log.ts';
import type { Platform } from '../../platform/platform.ts';
import type { NewCall } from './queries.ts';

/** A platform of which only the database is real: jobs and the live feed remember what they were given. */
export function rememberingPlatform(db: Database): {
  platform: Platform;
  jobs: { name: string; data: unknown }[];
  events: LiveEvent[];
} {
  const jobs: { name: string; data: unknown }[] = [];
  const events: LiveEvent[] = [];
  const platform = {
    config: {
      dataDir: mkdtempSync(join(tmpdir(), 'parley-calls-')),
      maxLiveCalls: 2,
      roles: new Set(['api', 'calls', 'jobs']),
    },
    log: silentLog,
    db,
    jobs: { enqueue: async (_: unknown, name: string, data: unknown) => void jobs.push({ name, data }) },
    events: openEvents(),
    liveFeed: {
      publish: async (_: unknown, __: string, event: LiveEvent) => void events.push(event),
      publishAll: async (_: unknown, __: string, all: readonly LiveEvent[]) => void events.push(...all),
      tell: (_: string, event: LiveEvent) => void events.push(event),
    },
  } as unknown as Platform;
  return { platform, jobs, events };
}

/** A call row as the simulated network would make it. */
export function newCall(part: Partial<NewCall> = {}): NewCall {
  return {
    workspaceId: 'wsp_1',
    direction: 1,
    agentId: 'agt_1',
    agentVersionId: 'agv_1',
    agentName: 'Front desk',
    fromNumber: '+14155550199',
    toNumber: '+14155550100',
    carrier: 'network',
    isTest: true,
    state: 'queued',
    processId: 'process-1',
    ...part,
  };
}

/** A line that the test speaks for. */
export function fakeLeg(): Leg & { tell(event: LegEvent): void; hangUps: number } {
  let listener: ((event: LegEvent) => void) | undefined;
  return {
    id: 'leg-1',
    hangUps: 0,
    onEvent(given) {
      listener = given;
    },
    hangUp() {
      this.hangUps += 1;
    },
    tell: (event) => listener?.(event),
  };
}
