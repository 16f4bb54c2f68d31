import type {
  CarrierOptions,
  CarrierService,
  FarEndSocket,
  Leg,
  NetworkWebhook,
  WebhookAnswer,
} from '../carrier.ts';
import { AccountTable } from './account/account-table.ts';
import { AccountCalls } from './calls/account-calls.ts';
import { endReasonOfRefusal } from './calls/end-reason-of.ts';
import type { Schedule } from './schedule.ts';
import { TwilioError, textOf } from './twilio-error.ts';
import { WaitingSockets } from './waiting-sockets.ts';
import { answerWebhook } from './webhooks/answer-webhook.ts';

const later: Schedule = (work, delayMs) => {
  const timer = setTimeout(work, delayMs);
  timer.unref();
  return () => clearTimeout(timer);
};

/** How long `close` waits for calls to be ended at Twilio. */
const closeMs = 3_000;
/** Twilio rings from 5 s to 600 s (https://www.twilio.com/docs/voice/api/call-resource#create-a-call-resource). */
const ringSeconds = { least: 5, most: 600 };

type PlacedCall = Parameters<CarrierService['placeCall']>[0];

/** The signalling half: calls through the accounts of all workspaces. */
export class TwilioService implements CarrierService {
  readonly #options: CarrierOptions;
  readonly #accounts: AccountTable;
  readonly #calls: AccountCalls;
  readonly #sockets: WaitingSockets;
  #isDraining = false;

  constructor(options: CarrierOptions, schedule: Schedule = later) {
    this.#options = options;
    this.#accounts = new AccountTable({ ...options, schedule });
    this.#calls = new AccountCalls(options, schedule);
    this.#sockets = new WaitingSockets(schedule, (legId, start, socket) => {
      const call = this.#calls.table.find(legId);
      if (!call?.awaitsSocket || call.token !== start.customParameters['token']) return false;
      if (call.account.settings.accountSid !== start.accountSid) return false;
      call.name(start.callSid);
      if (call.callSid !== start.callSid) return false;
      call.attach(socket, start.streamSid);
      return true;
    });
    this.#accounts.set(options.connections);
  }

  canReach(toNumber: string, workspaceId: string): boolean {
    return !this.#isDraining && isDialable(toNumber) && this.#accounts.findFor(workspaceId) !== undefined;
  }

  hasNumber(fromNumber: string, workspaceId: string): boolean {
    return this.#accounts.findFor(workspaceId, fromNumber)?.numbers.includes(fromNumber) ?? false;
  }

  async placeCall({ legId, fromNumber, toNumber, workspaceId, ringMs }: PlacedCall): Promise<Leg> {
    if (this.#isDraining) throw new Error('No call is begun any more.');
    const account = this.#accounts.findFor(workspaceId, fromNumber);
    const callerId = account?.callerIdFor(fromNumber);
    if (!account || callerId === undefined) throw new Error('No account has a number to call with.');
    const call = await this.#calls.open(account, { legId, direction: 'outbound' });
    const seconds = Math.ceil(ringMs / 1000);
    try {
      const answer = await account.api.send(
        {
          method: 'POST',
          path: account.api.accountPath('Calls.json'),
          form: {
            To: toNumber,
            From: callerId,
            Twiml: this.#calls.connect(call),
            Timeout: String(Math.min(ringSeconds.most, Math.max(ringSeconds.least, seconds))),
            StatusCallback: account.eventUrl('status', legId),
            StatusCallbackMethod: 'POST',
            StatusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'],
          },
        },
        account.signal,
      );
      call.name(textOf(answer, 'sid'));
    } catch (error) {
      const { code, message, mayHaveBeenDone } =
        error instanceof TwilioError ? error : { code: 0, message: String(error), mayHaveBeenDone: true };
      // Where it may have begun, a webhook will name it: it is not begun a second time.
      if (mayHaveBeenDone) call.awaitName(message);
      else call.end(endReasonOfRefusal({ code, message }));
    }
    return call.leg;
  }

  awaitsNetworkSocket(legId: string): boolean {
    return this.#calls.table.find(legId)?.awaitsSocket ?? false;
  }

  acceptNetworkSocket(legId: string, socket: FarEndSocket): void {
    this.#sockets.accept(legId, socket);
  }

  async acceptWebhook(webhook: NetworkWebhook): Promise<WebhookAnswer | undefined> {
    const account = this.#accounts.find(webhook.connectionId);
    if (!account) return undefined;
    const { environment, onOffer, log } = this.#options;
    return await answerWebhook(webhook, account, {
      ...{ environment, onOffer, log },
      calls: this.#calls,
      isDraining: () => this.#isDraining,
    });
  }

  async setConnections(connections: CarrierOptions['connections']): Promise<void> {
    if (!this.#isDraining) this.#accounts.set(connections);
  }

  connectionStates() {
    return this.#accounts.list().map(({ state }) => state);
  }

  addressOf(): null {
    return null;
  }

  status(): { isReady: boolean; detail: string } {
    const accounts = this.#accounts.list().length;
    const detail = accounts === 0 ? 'No account is connected.' : `${accounts} accounts are connected.`;
    return { isReady: !this.#isDraining, detail };
  }

  drain(): void {
    this.#isDraining = true;
  }

  async close(): Promise<void> {
    this.drain();
    for (const call of this.#calls.table.list()) call.end({ endReason: 'shut_down' });
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, closeMs);
    });
    await Promise.race([this.#calls.ender.whenIdle(), tooLate]);
    clearTimeout(timer);
    this.#accounts.close();
  }

  /** What is alive: all of it is zero when nothing goes on. */
  counts(): { calls: number; waitingSockets: number; callsToEnd: number } {
    const { table, ender } = this.#calls;
    return { calls: table.size, waitingSockets: this.#sockets.waiting, callsToEnd: ender.pending };
  }
}

/** Numbers of the public network. */
function isDialable(number: string): boolean {
  return /^\+[1-9][0-9]{6,14}$/.test(number);
}
