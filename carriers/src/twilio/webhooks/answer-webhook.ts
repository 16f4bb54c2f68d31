import { randomUUID } from 'node:crypto';
import type { CarrierOptions, NetworkWebhook, OfferDecision, WebhookAnswer } from '../../carrier.ts';
import type { TwilioAccount } from '../account/twilio-account.ts';
import type { AccountCalls } from '../calls/account-calls.ts';
import { newsOfWebhook } from '../calls/call-news.ts';
import { finalStatuses } from '../calls/end-reason-of.ts';
import type { TwilioCall } from '../calls/twilio-call.ts';
import { hangUpTwiml, rejectTwiml } from '../calls/write-twiml.ts';
import { isSignedBy } from './signature.ts';

export type WebhookNeeds = Pick<CarrierOptions, 'environment' | 'onOffer' | 'log'> & {
  calls: AccountCalls;
  isDraining: () => boolean;
};

const nothing: WebhookAnswer = { status: 204 };
const twiml = (body: string): WebhookAnswer => ({
  status: 200,
  contentType: 'text/xml; charset=utf-8',
  body,
});

/** Answers what Twilio asks or tells about a call. Undefined where the signature is not that of the account. */
export async function answerWebhook(
  webhook: NetworkWebhook,
  account: TwilioAccount,
  needs: WebhookNeeds,
): Promise<WebhookAnswer | undefined> {
  const { publicUrl, processUrl } = needs.environment;
  const form = new URLSearchParams(webhook.body);
  const isProved = isSignedBy(account.settings.authToken, {
    urls: [...new Set([publicUrl, processUrl])].map((base) => base + webhook.pathAndQuery),
    form,
    signature: webhook.header('x-twilio-signature'),
  });
  const callSid = form.get('CallSid') ?? '';
  if (
    !isProved ||
    form.get('AccountSid') !== account.settings.accountSid ||
    !/^CA[0-9a-f]{32}$/.test(callSid)
  )
    return undefined;
  const { searchParams } = new URL(webhook.pathAndQuery, publicUrl);
  const legId = searchParams.get('leg') ?? undefined;
  if (webhook.event === 'voice') return await offer(form, callSid, { account, needs });
  const { table, ender } = needs.calls;
  const call = legId === undefined ? table.findBySid(callSid) : table.find(legId);
  const isOwn = call !== undefined && (call.callSid ?? callSid) === callSid && call.account.id === account.id;
  if (webhook.event === 'resume')
    return twiml(isOwn ? resume(call, form, { turn: Number(searchParams.get('turn')), needs }) : hangUpTwiml);
  if (webhook.event !== 'status') return undefined;
  const news = newsOfWebhook(form);
  if (isOwn) {
    call.name(callSid);
    if (news) call.hear(news);
  } else if (news && legId !== undefined && table.wasHere(legId) && !finalStatuses.has(news.status)) {
    // It began after all, when nobody waited for it any more.
    ender.finish(account, callSid, news.status === 'in-progress');
  }
  return nothing;
}

/** A call comes in. Twilio may ask twice: it is one call all the same. */
async function offer(
  form: URLSearchParams,
  callSid: string,
  { account, needs }: { account: TwilioAccount; needs: WebhookNeeds },
): Promise<WebhookAnswer> {
  const { calls } = needs;
  const known = calls.table.findBySid(callSid);
  if (known)
    return twiml(
      known.account.id === account.id && !known.hasSocket ? connectAgain(known, needs) : hangUpTwiml,
    );
  if (calls.table.wasHere(callSid)) return twiml(hangUpTwiml);
  if (needs.isDraining()) return twiml(rejectTwiml('shutting_down'));
  const decision = await ask(form, callSid, { account, needs });
  if (!('call' in decision)) {
    calls.table.remember(callSid);
    return twiml(rejectTwiml(decision.because));
  }
  return twiml(calls.connect(decision.call));
}

async function ask(
  form: URLSearchParams,
  callSid: string,
  { account, needs }: { account: TwilioAccount; needs: WebhookNeeds },
): Promise<{ call: TwilioCall } | Extract<OfferDecision, { answer: false }>> {
  const { calls, onOffer, log } = needs;
  const legId = randomUUID();
  let call: TwilioCall;
  try {
    call = await calls.open(account, { legId, direction: 'inbound' });
  } catch (error) {
    log('warn', 'A call could not be taken: no line is free.', { error: String(error) });
    return { answer: false, because: 'at_limit' };
  }
  call.name(callSid);
  call.leg.tell({ type: 'ringing' });
  const decision = await onOffer({
    legId,
    fromNumber: (form.get('From') ?? '').slice(0, 64),
    toNumber: (form.get('To') ?? '').slice(0, 64),
    connectionId: account.id,
    leg: call.leg,
  }).catch((error: unknown): OfferDecision => {
    log('error', 'A call could not be offered.', { error: String(error) });
    return { answer: false, because: 'failed' };
  });
  if (decision.answer) {
    call.awaitSocket();
    return { call };
  }
  call.refuse();
  return decision;
}

/** The stream of this turn closed and the call stands: a new one takes over. Asked again, there is nothing to do. */
function resume(
  call: TwilioCall,
  form: URLSearchParams,
  { turn, needs }: { turn: number; needs: WebhookNeeds },
): string {
  const news = newsOfWebhook(form);
  if (news && finalStatuses.has(news.status)) {
    call.hear(news);
    return hangUpTwiml;
  }
  if (turn !== call.turn) return hangUpTwiml;
  call.loseSocket();
  return connectAgain(call, needs);
}

function connectAgain(call: TwilioCall, needs: WebhookNeeds): string {
  const written = needs.calls.connect(call);
  call.awaitSocket();
  return written;
}
