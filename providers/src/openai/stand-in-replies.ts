import type { ServerResponse } from 'node:http';
import type { StandInRequest } from './stand-in.ts';

/** Answers one request. `wait` ends early when the stand-in closes. */
export type Reply = (exchange: {
  response: ServerResponse;
  request: StandInRequest;
  wait: (ms: number) => Promise<void>;
}) => Promise<void>;

export type ChatScript = {
  text?: readonly string[];
  toolCalls?: readonly { id: string; name: string; argumentPieces: readonly string[] }[];
  finishReason?: 'stop' | 'length' | 'tool_calls' | 'content_filter';
  /** Waits so long before the first chunk, headers included. */
  firstChunkMs?: number;
  /** After so many chunks: sends nothing more, cuts the connection, sends broken JSON or tells an error. */
  after?: { chunks: number; does: 'stall' | 'cut' | 'malformed' | 'error' | 'end' };
};

const forever = 2 ** 30;

export const replies = {
  /** A streamed chat completion: server-sent events of `chat.completion.chunk`, usage, then [DONE]. */
  chat(script: ChatScript): Reply {
    return async ({ response, wait }) => {
      await wait(script.firstChunkMs ?? 0);
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache',
      });
      for (const [i, chunk] of chatChunks(script).entries()) {
        if (script.after?.chunks === i) {
          if (script.after.does === 'stall') await wait(forever);
          if (script.after.does === 'cut') return void response.destroy();
          if (script.after.does === 'end') return void response.end();
          if (script.after.does === 'malformed') response.write('data: {"id":"chatcmpl-1","choi\n\n');
          if (script.after.does === 'error') {
            response.write(
              'data: {"error":{"message":"The server had an error.","type":"server_error"}}\n\n',
            );
          }
        }
        await write(response, `data: ${JSON.stringify(chunk)}\n\n`);
      }
      response.end('data: [DONE]\n\n');
    };
  },

  /** An answer that goes on until the client leaves. */
  endlessChat(): Reply {
    return async ({ response, request }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      while (!request.isAborted && !response.destroyed) {
        await write(response, `data: ${JSON.stringify(chunkOf({ content: 'and so on, '.repeat(20) }))}\n\n`);
      }
    };
  },

  /** An error in the vendor's form. */
  error(
    status: number,
    error: { message: string; code?: string },
    headers: Readonly<Record<string, string>> = {},
  ): Reply {
    return async ({ response }) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      const type = status >= 500 ? 'server_error' : 'invalid_request_error';
      response.end(
        JSON.stringify({ error: { message: error.message, type, param: null, code: error.code ?? null } }),
      );
    };
  },

  /** Whatever a broken proxy may answer. */
  raw(status: number, contentType: string, body: string): Reply {
    return async ({ response }) => {
      response.writeHead(status, { 'content-type': contentType });
      response.end(body);
    };
  },

  /** Vectors in the order of the texts. */
  embeddings(vectors: readonly (readonly unknown[])[]): Reply {
    return async ({ response }) => {
      const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }));
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({
          object: 'list',
          data,
          model: 'stand-in',
          usage: { prompt_tokens: 1, total_tokens: 1 },
        }),
      );
    };
  },

  transcript(text: string, delayMs = 0): Reply {
    return async ({ response, wait }) => {
      await wait(delayMs);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ text, usage: { type: 'duration', seconds: 1 } }));
    };
  },

  /** Speech sent in pieces of any size. */
  speech(script: {
    bytes: Uint8Array;
    contentType?: string;
    pieceBytes?: number;
    pieceMs?: number;
    after?: { bytes: number; does: 'stall' | 'cut' };
  }): Reply {
    return async ({ response, wait }) => {
      response.writeHead(200, { 'content-type': script.contentType ?? 'audio/pcm' });
      const size = script.pieceBytes ?? 1_024;
      for (let at = 0; at < script.bytes.length; at += size) {
        if (script.after && at >= script.after.bytes) {
          if (script.after.does === 'cut') return void response.destroy();
          await wait(forever);
        }
        await write(response, script.bytes.subarray(at, at + size));
        await wait(script.pieceMs ?? 0);
      }
      response.end();
    };
  },

  /** Takes the request and never answers. */
  silence(): Reply {
    return async ({ wait }) => wait(forever);
  },
};

function chatChunks(script: ChatScript): unknown[] {
  const chunks: unknown[] = [chunkOf({ role: 'assistant', content: '' })];
  for (const content of script.text ?? []) chunks.push(chunkOf({ content }));
  for (const [index, call] of (script.toolCalls ?? []).entries()) {
    const start = { index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } };
    chunks.push(chunkOf({ tool_calls: [start] }));
    for (const piece of call.argumentPieces) {
      chunks.push(chunkOf({ tool_calls: [{ index, function: { arguments: piece } }] }));
    }
  }
  const reason = script.finishReason ?? (script.toolCalls ? 'tool_calls' : 'stop');
  chunks.push(chunkOf({}, reason));
  chunks.push({ ...frame, choices: [], usage: { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 } });
  return chunks;
}

const frame = {
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_700_000_000,
  model: 'stand-in',
};

function chunkOf(delta: unknown, finishReason: string | null = null): unknown {
  return { ...frame, choices: [{ index: 0, delta, finish_reason: finishReason }] };
}

async function write(response: ServerResponse, data: string | Uint8Array): Promise<void> {
  if (response.destroyed) throw new Error('The client left.');
  // Also ends when the client leaves while the buffer is full.
  if (!response.write(data)) {
    await new Promise<void>((resolve) => {
      response.once('drain', resolve);
      response.once('close', resolve);
    });
  }
  await new Promise((resolve) => setImmediate(resolve));
}
