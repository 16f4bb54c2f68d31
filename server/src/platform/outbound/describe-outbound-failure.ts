import { OutboundError } from './outbound.ts';

/** Codes of OpenSSL and of Node's own certificate checks (https://nodejs.org/api/tls.html#x509-certificate-error-codes). */
const tlsCode = /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO$)/;

/** What went wrong, in a sentence that staff may read; an abort by the caller is handed on as it is. */
export function describeOutboundFailure(
  error: unknown,
  { url, timeOut, timeoutMs }: { url: URL; timeOut: AbortSignal; timeoutMs: number },
): unknown {
  const cause = findOutboundError(error);
  if (cause !== undefined) return cause;
  const code = codeOf(error);
  const { hostname } = url;
  const fail = (failure: OutboundError['failure'], sentence: string) =>
    new OutboundError(failure, sentence, { cause: error });
  if (timeOut.aborted) return fail('timed_out', `No answer within ${Math.round(timeoutMs / 1000)} seconds.`);
  if ((error as Error).name === 'AbortError') return error;
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT')
    return fail('timed_out', `${hostname} took too long to accept the connection.`);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA')
    return fail('name_not_found', `There is no server called ${hostname}.`);
  if (tlsCode.test(code))
    return fail(
      'tls_failed',
      `No secure connection to ${hostname} could be made: its certificate cannot be trusted, or it does not speak https.`,
    );
  if (code === 'ECONNREFUSED') return fail('connection_failed', `${hostname} refused the connection.`);
  if (
    code.startsWith('HPE_') ||
    (error as Error).name === 'HTTPParserError' ||
    code === 'UND_ERR_HEADERS_OVERFLOW'
  )
    return fail('answer_broken', 'The answer could not be read.');
  return fail('connection_failed', `The connection to ${hostname} was lost.`);
}

/** Of several addresses that all failed the errors stand in a list. */
function findOutboundError(error: unknown): OutboundError | undefined {
  if (error instanceof OutboundError) return error;
  const { cause, errors } = error as { cause?: unknown; errors?: unknown[] };
  return [...(errors ?? []), ...(cause === undefined ? [] : [cause])].find(
    (each): each is OutboundError => each instanceof OutboundError,
  );
}

function codeOf(error: unknown): string {
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown[] };
  if (typeof code === 'string') return code;
  const inner = errors?.[0] ?? cause;
  return inner === undefined ? '' : codeOf(inner);
}
