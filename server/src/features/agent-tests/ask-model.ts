import type { ConversationMessage, LanguageModel } from '@parley/engine/interfaces/language-model';

const answerTimeoutMs = 60_000;
/** An answer longer than this is cut off. */
const maxLength = 20_000;

/** Asks a language model for one text. Rejects with a ProviderError, or when it takes too long. */
export async function askModel(
  model: LanguageModel,
  question: { system: string; messages: readonly ConversationMessage[]; isJson?: boolean },
): Promise<string> {
  let answer = '';
  const parts = model.respond({
    messages: [{ role: 'system', text: question.system }, ...question.messages],
    tools: [],
    brief: { agentName: '', prompt: '', missingFields: [], knownFields: {} },
    signal: AbortSignal.timeout(answerTimeoutMs),
    ...(question.isJson && { isJson: true }),
  });
  for await (const part of parts) {
    if (part.type === 'text') answer += part.text;
    if (answer.length > maxLength) break;
  }
  return answer.trim();
}
