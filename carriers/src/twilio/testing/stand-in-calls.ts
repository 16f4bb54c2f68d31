import type { StandIn } from './stand-in.ts';
import { StandInCall } from './stand-in-call.ts';
import { refuse, type StandInRoute } from './stand-in-route.ts';

/** The calls of the account: those that come in, and those that are placed by the API. */
export class StandInCalls {
  readonly list: StandInCall[] = [];
  /** What people who are called do. */
  people: 'answers' | 'busy' | 'declines' | 'nobody' | 'fails' = 'answers';
  losesWebhooks = false;
  readonly #standIn: StandIn;

  constructor(standIn: StandIn) {
    this.#standIn = standIn;
    standIn.addRoutes(this.#routes());
  }

  get last(): StandInCall {
    const call = this.list.at(-1);
    if (!call) throw new Error('There was no call.');
    return call;
  }

  /** Somebody rings a number of the account. Resolves when the call is connected, or over. */
  async ring(from: string, to: string): Promise<StandInCall> {
    const { account } = this.#standIn;
    const number = account.numbers.find((each) => each.phone_number === to);
    if (!number?.voice_url) throw new Error(`${to} leads nowhere.`);
    const call = new StandInCall({
      account,
      from,
      to,
      direction: 'inbound',
      statusCallback: number.status_callback
        ? { url: number.status_callback, events: ['completed'] }
        : undefined,
      losesWebhooks: () => this.losesWebhooks,
    });
    this.list.push(call);
    await call.ask(number.voice_url);
    return call;
  }

  /** Ends whatever still runs. */
  async close(): Promise<void> {
    for (const call of this.list) await call.finish('completed');
  }

  #routes(): StandInRoute[] {
    const find = (sid: string) => this.list.find((call) => call.sid === sid);
    return [
      {
        method: 'POST',
        pattern: /^Calls\.json$/,
        answer: ({ form }, account) => {
          const [to, from, twiml] = [form.get('To') ?? '', form.get('From') ?? '', form.get('Twiml') ?? ''];
          if (!/^\+[1-9]\d{6,14}$/.test(to))
            return refuse(400, 21211, `The phone number you are attempting to call, ${to}, is not valid.`);
          if (!account.numbers.some((number) => number.phone_number === from))
            return refuse(400, 21210, `From: ${from} is not verified.`);
          if (!twiml.startsWith('<?xml') || twiml.length > 4000)
            return refuse(400, 21205, 'Url is not valid.');
          const seconds = Number(form.get('Timeout') ?? 60);
          if (!(seconds >= 5 && seconds <= 600)) return refuse(400, 21218, 'Timeout is not valid.');
          const url = form.get('StatusCallback');
          const call = new StandInCall({
            account,
            from,
            to,
            direction: 'outbound-api',
            statusCallback: url === null ? undefined : { url, events: form.getAll('StatusCallbackEvent') },
            losesWebhooks: () => this.losesWebhooks,
          });
          call.placedTwiml = twiml;
          this.list.push(call);
          const { people } = this;
          setImmediate(() => void call.dial(seconds, people, twiml));
          return { status: 201, body: call.resource };
        },
      },
      {
        method: 'GET',
        pattern: /^Calls\/(CA[0-9a-f]{32})\.json$/,
        answer: (_request, _account, sid = '') => {
          const call = find(sid);
          return call ? { status: 200, body: call.resource } : refuse(404, 20404, 'not found');
        },
      },
      {
        method: 'POST',
        pattern: /^Calls\/(CA[0-9a-f]{32})\.json$/,
        answer: ({ form }, _account, sid = '') => {
          const call = find(sid);
          if (!call) return refuse(404, 20404, 'not found');
          if (call.isOver) return refuse(400, 21220, 'Call is not in-progress. Cannot redirect.');
          const status = form.get('Status');
          if (status === 'completed') void call.finish('completed');
          // https://www.twilio.com/docs/voice/api/call-resource: of no effect on calls in progress.
          else if (status === 'canceled' && call.status !== 'in-progress') void call.finish('canceled');
          return { status: 200, body: call.resource };
        },
      },
    ];
  }
}
