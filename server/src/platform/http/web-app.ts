import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { escapeHtml } from './escape-html.ts';

/** Where the bundler puts files whose names change with their content. */
const hashedFiles = '/assets/';

/** What the operator may call the product, and where its links lead. */
export type Brand = { productName: string; marketingUrl: string; demoUrl: string };

/**
 * Serves the built web app with compressed copies where they lie beside a file. Returns what answers any
 * page of it, or undefined when it has not been built.
 */
export async function mountWebApp(
  fastify: FastifyInstance,
  root: URL,
  brand: Brand,
): Promise<((reply: FastifyReply) => FastifyReply) | undefined> {
  const pageFile = new URL('index.html', root);
  if (!existsSync(pageFile)) return undefined;
  await fastify.register(fastifyStatic, {
    root: fileURLToPath(root),
    wildcard: true,
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes(hashedFiles);
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  // Read anew each time, a few kilobytes: the app may have been built again since the start.
  const findPage = (reply: FastifyReply): FastifyReply =>
    reply
      .code(200)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(fillBrand(readFileSync(pageFile, 'utf8'), brand));
  fastify.get('/', (_request, reply) => findPage(reply));
  return findPage;
}

/** Writes the brand into the page's title and its `brand:` meta tags, where the app reads it. */
function fillBrand(page: string, { productName, marketingUrl, demoUrl }: Brand): string {
  const values = { 'product-name': productName, 'marketing-url': marketingUrl, 'demo-url': demoUrl };
  const titled = page.replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(productName)}</title>`);
  return Object.entries(values).reduce(
    (filled, [name, value]) =>
      filled.replace(
        new RegExp(`(<meta name="brand:${name}" content=")[^"]*`),
        (_, start: string) => start + escapeHtml(value),
      ),
    titled,
  );
}
