/** A piece of knowledge that fits what the customer said. */
export type KnowledgePassage = { id: string; title: string; text: string };

/** What an agent can look up. The engine asks once per turn of the customer, before the model answers. */
export interface Knowledge {
  /** Best first; nothing when nothing fits. Must answer within the time the signal gives, or is left out. */
  search(question: string, signal: AbortSignal): Promise<readonly KnowledgePassage[]>;
}
