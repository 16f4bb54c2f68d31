import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

/**
 * Who may import whom. A row speaks for the files below it; the longest row that fits counts. `{name}` is
 * one folder: files of the same folder may always import each other. `*` stands for one name.
 */
const mayImport: Record<string, string[]> = {
  'contract/src': [],
  'engine/src': ['contract/src'],
  'providers/src': ['providers/src/*/index.ts', 'engine/src', 'contract/src'],
  'providers/src/{vendor}': ['providers/src/*.ts', 'engine/src', 'contract/src'],
  'carriers/src': ['carriers/src/*/index.ts', 'engine/src', 'contract/src'],
  'carriers/src/{carrier}': ['carriers/src/*.ts', 'engine/src', 'contract/src'],
  'server/src': ['server/src', 'engine/src', 'providers/src/*.ts', 'carriers/src/*.ts', 'contract/src'],
  'server/src/platform': ['server/src/config.ts', 'contract/src'],
  'server/src/features/{feature}': [
    'server/src/features/*/index.ts',
    'server/src/platform',
    'server/src/config.ts',
    'engine/src',
    'providers/src/*.ts',
    'carriers/src/*.ts',
    'contract/src',
  ],
  'server/src/features/integrations/vendors/{vendor}': [
    'server/src/features/integrations/*.ts',
    'contract/src',
  ],
  'web/src': ['web/src', 'contract/src'],
  'web/src/api': ['contract/src'],
  'web/src/components': ['web/src/api', 'contract/src'],
  'web/src/screens/{screen}': [
    'web/src/screens/*.ts',
    'web/src/components',
    'web/src/api',
    'web/src/app',
    'contract/src',
  ],
  'e2e/src': [
    'contract/src',
    'engine/src',
    'providers/src',
    'carriers/src/*/testing',
    'server/src/features/integrations/vendors/*/stand-in.ts',
  ],
  'bench/src': ['contract/src', 'engine/src', 'providers/src', 'carriers/src', 'server/src'],
};

/** Folders whose every child must stand in the list beside them. */
const lists = {
  'providers/src': 'providers/src/index.ts',
  'carriers/src': 'carriers/src/index.ts',
  'server/src/features': 'server/src/features/index.ts',
  'web/src/screens': 'web/src/screens/index.ts',
  'server/src/features/integrations/vendors': 'server/src/features/integrations/vendors/index.ts',
};

/** Folder names that say nothing about what is inside. */
const emptyNames = /(^|\/)(shared|common|utils?|helpers?|lib|core|types|misc)(\/|$)/;

/** Vendor ids that are also common words: of these only the id itself, as a whole string literal, counts. */
const commonWords = new Set(['browser', 'builtin', 'command', 'sip', 'simulator']);

type Files = ReadonlyMap<string, string>;

function readSources(): Files {
  const paths = globSync('{contract,engine,providers,carriers,server,web,e2e,bench}/src/**/*.{ts,tsx}', {
    cwd: import.meta.dirname,
  });
  return new Map(
    paths.sort().map((path) => [normalize(path), readFileSync(join(import.meta.dirname, path), 'utf8')]),
  );
}

const isTest = (path: string) => /\.test\.tsx?$|(^|\/)testing(\/|\.|-)|\/stand-in/.test(path);

/** Paths, from the root, of what a file imports inside the repository. */
function importsOf(path: string, text: string): string[] {
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1]!);
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith('.')) return [normalize(join(dirname(path), specifier))];
    const workspace = /^@parley\/([^/]+)\/(.+)$/.exec(specifier);
    return workspace ? [`${workspace[1]}/src/${workspace[2]}.ts`] : [];
  });
}

function toPattern(row: string, path: string): RegExp {
  const own = row
    .replaceAll(/[.+]/g, '\\$&')
    .replaceAll('*', '[^/]+')
    .replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${own}${/\.tsx?$/.test(row) ? '$' : '(/|$)'}`, path ? '' : '');
}

function rowFor(path: string): { row: string; home: string } | undefined {
  const rows = Object.keys(mayImport).flatMap((row) => {
    const match = toPattern(row.includes('{') ? `${row}` : row, path).exec(path);
    const isInside = match !== null && (!row.includes('{') || path.slice(match[0].length).length > 0);
    return isInside ? [{ row, home: match[0].replace(/\/$/, '') }] : [];
  });
  return rows.sort((one, other) => other.home.length - one.home.length)[0];
}

/** Imports that the table does not allow. */
function forbiddenImports(files: Files): string[] {
  return [...files].flatMap(([path, text]) => {
    if (isTest(path)) return [];
    const place = rowFor(path);
    if (!place) return [`${path} stands under no row of the table`];
    return importsOf(path, text)
      .filter((target) => !`${target}/`.startsWith(`${place.home}/`))
      .filter((target) => !mayImport[place.row]!.some((allowed) => toPattern(allowed, target).test(target)))
      .map((target) => `${path} may not import ${target}`);
  });
}

/** Features that lead back to themselves through each other. */
function featureCircles(files: Files): string[] {
  const featureOf = (path: string) => /^server\/src\/features\/([^/]+)\//.exec(path)?.[1];
  const uses = new Map<string, Set<string>>();
  for (const [path, text] of files) {
    const feature = featureOf(path);
    if (!feature || isTest(path)) continue;
    const used = uses.get(feature) ?? new Set();
    for (const target of importsOf(path, text)) {
      const other = featureOf(target);
      if (other && other !== feature) used.add(other);
    }
    uses.set(feature, used);
  }
  const reaches = (from: string, goal: string, seen: Set<string>): boolean =>
    [...(uses.get(from) ?? [])].some(
      (next) => next === goal || (!seen.has(next) && reaches(next, goal, seen.add(next))),
    );
  return [...uses.keys()]
    .filter((feature) => reaches(feature, feature, new Set()))
    .map((feature) => `${feature} imports itself in a circle`);
}

/** Folders that the list beside them does not name. */
function unlistedFolders(files: Files): string[] {
  return Object.entries(lists).flatMap(([folder, list]) => {
    const children = new Set(
      [...files.keys()].flatMap((path) => new RegExp(`^${folder}/([^/]+)/`).exec(path)?.[1] ?? []),
    );
    return [...children]
      .filter((child) => !(files.get(list) ?? '').includes(`'./${child}/`))
      .map((child) => `${list} does not list ${child}`);
  });
}

