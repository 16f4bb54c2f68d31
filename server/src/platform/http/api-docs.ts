import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Route } from '@parley/contract/route';
import Fastify, { type FastifyInstance } from 'fastify';
import { escapeHtml } from './escape-html.ts';
import { describeApi } from './open-api.ts';

/** The reference page keeps its styles and pictures inline; its script comes from our own host. */
const docsPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const docsPath = '/api/docs';

/** The page asks nobody else for anything: no fonts, no reports, no assistant, no sharing. */
const pageConfiguration = {
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
};

/** Mounts /api/openapi.json, made from the contract, and /api/docs, the page that reads it. */
export function mountApiDocs(options: {
  fastify: FastifyInstance;
  /** The calls that are served; read when the document is first asked for. */
  routes: readonly Route[];
  productName: string;
  publicUrl: string;
}): void {
  const { fastify, routes, productName, publicUrl } = options;
  let document: object | undefined;
  let script: Promise<Buffer> | undefined;
  fastify.get('/api/openapi.json', async () => {
    document ??= describeApi({ routes, productName, publicUrl });
    return document;
  });
  fastify.get(docsPath, async (_request, reply) =>
    reply
      .header('content-security-policy', docsPolicy)
      .type('text/html; charset=utf-8')
      .send(docsPage(productName)),
  );
  fastify.get(`${docsPath}/reference.js`, async (_request, reply) => {
    script ??= loadReferenceScript();
    return reply
      .header('cache-control', 'public, max-age=3600')
      .header('content-encoding', 'gzip')
      .type('application/javascript; charset=utf-8')
      .send(await script);
  });
}

function docsPage(productName: string): string {
  const configuration = JSON.stringify(pageConfiguration);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(productName)} API</title>
  </head>
  <body>
    <script id="api-reference" data-url="/api/openapi.json" data-configuration="${escapeHtml(configuration)}"></script>
    <script src="${docsPath}/reference.js"></script>
  </body>
</html>
`;
}

/**
 * The page's script, compressed. It is 4 MB that few ever ask for, so its package is loaded with the first
 * request; the package gives it out only through its own plugin.
 */
async function loadReferenceScript(): Promise<Buffer> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const carrier = Fastify();
  await carrier.register(reference, { routePrefix: '/', configuration: { url: '/api/openapi.json' } });
  const { rawPayload } = await carrier.inject('/js/scalar.js');
  await carrier.close();
  return promisify(gzip)(rawPayload);
}
