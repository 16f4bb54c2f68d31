import { createHmac } from 'node:crypto';
import { newSid, type StandInAccount } from './stand-in-account.ts';
import { StandInStream } from './stand-in-stream.ts';

type Status =
  | 'queued'
  | 'initiated'
  | 'ringing'
  | 'in-progress'
  | 'completed'
  | 'busy'
  | 'no-answer'
  | 'canceled'
  | 'failed';
const final: ReadonlySet<Status> = new Set(['completed', 'busy', 'no-answer', 'canceled', 'failed']);

export type StandInCallOptions = {
  account: StandInAccount;
  from: string;
  to: string;
  direction: 'inbound' | 'outbound-api';
  /** Who is told how the call is, and of what. */
  statusCallback: { url: string; events: readonly string[] } | undefined;
  /** Webhooks are lost on the way, while this says so. */
  losesWebhooks: () => boolean;
};

/** One call, as Twilio runs it: it does what TwiML says, tells by signed webhooks, and streams. */
export class StandInCall {
  readonly sid = newSid('CA');
  readonly options: StandInCallOptions;
  status: Status;
  sipResponse = 0;
  /** Streams that were opened, oldest first. */
  readonly streams: StandInStream[] = [];
  /** What was answered to webhooks that ask what to do. */
  readonly instructions: string[] = [];
  /** Statuses of the answers to all webhooks. */
  readonly webhookAnswers: number[] = [];
  #ringTimer: NodeJS.Timeout | undefined;
  #sequence = 0;

  constructor(options: StandInCallOptions) {
    this.options = options;
    this.status = options.direction === 'inbound' ? 'ringing' : 'queued';
  }

  get isOver(): boolean {
    return final.has(this.status);
  }

  /** The stream that runs, or ran last. */
  get stream(): StandInStream {
    const stream = this.streams.at(-1);
    if (!stream) throw new Error('The call has no stream.');
    return stream;
  }

  get resource(): Record<string, unknown> {
    const { account, from, to, direction } = this.options;
    return {
      sid: this.sid,
      account_sid: account.accountSid,
      from,
      to,
      direction,
      status: this.status,
      duration: null,
    };
  }

  /** Tells, asks, or both: a form with a true signature. Answers the body; undefined where it got lost or failed. */
  async post(url: string, more: Record<string, string> = {}): Promise<string | undefined> {
    if (this.options.losesWebhooks()) return undefined;
    const { account, from, to, direction } = this.options;
    const form = new URLSearchParams({
      CallSid: this.sid,
      AccountSid: account.accountSid,
      From: from,
      To: to,
      CallStatus: this.status,
      ApiVersion: '2010-04-01',
      Direction: direction,
      ...more,
    });
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'x-twilio-signature': sign(account.authToken, url, form) },
      body: form,
    }).catch(() => undefined);
    this.webhookAnswers.push(answer?.status ?? 0);
    return answer?.ok ? await answer.text() : undefined;
  }

  /** Asks what to do, and does it. Where nobody answers, the call ends. */
  async ask(url: string): Promise<void> {
    const twiml = await this.post(url);
    this.instructions.push(twiml ?? '');
    if (twiml === undefined) await this.finish('failed');
    else await this.run(twiml);
  }

  /** https://www.twilio.com/docs/voice/twiml, as far as the product uses it. */
  async run(twiml: string): Promise<void> {
    if (this.isOver) return;
    const [, reason] = /<Reject reason="(\w+)"\/>/.exec(twiml) ?? [];
    if (reason !== undefined) {
      await this.finish(reason === 'busy' ? 'busy' : 'no-answer');
      return;
    }
    const [, streamUrl, name, value] =
      /<Connect><Stream url="([^"]+)"><Parameter name="(\w+)" value="([^"]*)"\/><\/Stream><\/Connect>/.exec(
        twiml,
      ) ?? [];
    const [, resumeUrl] = /<Redirect method="POST">([^<]+)<\/Redirect>/.exec(twiml) ?? [];
    if (streamUrl === undefined) {
      await this.finish('completed');
      return;
    }
    await this.enter('in-progress');
    const order = {
      url: unescapeXml(streamUrl),
      parameters: { [name ?? '']: unescapeXml(value ?? '') },
      accountSid: this.options.account.accountSid,
      callSid: this.sid,
    };
    this.streams.push(new StandInStream(order, () => void this.#goOn(resumeUrl)));
  }

  /** A call that was placed: it rings, and what the person does is up to `take`. */
  async dial(ringSeconds: number, take: 'answers' | 'busy' | 'declines' | 'nobody' | 'fails', twiml: string) {
    await this.enter('initiated');
    if (take === 'fails') return await this.finish('failed', 404);
    if (take === 'busy') return await this.finish('busy', 486);
    await this.enter('ringing');
    if (take === 'declines') return await this.finish('busy', 603);
    if (take === 'answers') return await this.run(twiml);
    this.#ringTimer = setTimeout(() => void this.finish('no-answer', 487), ringSeconds * 1000);
  }

  /** The person hangs up. */
  async hangUp(): Promise<void> {
    this.streams.at(-1)?.stop();
    await this.finish('completed');
  }

  /** The stream breaks off while the call stands: Twilio goes on with what follows it. */
  async dropStream(): Promise<void> {
    this.stream.drop();
    const [, resumeUrl] = /<Redirect method="POST">([^<]+)<\/Redirect>/.exec(this.#lastTwiml) ?? [];
    await this.#goOn(resumeUrl);
  }

  async enter(status: Status): Promise<void> {
    if (this.isOver || this.status === status) return;
    this.status = status;
    const { statusCallback } = this.options;
    const event = status === 'in-progress' ? 'answered' : final.has(status) ? 'completed' : status;
    if (!statusCallback?.events.includes(event)) return;
    await this.post(statusCallback.url, {
      SequenceNumber: String(this.#sequence++),
      CallbackSource: 'call-progress-events',
      ...(this.sipResponse > 0 && { SipResponseCode: String(this.sipResponse) }),
    });
  }

  async finish(status: Status, sipResponse = 0): Promise<void> {
    if (this.isOver) return;
    clearTimeout(this.#ringTimer);
    this.sipResponse = sipResponse;
    this.streams.at(-1)?.stop();
    await this.enter(status);
  }

  /** What the TwiML of a placed call is, for what follows its stream. */
  placedTwiml = '';
  get #lastTwiml(): string {
    return this.instructions.at(-1) ?? this.placedTwiml;
  }

  async #goOn(resumeUrl: string | undefined): Promise<void> {
    if (this.isOver) return;
    if (resumeUrl === undefined) await this.finish('completed');
    else await this.ask(unescapeXml(resumeUrl));
  }
}

/** As https://www.twilio.com/docs/usage/webhooks/webhooks-security describes it, written apart from the product. */
function sign(authToken: string, url: string, form: URLSearchParams): string {
  let text = url;
  for (const name of [...form.keys()].sort()) text += name + form.get(name);
  return createHmac('sha1', authToken).update(text).digest('base64');
}

function unescapeXml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
