import { BlockList, isIP } from 'node:net';
import type { CarrierConnection, ConnectionState } from '../../carrier.ts';
import type { ReferAddresses } from '../calls/referral.ts';
import { DigestClient } from '../digest.ts';
import type { CodecName } from '../media-messages.ts';
import type { ReceivedResponse } from '../message/message.ts';
import { encodeUser, formatHost, parseUri } from '../message/uri.ts';
import type { SipStack } from '../sip-stack.ts';
import { formatContact } from '../sip-stack.ts';
import type { Flow } from '../transport/flow.ts';
import { defaultPortOf } from '../transport/flow.ts';
import { KeepAlive } from './keep-alive.ts';
import { Registration } from './registration.ts';
import type { TrunkSettings } from './trunk-settings.ts';
import { listCodecs, listNumbers, listWords, splitHost } from './trunk-settings.ts';

/** One trunk of a workspace: how to reach it, whether it is there, and whom it lets ring us. */
export class Trunk {
  readonly id: string;
  /** Null: the operator's, for every workspace. */
  readonly workspaceId: string | null;
  readonly settings: TrunkSettings;
  readonly codecs: readonly CodecName[];
  readonly numbers: readonly string[];
  readonly digest: DigestClient | undefined;
  readonly #stack: SipStack;
  readonly #host: string;
  readonly #port: number | undefined;
  readonly #allowed = new BlockList();
  #addresses: readonly string[] = [];
  #targetIndex = 0;
  #seenAs: { address: string; port: number } | undefined;
  readonly #registration: Registration | undefined;
  readonly #keepAlive: KeepAlive;

  constructor(stack: SipStack, connection: CarrierConnection, settings: TrunkSettings) {
    this.#stack = stack;
    this.id = connection.id;
    this.workspaceId = connection.workspaceId;
    this.settings = settings;
    this.codecs = listCodecs(settings);
    this.numbers = listNumbers(settings);
    const { username, password } = settings;
    this.digest = username === '' ? undefined : new DigestClient({ username, password });
    const { host, port } = splitHost(settings.host);
    this.#host = host;
    this.#port = settings.port ?? port;
    for (const word of listWords(settings.allowedAddresses)) this.#allow(word);
    const parts = {
      stack,
      digest: this.digest,
      routes: this.routes,
      openFlow: () => this.openFlow(),
      takeVia: (response: ReceivedResponse, flow: Flow) => this.#takeVia(response, flow),
      onUnreachable: () => this.#targetIndex++,
    };
    const addressOfRecord = `<${this.#uriOf(username)}>`;
    this.#keepAlive = new KeepAlive({ ...parts, target: this.#uriOf(''), from: addressOfRecord });
    this.#registration = settings.register
      ? new Registration({
          ...parts,
          registrar: this.#uriOf(''),
          addressOfRecord,
          formatContact: (flow) => this.contact(flow, username),
        })
      : undefined;
  }

  /** Whether calls can be placed by it now. */
  get isReachable(): boolean {
    return this.#registration ? this.#registration.state.isRegistered : this.#keepAlive.state.isReachable;
  }

