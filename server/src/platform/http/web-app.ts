import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { escapeHtml } from './escape-html.ts';

/** Where the bundler puts files whose names change with their content. */
const hashedFiles = '/assets/';

/** What the operator may call the product, and where its links lead. */
export type Brand = {
  productName: string;
  marketingUrl: string;
  demoUrl: string;
  privacyUrl: string;
  termsUrl: string;
  /** Public half of the proof that a person signs up; empty where none is asked for (SIGNUP-3). */
  recaptchaSiteKey: string;
  /** Third-party service that draws avatars, with `{hash}` and `{size}`; empty: the app draws them (SHELL-5). */
  avatarUrl: string;
};

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
function fillBrand(page: string, brand: Brand): string {
  const values = {
    'product-name': brand.productName,
    'marketing-url': brand.marketingUrl,
    'demo-url': brand.demoUrl,
    'privacy-url': brand.privacyUrl,
    'terms-url': brand.termsUrl,
    'recaptcha-site-key': brand.recaptchaSiteKey,
    'avatar-url': brand.avatarUrl,
  };
  const title = `<title>${escapeHtml(brand.productName)}</title>`;
  const titled = page.replace(/<title>[^<]*<\/title>/, () => title);
  return Object.entries(values).reduce(
    (filled, [name, value]) =>
      filled.replace(
        new RegExp(`(<meta name="brand:${name}" content=")[^"]*`),
        (_, start: string) => start + escapeHtml(value),
      ),
    titled,
  );
}
