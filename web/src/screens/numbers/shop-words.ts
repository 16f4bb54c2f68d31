import type { NumberKind } from '@parley/contract/number-rules';
import type { NumberOrder, OfferedNumber } from '@parley/contract/number-shops';
import { formatNumberRow } from '@parley/contract/phone';

/** The kinds of numbers in the words of staff. */
export const kindWords: Readonly<Record<NumberKind, string>> = {
  local: 'Local',
  toll_free: 'Toll-free',
  mobile: 'Mobile',
};

/** `$1.15 a month`; undefined where the carrier does not say. */
export function describePrice(price: OfferedNumber['monthly_price']): string | undefined {
  if (price === null) return undefined;
  const amount = Number(price.amount);
  return `${new Intl.NumberFormat('en-US', { style: 'currency', currency: price.currency }).format(amount)} a month`;
}

/** An order its carrier has not answered yet. */
export function describeOrder({ kind, phone, shop_name: shop }: NumberOrder): string {
  const number = formatNumberRow(phone);
  return kind === 'buy'
    ? `${shop} was asked for ${number} and has not answered yet. It appears here as soon as it is yours; otherwise the bell tells you.`
    : `${shop} was asked to take ${number} back and has not answered yet. It goes from this list as soon as that is done.`;
}
