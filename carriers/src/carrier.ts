import type { MessagePort } from 'node:worker_threads';
import type { EndReason } from '@parley/contract/end-reasons';
import type { MediaStream } from '@parley/engine/interfaces/media-stream';
import type { TextToSpeech } from '@parley/engine/interfaces/text-to-speech';
import type { z } from 'zod';

/**
 * A phone network. It comes in two halves that never share memory: the signalling half runs in the main
 * thread (`open`), the media half in the thread that runs the call (`openMedia`). They speak through
 * `MediaControl`, whose values are plain JSON that only the carrier understands.
 */
export type Carrier<Settings extends z.ZodObject = z.ZodObject> = {
  /** Folder name; stored with calls and connections. */
  id: string;
  name: string;
  /** What connecting it does, in a sentence or two for staff; said above its form. */
  about?: string;
  /** Form of a connection (a trunk). Secret fields carry `.meta({ secret: true })`, every field `.meta({ label })`. */
  settings: Settings;
  /** Starts the signalling half once per process, for all connections. */
  open(options: CarrierOptions): Promise<CarrierService>;
  /**
   * The operator's own connection, found in the environment at start; undefined when there is none. Throws a
   * sentence naming a value that cannot be used.
   */
  discover?(environment: Readonly<Record<string, string | undefined>>): z.output<Settings> | undefined;
  /** The numbers (E.164) that ring through a connection with these settings. */
  numbersOf?(settings: z.output<Settings>): readonly string[];
  /** Rents numbers out: staff search, buy and give back without leaving the product. */
  numberShop?(settings: z.output<Settings>): NumberShop;
  /** The far ends announce the words they speak (MediaEvent `words`): such calls need no recogniser with ears. */
  farEndsKnowTheirWords?: boolean;
  /** False: it is part of the product, and there is no account to connect. */
  takesConnections?: boolean;
  /** Its far ends are screens of the product: simulations run on it. */
  isForSimulations?: boolean;
  /** People of its own, whom calls can be tried on: each behaves another way, and rings no real phone. */
  samplePeople?: readonly SamplePerson[];
  /** Module that the call thread imports: it exports `openMedia(options): CarrierMedia`. */
  mediaModule: URL;
};

/** Somebody whom a call can be tried on. */
export type SamplePerson = {
  /** E.164. */
  number: string;
  /** What the person does, in words for staff. */
  about: string;
};

/** Where staff rent numbers of a carrier. What it does not do it rejects with a NumberShopError (number-shop-error.ts). */
export interface NumberShop {
  /** ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
  readonly kinds: readonly NumberKind[];
  search(
    wanted: { country: string; kind: NumberKind; areaCode?: string; contains?: string; limit: number },
    signal: AbortSignal,
  ): Promise<readonly OfferedNumber[]>;
  /** Rents a number (E.164) from now on. */
  buy(number: string, signal: AbortSignal): Promise<{ number: string; carrierNumberId: string }>;
  /** Numbers the account rents now. */
  list(signal: AbortSignal): Promise<readonly { number: string; carrierNumberId: string }[]>;
  /** Gives a number (E.164) back. One the account does not rent is given back already. */
  release(number: string, signal: AbortSignal): Promise<void>;
}

export type NumberKind = 'local' | 'toll_free' | 'mobile';

/** A number that can be rented. `place`: where it belongs, in words; empty where it belongs nowhere. */
export type OfferedNumber = {
  number: string;
  place: string;
  monthlyPrice: { amount: string; currency: string } | null;
};

/** Names a carrier, keeping the type of its settings inside its folder and hiding it outside. */
export function carrier<Settings extends z.ZodObject>(definition: Carrier<Settings>): Carrier {
  return definition as unknown as Carrier;
}

/** How a connection does, for staff. `checking`: nothing is known yet. `detail`: in plain words, why it fails, or what can be done with it now. */
export type ConnectionState = {
  connectionId: string;
  state: 'registered' | 'reachable' | 'failing' | 'checking';
  detail: string;
};

