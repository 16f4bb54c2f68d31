import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Programs from outside npm that the tests talk to, the Debian package each comes in, and the suites that
 * are left out without it.
 */
export const testPrograms = [
  // The browser without its windows: a fifth less work for the same pages. Where there is none, the whole one does.
  {
    program: 'chromium-headless-shell',
    packages: ['chromium-headless-shell'],
    instead: 'chromium',
    suites: 'browser',
  },
  { program: 'postgres', packages: ['postgresql'], suites: 'server on PostgreSQL' },
  { program: 'sipp', packages: ['sip-tester'], suites: 'SIP peers' },
  { program: 'baresip', packages: ['baresip-core'], suites: 'SIP peers' },
  {
    program: 'pocketsphinx_continuous',
    packages: ['pocketsphinx', 'pocketsphinx-en-us'],
    suites: 'SIP peers',
  },
];

/** Where Debian keeps programs that are not on everybody's PATH. */
const extraFolders = [
  '/usr/local/bin',
  '/usr/bin',
  '/usr/sbin',
  '/usr/lib/postgresql/17/bin',
  '/usr/lib/postgresql/16/bin',
  '/usr/lib/postgresql/15/bin',
];

/** @param {string} program @returns {string | undefined} full path */
export function findProgram(program) {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...extraFolders];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

/** Installs what is missing where this machine lets us. Returns the entries that are still missing. */
export function installTestPrograms() {
  const missing = testPrograms.filter(({ program }) => !findProgram(program));
  if (missing.length === 0) return [];
  const prefix = aptPrefix();
  if (prefix) {
    const packages = [...new Set(missing.flatMap((entry) => entry.packages))];
    console.log(`Installing for the tests: ${packages.join(', ')}`);
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    /** @param {string[]} args */
    const apt = (args) => {
      const [command = '', ...rest] = [...prefix, 'apt-get', ...args];
      return (
        spawnSync(command, rest, { stdio: ['ignore', 'ignore', 'inherit'], env: environment }).status === 0
      );
    };
    apt(['update', '-q']);
    /** @param {string[]} names */
    const install = (names) => apt(['install', '-y', '-q', '--no-install-recommends', ...names]);
    // A package this machine does not know keeps none of the others away.
    if (!install(packages))
      for (const entry of missing) if (!install(entry.packages) && entry.instead) install([entry.instead]);
  }
  return testPrograms.filter(
    ({ program, instead }) => !findProgram(program) && !findProgram(instead ?? program),
  );
}

/** The browser of the tests. @returns {string | undefined} full path */
export function findBrowser() {
  return findProgram('chromium-headless-shell') ?? findProgram('chromium');
}

/** How to run apt-get here; undefined where there is none or we may not. */
function aptPrefix() {
  if (!findProgram('apt-get')) return undefined;
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? ['sudo', '-n'] : undefined;
}
