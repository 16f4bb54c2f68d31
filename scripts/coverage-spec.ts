// `npm run coverage:spec`: each requirement of docs/requirements.md as proved, and by which test, or open.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Ids of the requirements, in the order of the document. */
export function listRequirements(document: string): string[] {
  return [...document.matchAll(/^- ([A-Z]+-\d+) /gm)].map((match) => match[1]!);
}

/** Titles of tests that carry ids such as `[LOGIN-4]`, by id. */
export function findProofs(files: ReadonlyMap<string, string>): Map<string, string[]> {
  const proofs = new Map<string, string[]>();
  for (const [path, text] of files) {
    for (const [, quote, title] of text.matchAll(/\btest(?:\.each\([^)]*\))?\(\s*(['"`])((?:(?!\1).)*)\1/g)) {
      if (!quote || !title) continue;
      for (const [, id] of title.matchAll(/\[([A-Z]+-\d+)\]/g)) {
        const known = proofs.get(id!) ?? [];
        proofs.set(id!, [...known, `${path}: ${title.replace(/(\[[A-Z]+-\d+\]\s*)+/, '')}`]);
      }
    }
  }
  return proofs;
}

if (import.meta.main) {
  const paths = globSync(['*/src/**/*.test.{ts,tsx}', 'e2e/src/**/*.ts'], { cwd: root }).sort();
  const proofs = findProofs(new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])));
  const requirements = listRequirements(readFileSync(join(root, 'docs/requirements.md'), 'utf8'));
  for (const id of requirements) {
    const tests = proofs.get(id);
    console.log(tests ? `proved ${id}` : `open   ${id}`);
    for (const each of tests ?? []) console.log(`         ${each}`);
  }
  const unknown = [...proofs.keys()].filter((id) => !requirements.includes(id));
  for (const id of unknown) console.log(`unknown id in a test title: ${id}`);
  const proved = requirements.filter((id) => proofs.has(id)).length;
  console.log(
    `\n${proved} of ${requirements.length} requirements proved, ${requirements.length - proved} open.`,
  );
  if (unknown.length > 0) process.exitCode = 1;
}
