import type { CarrierOptions, MediaControl } from '../carrier.ts';
import type { DialogTable } from './calls/dialog-table.ts';
import { encodeUser, formatHost } from './message/uri.ts';
import type { Scheduler } from './scheduler.ts';
import type { TransactionLayer } from './transactions/transaction-layer.ts';
import type { Flow } from './transport/flow.ts';
import type { Resolver } from './transport/resolve-target.ts';
import type { Transport } from './transport/transport.ts';

export type Log = CarrierOptions['log'];

/** What calls and trunks stand on. */
export type SipStack = {
  scheduler: Scheduler;
  transport: Transport;
  transactions: TransactionLayer;
  dialogs: DialogTable;
  resolver: Resolver;
  media: MediaControl;
  productName: string;
  log: Log;
};

/** Methods we take in a call (RFC 3261 section 20.5). */
export const allowedMethods = 'INVITE, ACK, CANCEL, BYE, OPTIONS, INFO, UPDATE, NOTIFY';
/** Extensions we speak (RFC 3261 section 20.37): session timers. */
export const supportedExtensions = ['timer'];

/** Extensions that a request demands and we do not speak: it is answered 420 (RFC 3261 section 8.2.2.3). */
export function listUnsupported(required: readonly string[]): string[] {
  return required.filter((extension) => !supportedExtensions.includes(extension.toLowerCase()));
}

/**
 * Where requests of a dialog reach us: the value of Contact. Who asked for a `sips` address is given one (RFC 3261
 * section 12.1.1).
 */
export function formatContact(
  flow: Flow,
  user: string,
  seenAs?: { address: string; port: number },
  scheme: 'sip' | 'sips' = 'sip',
): string {
  const { address, port } = seenAs ?? { address: flow.localAddress, port: flow.localPort };
  const transport = flow.protocol === 'UDP' ? '' : `;transport=${flow.protocol.toLowerCase()}`;
  return `<${scheme}:${user === '' ? '' : `${encodeUser(user)}@`}${formatHost(address)}:${port}${transport}>`;
}
