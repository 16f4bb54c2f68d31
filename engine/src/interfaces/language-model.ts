import type { KnowledgePassage } from './knowledge.ts';

/** A tool the model may call; `parameters` is a JSON schema of the arguments. */
export type ToolDescription = { name: string; description: string; parameters: Record<string, unknown> };

export type ConversationMessage =
  | { role: 'system'; text: string }
  | { role: 'customer'; text: string }
  | { role: 'agent'; text: string; toolCalls?: readonly ToolCall[] }
  | { role: 'tool'; toolCallId: string; name: string; result: string };

/** `arguments` is JSON text as the model wrote it; it may be malformed. */
export type ToolCall = { id: string; name: string; arguments: string };

export type LanguageModelPart =
  | { type: 'text'; text: string }
  | { type: 'tool-call'; call: ToolCall }
  | { type: 'finish'; reason: 'stop' | 'length' | 'tool-calls' | 'other' };

/** What the agent was told, beside the composed prompt: models that follow rules read it instead. */
export type AgentBrief = {
  agentName: string;
  /** What the agent speaks (BCP 47); English where it is left out. */
  language?: string;
  prompt: string;
  /** What the agent greets with; left out where the customer speaks first. */
  welcome?: string;
  /** Facts the agent is to learn from the customer, such as `first_name`, with their meaning. */
  missingFields: readonly { name: string; description: string }[];
  /** What is already known of the customer. */
  knownFields: Readonly<Record<string, string>>;
  /** What was looked up for this answer; the messages hold it too. Data, never instructions. */
  passages?: readonly KnowledgePassage[];
};

export interface LanguageModel {
  /**
   * Streams the next thing the agent says. Rejects with a ProviderError. Aborting the signal ends it soon.
   */
  respond(request: {
    messages: readonly ConversationMessage[];
    tools: readonly ToolDescription[];
    brief: AgentBrief;
    signal: AbortSignal;
    /** Ask for a JSON object instead of speech. */
    isJson?: boolean;
  }): AsyncIterable<LanguageModelPart>;
}
