import { carrierWebhookPath } from '@parley/contract/carrier-paths';
import { formatNumberRow } from '@parley/contract/phone';
import type { CarrierConnection, CarrierEnvironment, ConnectionState } from '../../carrier.ts';
import { type AccountSettings, baseUrlOf } from '../account-settings.ts';
import type { Schedule } from '../schedule.ts';
import { TwilioApi, type TwilioRequest } from '../twilio-api.ts';
import { TwilioError } from '../twilio-error.ts';
import { type AccountNumber, describeUnreachable, readNumbers, routeNumber } from './number-routing.ts';

/** How long until the numbers are looked at again: after a failure, and where all went well. */
const soonMs = 15_000;
const laterMs = 10 * 60_000;
/** Numbers that are named in a sentence. */
const fewNumbers = 5;

export type AccountOptions = {
  connection: Pick<CarrierConnection, 'id' | 'workspaceId'>;
  settings: AccountSettings;
  environment: CarrierEnvironment;
  schedule: Schedule;
  /** Connections that stand now: what leads to one of them is in use. */
  isConnected: (connectionId: string) => boolean;
  onNumbers: (numbers: readonly string[]) => void;
  log: (level: 'info' | 'warn', sentence: string, fields?: Record<string, unknown>) => void;
};

/** A connected account: its numbers are known and led here, and how it does is told in words. */
export class TwilioAccount {
  readonly id: string;
  readonly workspaceId: string | null;
  readonly settings: AccountSettings;
  readonly api: TwilioApi;
  readonly #options: AccountOptions;
  readonly #closing = new AbortController();
  #numbers: readonly string[] = [];
  #state: Omit<ConnectionState, 'connectionId'> = { state: 'checking', detail: '' };
  #cancelTimer: () => void = () => undefined;
  #looking: Promise<void> | undefined;
  #mustLookAgain = false;

  constructor(options: AccountOptions) {
    this.#options = options;
    this.id = options.connection.id;
    this.workspaceId = options.connection.workspaceId;
    this.settings = options.settings;
    this.api = new TwilioApi(options.settings);
  }

