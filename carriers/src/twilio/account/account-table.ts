import type { CarrierConnection, CarrierOptions } from '../../carrier.ts';
import { accountSettings } from '../account-settings.ts';
import type { Schedule } from '../schedule.ts';
import { TwilioAccount } from './twilio-account.ts';

export type AccountTableOptions = Pick<CarrierOptions, 'environment' | 'onNumbers' | 'log'> & {
  schedule: Schedule;
};

/** The accounts of all workspaces. */
export class AccountTable {
  readonly #options: AccountTableOptions;
  #accounts = new Map<string, { account: TwilioAccount; written: string }>();

  constructor(options: AccountTableOptions) {
    this.#options = options;
  }

  list(): TwilioAccount[] {
    return [...this.#accounts.values()].map(({ account }) => account);
  }

  find(connectionId: string): TwilioAccount | undefined {
    return this.#accounts.get(connectionId)?.account;
  }

  /**
   * The account that a workspace calls by: the one that has the number, else any of its own, else the operator's.
   */
  findFor(workspaceId: string, fromNumber = ''): TwilioAccount | undefined {
    const usable = this.list().filter((account) => account.isUsable);
    const own = usable.filter((account) => account.workspaceId === workspaceId);
    const mine = [...own, ...usable.filter((account) => account.workspaceId === null)];
    return (
      mine.find((account) => account.numbers.includes(fromNumber)) ??
      mine.find((account) => account.callerIdFor('') !== undefined)
    );
  }

  /** Starts what is new, stops what is gone, and looks again at what stayed: numbers may have been rented. */
  set(connections: readonly CarrierConnection[]): void {
    const { environment, schedule, onNumbers, log } = this.#options;
    const before = this.#accounts;
    const after: typeof before = new Map();
    for (const { id, workspaceId, settings } of connections) {
      const written = JSON.stringify([workspaceId, settings]);
      const known = before.get(id);
      if (known?.written === written) {
        after.set(id, known);
        continue;
      }
      const parsed = accountSettings.safeParse(settings);
      if (!parsed.success) {
        const fields = parsed.error.issues.map((issue) => issue.path.join('.'));
        log('error', 'The settings of an account cannot be used.', { connectionId: id, fields });
        continue;
      }
      const account = new TwilioAccount({
        connection: { id, workspaceId },
        settings: parsed.data,
        environment,
        schedule,
        isConnected: (other) => this.#accounts.has(other),
        onNumbers: (numbers) => onNumbers(id, numbers),
        log,
      });
      after.set(id, { account, written });
    }
    this.#accounts = after;
    for (const [id, { account }] of before) {
      const now = after.get(id)?.account;
      if (now === undefined) account.giveBack();
      else if (now !== account) account.close();
    }
    for (const { account } of after.values()) account.look();
  }

  /** The process ends; what rings here goes on to do so when the next one is up. */
  close(): void {
    for (const account of this.list()) account.close();
    this.#accounts = new Map();
  }
}