  get state(): ConnectionState['state'] {
    if (this.isReachable) return this.#registration ? 'registered' : 'reachable';
    return (this.#registration ?? this.#keepAlive).wasTried ? 'failing' : 'checking';
  }

  /** For people to read. */
  get detail(): string {
    const registration = this.#registration?.state;
    if (registration) return registration.isRegistered ? 'Registered.' : registration.detail;
    return this.#keepAlive.state.detail;
  }

  /** The outbound proxy as a preloaded route (RFC 3261 section 8.1.2). */
  get routes(): readonly string[] {
    const { outboundProxy } = this.settings;
    return outboundProxy === '' ? [] : [`<sip:${outboundProxy};lr>`];
  }

  get mustEncrypt(): boolean {
    return this.settings.audioEncryption === 'required';
  }

  get seenAs(): { address: string; port: number } | undefined {
    return this.#seenAs;
  }

  start(): void {
    this.#keepAlive.start();
    this.#registration?.start();
  }

  async stop(): Promise<void> {
    this.#keepAlive.stop();
    await this.#registration?.stop();
  }

  onClosed(connection: Flow['connection']): void {
    this.#registration?.onClosed(connection);
  }

  /** Request-URI of a call to a number. */
  targetOf(number: string): string {
    return this.#uriOf(this.settings.dialFormat === 'digits' ? number.replace(/^\+/, '') : number);
  }

  /** From of a call. A trunk that knows us by user name is told that, where no number is ours. */
  fromOf(number: string): string {
    const { callerId, username, dialFormat } = this.settings;
    const shown = number === '' ? callerId || username : number;
    return `<${this.#uriOf(dialFormat === 'digits' ? shown.replace(/^\+/, '') : shown)}>`;
  }

  /** How calls of one of our numbers are handed over by the trunk; undefined where lines are joined instead. */
  referTo(ownNumber: string): ((toNumber: string) => ReferAddresses) | undefined {
    if (this.settings.coldTransfers === 'join') return undefined;
    return (toNumber) => ({
      referTo: `<${this.targetOf(toNumber)}>`,
      referredBy: this.fromOf(ownNumber),
    });
  }

  contact(flow: Flow, user: string): string {
    return formatContact(flow, user, flow.protocol === 'UDP' ? this.#seenAs : undefined);
  }

  /** The way to the trunk or its proxy. Rejects with a sentence when there is none. */
  async openFlow(): Promise<Flow> {
    const proxy = this.settings.outboundProxy;
    const hop = proxy === '' ? { host: this.#host, port: this.#port } : splitHost(proxy);
    const port = hop.port === undefined ? '' : `:${hop.port}`;
    const uri = parseUri(`sip:${formatHost(hop.host)}${port};transport=${this.settings.transport}`);
    if (!uri) throw new Error('The server of the trunk is no host name.');
    const targets = await this.#stack.resolver.resolve(uri);
    this.#addresses = targets.map(({ address }) => address);
    const target = targets[this.#targetIndex % targets.length];
    if (!target) throw new Error('The server of the trunk has no address.');
    try {
      return await this.#stack.transport.openFlow(target);
    } catch (error) {
      this.#targetIndex++;
      throw error;
    }
  }

  /** Whether a message from this address is the trunk's. */
  owns(address: string): boolean {
    const kind = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    return this.#addresses.includes(address) || this.#allowed.check(address, kind);
  }

  /** Whether it is its very socket: trunks on this machine are told apart by port. */
  ownsSocket(address: string, port: number): boolean {
    return (
      this.#addresses.includes(address) && port === (this.#port ?? defaultPortOf(this.settings.transport))
    );
  }

  #uriOf(user: string): string {
    const port = this.#port === undefined ? '' : `:${this.#port}`;
    const at = user === '' ? '' : `${encodeUser(user)}@`;
    const { transport } = this.settings;
    return `sip:${at}${formatHost(this.#host)}${port}${transport === 'udp' ? '' : `;transport=${transport}`}`;
  }

  #allow(word: string): void {
    const [address = '', prefix] = word.split('/');
    const kind = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    const bits = prefix === undefined ? (kind === 'ipv6' ? 128 : 32) : Number(prefix);
    // A whole half of the internet is nobody's trunk: such a mask is a slip of the hand.
    if (isIP(address) === 0 || !Number.isInteger(bits) || bits < 8 || bits > (kind === 'ipv6' ? 128 : 32))
      return;
    this.#allowed.addSubnet(address, bits, kind);
  }

  /** What the trunk's answer says of our address behind a translator (RFC 3581 section 4). */
  #takeVia(response: ReceivedResponse, flow: Flow): boolean {
    if (flow.protocol !== 'UDP') return false;
    const address = response.via.parameters.get('received') ?? flow.localAddress;
    const port = Number(response.via.parameters.get('rport') || flow.localPort);
    if (isIP(address) === 0 || !Number.isInteger(port) || port < 1 || port > 65_535) return false;
    const isSame = address === flow.localAddress && port === flow.localPort;
    const before = this.#seenAs;
    this.#seenAs = isSame ? undefined : { address, port };
    return this.#seenAs?.address !== before?.address || this.#seenAs?.port !== before?.port;
  }
}
