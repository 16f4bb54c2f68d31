// Plain JavaScript for old Nodes: the product runs on the Node that npm installed beside it, because it
// runs TypeScript without a build step. Started by an older one, a script runs itself again with that.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const neededMajor = 26;

/** Path of the pinned Node, or undefined when `npm ci` left it out. */
export function findPinnedNode() {
  const binary = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  return existsSync(binary) ? binary : undefined;
}

/**
 * Runs this process again with the pinned Node when it is not that one already. Resolves to false when
 * nothing had to be done; never resolves otherwise: the process ends with the child.
 */
export async function rerunWithPinnedNode() {
  if (Number(process.versions.node.split('.')[0]) >= neededMajor) return false;
  const node = findPinnedNode();
  if (!node) {
    console.error(
      `Parley needs Node ${neededMajor}, which npm installs beside it. Run "npm ci" (without --omit=optional) and start again.`,
    );
    process.exit(1);
  }
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
  return await new Promise(() => {});
}
