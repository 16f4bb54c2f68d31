/** The first of the numbers kept for fiction, +1 415 555-0100 to 0199, that is not taken; the first of all when every one is. */
export function suggestNumber(taken: readonly string[]): string {
  const all = Array.from({ length: 100 }, (_, at) => `+141555501${String(at).padStart(2, '0')}`);
  return all.find((number) => !taken.includes(number)) ?? '+14155550100';
}
