import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Brand } from './web-app.ts';

/**
 * Scripts only from our own host and none inline. Styles may be inline: the web app's component library
 * writes style attributes. A page may not be framed.
 */
const ownPolicy = {
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

/** What a page may load from elsewhere: only what the operator configured. */
function policyOf({
  recaptchaSiteKey,
  avatarUrl,
}: Pick<Brand, 'recaptchaSiteKey' | 'avatarUrl'>): Record<string, string[]> {
  const policy: Record<string, string[]> = {};
  if (recaptchaSiteKey !== '') {
    // https://developers.google.com/recaptcha/docs/faq, "I'm using Content-Security-Policy"
    const hosts = ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'];
    policy['script-src'] = [...ownPolicy['script-src'], ...hosts];
    policy['frame-src'] = ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'];
    policy['connect-src'] = [...ownPolicy['connect-src'], 'https://www.google.com/recaptcha/'];
  }
  if (avatarUrl !== '') policy['img-src'] = [...ownPolicy['img-src'], new URL(avatarUrl).origin];
  return policy;
}

/** Adds the headers that keep a browser from being turned against the product. */
export async function addSecurityHeaders(
  fastify: FastifyInstance,
  publicUrl: string,
  brand: Pick<Brand, 'recaptchaSiteKey' | 'avatarUrl'>,
): Promise<void> {
  const webPolicy = { ...ownPolicy, ...policyOf(brand) };
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