/** Places outside a vendor's folder and list that name it. */
function vendorNames(files: Files): string[] {
  const vendors = [...files.keys()].flatMap(
    (path) => /^(?:providers|carriers)\/src\/([^/]+)\/index\.ts$/.exec(path)?.[1] ?? [],
  );
  return vendors.flatMap((vendor) =>
    [...files]
      .filter(([path]) => !isTest(path) && !/^(providers|carriers)\/src\/index\.ts$/.test(path))
      .filter(
        ([path]) =>
          !/^(e2e|bench)\//.test(path) && !new RegExp(`^(providers|carriers)/src/${vendor}/`).test(path),
      )
      .filter(([, text]) =>
        (commonWords.has(vendor) ? new RegExp(`['"\`]${vendor}['"\`]`) : new RegExp(vendor, 'i')).test(text),
      )
      .map(([path]) => `${path} names the vendor ${vendor}`),
  );
}

/**
 * Places in the server and the integrations screen that name an integration outside its folder and list. Other
 * screens and the contract may: the requirements say these names.
 */
function integrationNames(files: Files): string[] {
  const home = 'server/src/features/integrations/vendors/';
  const vendors = [...files.keys()].flatMap(
    (path) => new RegExp(`^${home}([^/]+)/index\\.ts$`).exec(path)?.[1] ?? [],
  );
  return vendors.flatMap((vendor) =>
    [...files]
      .filter(([path]) => /^(server\/src|web\/src\/screens\/integrations)\//.test(path) && !isTest(path))
      .filter(([path]) => !path.startsWith(`${home}${vendor}/`) && !/\/vendors\/[^/]+\.ts$/.test(path))
      .filter(([, text]) => new RegExp(`\\b${vendor.replace('-', '[-_ ]?')}`, 'i').test(text))
      .map(([path]) => `${path} names the integration ${vendor}`),
  );
}

function emptyFolderNames(files: Files): string[] {
  return [...files.keys()]
    .filter((path) => emptyNames.test(dirname(path)))
    .map((path) => `${path} stands in a folder whose name says nothing`);
}

const sources = readSources();
const planted = (path: string, text: string): Files => new Map([...sources, [path, text]]);

describe('the architecture', () => {
  test('the sources are found at all', () => {
    expect(sources.size).toBeGreaterThan(100);
    expect([...sources].flatMap(([path, text]) => importsOf(path, text)).length).toBeGreaterThan(200);
  });

  test('imports go where the table lets them', () => {
    expect(forbiddenImports(sources)).toEqual([]);
  });

  test.each([
    ['engine/src/call/planted.ts', "import { x } from '@parley/server/config';"],
    ['contract/src/planted.ts', "import { x } from '@parley/engine/audio/g711';"],
    ['web/src/screens/login/planted.ts', "import { x } from '../agents/agents-page.tsx';"],
    ['server/src/platform/db/planted.ts', "import { x } from '../../features/calls/index.ts';"],
    ['server/src/features/calls/planted.ts', "import { x } from '../numbers/queries.ts';"],
    ['providers/src/builtin/planted.ts', "import { x } from '../openai/index.ts';"],
    ['carriers/src/sip/planted.ts', "const x = await import('../simulator/people.ts');"],
    ['elsewhere/src/planted.ts', ''],
  ])('a forbidden import planted in %s is seen', (path, text) => {
    expect(forbiddenImports(planted(path, text))).toHaveLength(1);
  });

  test('features do not import each other in a circle, and a planted circle is seen', () => {
    expect(featureCircles(sources)).toEqual([]);
    const circle = planted(
      'server/src/features/numbers/planted.ts',
      "import { x } from '../calls/index.ts';",
    );
    expect(featureCircles(circle).join()).toContain('numbers imports itself');
  });

  test('every vendor, feature and screen stands in its list, and a planted folder is seen', () => {
    expect(unlistedFolders(sources)).toEqual([]);
    expect(unlistedFolders(planted('providers/src/acme/index.ts', ''))).toEqual([
      'providers/src/index.ts does not list acme',
    ]);
    expect(unlistedFolders(planted('web/src/screens/planted/index.ts', ''))).toHaveLength(1);
  });

  test('no vendor is named outside its folder, and a planted name is seen', () => {
    expect(vendorNames(sources)).toEqual([]);
    expect(
      vendorNames(planted('server/src/features/calls/planted.ts', "if (vendor === 'openai') pay();")),
    ).toHaveLength(1);
    expect(vendorNames(planted('contract/src/planted.ts', "export const carrier = 'sip';"))).toHaveLength(1);
  });

  test('no integration is named outside its folder, and a planted name is seen', () => {
    expect(integrationNames(sources)).toEqual([]);
    const path = 'server/src/features/integrations/planted.ts';
    expect(integrationNames(planted(path, "if (name === 'google_calendar') book();"))).toHaveLength(1);
  });

  test('no folder has a name that says nothing, and a planted one is seen', () => {
    expect(emptyFolderNames(sources)).toEqual([]);
    expect(emptyFolderNames(planted('server/src/utils/planted.ts', ''))).toHaveLength(1);
  });
});
