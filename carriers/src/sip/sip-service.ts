import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { CarrierConnection, CarrierOptions, CarrierService, ConnectionState, Leg } from '../carrier.ts';
import { DialogTable } from './calls/dialog-table.ts';
import { OutboundCall } from './calls/outbound-call.ts';
import { SipLeg } from './calls/sip-leg.ts';
import { MediaSignal } from './media-messages.ts';
import { formatHost } from './message/uri.ts';
import type { Scheduler } from './scheduler.ts';
import { systemScheduler } from './scheduler.ts';
import type { SipStack } from './sip-stack.ts';
import { TransactionLayer } from './transactions/transaction-layer.ts';
import { renewCertificate } from './transport/renew-certificate.ts';
import type { NameLookups } from './transport/resolve-target.ts';
import { createResolver } from './transport/resolve-target.ts';
import { TlsIdentity } from './transport/tls-identity.ts';
import { Transport } from './transport/transport.ts';
import type { Trunk } from './trunks/trunk.ts';
import { TrunkTable } from './trunks/trunk-table.ts';
import { UserAgent } from './user-agent.ts';

/** Parts of the world that tests replace. */
export type SipServiceParts = {
  scheduler?: Scheduler;
  lookups?: NameLookups;
  /** Who may ring without a trunk. */
  isLocal?: (address: string) => boolean;
  closeMs?: number;
};

export type SipCounts = { transactions: number; dialogs: number; legs: number; sockets: number };

/** How long `close` waits for the far ends to answer our last words, where nothing else is said. */
const defaultCloseMs = 1500;

type PlacedCall = Parameters<CarrierService['placeCall']>[0];

/** Starts SIP on one port, for all trunks and for the softphones of this machine. Rejects when the port is taken. */
export async function openSipService(
  options: CarrierOptions,
  parts: SipServiceParts = {},
): Promise<SipService> {
  const { environment, media, log } = options;
  const scheduler = parts.scheduler ?? systemScheduler;
  // A message may come between the binding of the first and of the last socket: until all stands, it is dropped.
  let standing: { transactions: TransactionLayer; trunks: TrunkTable } | undefined;
  const tls = await TlsIdentity.open(environment.sipTls ?? {});
  const transport = await Transport.open({
    host: isIP(environment.sipHost) ? environment.sipHost : (await lookup(environment.sipHost, 4)).address,
    port: environment.sipPort,
    tls,
    scheduler,
    onParsed(parsed, flow) {
      try {
        standing?.transactions.receive(parsed, flow);
      } catch (error) {
        // The last net: whatever one message does, the calls of others go on.
        log('error', 'A SIP message could not be handled.', { error: String(error) });
      }
    },
    canConnect: (address) => standing?.trunks.canConnect(address) ?? false,
    onClosed(connection) {
      standing?.transactions.onConnectionClosed(connection);
      standing?.trunks.onClosed(connection);
    },
  });
  if (tls.canListen) log('info', 'SIP over TLS is listened for.', { port: transport.tlsPort });
  const dialogs = new DialogTable();
  const transactions: TransactionLayer = new TransactionLayer({
    scheduler,
    send: (message, flow) => transport.send(message, flow),
    isAdmitted: (request, flow) => userAgent.isAdmitted(request, flow),
    onRequest: (transaction) => userAgent.onRequest(transaction),
    onAck: (request) => dialogs.find(request)?.onAck(request),
  });
  const stack: SipStack = {
    scheduler,
    transport,
    transactions,
    dialogs,
    resolver: createResolver(scheduler, parts.lookups),
    media,
    productName: environment.productName,
    log,
  };
  const trunks = new TrunkTable(stack, parts.isLocal);
  const legs: Legs = new Map();
  const userAgent: UserAgent = new UserAgent({
    stack,
    trunks,
    onOffer: options.onOffer,
    onLeg: (leg) => legs.set(leg.id, leg),
    onLegEnded: (leg) => legs.delete(leg.id),
  });
  standing = { transactions, trunks };
  media.onSignal('sip', (legId, signal) => {
    const parsed = MediaSignal.safeParse(signal);
    if (parsed.success && parsed.data.kind === 'rtp_timeout') legs.get(legId)?.close('media_lost');
  });
  await trunks.set(options.connections);
  return new SipService({
    ...{ stack, trunks, userAgent, legs },
    stopRenewing: renewCertificate({ scheduler, tls, transport, log }),
    closeMs: parts.closeMs ?? defaultCloseMs,
  });
}

type Legs = Map<string, SipLeg>;

/** The signalling half of the SIP carrier. */
export class SipService implements CarrierService {
  readonly #stack: SipStack;
  readonly #trunks: TrunkTable;
  readonly #userAgent: UserAgent;
  readonly #legs: Legs;
  readonly #stopRenewing: () => void;
  readonly #closeMs: number;
  #isDraining = false;
  #closing: Promise<void> | undefined;

  /** Use `openSipService`. */
  constructor(parts: {
    stack: SipStack;
    trunks: TrunkTable;
    userAgent: UserAgent;
    legs: Legs;
    stopRenewing: () => void;
    closeMs: number;
  }) {
    this.#stack = parts.stack;
    this.#trunks = parts.trunks;
    this.#userAgent = parts.userAgent;
    this.#legs = parts.legs;
    this.#stopRenewing = parts.stopRenewing;
    this.#closeMs = parts.closeMs;
  }

  /** What is alive; all of it is zero when nothing goes on, but the sockets that listen. */
  counts(): SipCounts {
    return {
      transactions: this.#stack.transactions.size,
      dialogs: this.#stack.dialogs.size,
      legs: this.#legs.size,
      sockets: this.#stack.transport.sockets,
    };
  }

