import { VendorError } from './vendor.ts';

/** Largest answer of a vendor that is read, in bytes: what we ask for has a few kilobytes. */
const answerLimitBytes = 4_000_000;

/**
 * `fetch` that follows no redirect and reads no more of an answer than the limit.
 * @throws VendorError `unavailable` when the vendor cannot be reached, hangs up, or does not stop answering; the
 * reason of the signal when that ends it.
 */
export async function boundedFetch(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, { ...init, redirect: 'manual' });
  } catch (cause) {
    if (init?.signal?.aborted) throw init.signal.reason;
    throw new VendorError('unavailable', 'The vendor cannot be reached.', { cause });
  }
  if (response.status >= 300 && response.status < 400)
    throw new VendorError('unavailable', 'The vendor answered with a redirect.');
  const body = await readBody(response, init?.signal ?? undefined);
  const { status, statusText, headers } = response;
  const hasBody = status !== 204 && status !== 205;
  return new Response(hasBody ? body : null, { status, statusText, headers: withoutEncoding(headers) });
}

async function readBody(response: Response, signal: AbortSignal | undefined): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > answerLimitBytes)
        throw new VendorError('unavailable', 'The answer of the vendor is too large.');
      chunks.push(chunk);
    }
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    if (cause instanceof VendorError) throw cause;
    throw new VendorError('unavailable', 'The vendor broke off its answer.', { cause });
  }
  return Buffer.concat(chunks);
}

/** The body is decoded by now: what said how it was packed would mislead. */
function withoutEncoding(headers: Headers): Headers {
  const kept = new Headers(headers);
  kept.delete('content-encoding');
  kept.delete('content-length');
  return kept;
}
