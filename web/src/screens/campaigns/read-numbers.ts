/** The numbers in a text, one on each line or parted by commas or semicolons; each once. */
export function readNumbers(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/[\n,;]+/)
        .map((each) => each.trim())
        .filter((each) => each !== ''),
    ),
  ];
}
