import type { DigestClient } from '../digest.ts';
import { parseNameAddress } from '../message/header-values.ts';
import type { ReceivedResponse, SipRequest } from '../message/message.ts';
import type { SipStack } from '../sip-stack.ts';
import type { Flow } from '../transport/flow.ts';
import { Dialog } from './dialog.ts';

/** The tag of who answered; '' for peers of RFC 2543, which send none. */
export function findTag(response: ReceivedResponse): string {
  return response.to.parameters.get('tag') ?? '';
}

/** The dialog that a 2xx to an INVITE of ours creates (RFC 3261 section 12.1.2). */
export function confirmDialog(parts: {
  stack: SipStack;
  response: ReceivedResponse;
  invite: SipRequest;
  contact: string;
  flow: Flow;
  digest: DigestClient | undefined;
}): Dialog {
  const { response, invite } = parts;
  const contact = parseNameAddress(response.headers.find('contact') ?? '');
  return new Dialog({
    stack: parts.stack,
    callId: response.callId,
    local: invite.headers.find('from') ?? '',
    remote: response.headers.find('to') ?? '',
    target: contact?.parsedUri ? contact.uri : invite.uri,
    routes: [...response.headers.list('record-route')].reverse(),
    contact: parts.contact,
    flow: parts.flow,
    localSequence: response.cseq.number,
    digest: parts.digest,
  });
}
