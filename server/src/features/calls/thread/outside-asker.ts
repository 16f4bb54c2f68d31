import type { Knowledge, KnowledgePassage } from '@parley/engine/interfaces/knowledge';
import type { OutsideToolResult, OutsideTools } from '@parley/engine/interfaces/outside-tools';
import type { FromThread, OutsideQuestion } from './thread-messages.ts';

type Pending = { resolve: (value: unknown) => void; reject: (error: Error) => void };

/** Asks the main thread what a call cannot do itself: run a function, look something up. */
export class OutsideAsker {
  readonly #tell: (message: FromThread) => void;
  readonly #pending = new Map<number, Pending>();
  #lastAskId = 0;

  constructor(tell: (message: FromThread) => void) {
    this.#tell = tell;
  }

  /** The main thread has answered, or says why it cannot. */
  onAnswer(askId: number, answer: { value: unknown } | { error: string }): void {
    const pending = this.#pending.get(askId);
    this.#pending.delete(askId);
    if ('error' in answer) pending?.reject(new Error(answer.error));
    else pending?.resolve(answer.value);
  }

  toolsOf(callId: string): OutsideTools {
    return {
      run: async (run, signal) =>
        (await this.#ask(callId, { kind: 'tool', run }, signal)) as OutsideToolResult,
    };
  }

  knowledgeOf(callId: string): Knowledge {
    return {
      search: async (text, signal) =>
        (await this.#ask(callId, { kind: 'knowledge', text }, signal)) as KnowledgePassage[],
    };
  }

  async #ask(callId: string, question: OutsideQuestion, signal: AbortSignal): Promise<unknown> {
    this.#lastAskId += 1;
    const askId = this.#lastAskId;
    const takeBack = (): void => {
      if (!this.#pending.has(askId)) return;
      this.#tell({ type: 'take-back', askId });
      this.onAnswer(askId, { error: 'It was not wanted any more.' });
    };
    signal.addEventListener('abort', takeBack, { once: true });
    try {
      return await new Promise((resolve, reject) => {
        this.#pending.set(askId, { resolve, reject });
        this.#tell({ type: 'ask', askId, callId, question });
      });
    } finally {
      signal.removeEventListener('abort', takeBack);
    }
  }
}
