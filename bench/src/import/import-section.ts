import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Campaign } from '@parley/contract/campaigns';
import { signInDemo } from '../call-log/sign-in-demo.ts';
import { startPostgres } from '../call-log/start-postgres.ts';
import { figure, table } from '../measuring/markdown.ts';
import { judge, type Section } from '../section.ts';
import { startServer } from '../server-start/running-server.ts';

const rows = 100_000;
/** 10 MB of 100,000 rows. */
const rowBytes = 104;
const aimSeconds = 20;

/** How fast the people of a file are in their campaign, from the upload to the last row. */
export const importSection: Section = {
  id: 'import',
  title: `Import of ${rows.toLocaleString('en')} people`,
  async run(progress) {
    const measured = [await measureImport('embedded', undefined, progress)];
    const postgres = await startPostgres();
    if (!('missing' in postgres)) {
      try {
        measured.push(await measureImport('PostgreSQL', postgres.url, progress));
      } finally {
        await postgres.stop();
      }
    }
    const cells = measured.map((each) => [
      each.database,
      figure(each.uploadSeconds),
      figure(each.importSeconds),
      figure(rows / each.importSeconds),
    ]);
    const slowest = Math.max(...measured.map((each) => each.uploadSeconds + each.importSeconds));
    return {
      figures: table(['database', 'upload, s', 'import, s', 'rows a second'], cells),
      measured: `${figure(slowest)} s from the upload to the last row, the slower database`,
      verdict: judge({ isReached: slowest < aimSeconds, note: '', isQuiet: true }),
    };
  },
};

type Measured = { database: string; uploadSeconds: number; importSeconds: number };

async function measureImport(
  database: string,
  databaseUrl: string | undefined,
  progress: (text: string) => void,
): Promise<Measured> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-import-'));
  const environment = {
    REQUESTS_PER_MINUTE: '100000000',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
  const server = await startServer({ dataDir, environment });
  try {
    const headers = { cookie: await signInDemo(server.url, dataDir), origin: server.url };
    const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const answer = await fetch(`${server.url}/api/v1${path}`, {
        method,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${method} ${path} was answered ${await answer.text()}`);
      return (await answer.json()) as T;
    };
    const { agents } = await ask<{ agents: { agent_uuid: string }[] }>('GET', '/voice-agent');
    const { data: numbers } = await ask<{ data: { id: string }[] }>('GET', '/phone-numbers');
    const startMs = performance.now();
    const form = new FormData();
    form.append('file', new Blob([makeFile()]), 'people.csv');
    const sent = await fetch(`${server.url}/api/v1/uploads`, { method: 'POST', headers, body: form });
    const { secure_url: csvUrl } = (await sent.json()) as { secure_url: string };
    const sentMs = performance.now();
    const { campaign } = await ask<{ campaign: Campaign }>('POST', '/campaigns/create-campaign', {
      campaign_name: 'Bench',
      agent_uuid: agents[0]?.agent_uuid,
      phone_number_id: numbers[0]?.id,
      field_mappings: { phone: 'phone_number', name: 'first_name', note: 'company_name' },
      csv_url: csvUrl,
    });
    let file = campaign.import;
    while (file?.state !== 'done') {
      if (file?.state === 'failed') throw new Error(file.problem);
      await sleep(100);
      file = (await ask<{ campaign: Campaign }>('GET', `/campaigns/${campaign.id}`)).campaign.import;
    }
    if (file.imported !== rows) throw new Error(`Of ${rows} rows ${file.imported} were imported.`);
    const doneMs = performance.now();
    progress(`${database}: ${rows} rows in ${figure((doneMs - sentMs) / 1000)} s`);
    return {
      database,
      uploadSeconds: (sentMs - startMs) / 1000,
      importSeconds: (doneMs - sentMs) / 1000,
    };
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** People with different numbers of North America, none of them of a toll-free code. */
function makeFile(): string {
  const lines = Array.from({ length: rows }, (_each, at) => {
    const line = `+1212${2_000_000 + at * 7},Person ${at},`;
    return line.padEnd(rowBytes - 1, 'x');
  });
  return ['phone,name,note', ...lines].join('\n');
}
