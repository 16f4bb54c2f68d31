import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Where the bundler puts files whose names change with their content. */
const hashedFiles = '/assets/';

/**
 * Serves the built web app with compressed copies where they lie beside a file. Returns what answers any
 * page of it, or undefined when it has not been built.
 */
export async function mountWebApp(
  fastify: FastifyInstance,
  root: URL,
): Promise<((reply: FastifyReply) => FastifyReply) | undefined> {
  if (!existsSync(new URL('index.html', root))) return undefined;
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
  const findPage = (reply: FastifyReply): FastifyReply => reply.code(200).sendFile('index.html');
  fastify.get('/', (_request, reply) => findPage(reply));
  return findPage;
}
