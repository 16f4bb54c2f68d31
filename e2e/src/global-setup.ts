import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startedDataVariable, startProduct } from './product.ts';

/**
 * Runs once before all files: starts the product for the first time, so that migrating and the demo workspace are paid
 * for once, and keeps what Node compiled. Every product of the tests starts on a copy of its data.
 */
export default async function setUp(): Promise<() => void> {
  const compiled = mkdtempSync(join(tmpdir(), 'parley-compiled-'));
  process.env['NODE_COMPILE_CACHE'] = compiled;
  const product = await startProduct();
  await product.terminate();
  process.env[startedDataVariable] = product.dataDir;
  return () => {
    for (const folder of [compiled, product.dataDir]) rmSync(folder, { recursive: true, force: true });
  };
}