  /** What was turned away: senders nobody knows, and messages that were none. */
  refusals(): { strangers: number; malformed: number } {
    return { strangers: this.#userAgent.strangers, malformed: this.#stack.transactions.malformed };
  }

  /** Ports and addresses that are listened on. */
  listening(): { port: number; tlsPort: number | undefined; addresses: readonly string[] } {
    const { port, tlsPort, addresses, listensOverTls } = this.#stack.transport;
    return { port, tlsPort: listensOverTls ? tlsPort : undefined, addresses };
  }

  canReach(toNumber: string, workspaceId: string): boolean {
    return !this.#isDraining && isDialable(toNumber) && this.#trunks.findFor(workspaceId) !== undefined;
  }

  hasNumber(fromNumber: string, workspaceId: string): boolean {
    return this.#trunks.findFor(workspaceId, fromNumber)?.numbers.includes(fromNumber) ?? false;
  }

  async placeCall(call: PlacedCall): Promise<Leg> {
    const leg = new SipLeg({
      id: call.legId,
      log: this.#stack.log,
      onEnded: (ended) => this.#legs.delete(ended.id),
    });
    const trunk = this.#trunks.findFor(call.workspaceId, call.fromNumber);
    if (this.#isDraining) leg.tell({ type: 'ended', endReason: 'shut_down', detail: 'shutting down' });
    else if (!isDialable(call.toNumber)) {
      leg.tell({ type: 'ended', endReason: 'number_unreachable', detail: 'The number cannot be dialled.' });
    } else if (!trunk) {
      leg.tell({ type: 'ended', endReason: 'carrier_failed', detail: 'No SIP trunk is reachable.' });
    } else await this.#placeBy(trunk, call, leg);
    return leg;
  }

  async setConnections(connections: readonly CarrierConnection[]): Promise<void> {
    if (!this.#closing) await this.#trunks.set(connections);
  }

  connectionStates(): readonly ConnectionState[] {
    return this.#trunks.list().map(({ id, state, detail }) => ({ connectionId: id, state, detail }));
  }

  addressOf(number: string): string {
    const { port, addresses } = this.listening();
    const [first = '127.0.0.1'] = addresses;
    const host = first === '0.0.0.0' || first === '::' ? findOwnAddress() : first;
    return `sip:${number}@${formatHost(host)}:${port}`;
  }

  status(): { isReady: boolean; detail: string } {
    if (this.#closing) return { isReady: false, detail: 'Closed.' };
    if (this.#isDraining) return { isReady: false, detail: 'Takes no new calls.' };
    const { port, tlsPort, addresses } = this.listening();
    const places = addresses.map((address) => `${formatHost(address)}:${port}`).join(' and ');
    const trunks = this.#trunks.list();
    const reachable = trunks.filter((trunk) => trunk.isReachable).length;
    const failing = trunks.find((trunk) => !trunk.isReachable);
    const parts = [
      `Listens on ${places}, UDP and TCP${tlsPort === undefined ? '' : `, and on ${tlsPort} for TLS`}.`,
      trunks.length === 0 ? 'No trunk is set up.' : `${reachable} of ${trunks.length} trunks can be reached.`,
      failing ? failing.detail : '',
    ];
    return { isReady: true, detail: parts.filter((part) => part !== '').join(' ') };
  }

  drain(): void {
    this.#isDraining = true;
    this.#userAgent.drain();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.drain();
    this.#stopRenewing();
    for (const leg of [...this.#legs.values()]) leg.close('shut_down');
    let hasLeft = false;
    void this.#trunks.close().then(() => {
      hasLeft = true;
    });
    // Real time on purpose: closing must come to an end whatever clock the calls run on.
    const untilMs = performance.now() + this.#closeMs;
    while ((!hasLeft || this.#stack.dialogs.size > 0) && performance.now() < untilMs) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    this.#stack.dialogs.clear();
    this.#stack.transactions.close();
    this.#stack.transport.close();
  }

  async #placeBy(trunk: Trunk, call: PlacedCall, leg: SipLeg): Promise<void> {
    this.#legs.set(leg.id, leg);
    leg.whenClosed(() => leg.tell({ type: 'ended', endReason: 'shut_down', detail: 'shutting down' }));
    try {
      const flow = await trunk.openFlow();
      if (leg.hasEnded) return;
      const target = trunk.targetOf(call.toNumber);
      await new OutboundCall({
        stack: this.#stack,
        leg,
        target,
        from: trunk.fromOf(call.fromNumber),
        to: `<${target}>`,
        contact: trunk.contact(flow, call.fromNumber || trunk.settings.username),
        routes: trunk.routes,
        flow,
        digest: trunk.digest,
        codecs: trunk.codecs,
        mustEncrypt: trunk.mustEncrypt,
        ringMs: call.ringMs,
        referTo: trunk.referTo(call.fromNumber),
      }).start();
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      leg.tell({ type: 'ended', endReason: 'carrier_failed', detail });
    }
  }
}

/** Numbers and short codes; names and addresses are never dialled for a workspace. */
function isDialable(number: string): boolean {
  return /^\+?[0-9*#]{2,20}$/.test(number);
}

/** An address of this machine that others may know it by. */
function findOwnAddress(): string {
  for (const addresses of Object.values(networkInterfaces())) {
    for (const { family, internal, address } of addresses ?? [])
      if (family === 'IPv4' && !internal) return address;
  }
  return '127.0.0.1';
}
