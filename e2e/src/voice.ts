import { findProvider } from '@parley/providers/index';

/** Says a sentence with the synthesiser that is included: 16 kHz. */
export async function speak(text: string): Promise<Int16Array> {
  const provider = findProvider('builtin');
  const textToSpeech = provider?.openTextToSpeech?.(provider.settings.parse({}));
  if (!textToSpeech) throw new Error('The included synthesiser is missing.');
  const parts: Int16Array[] = [];
  for await (const { samples } of textToSpeech.speak({
    text,
    voice: 'slt',
    language: 'en-US',
    signal: AbortSignal.timeout(20_000),
  })) {
    parts.push(samples.slice());
  }
  const whole = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
