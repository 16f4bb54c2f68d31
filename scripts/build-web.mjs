import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './pinned-node.mjs';

/** What the web app is made from: when none of it has changed, it is not built again. */
const sources = [
  'web/src',
  'web/index.html',
  'web/public',
  'web/vite.config.ts',
  'web/bundle-budget.ts',
  'web/chunk-groups.ts',
  'web/precompress.ts',
  'web/country-flags.ts',
  'web/postcss.config.cjs',
  'contract/src',
  'package-lock.json',
];
const stampFile = join(root, 'web/dist/.built-from');

/** Builds the web app where it is missing or older than its sources. Throws when the build fails. */
export function buildWebIfStale() {
  const digest = digestOf(sources.map((source) => join(root, source)));
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === digest) return false;
  console.log('Building the web app ...');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const build = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
    stdio: 'inherit',
  });
  if (build.status !== 0) throw new Error('The web app could not be built; the messages above say why.');
  writeFileSync(stampFile, digest);
  return true;
}

/** @param {string[]} paths */
function digestOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesBelow))
    hash.update(path.slice(root.length)).update(readFileSync(path));
  return hash.digest('hex');
}

/** @param {string} path @returns {string[]} */
function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

if (import.meta.main) console.log(buildWebIfStale() ? 'Built.' : 'Nothing has changed.');
