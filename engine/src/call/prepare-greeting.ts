import { PreparedSpeech } from '../agent/prepared-speech.ts';
import { composeGreeting } from '../agent/prompt.ts';
import { SentenceCutter } from '../agent/sentences.ts';
import type { AgentSettings } from '../interfaces/call-settings.ts';
import type { TextToSpeech } from '../interfaces/text-to-speech.ts';

/**
 * Makes the greeting while the line still rings, so that the agent's first word comes with the answer: the
 * live call finds it by its text. Nothing happens for an agent that waits for the customer. Returns what
 * stops it.
 */
export function prepareGreeting(agent: AgentSettings, textToSpeech: TextToSpeech): () => void {
  const cutter = new SentenceCutter();
  const greeting = composeGreeting(agent);
  const sentences = [...cutter.push(greeting), ...cutter.flush()];
  const prepared = new PreparedSpeech(textToSpeech);
  prepared.prepare(sentences.map((text) => ({ text, voice: agent.voice, language: agent.language })));
  return () => prepared.close();
}
