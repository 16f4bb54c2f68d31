import type { DigestClient } from '../digest.ts';
import { parseNameAddress } from '../message/header-values.ts';
import { SipHeaders } from '../message/headers.ts';
import type { ReceivedRequest, ReceivedResponse, SipRequest, SipResponse } from '../message/message.ts';
import { parseUri } from '../message/uri.ts';
import type { SipStack } from '../sip-stack.ts';
import type { ClientFailure, ClientTransaction } from '../transactions/client-transaction.ts';
import type { Flow } from '../transport/flow.ts';
import { isPrivate } from '../transport/local-address.ts';

export type DialogParts = {
  stack: SipStack;
  callId: string;
  /** From of our requests, with our tag. */
  local: string;
  /** To of our requests, with the far end's tag once there is one. */
  remote: string;
  /** Request-URI of our requests: the far end's Contact. */
  target: string;
  /** Route set, nearest first (RFC 3261 section 12.1). */
  routes: readonly string[];
  /** Contact of our requests. */
  contact: string;
  /** The way the dialog was opened. */
  flow: Flow;
  /** CSeq of our last request; undefined: start anywhere. */
  localSequence?: number;
  /** CSeq of the far end's last request. */
  remoteSequence?: number;
  digest: DigestClient | undefined;
  /** Send by `flow` and no other way: the way itself is what is asked about. */
  isPinned?: boolean;
};

export type RequestParts = {
  headers?: Record<string, string | readonly string[] | undefined>;
  body?: string;
  contentType?: string;
};

/** The final response, or why there is none. */
export type Outcome =
  | { response: ReceivedResponse; failure?: undefined }
  | { failure: ClientFailure; response?: undefined };

/** How often one request is sent again with digest: once for the trunk, once for a proxy, once for a stale nonce. */
const maxAuthorizations = 3;

/** What both sides know of a call (RFC 3261 section 12), and how requests in it are sent. */
export class Dialog {
  readonly #parts: DialogParts;
  #target: string;
  #localSequence: number;
  #remoteSequence: number | undefined;
  #invite: SipRequest | undefined;

  constructor(parts: DialogParts) {
    this.#parts = parts;
    this.#target = parts.target;
    // Below 2^31 for the life of any call (RFC 3261 section 8.1.1.5).
    this.#localSequence = parts.localSequence ?? Math.floor(Math.random() * 100_000);
    this.#remoteSequence = parts.remoteSequence;
  }

  get callId(): string {
    return this.#parts.callId;
  }

  get contact(): string {
    return this.#parts.contact;
  }

  /** Whether a request is of this far end, and not of another phone that a proxy rang with the same INVITE. */
  isFrom(request: ReceivedRequest): boolean {
    const known = parseNameAddress(this.#parts.remote)?.parameters.get('tag');
    return request.from.parameters.get('tag') === known;
  }

  /** Whether a request of the far end is newer than the last (RFC 3261 section 12.2.2). */
  takeSequence(request: ReceivedRequest): boolean {
    if (this.#remoteSequence !== undefined && request.cseq.number <= this.#remoteSequence) return false;
    this.#remoteSequence = request.cseq.number;
    return true;
  }

  /** INVITE and UPDATE move the far end's address (RFC 3261 section 12.2, RFC 3311 section 5.3). */
  refreshTarget(message: SipRequest | SipResponse): void {
    const contact = parseNameAddress(message.headers.find('contact') ?? '');
    if (contact?.parsedUri) this.#target = contact.uri;
  }

  /** Sends a request and waits for its end. An INVITE that is accepted has been acknowledged by then. */
  async request(method: string, parts: RequestParts = {}): Promise<Outcome> {
    for (let attempt = 0; ; attempt++) {
      const request = this.#build(method, ++this.#localSequence, parts);
      this.#parts.digest?.authorize(request);
      if (method === 'INVITE') this.#invite = request;
      const outcome = await this.#send(request);
      const { response } = outcome;
      if (!response || (response.status !== 401 && response.status !== 407)) return outcome;
      if (attempt >= maxAuthorizations || !this.#parts.digest?.learn(response, request)) return outcome;
    }
  }

  /** Acknowledges a 2xx with the credentials of its INVITE (RFC 3261 section 22.1). */
  async acknowledge(sequence: number, invite: SipRequest | undefined = this.#invite): Promise<void> {
    const request = this.#build('ACK', sequence, {});
    for (const name of ['authorization', 'proxy-authorization']) {
      request.headers.set(name, ...(invite?.headers.list(name) ?? []));
    }
    const flow = await this.#openFlow().catch(() => this.#parts.flow);
    this.#parts.stack.transactions.sendAck(request, flow);
  }

  async #send(request: SipRequest): Promise<Outcome> {
    const flow = await this.#openFlow().catch(() => this.#parts.flow);
    return new Promise((resolve) => {
      this.#parts.stack.transactions.start({
        request,
        flow,
        onResponse: (response, transaction) => this.#takeResponse(response, transaction, resolve),
        onFailed: (failure) => resolve({ failure }),
      });
    });
  }

