/** Values that have broken servers before. */
export const hostileValues: readonly unknown[] = [
  '',
  ' ',
  "'; drop table calls; --",
  '$1 %s {{7*7}} #{7*7} <script>alert(1)</script>',
  '\u0000nul\u0000',
  '\ud800 half a pair',
  '‮𝕦𝖓𝚒𝗰𝗼𝘥𝙚 👩‍👩‍👧‍👦 ﷽',
  'x'.repeat(100_000),
  '-1',
  '1e309',
  -1,
  0,
  1e21,
  Number.MAX_SAFE_INTEGER + 1,
  true,
  null,
  [],
  [[[[]]]],
  {},
  { $gt: '' },
  { apiKey: 'a\u0000b', baseUrl: '\ud800', deeper: { still: '\u0000' } },
  { __proto__: null, constructor: { prototype: { polluted: true } } },
];

/** The same for places that hold text: parts of a path and of a query, already in the form in which they are sent. */
export const hostileTexts: readonly string[] = [
  ...hostileValues
    .filter((value) => typeof value === 'string')
    .map((value) => encodeURIComponent(value.slice(0, 3_000).toWellFormed())),
  '%00',
  '%',
  '%ff',
  '..%2f..%2fetc%2fpasswd',
];