  get state(): ConnectionState {
    return { connectionId: this.id, ...this.#state };
  }

  get isUsable(): boolean {
    return this.#state.state === 'reachable';
  }

  /** E.164. */
  get numbers(): readonly string[] {
    return this.#numbers;
  }

  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  /** Where Twilio asks what to do with a call to one of its numbers: any process answers. */
  get voiceUrl(): string {
    return this.#urlOf(this.#options.environment.publicUrl, 'voice');
  }

  /** Where it tells how a call is, and asks how it goes on: the process that runs the call answers. */
  eventUrl(event: 'status' | 'resume', legId: string): string {
    return `${this.#urlOf(this.#options.environment.processUrl, event)}?leg=${encodeURIComponent(legId)}`;
  }

  /** The number a call is placed with; undefined where the account has none. */
  callerIdFor(fromNumber: string): string | undefined {
    if (this.#numbers.includes(fromNumber)) return fromNumber;
    return this.settings.callerId || this.#numbers[0];
  }

  /** Looks at the account now; a look that goes on already is followed by another. */
  look(): void {
    if (this.#closing.signal.aborted) return;
    if (this.#looking) {
      this.#mustLookAgain = true;
      return;
    }
    this.#cancelTimer();
    this.#looking = this.#look().finally(() => {
      this.#looking = undefined;
      if (this.#closing.signal.aborted) return;
      if (this.#mustLookAgain) {
        this.#mustLookAgain = false;
        this.look();
      } else {
        this.#cancelTimer = this.#options.schedule(() => this.look(), this.isUsable ? laterMs : soonMs);
      }
    });
  }

  close(): void {
    this.#closing.abort(new Error('The account is not connected any more.'));
    this.#cancelTimer();
  }

  /** The connection was removed: numbers that rang here lead nowhere again, as they did before. */
  giveBack(): void {
    this.close();
    this.#giveBack().catch((error: unknown) =>
      this.#options.log('warn', 'The numbers of a removed account still lead here.', {
        connectionId: this.id,
        error: String(error),
      }),
    );
  }

  async #look(): Promise<void> {
    try {
      const entries = await this.api.list(
        this.api.accountPath('IncomingPhoneNumbers.json'),
        { name: 'incoming_phone_numbers' },
        this.signal,
      );
      const numbers = readNumbers(entries);
      this.#numbers = numbers.map(({ number }) => number);
      const unreachable = describeUnreachable(this.#options.environment.publicUrl, baseUrlOf(this.settings));
      const notLed = unreachable === undefined ? await this.#lead(numbers) : undefined;
      this.#options.onNumbers(this.#numbers);
      this.#state =
        notLed !== undefined
          ? { state: 'reachable', detail: describeNumbers(numbers, notLed) }
          : { state: 'failing', detail: unreachable ?? '' };
    } catch (error) {
      if (this.signal.aborted) return;
      const detail = error instanceof Error ? error.message : String(error);
      // Calls may go on to be placed while Twilio only stumbles: its own answer to them decides.
      const isKnown = this.isUsable && error instanceof TwilioError && error.kind !== 'wrong_key';
      if (!isKnown) this.#state = { state: 'failing', detail };
      this.#options.log('warn', 'An account could not be looked at.', { connectionId: this.id, detail });
    }
  }

  /** Leads the numbers here that nobody else uses. Returns those that were left, and those that cannot be changed. */
  async #lead(numbers: readonly AccountNumber[]): Promise<NotLed> {
    const { voiceUrl } = this;
    const statusUrl = this.#urlOf(this.#options.environment.publicUrl, 'status');
    const isOurs = (url: string) => {
      const [, connection] = /\/api\/v1\/carriers\/twilio\/([^/]+)\/voice$/.exec(url) ?? [];
      const id = connection === undefined ? undefined : safeDecode(connection);
      return id !== undefined && (id === this.id || !this.#options.isConnected(id));
    };
    const left: AccountNumber[] = [];
    const refused: { number: string; message: string }[] = [];
    for (const number of numbers) {
      const route = routeNumber(number, { voiceUrl, statusUrl, isOurs });
      if (route === 'leave') left.push(number);
      if (route !== 'lead') continue;
      try {
        await this.api.send(this.#leading(number, { voiceUrl, statusUrl }), this.signal);
      } catch (error) {
        // One that may not be changed, for an address that is wanting or the like, keeps back no other.
        if (!(error instanceof TwilioError && error.kind === 'refused')) throw error;
        refused.push({ number: number.number, message: error.message });
      }
    }
    return { left, refused };
  }

  async #giveBack(): Promise<void> {
    const { signal } = new AbortController();
    const path = this.api.accountPath('IncomingPhoneNumbers.json');
    const entries = await this.api.list(path, { name: 'incoming_phone_numbers' }, signal);
    for (const number of readNumbers(entries))
      if (number.voiceUrl === this.voiceUrl)
        await this.api.send(this.#leading(number, { voiceUrl: '', statusUrl: '' }), signal);
  }

  #leading(number: AccountNumber, to: { voiceUrl: string; statusUrl: string }): TwilioRequest {
    return {
      method: 'POST',
      path: this.api.accountPath(`IncomingPhoneNumbers/${number.sid}.json`),
      form: {
        VoiceUrl: to.voiceUrl,
        VoiceMethod: 'POST',
        StatusCallback: to.statusUrl,
        StatusCallbackMethod: 'POST',
      },
      isRepeatable: true,
    };
  }

  #urlOf(base: string, event: string): string {
    return `${base}/api/v1${carrierWebhookPath('twilio', encodeURIComponent(this.id), event)}`;
  }
}

type NotLed = { left: readonly AccountNumber[]; refused: readonly { number: string; message: string }[] };

function describeNumbers(numbers: readonly AccountNumber[], { left, refused }: NotLed): string {
  if (numbers.length === 0)
    return 'The account has no number that takes calls yet, so it can only call out with a caller ID.';
  const here = numbers.length - left.length - refused.length;
  const sentences = [here === 1 ? '1 number rings here.' : `${here} numbers ring here.`];
  if (left.length > 0) {
    const named = left.slice(0, fewNumbers).map(({ number }) => formatNumberRow(number));
    const more = left.length - named.length;
    const names = more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
    sentences.push(`Left as they are, for they serve something else in Twilio: ${names}.`);
    sentences.push('Empty their voice URL there to have them ring here.');
  }
  const [first] = refused;
  if (first) {
    const which = refused.length === 1 ? formatNumberRow(first.number) : `${refused.length} numbers`;
    sentences.push(`Not set up: ${which}. ${first.message}`);
  }
  return sentences.join(' ');
}

function safeDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
