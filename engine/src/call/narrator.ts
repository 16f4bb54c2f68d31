import type { CallNote } from '@parley/contract/calls';
import type { EndReason } from '@parley/contract/end-reasons';
import type { CallEvent } from '../interfaces/call-events.ts';
import type { TurnToCommit } from './transcript.ts';

/** Tells the owner of a call what happens in it: each change once, and nothing after `ended`. */
export class Narrator {
  readonly #onEvent: (event: CallEvent) => void;
  #speaker: 'agent' | 'customer' | 'nobody' = 'nobody';
  #partials = { agent: '', customer: '' };
  #agentToldMs = 0;
  #isOver = false;

  constructor(onEvent: (event: CallEvent) => void) {
    this.#onEvent = onEvent;
  }

  speaking(speaker: 'agent' | 'customer' | 'nobody', atMs: number): void {
    if (speaker === this.#speaker) return;
    this.#speaker = speaker;
    this.#tell({ type: 'speaking', speaker, atMs });
  }

  /** What the customer has heard of the reply so far, asked for and told a few times a second. */
  agentHeard(speech: { heardText(generation: number): string }, generation: number, atMs: number): void {
    if (atMs - this.#agentToldMs < partialEveryMs) return;
    this.#agentToldMs = atMs;
    this.#partial('agent', speech.heardText(generation), atMs);
  }

  customerHeard(text: string, atMs: number): void {
    if (text !== '') this.#partial('customer', text, atMs);
  }

  turn(turn: TurnToCommit, atMs: number): void {
    this.#partials[turn.speaker] = '';
    this.#tell({ type: 'turn.committed', turn, atMs });
  }

  /** `asked`: the arguments of a tool, as JSON text. */
  note(kind: CallNote['kind'], text: string, atMs: number, asked?: string): void {
    const note: CallNote = { kind, text: text.slice(0, maxNoteLength), atMs };
    if (asked !== undefined) note.arguments = asked.slice(0, maxNoteLength);
    this.#tell({ type: 'note', note, atMs });
  }

  end(endReason: EndReason, atMs: number): void {
    this.speaking('nobody', atMs);
    this.#tell({ type: 'ended', endReason, atMs });
    this.#isOver = true;
  }

  #partial(speaker: 'agent' | 'customer', text: string, atMs: number): void {
    if (text === this.#partials[speaker]) return;
    this.#partials[speaker] = text;
    this.#tell({ type: 'partial', speaker, text, atMs });
  }

  #tell(event: CallEvent): void {
    if (!this.#isOver) this.#onEvent(event);
  }
}

const partialEveryMs = 200;
const maxNoteLength = 500;
