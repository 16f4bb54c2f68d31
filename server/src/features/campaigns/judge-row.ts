import { phoneField, type RefusalReason } from '@parley/contract/campaign-rules';
import { readPhone } from '../do-not-call/index.ts';
import { nameColumns } from '../uploads/index.ts';

/** What is taken from each column of a file. */
export type ColumnPlan = { at: number; field: string }[];

export type RowRules = { allowsFictional: boolean; requiresConsent: boolean; valueLength: number };

/** A row that may become a contact, or why it may not. */
export type JudgedRow =
  | { phone: string; fields: Record<string, string>; name: string; consent: string | null }
  | { refused: RefusalReason };

/** Which column fills which field. Undefined when the column of the phone number is not in the heading. */
export function planColumns(
  heading: readonly string[],
  mappings: Readonly<Record<string, string>>,
): ColumnPlan | undefined {
  const columns = nameColumns(heading);
  const plan = Object.entries(mappings)
    .filter(([, field]) => field.trim() !== '')
    .map(([column, field]) => ({ at: columns.indexOf(column.trim()), field: field.trim() }))
    .filter(({ at }) => at !== -1)
    .sort((one, other) => one.at - other.at);
  return plan.some(({ field }) => field === phoneField) ? plan : undefined;
}

/** Reads a row: its number, its fields, and whether the person agreed to be called. */
export function judgeRow(cells: readonly string[], plan: ColumnPlan, rules: RowRules): JudgedRow {
  const fields: Record<string, string> = {};
  for (const { at, field } of plan) {
    const value = clean(cells[at] ?? '').slice(0, rules.valueLength);
    // Of two columns for one field the first that says something counts.
    if (value !== '' && !Object.hasOwn(fields, field)) fields[field] = value.toWellFormed();
  }
  const written = fields[phoneField] ?? '';
  if (written === '') return { refused: 'phone_missing' };
  const phone = readPhone(written, rules);
  if (phone === undefined) return { refused: 'phone_invalid' };
  const { consent, ...others } = fields;
  if (rules.requiresConsent && !isConsent(consent)) return { refused: 'consent_missing' };
  const name = [fields['first_name'], fields['last_name']].filter(Boolean).join(' ').slice(0, 200);
  return { phone, fields: { ...others, [phoneField]: phone }, name, consent: consent ?? null };
}

/** Whether a cell says yes: a word for it, a mark, or the date on which the person agreed. */
export function isConsent(text: string | undefined): boolean {
  const words = text?.trim().toLowerCase() ?? '';
  return /^(?:y|yes|true|t|1|x|✓|✔|ok|agreed|given|granted|opt(?:ed)?[- ]?in|consent(?:ed)?|signed|sí|si|oui|ja)$|\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}/.test(
    words,
  );
}

/** One line without control characters, NUL above all: the database keeps none. */
function clean(cell: string): string {
  return cell.replace(/\p{Cc}+/gu, ' ').trim();
}
