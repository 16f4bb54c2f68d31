import { wordsOf } from './backchannel.ts';

/**
 * Whether words heard over the agent are its own, come back from a loudspeaker: they stand in what it has
 * just said. A final text of one or two such words is the customer's; of a partial one it is not known yet.
 */
export function isEcho(options: { text: string; agentText: string; isFinal: boolean }): boolean {
  const words = wordsOf(options.text);
  if (words.length === 0 || (options.isFinal && words.length < fewestWords)) return false;
  const spoken = wordsOf(options.agentText).slice(-recentWords);
  return ` ${spoken.join(' ')} `.includes(` ${words.join(' ')} `);
}

/** Fewer words in a row are said by chance, or repeated on purpose. */
const fewestWords = 3;
/** About ten seconds of speech. */
const recentWords = 25;
