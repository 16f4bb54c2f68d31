import { joinSpoken, type SpokenPiece } from './spoken-text.ts';

/** Long sentences are spoken in parts, so that the first is heard early and none takes long to make. */
const longSentenceLetters = 90;
const shortestPartLetters = 28;
/** A part without any pause mark is cut here, between words. */
const longestPartLetters = 240;

/** Cuts a sentence after its pauses into parts worth synthesising apart. Short sentences stay whole. */
export function speechParts(pieces: readonly SpokenPiece[]): SpokenPiece[][] {
  const parts: SpokenPiece[][] = [];
  let part: SpokenPiece[] = [];
  const isLong = joinSpoken(pieces).length > longSentenceLetters;
  for (const [i, piece] of pieces.entries()) {
    part.push(piece);
    const letters = joinSpoken(part).length;
    const isPause = piece.endsWith !== '' && letters >= shortestPartLetters;
    const isRestWorthIt = joinSpoken(pieces.slice(i + 1)).length >= shortestPartLetters;
    if ((isLong && isPause && isRestWorthIt) || letters >= longestPartLetters) {
      parts.push(part);
      part = [];
    }
  }
  if (part.length > 0) parts.push(part);
  return parts.filter((pieces) => joinSpoken(pieces) !== '');
}
