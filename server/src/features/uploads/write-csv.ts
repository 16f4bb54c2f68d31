/**
 * A line of a CSV file (RFC 4180). Text that a spreadsheet would run as a formula gets an apostrophe before it
 * (https://owasp.org/www-community/attacks/CSV_Injection); a phone number with its plus sign is left as it is.
 */
export function toCsvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(cell: string | number): string {
  const text = typeof cell === 'number' ? String(cell) : neutralise(cell);
  return /[",\r\n\t;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function neutralise(text: string): string {
  const isNumber = /^[+-]?\d[\d.]*$/.test(text);
  return !isNumber && /^[\s\0]*[=+\-@\t\r|%＝＋－＠]/.test(text) ? `'${text}` : text;
}
