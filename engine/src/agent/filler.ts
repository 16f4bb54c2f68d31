/** Said when an answer takes longer than this. */
export const fillerAfterMs = 2500;

/** "One moment, please." in the language of the call (BCP 47), in English where none is known. */
export function fillerFor(language: string): string {
  return fillers[language.toLowerCase().split('-')[0] ?? ''] ?? 'One moment, please.';
}

const fillers: Readonly<Record<string, string>> = {
  de: 'Einen Moment, bitte.',
  es: 'Un momento, por favor.',
  fr: 'Un instant, s’il vous plaît.',
  it: 'Un momento, per favore.',
  pt: 'Um momento, por favor.',
  nl: 'Een ogenblik, alstublieft.',
};
