import type { ReceivedRequest } from '../message/message.ts';
import { formatHost } from '../message/uri.ts';
import type { Flow } from '../transport/flow.ts';
import { isReliable } from '../transport/flow.ts';

/** Ports of a Via that names none (RFC 3261 section 18.2.1). */
const defaultPort = 5060;

/** Notes in the topmost Via where the request came from (RFC 3261 section 18.2.1, RFC 3581 section 4). */
export function markVia(request: ReceivedRequest, flow: Flow): void {
  const { via } = request;
  const asksForPort = via.parameters.has('rport');
  if (!asksForPort && via.host === flow.address) return;
  // A forged mark of the sender's own would be read instead of ours.
  let text = (request.headers.find('via') ?? '').replace(/;\s*received\s*=[^;]*/gi, '');
  if (asksForPort) text = text.replace(/;\s*rport\s*(=[^;]*)?(?=;|$)/i, `;rport=${flow.port}`);
  request.headers.replaceFirst('via', `${text};received=${flow.address}`);
}

/**
 * Where the responses go: over TCP and TLS the same connection; over UDP the port they came from where the sender
 * asks for it, else the port that its Via names (RFC 3261 section 18.2.2). A sender whose Via names another
 * address stands behind a translator, which lets nothing in but to the port it opened.
 */
export function responseFlowOf(request: ReceivedRequest, flow: Flow): Flow {
  const { via } = request;
  if (isReliable(flow) || via.parameters.has('rport') || formatHost(via.host) !== formatHost(flow.address)) {
    return flow;
  }
  return { ...flow, port: via.port ?? defaultPort };
}
