import type { ReceivedRequest, ReceivedResponse, SipRequest, SipResponse } from '../message/message.ts';
import type { Parsed } from '../message/parse-message.ts';
import { buildResponse, createBranch } from '../message/response.ts';
import { formatHost } from '../message/uri.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Flow } from '../transport/flow.ts';
import type { ClientTransactionOptions } from './client-transaction.ts';
import { buildHopRequest, ClientTransaction } from './client-transaction.ts';
import { markVia, responseFlowOf } from './response-routing.ts';
import { ServerTransaction } from './server-transaction.ts';

export type TransactionLayerOptions = {
  scheduler: Scheduler;
  send(message: SipRequest | SipResponse, flow: Flow): Promise<void>;
  /** False: the sender is a stranger and hears nothing, not even a refusal. */
  isAdmitted(request: SipRequest, flow: Flow): boolean;
  onRequest(transaction: ServerTransaction): void;
  /** ACK of a 2xx (RFC 3261 section 13.2.2.4). */
  onAck(request: ReceivedRequest): void;
};

export type ClientTransactionParts = Pick<
  ClientTransactionOptions,
  'request' | 'flow' | 'onResponse' | 'onFailed'
>;

/** Server transactions at once; requests beyond are answered 503 without keeping anything. */
const maxServerTransactions = 20_000;

/** Matches messages to transactions (RFC 3261 sections 17.1.3 and 17.2.3). */
export class TransactionLayer {
  readonly #options: TransactionLayerOptions;
  readonly #clients = new Map<string, ClientTransaction>();
  readonly #servers = new Map<string, ServerTransaction>();
  /** Requests outside dialogs, to tell one that came twice by different ways (section 8.2.2.2). */
  readonly #merging = new Map<string, string>();
  #malformed = 0;

  constructor(options: TransactionLayerOptions) {
    this.#options = options;
  }

  /** Transactions that are alive. */
  get size(): number {
    return this.#clients.size + this.#servers.size;
  }

  /** Messages that were none. */
  get malformed(): number {
    return this.#malformed;
  }

  receive(parsed: Parsed, flow: Flow): void {
    if (!parsed.message) this.#refuse(parsed, flow);
    else if (parsed.message.kind === 'request') this.#receiveRequest(parsed.message, flow);
    else this.#receiveResponse(parsed.message);
  }

  /** Sends a request with a Via of its own. */
  start(parts: ClientTransactionParts): ClientTransaction {
    const { request, flow } = parts;
    const branch = addVia(request, flow);
    return this.#startClient(parts, `${branch} ${request.method}`);
  }

