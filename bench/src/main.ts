import { readFileSync, writeFileSync } from 'node:fs';
import { callLogSection } from './call-log/call-log-section.ts';
import { callsSection } from './calls/calls-section.ts';
import { detectorSection } from './detector/detector-section.ts';
import { attemptsSection } from './dialing/attempts-section.ts';
import { claimsSection } from './dialing/claims-section.ts';
import { figuresSection } from './figures/figures-section.ts';
import { importSection } from './import/import-section.ts';
import { knowledgeSection } from './knowledge/knowledge-section.ts';
import { describeMachine } from './measuring/machine.ts';
import { memorySection } from './memory/memory-section.ts';
import { rivalSection } from './rival/rival-section.ts';
import { rtpSection } from './rtp/rtp-section.ts';
import { replaceClaim, replaceFigures } from './save-figures.ts';
import type { Section } from './section.ts';
import { serverStartSection } from './server-start/server-start-section.ts';
import { bargeInSection } from './turns/barge-in-section.ts';
import { latencySection } from './turns/latency-section.ts';

const sections: readonly Section[] = [
  callsSection,
  rivalSection,
  latencySection,
  bargeInSection,
  memorySection,
  rtpSection,
  serverStartSection,
  callLogSection,
  importSection,
  figuresSection,
  knowledgeSection,
  claimsSection,
  attemptsSection,
  detectorSection,
];
const docs = new URL('../../docs/benchmarks.md', import.meta.url);

const words = process.argv.slice(2);
const isSaved = words.includes('--save');
const wanted = words.filter((word) => !word.startsWith('--'));
const unknown = wanted.filter((id) => !sections.some((section) => section.id === id));
if (unknown.length > 0) {
  console.error(
    `There is no section ${unknown.join(', ')}. Known: ${sections.map(({ id }) => id).join(', ')}.`,
  );
  process.exit(1);
}

let hasFailed = false;
const chosen = sections.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
const page: string[] = [];
for (const { id, title, run } of chosen) {
  const startMs = performance.now();
  const tell = (text: string): void =>
    console.error(`  ${((performance.now() - startMs) / 1000).toFixed(0).padStart(4)} s  ${text}`);
  const machine = describeMachine();
  console.error(`${title} ...`);
  try {
    const result = await run(tell);
    const claim = typeof result === 'string' ? null : result;
    const figures = `${claim?.figures ?? result}\n\n<sub>${machine}</sub>`;
    page.push(`## ${title}\n\n${figures}`);
    if (claim) page.push(`Claim: ${claim.measured} (${claim.verdict})`);
    if (!isSaved) continue;
    let text = replaceFigures(readFileSync(docs, 'utf8'), id, figures);
    if (claim) text = replaceClaim(text, id, claim);
    writeFileSync(docs, text);
  } catch (error) {
    hasFailed = true;
    const text = error instanceof Error ? error.message : String(error);
    page.push(`## ${title}\n\nNot measured: ${text}`);
    tell(`failed: ${text}`);
  }
}
console.log(`\n${page.join('\n\n')}`);
// The synthesiser's threads would keep the process.
process.exit(hasFailed ? 1 : 0);