/** A saved account at this carrier, such as a trunk. `workspaceId` null: the operator's, for every workspace. */
export type CarrierConnection = { id: string; workspaceId: string | null; settings: Record<string, unknown> };

export type CarrierOptions = {
  /** What the operator set; a carrier reads only what is its own. */
  environment: CarrierEnvironment;
  connections: readonly CarrierConnection[];
  media: MediaControl;
  /**
   * Somebody rings one of our numbers. Resolve with what to do. The carrier has sent "ringing" by then.
   * A rejected promise is answered as a failure of ours.
   */
  onOffer(offer: CallOffer): Promise<OfferDecision>;
  /**
   * The numbers (E.164) that ring through a connection, where the network names them and no setting does. Told again
   * when they change, and may be told unchanged.
   */
  onNumbers(connectionId: string, numbers: readonly string[]): void;
  /** Words for the log: a static sentence and fields without personal data. */
  log(level: 'debug' | 'info' | 'warn' | 'error', sentence: string, fields?: Record<string, unknown>): void;
};

/** Paths of PEM files. A certificate comes with its key. */
export type SipTlsFiles = {
  certificate?: string | undefined;
  key?: string | undefined;
  /** Trusted besides those that the system knows. */
  authorities?: string | undefined;
};

export type CarrierEnvironment = {
  sipHost: string;
  /** 0: off. */
  sipPort: number;
  /** Absent: nobody can connect over TLS, and the authorities that the system knows are trusted. */
  sipTls?: SipTlsFiles;
  rtpPortMin: number;
  rtpPortMax: number;
  productName: string;
  /** How the outside reaches the installation by HTTP, without a slash at the end. */
  publicUrl: string;
  /** How it reaches this very process: the same where there is one. */
  processUrl: string;
};

export type CallOffer = {
  legId: string;
  fromNumber: string;
  toNumber: string;
  /** The connection it came through; null for a softphone on this machine. */
  connectionId: string | null;
  /** The same for everybody whom a network rings at once with one call: one of them may answer. */
  ring?: string;
  leg: Leg;
};

export type OfferDecision =
  | { answer: true }
  | {
      answer: false;
      /** `taken`: another process answers this ring. */
      because: 'unknown_number' | 'no_agent' | 'at_limit' | 'shutting_down' | 'taken' | 'failed';
    };

/** What a leg reports, in this order, `ended` exactly once and last. */
export type LegEvent =
  | { type: 'ringing' }
  /** The line is open: the media half of this leg may be read and written. */
  | { type: 'answered' }
  /** A remark for the call's notes, such as a refused codec. */
  | { type: 'note'; text: string }
  | { type: 'ended'; endReason: EndReason; detail?: string };

/** What became of asking the far end's network to hand a call over. But for the first, the call stands as it was. */
export type ReferEnd =
  /** It was handed over; the leg ends with `transferred`. */
  | { type: 'transferred' }
  /** The person was tried and not reached. */
  | { type: 'missed'; endReason: EndReason; detail: string }
  /** The network does not do it, or never said what it did. */
  | { type: 'refused'; detail: string };

/** One connection in a call, seen from the main thread. */
export interface Leg {
  readonly id: string;
  /** One listener; events that came before are told at once. */
  onEvent(listener: (event: LegEvent) => void): void;
  /**
   * Asks the network to connect the far end with this number (E.164) instead of us; undefined where there is none to
   * ask. Never rejects.
   */
  readonly refer?: ((toNumber: string) => Promise<ReferEnd>) | undefined;
  /** Closes it, or stops its ringing. `ended` follows. May be called twice. */
  hangUp(): void;
}