  /** Cancels an INVITE that has had a provisional response (section 9.1). */
  cancel(invite: ClientTransaction, reason?: string): void {
    const request = buildHopRequest('CANCEL', invite.request);
    if (reason !== undefined) request.headers.set('reason', reason);
    const key = `${/branch=([^;]+)/.exec(request.headers.find('via') ?? '')?.[1]} CANCEL`;
    this.#startClient(
      { request, flow: invite.flow, onResponse: () => undefined, onFailed: () => undefined },
      key,
    );
    invite.limitAfterCancel();
  }

  /** Sends the ACK of a 2xx, which is no transaction (section 13.2.2.4). */
  sendAck(request: SipRequest, flow: Flow): void {
    addVia(request, flow);
    this.#options.send(request, flow).catch(() => undefined);
  }

  /** Requests on their way over a connection that broke have failed. */
  onConnectionClosed(connection: Flow['connection']): void {
    for (const transaction of [...this.#clients.values()]) transaction.onConnectionClosed(connection);
  }

  close(): void {
    for (const transaction of [...this.#clients.values(), ...this.#servers.values()]) transaction.end();
  }

  #startClient(parts: ClientTransactionParts, key: string): ClientTransaction {
    const transaction = new ClientTransaction({
      ...parts,
      key,
      scheduler: this.#options.scheduler,
      send: this.#options.send,
      onEnded: (ended) => this.#clients.delete(ended),
    });
    this.#clients.set(key, transaction);
    transaction.start();
    return transaction;
  }

  #receiveResponse(response: ReceivedResponse): void {
    // More than one Via: the response is somebody else's (section 8.1.3.3).
    if (response.headers.list('via').length !== 1) return;
    const { method } = response.cseq;
    const transaction = this.#clients.get(`${response.via.parameters.get('branch')} ${method}`);
    transaction?.receive(response);
  }

  #receiveRequest(request: ReceivedRequest, flow: Flow): void {
    const key = serverKey(request);
    const known = this.#servers.get(key);
    if (request.method === 'ACK') {
      // Some peers put the branch of the INVITE on the ACK of a 2xx; it is the owner's all the same.
      if (known && known.state !== 'accepted') known.receive(request);
      else this.#options.onAck(request);
      return;
    }
    if (known) {
      known.receive(request);
      return;
    }
    const canceled =
      request.method === 'CANCEL' ? this.#servers.get(serverKey(request, 'INVITE')) : undefined;
    if (!canceled && !this.#options.isAdmitted(request, flow)) return;
    const responseFlow = responseFlowOf(request, flow);
    markVia(request, flow);
    if (this.#servers.size >= maxServerTransactions) {
      const refusal = buildResponse(request, 503, { headers: { 'retry-after': '5' } });
      this.#options.send(refusal, responseFlow).catch(() => undefined);
      return;
    }
    const transaction = new ServerTransaction({
      request,
      flow,
      responseFlow,
      key,
      scheduler: this.#options.scheduler,
      send: this.#options.send,
      onEnded: (ended) => this.#forget(ended),
    });
    this.#servers.set(key, transaction);
    if (request.method === 'CANCEL') this.#receiveCancel(transaction, canceled);
    else if (this.#isMerged(transaction)) transaction.reply(482);
    else this.#options.onRequest(transaction);
  }

  #isMerged(transaction: ServerTransaction): boolean {
    if (transaction.request.to.parameters.has('tag')) return false;
    const merging = mergingKey(transaction.request);
    if (this.#merging.has(merging)) return true;
    this.#merging.set(merging, transaction.key);
    return false;
  }

  #receiveCancel(transaction: ServerTransaction, invite: ServerTransaction | undefined): void {
    // The tag of the INVITE's responses (section 9.2).
    if (invite) transaction.reply(200, { toTag: invite.toTag });
    else transaction.reply(481);
    invite?.cancel(transaction.request);
  }

  #forget(transaction: ServerTransaction): void {
    this.#servers.delete(transaction.key);
    const merging = mergingKey(transaction.request);
    if (this.#merging.get(merging) === transaction.key) this.#merging.delete(merging);
  }

  /** Says what was wrong where the request is understood well enough to be answered. */
  #refuse(parsed: Extract<Parsed, { fault: string }>, flow: Flow): void {
    this.#malformed++;
    if (!parsed.refusal) return;
    const { request, status } = parsed.refusal;
    if (request.method === 'ACK' || !request.headers.has('via')) return;
    if (!this.#options.isAdmitted(request, flow)) return;
    const reason = status === 400 ? `Bad Request (${parsed.fault})` : undefined;
    const refusal = buildResponse(request, status, reason === undefined ? {} : { reason });
    this.#options.send(refusal, flow).catch(() => undefined);
  }
}

function addVia(request: SipRequest, flow: Flow): string {
  const branch = createBranch();
  const sentBy = `${formatHost(flow.localAddress)}:${flow.localPort}`;
  request.headers.set('via', `SIP/2.0/${flow.protocol} ${sentBy};branch=${branch};rport`);
  return branch;
}

/** Peers of RFC 2543 send no branch with the magic cookie (section 17.2.3). */
function serverKey(
  request: ReceivedRequest,
  method = request.method === 'ACK' ? 'INVITE' : request.method,
): string {
  const { via } = request;
  const branch = via.parameters.get('branch');
  if (branch?.startsWith('z9hG4bK')) return `${branch} ${via.host}:${via.port ?? ''} ${method}`;
  return `2543 ${request.callId} ${request.cseq.number} ${request.from.parameters.get('tag')} ${method}`;
}

function mergingKey(request: ReceivedRequest): string {
  return `${request.callId} ${request.from.parameters.get('tag')} ${request.cseq.number} ${request.method}`;
}
