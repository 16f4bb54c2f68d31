// `npm start`: builds what is stale, then runs the server, which migrates and starts everything.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildWebIfStale } from './build-web.mjs';
import { rerunWithPinnedNode, root } from './pinned-node.mjs';

await rerunWithPinnedNode();

const isWatching = process.argv.includes('--watch');
const main = join(root, 'server/src/main.ts');

if (isWatching) {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const children = [
    spawn(process.execPath, ['--watch', main], { cwd: root, stdio: 'inherit' }),
    spawn(process.execPath, [vite], { cwd: join(root, 'web'), stdio: 'inherit' }),
  ];
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.on(signal, () => {
      for (const child of children) child.kill(signal);
    });
  }
} else {
  buildWebIfStale();
  await import(main);
}
