import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChatBody, checkChat } from './stand-in-chat.ts';
import { type Reply, replies } from './stand-in-replies.ts';

/** A request the stand-in got. `isAborted` becomes true when the client hung up before the answer was done. */
export type StandInRequest = {
  path: string;
  authorization: string | undefined;
  /** The parsed JSON of chat and speech. */
  json: Record<string, unknown>;
  /** The fields of a transcription; `file` is the WAV. */
  form: { fields: Record<string, string>; file: Uint8Array } | undefined;
  isAborted: boolean;
};

/**
 * A server on loopback that speaks the documented protocol: it checks what clients send as strictly as the
 * vendor, and answers as the test scripts it. For tests only.
 */
export class StandIn {
  readonly requests: StandInRequest[] = [];
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #scripted: Reply[] = [];
  readonly #closing = new AbortController();
  readonly #apiKey: string;
  #ordinary: (request: StandInRequest) => Reply = ordinaryReply;

  private constructor(apiKey: string) {
    this.#apiKey = apiKey;
  }

  /** Opens one; without a key it takes any request. */
  static async open(apiKey = ''): Promise<StandIn> {
    const standIn = new StandIn(apiKey);
    await new Promise<void>((resolve) => standIn.#server.listen(0, '127.0.0.1', resolve));
    return standIn;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** Scripts the next answers, one for each request. Unscripted requests get an ordinary answer. */
  script(...next: Reply[]): void {
    this.#scripted.push(...next);
  }

  /** Answers every unscripted request by its content. */
  answerWith(ordinary: (request: StandInRequest) => Reply): void {
    this.#ordinary = ordinary;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (incoming.url ?? '').replace(/^\/v1/, '');
    const request: StandInRequest = {
      path,
      authorization: incoming.headers.authorization,
      json: {},
      form: undefined,
      isAborted: false,
    };
    this.requests.push(request);
    response.on('close', () => {
      request.isAborted = !response.writableEnded;
    });
    response.on('error', () => undefined);
    try {
      const refusal = await this.#check(incoming, request);
      const reply = refusal ?? this.#scripted.shift() ?? this.#ordinary(request);
      const wait = (ms: number) => sleep(ms, undefined, { signal: this.#closing.signal });
      await reply({ response, request, wait });
    } catch {
      response.destroy();
    }
  }

  /** The refusal of a request the vendor would refuse too. */
  async #check(incoming: IncomingMessage, request: StandInRequest): Promise<Reply | undefined> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (this.#apiKey !== '' && request.authorization !== `Bearer ${this.#apiKey}`) {
      return replies.error(401, {
        code: 'invalid_api_key',
        message: `Incorrect API key provided: ${request.authorization}.`,
      });
    }
    if (incoming.method !== 'POST') return replies.error(405, { message: 'Not allowed.' });
    if (request.path === '/audio/transcriptions') return checkTranscription(incoming, body, request);
    if (!['/chat/completions', '/audio/speech', '/embeddings'].includes(request.path)) {
      return replies.error(404, { message: `Invalid URL (POST ${request.path})` });
    }
    try {
      request.json = JSON.parse(body.toString());
    } catch {
      return replies.error(400, { message: 'We could not parse the JSON body of your request.' });
    }
    const checks: Record<string, (body: Record<string, unknown>) => string | undefined> = {
      '/audio/speech': checkSpeech,
      '/embeddings': checkEmbedding,
    };
    const problem = (checks[request.path] ?? ((body) => checkChat(body as ChatBody)))(request.json);
    return problem === undefined ? undefined : replies.error(400, { message: problem });
  }
}

async function checkTranscription(
  incoming: IncomingMessage,
  body: Buffer,
  request: StandInRequest,
): Promise<Reply | undefined> {
  const contentType = incoming.headers['content-type'] ?? '';
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => undefined);
  const file = form?.get('file');
  if (!form || !(file instanceof Blob))
    return replies.error(400, { message: "Missing required parameter: 'file'." });
  const fields: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === 'string') fields[name] = value;
  request.form = { fields, file: new Uint8Array(await file.arrayBuffer()) };
  if (!fields['model']) return replies.error(400, { message: "Missing required parameter: 'model'." });
  const name = (file as File).name;
  const isWav = Buffer.from(request.form.file.subarray(0, 4)).toString() === 'RIFF' && /\.wav$/.test(name);
  return isWav ? undefined : replies.error(400, { message: `Invalid file format: ${name}.` });
}

/** Limits of the speech endpoint's reference: input of 1 to 4096 letters, a named voice, a known format. */
function checkSpeech(body: Record<string, unknown>): string | undefined {
  const { model, input, voice, response_format: format = 'mp3' } = body;
  if (typeof model !== 'string' || model === '') return "Missing required parameter: 'model'.";
  if (typeof input !== 'string' || input.length < 1 || input.length > 4096) return "Invalid 'input'.";
  if (typeof voice !== 'string' || voice === '') return "Missing required parameter: 'voice'.";
  const formats = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'];
  return formats.includes(String(format)) ? undefined : "Invalid 'response_format'.";
}

/** Limits of the embeddings reference: a model, and 1 to 2048 texts that are not empty. */
function checkEmbedding({ model, input }: Record<string, unknown>): string | undefined {
  if (typeof model !== 'string' || model === '') return "Missing required parameter: 'model'.";
  if (!Array.isArray(input) || input.length < 1 || input.length > 2048) return "Invalid 'input'.";
  const isFull = input.every((text) => typeof text === 'string' && text !== '');
  return isFull ? undefined : "'$.input' is invalid.";
}

function ordinaryReply({ path, json }: StandInRequest): Reply {
  if (path === '/embeddings') return replies.embeddings((json['input'] as string[]).map(likelyVector));
  if (path === '/audio/transcriptions') return replies.transcript('hello there');
  if (path === '/audio/speech') return replies.speech({ bytes: new Uint8Array(4_800) });
  return replies.chat({ text: ['Hello', ' there', '.'] });
}

/** A vector of eight numbers that is the same for the same letters, so that like texts lie near each other. */
function likelyVector(text: string): number[] {
  const vector = new Array<number>(8).fill(0);
  for (const letter of text.toLowerCase()) vector[(letter.codePointAt(0) ?? 0) % 8]! += 1;
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
