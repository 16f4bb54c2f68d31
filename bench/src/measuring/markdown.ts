export type Cell = string | number;

/** A Markdown table. */
export function table(heads: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** A figure with as many digits as it can bear: 0.42, 7.3, 128. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return 'none';
  const size = Math.abs(value);
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
}