export interface CarrierService {
  /** Whether this network can reach the number now: the cheapest true one is asked to place the call. */
  canReach(toNumber: string, workspaceId: string): boolean;
  /** Whether the number (E.164) came with a connection that this workspace can call by now. */
  hasNumber?(fromNumber: string, workspaceId: string): boolean;
  /** Starts ringing. Resolves when the attempt has been sent; failures come as `ended` of the leg. */
  placeCall(call: {
    legId: string;
    fromNumber: string;
    toNumber: string;
    workspaceId: string;
    ringMs: number;
  }): Promise<Leg>;
  /** Connections were added, changed or removed. */
  setConnections(connections: readonly CarrierConnection[]): Promise<void>;
  /** How each connection does now, where the carrier takes connections. */
  connectionStates?(): readonly ConnectionState[];
  /** Where a phone rings `number`, for people to read; null when it has no such address. */
  addressOf(number: string): string | null;
  /**
   * The far end of a leg has opened a WebSocket to us. The newest of a leg counts, an older one is closed. False:
   * there is no such leg, and the socket is left alone.
   */
  acceptSocket?(legId: string, socket: FarEndSocket): boolean;
  /** Whether a machine of the network is to open a WebSocket of this name now. Others are refused before they open. */
  awaitsNetworkSocket?(name: string): boolean;
  /** A WebSocket of this name has been opened to us. The carrier finds out whether it may be, or closes it. */
  acceptNetworkSocket?(name: string, socket: FarEndSocket): void;
  /** A machine of the network tells or asks something by HTTP. Undefined: it is not proved that it does. */
  acceptWebhook?(webhook: NetworkWebhook): Promise<WebhookAnswer | undefined>;
  /** State for /readyz and the screens. */
  status(): { isReady: boolean; detail: string };
  /** Refuses new calls; running ones go on. */
  drain(): void;
  close(): Promise<void>;
}

/** A request of a network's machine, whose signature the carrier checks. */
export type NetworkWebhook = {
  connectionId: string;
  /** What it is about, in the carrier's own words. */
  event: string;
  /** Path with query as it was asked for, below the URL of the installation or of the process. */
  pathAndQuery: string;
  header(name: string): string | undefined;
  body: string;
};

export type WebhookAnswer = { status: number; contentType?: string; body?: string };

/** A far end that reaches us by a WebSocket on our own HTTP port. */
export interface FarEndSocket {
  /** What was sent and has not left yet, in bytes. */
  readonly unsentBytes: number;
  send(message: Uint8Array | string): void;
  /** One listener; messages that came before are told at once. */
  onMessage(listener: (message: Uint8Array | string) => void): void;
  /** Told once, at once where it has closed already. */
  onClose(listener: () => void): void;
  /** May be called twice. Codes: RFC 6455 section 7.4. */
  close(code: number, reason: string): void;
}

/** How the signalling half reaches its media half, which lives in the thread the call will run in. */
export interface MediaControl {
  /**
   * Reserves the near end (a port, a simulated person) for a leg. Rejects when none is free. `ports` of the request
   * go over to the call thread: audio that comes to the main thread is handed on through them.
   */
  reserve(
    carrierId: string,
    legId: string,
    request: unknown,
    ports?: readonly MessagePort[],
  ): Promise<unknown>;
  /** Tells the media half of a leg something: the answer's address and codec, hold, a new address. */
  update(legId: string, change: unknown): Promise<unknown>;
  /** Gives the near end back. May be called for a leg that has none. */
  release(legId: string): void;
  /** Hears what the media half of a carrier signals about its legs. One listener per carrier. */
  onSignal(carrierId: string, listener: (legId: string, signal: unknown) => void): void;
}

/** The media half, in the call thread. */
export interface CarrierMedia {
  reserve(legId: string, request: unknown): Promise<unknown>;
  update(legId: string, change: unknown): Promise<unknown>;
  /** The stream of a reserved leg. Reading may begin at once, whatever the far end does. */
  stream(legId: string): MediaStream;
  release(legId: string): void;
  close(): void;
}

export type CarrierMediaOptions = {
  environment: CarrierEnvironment;
  /** A synthesiser that needs no account, for networks whose far ends must be made to speak. */
  textToSpeech: TextToSpeech;
  /** Something the signalling half should know, such as lost media or a simulated person hanging up. */
  onSignal(legId: string, signal: unknown): void;
};

/** What a media module exports. */
export type OpenMedia = (options: CarrierMediaOptions) => CarrierMedia;
