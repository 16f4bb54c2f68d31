import type { PhoneNumber } from '@parley/contract/numbers';
import { formatNumberRow } from '@parley/contract/phone';

export type NumberChoice = { value: string; label: string };

/** A number as it is offered: its name where that is known, and the number itself. */
export function numberChoice({
  id,
  name,
  phone,
}: Pick<PhoneNumber, 'id' | 'phone'> & { name?: string }): NumberChoice {
  const number = formatNumberRow(phone);
  return { value: id, label: name === undefined ? number : `${name} · ${number}` };
}

/** Numbers found by name, or by their digits however these are written (WIZ-4). */
export function findNumbers(choices: readonly NumberChoice[], search: string): NumberChoice[] {
  const words = search.trim().toLowerCase();
  const digits = /^[\d\s()+.\-–/]+$/.test(words) ? words.replace(/\D/g, '') : '';
  return choices.filter(
    ({ label }) =>
      label.toLowerCase().includes(words) || (digits !== '' && label.replace(/\D/g, '').includes(digits)),
  );
}
