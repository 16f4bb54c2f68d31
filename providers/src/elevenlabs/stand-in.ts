import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request the stand-in got. `isAborted` becomes true when the client hung up before the answer was done. */
export type StandInRequest = {
  method: string;
  path: string;
  voice: string;
  outputFormat: string;
  body: Record<string, unknown>;
  isAborted: boolean;
};

/** Answers one request. `wait` ends early when the stand-in closes. */
export type Reply = (exchange: {
  response: ServerResponse;
  request: StandInRequest;
  wait: (ms: number) => Promise<void>;
}) => Promise<void>;

const forever = 2 ** 30;
const models = /^eleven_(flash|turbo)_v2(_5)?$|^eleven_multilingual_v2$|^eleven_v3$/;
const formats = /^(pcm_(8000|16000|22050|24000|44100|48000)|ulaw_8000|alaw_8000|mp3_\d+_\d+|opus_48000_\d+)$/;

/** The answers a test can ask for. */
export const replies = {
  /** Speech sent in pieces of any size; `after` makes it stop or break off. */
  speech(script: {
    bytes: Uint8Array;
    contentType?: string;
    pieceBytes?: number;
    after?: { bytes: number; does: 'stall' | 'cut' };
  }): Reply {
    return async ({ response, wait }) => {
      response.writeHead(200, { 'content-type': script.contentType ?? 'audio/pcm' });
      const size = script.pieceBytes ?? 1_024;
      for (let at = 0; at < script.bytes.length && !response.destroyed; at += size) {
        if (script.after && at >= script.after.bytes) {
          if (script.after.does === 'cut') return void response.destroy();
          await wait(forever);
        }
        response.write(script.bytes.subarray(at, at + size));
        await new Promise((resolve) => setImmediate(resolve));
      }
      response.end();
    };
  },

  /** An error in the vendor's form: `detail` with a status word and a sentence. */
  error(status: number, code: string, message: string, headers: Record<string, string> = {}): Reply {
    return async ({ response }) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify({ detail: { type: 'error', code, status: code, message } }));
    };
  },

  json(status: number, body: unknown): Reply {
    return async ({ response }) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
  },

  /** Takes the request and never answers. */
  silence(): Reply {
    return async ({ wait }) => wait(forever);
  },
};

/** Four voices as the vendor lists them, one of them without labels. */
export const standInVoices = [
  {
    voice_id: 'EXAVITQu4vr4xnSDxMaL',
    name: 'Sarah - Mature, Reassuring',
    category: 'premade',
    labels: { accent: 'american', gender: 'female', age: 'young', use_case: 'conversational' },
    description: null,
    preview_url: 'https://storage.example.com/sarah.mp3',
  },
  {
    voice_id: 'JBFqnCBsd6RMkjVDRZzb',
    name: 'George',
    category: 'premade',
    labels: { accent: 'british', gender: 'male', age: 'middle_aged' },
    description: 'Warm and captivating.',
    preview_url: 'https://storage.example.com/george.mp3',
  },
  { voice_id: 'Xb7hH8MSUJpSbSDYk0k2', name: 'Alice', labels: { gender: 'female', accent: 'british' } },
  { voice_id: 'abcdefghij0123456789', name: 'Our own', labels: null, preview_url: null },
];

/**
 * A server on loopback that speaks the documented protocol of voices and streamed speech: it checks what clients
 * send as strictly as the vendor, and answers as the test scripts it. For tests only.
 */
export class StandIn {
  readonly requests: StandInRequest[] = [];
  voices: readonly { voice_id: string }[] = standInVoices;
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #scripted: Reply[] = [];
  readonly #closing = new AbortController();
  readonly #apiKey: string;

  private constructor(apiKey: string) {
    this.#apiKey = apiKey;
  }

  static async open(apiKey: string): Promise<StandIn> {
    const standIn = new StandIn(apiKey);
    await new Promise<void>((resolve) => standIn.#server.listen(0, '127.0.0.1', resolve));
    return standIn;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Scripts the next answers, one for each request that is in order. Others get an ordinary answer. */
  script(...next: Reply[]): void {
    this.#scripted.push(...next);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '', this.baseUrl);
    const request: StandInRequest = {
      method: incoming.method ?? '',
      path: url.pathname,
      voice: /^\/v1\/text-to-speech\/([^/]+)\/stream$/.exec(url.pathname)?.[1] ?? '',
      outputFormat: url.searchParams.get('output_format') ?? 'mp3_44100_128',
      body: {},
      isAborted: false,
    };
    this.requests.push(request);
    response.on('close', () => {
      request.isAborted = !response.writableEnded;
    });
    response.on('error', () => undefined);
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const reply =
        this.#refuse(incoming, request, Buffer.concat(chunks)) ??
        this.#scripted.shift() ??
        (request.voice === '' ? replies.json(200, { voices: this.voices }) : speechOf(request));
      const wait = (ms: number) => sleep(ms, undefined, { signal: this.#closing.signal });
      await reply({ response, request, wait });
    } catch {
      response.destroy();
    }
  }

  /** The refusal of a request the vendor would refuse too. */
  #refuse(incoming: IncomingMessage, request: StandInRequest, body: Buffer): Reply | undefined {
    if (incoming.headers['xi-api-key'] !== this.#apiKey) {
      const said = String(incoming.headers['xi-api-key'] ?? '');
      return replies.error(401, 'invalid_api_key', `Invalid API key ${said}`);
    }
    if (request.method === 'GET' && request.path === '/v1/voices') return undefined;
    if (request.method !== 'POST' || request.voice === '')
      return replies.error(404, 'not_found', 'Not Found');
    try {
      request.body = JSON.parse(body.toString());
    } catch {
      return replies.json(422, {
        detail: [{ loc: ['body'], msg: 'JSON decode error', type: 'json_invalid' }],
      });
    }
    const problem = checkSpeech(request);
    if (problem !== undefined)
      return replies.json(422, { detail: [{ loc: ['body'], msg: problem, type: 'value_error' }] });
    if (!models.test(String(request.body['model_id'])))
      return replies.error(400, 'model_not_found', 'A model with this ID does not exist.');
    if (this.voices.some((voice) => voice.voice_id === request.voice)) return undefined;
    return replies.error(404, 'voice_not_found', `A voice for the voice_id ${request.voice} was not found.`);
  }
}

function checkSpeech({ body, outputFormat }: StandInRequest): string | undefined {
  const { text, model_id: model, language_code: language, voice_settings: voice } = body;
  if (!formats.test(outputFormat)) return 'output_format is not one of the formats.';
  if (typeof text !== 'string' || text === '') return 'text is required.';
  if (text.length > 40_000) return 'text is too long.';
  if (language !== undefined && !/^[a-z]{2}$/.test(String(language))) return 'language_code is ISO 639-1.';
  if (language !== undefined && !/_v2_5$|_v3$/.test(String(model)))
    return 'The model takes no language_code.';
  const {
    stability = 0,
    similarity_boost: similarity = 0,
    speed = 1,
  } = (voice ?? {}) as Record<string, number>;
  const isInRange = [stability, similarity].every((value) => value >= 0 && value <= 1);
  return isInRange && speed >= 0.7 && speed <= 1.2 ? undefined : 'voice_settings are out of range.';
}

/** A tone of 60 ms a letter. */
function speechOf({ body }: StandInRequest): Reply {
  const samples = Int16Array.from(
    { length: String(body['text']).length * 960 },
    (_, i) => 6_000 * Math.sin(i / 6),
  );
  return replies.speech({ bytes: new Uint8Array(samples.buffer), pieceBytes: 8_001 });
}
