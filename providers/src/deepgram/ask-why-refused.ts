import { randomBytes } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { ProviderError } from '@parley/engine/interfaces/provider-error';
import { connectionError } from '../failed-answer.ts';
import { failedAnswerError } from './failures.ts';

const timeLimitMs = 5_000;

/**
 * Knocks once more at an address that took no WebSocket, to learn why: the platform's own client tells no
 * status. Never rejects; a server that lets this one in was unavailable for a moment.
 */
export async function askWhyRefused(options: {
  url: string;
  headers: Readonly<Record<string, string>>;
  apiKey: string;
  signal: AbortSignal;
}): Promise<ProviderError> {
  const { url, headers, apiKey, signal } = options;
  return await new Promise((resolve) => {
    const request = (url.startsWith('https:') ? requestHttps : requestHttp)(url, {
      headers: {
        ...headers,
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
      },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)]),
    });
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      resolve(new ProviderError('unavailable', 'The provider did not take the connection at first.'));
    });
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => undefined);
      response.on('close', () => {
        const known = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const);
        const body = Buffer.concat(chunks).toString('utf8', 0, 4_096);
        const answer = { status: response.statusCode ?? 0, headers: Object.fromEntries(known), body };
        resolve(failedAnswerError(answer, apiKey));
      });
    });
    request.on('error', (error) => {
      const isLate = error.name === 'AbortError' || error.name === 'TimeoutError';
      resolve(
        isLate
          ? new ProviderError('timed_out', 'The provider did not answer in time.', { cause: error })
          : connectionError(error),
      );
    });
    request.end();
  });
}
