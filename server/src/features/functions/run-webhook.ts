import type { WebhookFunction } from '@parley/contract/agent-functions';
import type { FunctionTrial } from '@parley/contract/functions';
import { type Outbound, type OutboundAnswer, OutboundError } from '../../platform/outbound/outbound.ts';
import { timeoutMsOf } from './offered-tools.ts';

/** What is read of an answer; a model is told less. */
const maxAnswerBytes = 64 * 1024;
const maxResultLength = 4_000;
const maxProblemLength = 300;

/** What a webhook gave: the request and its answer, and what a call's record says of it. */
export type WebhookOutcome = {
  trial: FunctionTrial;
  /** The service's own answer, or what went wrong; nothing that only a model is told. */
  record: string;
};

/** Asking twice changes nothing (RFC 9110, section 9.2.2). */
const repeatable: ReadonlySet<string> = new Set(['GET', 'PUT', 'DELETE']);

export type WebhookRun = {
  function: WebhookFunction;
  arguments: Readonly<Record<string, unknown>>;
  /** The same for every try of one run, so that the other side can tell (Idempotency-Key header). */
  idempotencyKey: string;
  /** The call it runs in; for a trial facts made up for it. */
  call: { id: string; direction: string; from_number: string; to_number: string };
};

/**
 * Runs a custom function: arguments go as JSON `{ name, args, call }`, or in the address for GET and DELETE. Tried a
 * second time only where that is safe: the method is repeatable, or the connection was refused and nothing was sent.
 * Never rejects: what went wrong is told in the outcome, in words for the model that claim nothing.
 */
export async function runWebhook(
  outbound: Pick<Outbound, 'fetch'>,
  run: WebhookRun,
  signal: AbortSignal,
  nowMs: () => number = Date.now,
): Promise<WebhookOutcome> {
  const request = toRequest(run);
  const beganMs = nowMs();
  const ask = (): Promise<OutboundAnswer> =>
    outbound.fetch(request.url, {
      method: request.method,
      headers: request.headers,
      ...(request.body !== '' && { body: request.body }),
      timeoutMs: timeoutMsOf(run.function),
      maxAnswerBytes,
      signal,
    });
  const finish = (answer: FunctionTrial['answer'], { record, isProblem }: Described): WebhookOutcome => ({
    trial: {
      request: { ...request, headers: Object.keys(request.headers) },
      answer,
      result: isProblem ? didNotWork(record) : record,
      took_ms: nowMs() - beganMs,
    },
    record,
  });
  try {
    const answer = await ask()
      .then((first) => (isPassing(first.status) && mayRepeat(request.method) ? ask() : first))
      .catch((error: unknown) => {
        if (signal.aborted || !(mayRepeat(request.method) || wasRefused(error))) throw error;
        return ask();
      });
    const body = Buffer.from(answer.body).toString('utf8');
    return finish({ status: answer.status, body, is_cut: answer.isCut }, describeAnswer(answer.status, body));
  } catch (error) {
    const problem = error instanceof OutboundError ? error.message : 'The request failed.';
    return finish(null, { record: problem, isProblem: true });
  }
}

function toRequest(run: WebhookRun): {
  method: WebhookFunction['method'];
  url: string;
  headers: Record<string, string>;
  body: string;
} {
  const { name, method, url, headers } = run.function;
  const common = {
    ...headers,
    'idempotency-key': run.idempotencyKey,
    'x-parley-call-id': run.call.id,
    accept: 'application/json, text/plain;q=0.9',
  };
  if (method === 'GET' || method === 'DELETE') {
    const target = URL.canParse(url) ? new URL(url) : undefined;
    for (const [key, value] of Object.entries(run.arguments))
      target?.searchParams.set(key, typeof value === 'object' ? JSON.stringify(value) : String(value));
    return { method, url: target?.href ?? url, headers: common, body: '' };
  }
  const body = JSON.stringify({ name, args: run.arguments, call: run.call });
  return { method, url, headers: { ...common, 'content-type': 'application/json' }, body };
}

type Described = { record: string; isProblem: boolean };

/** What an answer says: its text, whatever type it claims to have. */
function describeAnswer(status: number, body: string): Described {
  if (status < 200 || status >= 300) {
    const detail = toPlainText(body).slice(0, maxProblemLength);
    const record = `The service answered with status ${status}.${detail === '' ? '' : ` It said: ${detail}`}`;
    return { record, isProblem: true };
  }
  const text = toPlainText(body).slice(0, maxResultLength);
  return { record: text === '' ? 'Done. The service gave no further answer.' : text, isProblem: false };
}

/** JSON in its shortest form; a page without its markup; anything else as it is, without control characters. */
function toPlainText(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    const isPage = /^\s*<(?:!doctype|html)/i.test(body);
    const text = isPage
      ? body.replaceAll(/<(script|style)[\s\S]*?<\/\1>/gi, ' ').replaceAll(/<[^>]*>/g, ' ')
      : body;
    return text
      .replaceAll(/[\p{Cc}\uFFFD]+/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
  }
}

function didNotWork(problem: string): string {
  return `It did not work: ${problem} Tell the person plainly that it could not be done; do not claim that it was.`;
}

function mayRepeat(method: string): boolean {
  return repeatable.has(method);
}

/** Answers of a gateway that may pass. */
function isPassing(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}

/** Nobody listened there: nothing was sent, and asking again is safe whatever the method. */
function wasRefused(error: unknown): boolean {
  for (let cause: unknown = error, depth = 0; cause && depth < 5; depth += 1) {
    const { code, cause: inner, errors } = cause as { code?: unknown; cause?: unknown; errors?: unknown[] };
    if (code === 'ECONNREFUSED') return true;
    cause = inner ?? errors?.[0];
  }
  return false;
}
