/** A stretch of speech, as the recogniser knows it. */
export type Utterance = {
  id: number;
  /** The best text so far. */
  text: string;
  /** The text will not change any more. */
  isFinal: boolean;
};

/** What the customer has said since they were last answered. */
export type CustomerTurn = {
  startMs: number;
  /** Oldest first. */
  utterances: readonly Utterance[];
};

/** Adds an utterance that has just begun; opens the turn with the first. */
export function addUtterance(
  turn: CustomerTurn | null,
  utterance: { id: number; startMs: number },
): CustomerTurn {
  const added = { id: utterance.id, text: '', isFinal: false };
  if (!turn) return { startMs: utterance.startMs, utterances: [added] };
  return { ...turn, utterances: [...turn.utterances, added].slice(-maxUtterances) };
}

/** Puts a recogniser's text in its place. Undefined: this turn holds no such utterance that is still open. */
export function addText(
  turn: CustomerTurn | null,
  result: { utteranceId: number; text: string; isFinal: boolean },
): CustomerTurn | undefined {
  const known = turn?.utterances.find(({ id }) => id === result.utteranceId);
  if (!turn || !known || known.isFinal) return undefined;
  const text = result.text.trim().slice(0, maxTextLength);
  return {
    ...turn,
    utterances: turn.utterances.map((utterance) =>
      utterance === known ? { ...utterance, text, isFinal: result.isFinal } : utterance,
    ),
  };
}

/** All words of the turn. */
export function turnText(turn: CustomerTurn | null): string {
  if (!turn) return '';
  return turn.utterances
    .map(({ text }) => text)
    .filter(Boolean)
    .join(' ');
}

/** The recogniser has said its last word on every utterance. */
export function isAllFinal(turn: CustomerTurn): boolean {
  return turn.utterances.every(({ isFinal }) => isFinal);
}

/** A turn of more stretches of speech than this keeps the newest. */
const maxUtterances = 40;
/** Two minutes of fast speech. */
const maxTextLength = 4000;
