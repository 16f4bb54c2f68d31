import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bundleBudget } from './bundle-budget.ts';
import { chunkGroups } from './chunk-groups.ts';
import { countryFlags } from './country-flags.ts';
import { precompress } from './precompress.ts';

/** Where the API of development listens. */
const api = process.env['PARLEY_API'] ?? 'http://localhost:3000';

/** The package exports no path to its SVG files. */
const flags = join(dirname(fileURLToPath(import.meta.resolve('country-flag-icons/package.json'))), '3x2');

export default defineConfig({
  plugins: [react(), countryFlags(), bundleBudget(), precompress()],
  resolve: { alias: { 'country-flags': flags } },
  server: { port: 5173, proxy: { '/api': api, '/dev': api } },
  build: {
    outDir: 'dist',
    target: 'es2024',
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: chunkGroups } },
    },
  },
});
