import { builtin } from './builtin/index.ts';
import { command } from './command/index.ts';
import { deepgram } from './deepgram/index.ts';
import { elevenlabs } from './elevenlabs/index.ts';
import { openai } from './openai/index.ts';
import type { Provider } from './provider.ts';

/** Every speech and language vendor; the product offers them in this order. */
export const providers: readonly Provider[] = [openai, elevenlabs, deepgram, command, builtin];

/** The provider of this id, as stored in connections; undefined for one this version does not know. */
export function findProvider(id: string): Provider | undefined {
  return providers.find((candidate) => candidate.id === id);
}
