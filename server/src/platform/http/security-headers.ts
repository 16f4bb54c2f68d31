import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * Scripts only from our own host and none inline. Styles may be inline: the web app's component library
 * writes style attributes. A page may not be framed.
 */
const webPolicy = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'script-src-attr': ["'none'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'", 'data:'],
  'media-src': ["'self'", 'blob:'],
  'connect-src': ["'self'"],
  'worker-src': ["'self'", 'blob:'],
  'object-src': ["'none'"],
  'base-uri': ["'self'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
};

/** Adds the headers that keep a browser from being turned against the product. */
export async function addSecurityHeaders(fastify: FastifyInstance, publicUrl: string): Promise<void> {
  const isHttps = publicUrl.startsWith('https:');
  const options: FastifyHelmetOptions = {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: isHttps ? { ...webPolicy, 'upgrade-insecure-requests': [] } : webPolicy,
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
    // Not `no-referrer`: with it a browser sends `Origin: null` where the origin check needs the origin.
    referrerPolicy: { policy: 'same-origin' },
  };
  await fastify.register(helmet, options);
  fastify.addHook('onRequest', async (_request, reply) => {
    // The microphone is used by the browser's test call; nothing else is asked for.
    reply.header('permissions-policy', 'microphone=(self), camera=(), geolocation=(), payment=(), usb=()');
  });
}
