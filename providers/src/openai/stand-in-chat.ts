/** The body of a chat completion as far as it is checked. */
export type ChatBody = {
  model?: unknown;
  messages?: {
    role?: string;
    content?: unknown;
    tool_call_id?: string;
    tool_calls?: { id: string; function: { arguments: unknown } }[];
  }[];
  tools?: { type?: string; function?: { name?: string; parameters?: unknown } }[];
  response_format?: { type?: string };
};

/** What the vendor would find wrong with a chat request; undefined when it is fine. */
export function checkChat(body: ChatBody): string | undefined {
  const { model, messages, tools } = body;
  if (typeof model !== 'string' || model === '') return 'you must provide a model parameter';
  if (!Array.isArray(messages) || messages.length === 0) return "Invalid 'messages': empty array.";
  let open: string[] = [];
  for (const [i, message] of messages.entries()) {
    if (!['system', 'developer', 'user', 'assistant', 'tool'].includes(message.role ?? '')) {
      return `Invalid value: 'messages[${i}].role'.`;
    }
    if (message.role === 'tool') {
      if (!open.includes(message.tool_call_id ?? '')) {
        return "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";
      }
      open = open.filter((id) => id !== message.tool_call_id);
      continue;
    }
    if (open.length > 0) return `tool_call_ids did not have response messages: ${open.join(', ')}`;
    open = (message.tool_calls ?? []).map(({ id }) => id);
    if (message.tool_calls?.some((call) => typeof call.function.arguments !== 'string'))
      return 'arguments must be a string';
    const isEmpty = message.content === null || message.content === undefined;
    if (isEmpty && open.length === 0) return `Invalid value for 'content': expected a string, got null.`;
  }
  if (open.length > 0) return `tool_call_ids did not have response messages: ${open.join(', ')}`;
  if (tools !== undefined && (!Array.isArray(tools) || tools.length === 0))
    return "Invalid 'tools': empty array.";
  if (tools?.some((tool) => tool.type !== 'function' || !/^[\w-]{1,64}$/.test(tool.function?.name ?? ''))) {
    return "Invalid 'tools[0].function.name'.";
  }
  const mentionsJson = JSON.stringify(messages).toLowerCase().includes('json');
  if (body.response_format?.type === 'json_object' && !mentionsJson) {
    return "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.";
  }
  return undefined;
}
