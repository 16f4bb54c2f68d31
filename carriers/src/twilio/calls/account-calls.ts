import { MessageChannel } from 'node:worker_threads';
import { carrierSocketPath } from '@parley/contract/carrier-paths';
import type { CarrierOptions } from '../../carrier.ts';
import type { TwilioAccount } from '../account/twilio-account.ts';
import type { Schedule } from '../schedule.ts';
import { newsOfAnswer } from './call-news.ts';
import { CallTable } from './call-table.ts';
import { CallEnder } from './hang-up-calls.ts';
import { TwilioCall } from './twilio-call.ts';
import { connectTwiml } from './write-twiml.ts';

/** The calls of all accounts in this process: opened, found again, and ended at Twilio. */
export class AccountCalls {
  readonly table = new CallTable();
  readonly ender: CallEnder;
  readonly #options: Pick<CarrierOptions, 'media' | 'environment'>;
  readonly #schedule: Schedule;

  constructor(options: Pick<CarrierOptions, 'media' | 'environment' | 'log'>, schedule: Schedule) {
    this.#options = options;
    this.#schedule = schedule;
    this.ender = new CallEnder(schedule, (sentence, fields) => options.log('warn', sentence, fields));
  }

  /** Reserves the near end of a call. Rejects where there is no room. */
  async open(
    account: TwilioAccount,
    given: { legId: string; direction: TwilioCall['direction'] },
  ): Promise<TwilioCall> {
    const { media } = this.#options;
    const { legId, direction } = given;
    const { port1, port2 } = new MessageChannel();
    try {
      await media.reserve('twilio', legId, { audio: port2 }, [port2]);
    } catch (error) {
      port1.close();
      throw error;
    }
    const call = new TwilioCall({
      legId,
      direction,
      account,
      audio: port1,
      schedule: this.#schedule,
      ask: async (callSid) => newsOfAnswer(await this.#fetch(account, callSid)),
      finish: (callSid, isAnswered) => this.ender.finish(account, callSid, isAnswered),
      onEnd: (ended) => {
        this.table.end(ended);
        media.release(legId);
      },
    });
    this.table.add(call);
    return call;
  }

  /** What Twilio does with a call of ours: it opens a stream to this process, with a token that is of use once. */
  connect(call: TwilioCall): string {
    const { processUrl } = this.#options.environment;
    const { token, turn } = call.beginTurn();
    return connectTwiml({
      streamUrl: `${processUrl.replace(/^http/, 'ws')}/api/v1${carrierSocketPath('twilio', call.leg.id)}`,
      token,
      resumeUrl: `${call.account.eventUrl('resume', call.leg.id)}&turn=${turn}`,
    });
  }

  #fetch(account: TwilioAccount, callSid: string): Promise<unknown> {
    return account.api.get(
      account.api.accountPath(`Calls/${callSid}.json`),
      {},
      new AbortController().signal,
    );
  }
}
