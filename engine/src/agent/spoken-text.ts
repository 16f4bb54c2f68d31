/**
 * Makes a piece of model text fit to be spoken: markdown, emoji, tags and placeholders go, what stands for
 * words stays. Empty when nothing speakable is left.
 */
export function toSpokenText(text: string): string {
  const spoken = text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replace(/<\/?[a-z][^>]*>/giu, '')
    .replace(/\{\{?[^{}]*\}?\}/gu, '')
    .replace(/```\w*/gu, '')
    .replace(/^\s*(?:#{1,6}|>|[-*+•])\s+/gmu, '')
    .replace(/^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/gmu, '')
    .replace(/\*+|`+|~~|[{}]/gu, '')
    .replace(/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
    .replace(/\|/gu, ' ')
    .replace(emoji, '')
    .replace(/\s+/gu, ' ')
    .replace(/ +([,.;:!?])/gu, '$1')
    .trim();
  return /[\p{L}\p{N}]/u.test(spoken) ? spoken : '';
}

/** Pictographs with their joiners, skin tones, flags and keycap marks; digits, # and * are not touched. */
const emoji =
  /(?:\p{Extended_Pictographic}(?<![©®™])|[\u{1F1E6}-\u{1F1FF}]|[\u{1F3FB}-\u{1F3FF}]|\u{FE0F}|\u{20E3}|\u{200D})+/gu;