  #takeResponse(
    response: ReceivedResponse,
    transaction: ClientTransaction,
    resolve: (outcome: Outcome) => void,
  ) {
    if (response.status < 200) return;
    if (transaction.request.method === 'INVITE' && response.status < 300) {
      this.refreshTarget(response);
      void this.acknowledge(response.cseq.number, transaction.request);
    }
    resolve({ response });
  }

  #build(method: string, sequence: number, parts: RequestParts): SipRequest {
    const { callId, local, remote, contact, stack } = this.#parts;
    const headers = new SipHeaders().set('max-forwards', '70');
    let uri = this.#target;
    let routes = [...this.#parts.routes];
    const first = parseNameAddress(routes[0] ?? '');
    if (first && !first.parsedUri?.parameters.has('lr') && first.parsedUri) {
      // A strict router wants its own address on the first line (RFC 3261 section 12.2.1.1).
      routes = [...routes.slice(1), `<${uri}>`];
      uri = first.uri;
    }
    headers.set('route', ...routes);
    headers.set('from', local).set('to', remote).set('call-id', callId).set('cseq', `${sequence} ${method}`);
    if (method === 'INVITE' || method === 'UPDATE') headers.set('contact', contact);
    headers.set('user-agent', stack.productName);
    for (const [name, value] of Object.entries(parts.headers ?? {})) {
      if (value !== undefined) headers.set(name, ...(typeof value === 'string' ? [value] : value));
    }
    if (parts.body !== undefined) headers.set('content-type', parts.contentType ?? 'application/sdp');
    return { kind: 'request', method, uri, headers, body: parts.body ?? '' };
  }

  /** An open connection is used again (RFC 5923); else the route or the far end's Contact is asked. */
  async #openFlow(): Promise<Flow> {
    const { flow, stack } = this.#parts;
    if (this.#parts.isPinned || flow.connection?.isOpen) return flow;
    const next = this.#parts.routes[0];
    const uri = next === undefined ? parseUri(this.#target) : parseNameAddress(next)?.parsedUri;
    if (!uri || uri.host === '') return flow;
    // Behind an address translator the Contact means nothing to us; the way it came by does.
    if (flow.protocol === 'UDP' && isPrivate(uri.host) && !isPrivate(flow.address)) return flow;
    const named = uri.parameters.has('transport') ? uri : withTransport(uri, flow);
    const [target] = await stack.resolver.resolve(named);
    if (!target) return flow;
    // Its Contact may be a bare address, which no certificate names: it proves itself as it did before.
    return stack.transport.openFlow({
      ...target,
      serverName: flow.connection?.serverName ?? target.serverName,
    });
  }
}

/** Without a transport of its own an address is tried over the one in use. */
function withTransport<Uri extends { parameters: ReadonlyMap<string, string> }>(uri: Uri, flow: Flow): Uri {
  return { ...uri, parameters: new Map([...uri.parameters, ['transport', flow.protocol]]) };
}
