import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ProviderError } from '@parley/engine/interfaces/provider-error';
import { providers } from '@parley/providers/index';
import { provider } from '@parley/providers/provider';
import type { ListedVoice } from '@parley/providers/voice';
import { z } from 'zod';

/** An account at a vendor that the test fills: the voices it lists, what it was asked to say, and how it fails. */
export type TestAccount = {
  voices: ListedVoice[];
  said: { text: string; voice: string }[];
  /** Thrown instead of speaking and listing. */
  failure: ProviderError | undefined;
};

/** Half a second of silence at this rate for each sentence. */
export const testRateHz = 8_000;

/** A vendor of that id with one account for everybody, and what is built in. */
export function openTestSpeech(vendor: string): { account: TestAccount; providers: typeof providers } {
  const account: TestAccount = { voices: [], said: [], failure: undefined };
  const check = () => {
    if (account.failure) throw account.failure;
  };
  const speaking = provider({
    id: vendor,
    name: 'Speaking vendor',
    settings: z.object({ apiKey: z.string().default('').meta({ secret: true, label: 'API key' }) }),
    openTextToSpeech: () => ({
      sampleRateHz: testRateHz,
      async *speak({ text, voice }) {
        check();
        account.said.push({ text, voice });
        yield { samples: new Int16Array(testRateHz / 2) };
      },
    }),
    listVoices: async () => {
      check();
      return account.voices;
    },
    matchVoice: (_settings, wanted) =>
      wanted.vendor === vendor
        ? { id: wanted.id, name: wanted.name, isWanted: true }
        : { id: 'nearest', name: 'Nearest', isWanted: false },
  });
  return { account, providers: [speaking, ...providers.filter((each) => each.isBuiltin)] };
}

export function refusal(): ProviderError {
  return new ProviderError('authentication', 'The key is wrong.');
}

/** A vendor's store of recordings, one of them a page. */
export async function serveRecordings(): Promise<{ url: string; close: () => Promise<void> }> {
  const server: Server = createServer((request, response) => {
    const isPage = request.url === '/page';
    response.setHeader('content-type', isPage ? 'text/html' : 'audio/mpeg');
    response.end(isPage ? '<p>Moved</p>' : 'ID3 sound');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
