import type { CallTurn } from '@parley/contract/calls';
import type { Transaction } from '../../platform/db/database.ts';
import type { DoNotCallFeature } from '../do-not-call/index.ts';
import { findOptOut, optOutKey } from '../do-not-call/index.ts';
import type { CallRow } from './tables.ts';

/**
 * Listens to a turn of the customer for the wish not to be called again, spoken or by the key that the disclosure offers,
 * and honours it in the transaction that keeps the turn. Returns what the call's record is to say of it. Calls that try
 * an agent list nobody.
 */
export async function hearOptOut(
  tx: Transaction,
  doNotCall: Pick<DoNotCallFeature, 'add'>,
  given: {
    row: Pick<CallRow, 'id' | 'workspaceId' | 'direction' | 'fromNumber' | 'toNumber' | 'isTest'>;
    turn: Pick<CallTurn, 'speaker' | 'text' | 'by'>;
    offersKey: boolean;
  },
): Promise<string | undefined> {
  const { row, turn, offersKey } = given;
  const phone = row.direction === 0 ? row.fromNumber : row.toNumber;
  if (turn.speaker !== 'customer' || row.isTest || phone === '') return undefined;
  const isKey = turn.by === 'digits';
  const hasPressed = offersKey && turn.text.replace('#', '') === optOutKey;
  const words = isKey ? (hasPressed ? `Pressed ${optOutKey}` : undefined) : findOptOut(turn.text);
  if (words === undefined) return undefined;
  await doNotCall.add(tx, row.workspaceId, {
    phones: [phone],
    source: isKey ? 'key' : 'spoken',
    words,
    callId: row.id,
  });
  return 'Asked not to be called again: the number is on the do-not-call list now.';
}
