import type { OfferDecision } from '../../carrier.ts';

const head = '<?xml version="1.0" encoding="UTF-8"?>';

/**
 * Connects a call with a stream both ways (https://www.twilio.com/docs/voice/twiml/stream). What follows it runs when the
 * socket closes while the call stands: Twilio then asks what to do.
 */
export function connectTwiml(given: { streamUrl: string; token: string; resumeUrl: string }): string {
  const stream = `<Stream url="${escapeXml(given.streamUrl)}"><Parameter name="token" value="${escapeXml(given.token)}"/></Stream>`;
  const resume = `<Redirect method="POST">${escapeXml(given.resumeUrl)}</Redirect>`;
  return `${head}<Response><Connect>${stream}</Connect>${resume}</Response>`;
}

type Because = Extract<OfferDecision, { answer: false }>['because'];

/**
 * Refuses a call, which then costs nothing (https://www.twilio.com/docs/voice/twiml/reject). `rejected`: the caller hears
 * that the number is not in service; `busy`: they may try again.
 */
const reasons: Record<Because, 'rejected' | 'busy'> = {
  unknown_number: 'rejected',
  no_agent: 'rejected',
  at_limit: 'busy',
  shutting_down: 'busy',
  taken: 'busy',
  failed: 'busy',
};

export function rejectTwiml(because: Because): string {
  return `${head}<Response><Reject reason="${reasons[because]}"/></Response>`;
}

export const hangUpTwiml = `${head}<Response><Hangup/></Response>`;

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
