import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible';
import type { ConversationMessage, ToolDescription } from '@parley/engine/interfaces/language-model';

type ChatModel = ReturnType<OpenAICompatibleProvider['chatModel']>;
export type ChatOptions = Parameters<ChatModel['doStream']>[0];
export type ChatPrompt = ChatOptions['prompt'];

/**
 * The conversation as the protocol wants it. Servers refuse a tool call without its result and a result
 * without its call, and a call cut off by the customer leaves such halves: they are left out. Results come
 * right after their call.
 */
export function chatPrompt(messages: readonly ConversationMessage[]): ChatPrompt {
  const results = new Map(
    messages.flatMap((message) => (message.role === 'tool' ? [[message.toolCallId, message]] : [])),
  );
  const prompt: ChatPrompt = [];
  for (const message of messages) {
    if (message.role === 'system') prompt.push({ role: 'system', content: message.text });
    if (message.role === 'customer')
      prompt.push({ role: 'user', content: [{ type: 'text', text: message.text }] });
    if (message.role !== 'agent') continue;
    const calls = (message.toolCalls ?? []).filter((call) => results.has(call.id));
    if (message.text === '' && calls.length === 0) continue;
    prompt.push({
      role: 'assistant',
      content: [
        ...(message.text === '' ? [] : [{ type: 'text' as const, text: message.text }]),
        ...calls.map((call) => ({
          type: 'tool-call' as const,
          toolCallId: call.id,
          toolName: call.name,
          input: parsedArguments(call.arguments),
        })),
      ],
    });
    if (calls.length > 0)
      prompt.push({ role: 'tool', content: calls.map(({ id }) => toolResult(results.get(id)!)) });
  }
  // Some servers insist on a word of the customer, who has said none when the agent is to begin.
  const isBeginning = prompt.every(({ role }) => role === 'system');
  if (isBeginning) prompt.push({ role: 'user', content: [{ type: 'text', text: '(The call begins.)' }] });
  return prompt;
}

/** The tools in the protocol's form; undefined for none, as an empty list is refused. */
export function chatTools(tools: readonly ToolDescription[]): NonNullable<ChatOptions['tools']> | undefined {
  if (tools.length === 0) return undefined;
  return tools.map(({ name, description, parameters }) => ({
    type: 'function',
    name,
    description,
    inputSchema: parameters,
  }));
}

function toolResult(message: Extract<ConversationMessage, { role: 'tool' }>) {
  return {
    type: 'tool-result' as const,
    toolCallId: message.toolCallId,
    toolName: message.name,
    output: { type: 'text' as const, value: message.result },
  };
}

/** Arguments the model wrote badly were refused by the tool; they are shown to it as they were. */
function parsedArguments(written: string): unknown {
  try {
    return JSON.parse(written || '{}');
  } catch {
    return { malformed: written };
  }
}
