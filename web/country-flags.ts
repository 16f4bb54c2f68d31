import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** Flags by ISO code; the package holds those of regions and organisations, too. */
const flagFile = /^[A-Z]{2}\.svg$/;

/**
 * Lays the flags beside the app as `<folder>/US.svg`, for `<img>` to fetch when one is seen; the folder's name changes
 * with the package. A table of hashed names would weigh more than all code that shows a flag.
 */
export function countryFlags(): Plugin {
  const packageFile = createRequire(import.meta.url).resolve('country-flag-icons/package.json');
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
  const source = join(dirname(packageFile), '3x2');
  const folder = `assets/flags-${version}`;
  return {
    name: 'country-flags',
    config: () => ({ define: { __COUNTRY_FLAGS__: JSON.stringify(`/${folder}`) } }),
    configureServer(server) {
      server.middlewares.use(`/${folder}`, (request, answer, next) => {
        const name = (request.url ?? '').slice(1);
        if (!flagFile.test(name)) return next();
        answer.setHeader('content-type', 'image/svg+xml');
        answer.end(readFileSync(join(source, name)));
      });
    },
    generateBundle() {
      for (const name of readdirSync(source).filter((file) => flagFile.test(file)))
        this.emitFile({
          type: 'asset',
          fileName: `${folder}/${name}`,
          source: readFileSync(join(source, name)),
        });
    },
  };
}
