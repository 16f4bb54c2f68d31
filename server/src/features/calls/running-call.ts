import type { Leg, LegEvent } from '@parley/carriers/carrier';
import type { CallNote, CallTurn } from '@parley/contract/calls';
import type { EndReason } from '@parley/contract/end-reasons';
import type { LiveEvent } from '@parley/contract/live-events';
import type { BriefingEnd } from '@parley/engine/handover/briefing';
import type { CallEvent } from '@parley/engine/interfaces/call-events';
import { asksWhoCalls } from '@parley/engine/screening/call-screening';
import { openingTurns } from '@parley/engine/screening/hear-voicemail';
import type { Transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AgentForCall } from '../agents/index.ts';
import { changedEvent } from './call-views.ts';
import { insertNote, insertTurn, saveCallState } from './queries.ts';
import type { CallRow } from './tables.ts';
import type { StartCall } from './thread/thread-messages.ts';

/** How long a call thread may take to wind up a call whose line is already closed. */
const windUpMs = 3000;

export type RunningCallOptions = {
  platform: Platform;
  row: CallRow;
  /** What the agent is for this call. */
  agent: AgentForCall;
  /** Answers the call in its thread once the line is open. */
  start: StartCall;
  /** Answers a turn in the transaction that keeps it; what it returns is noted. */
  hearTurn?: (tx: Transaction, turn: CallTurn) => Promise<string | undefined>;
  /** Whether these words are a machine's, which the agent does not talk to. Of calls that are placed. */
  isVoicemail?: (turn: CallTurn) => boolean;
  /** What staff should know of how the call was set up, told when it is answered. */
  setupNote: CallNote | undefined;
  startInThread: (start: StartCall) => void;
  /** False when no thread runs the call. */
  endInThread: (callId: string, endReason: EndReason) => boolean;
  /** Closes the row. Rejects when it could not be written. */
  finish: (endReason: EndReason) => Promise<unknown>;
  /** The row is closed, the recording may be stored. */
  onFinished: (call: RunningCall) => void;
};

/**
 * A call this process runs, seen from the main thread: it joins the leg (the line) and the live call
 * (the conversation), keeps what happens, and closes both whichever ends first.
 */
export class RunningCall {
  readonly row: CallRow;
  readonly agent: AgentForCall;
  readonly #options: RunningCallOptions;
  /** The customer's line, from `follow` on. */
  leg: Leg | undefined;
  /** The customer is with the person the call was handed to: hanging up then is no ending of the agent's. */
  isHandedOver = false;
  /** The last media time that was told, and when: both clocks start apart. */
  #mediaTime = { atMs: 0, seenMs: 0 };
  #customerTurns = 0;
  /** A call assistant answered, and nobody has come to the phone yet. */
  #isScreened = false;
  readonly #otherLegs = new Set<Leg>();
  readonly #briefings = new Map<string, (end: BriefingEnd) => void>();
  #hasStarted = false;
  #endReason: EndReason | undefined;
  #windUp: NodeJS.Timeout | undefined;
  /** Writes of one call happen one after another, in the order they were told. */
  #writes: Promise<void> = Promise.resolve();

  constructor(options: RunningCallOptions) {
    this.#options = options;
    this.row = options.row;
    this.agent = options.agent;
  }

  get legId(): string {
    return this.#options.start.legId;
  }

  /** Follows the line. Called once. */
  follow(leg: Leg): void {
    this.leg = leg;
    if (this.#endReason) leg.hangUp();
    leg.onEvent((event) => this.#onLegEvent(event));
  }

  /** The outside ends the call: staff, a failure to place it, or the process that stops. */
  end(endReason: EndReason): void {
    this.#close(endReason);
  }

  /** A further line of the call: it is closed with it, at the latest. */
  adopt(leg: Leg): void {
    if (this.#endReason) leg.hangUp();
    else this.#otherLegs.add(leg);
  }

  disown(leg: Leg): void {
    this.#otherLegs.delete(leg);
  }

  /** Resolves when the person on this leg was briefed. */
  briefed(legId: string): Promise<BriefingEnd> {
    return new Promise((resolve) => this.#briefings.set(legId, resolve));
  }

  onBriefed(legId: string, end: BriefingEnd): void {
    this.#briefings.get(legId)?.(end);
    this.#briefings.delete(legId);
  }

  /** Something that happened now and is to stand in the call's record. */
  noteNow(kind: CallNote['kind'], text: string): void {
    const { atMs, seenMs } = this.#mediaTime;
    // Whole, as it is stored: screens know a note by its time and words.
    const nowMs = seenMs === 0 ? 0 : Math.round(atMs + performance.now() - seenMs);
    this.#note({ atMs: nowMs, kind, text });
  }

  /** What the live call tells. */
  onCallEvent(event: CallEvent): void {
    const { callId } = this.#options.start;
    this.#mediaTime = { atMs: event.atMs, seenMs: performance.now() };
    switch (event.type) {
      case 'speaking':
        this.#tell({ type: 'call.speaking', callId, speaker: event.speaker });
        break;
      case 'partial':
        this.#tell({ type: 'call.partial', callId, speaker: event.speaker, text: event.text });
        break;
      case 'turn.committed': {
        const turn = { id: newId('turn'), ...event.turn };
        this.#write({ type: 'call.turn', callId, turn }, async (tx) => {
          await insertTurn(tx, callId, turn);
          const text = await this.#options.hearTurn?.(tx, turn);
          if (text === undefined) return;
          const note: CallNote = { atMs: turn.endMs, kind: 'opted_out', text };
          await insertNote(tx, callId, note);
          await this.#options.platform.liveFeed.publish(tx, this.row.workspaceId, {
            type: 'call.note',
            callId,
            note,
          });
        });
        if (this.#meetsVoicemail(turn)) this.#close('voicemail');
        break;
      }
      case 'note':
        if (event.note.kind === 'screened') this.#isScreened = true;
        if (event.note.kind === 'put_through') this.#isScreened = false;
        this.#note(event.note);
        break;
      case 'ended':
        this.#hasStarted = false;
        this.#close(event.endReason);
        break;
    }
  }

  /** Whether the first words of whoever answered are a mailbox's. It may follow a call assistant, whose words do not count. */
  #meetsVoicemail(turn: CallTurn): boolean {
    if (turn.speaker !== 'customer' || asksWhoCalls(turn.text)) return false;
    this.#customerTurns += 1;
    return (
      this.#customerTurns <= openingTurns && !this.isHandedOver && this.#options.isVoicemail?.(turn) === true
    );
  }

  /** What it means that the other side hangs up. */
  get #whyHungUp(): EndReason {
    if (this.isHandedOver) return 'transferred';
    return this.#isScreened ? 'screened' : 'customer_hung_up';
  }

  #onLegEvent(event: LegEvent): void {
    switch (event.type) {
      case 'ringing':
        this.#saveState('ringing');
        break;
      case 'answered':
        if (this.#endReason) break;
        this.#saveState('talking');
        this.#hasStarted = true;
        if (this.#options.setupNote) this.#note(this.#options.setupNote);
        this.#options.startInThread(this.#options.start);
        break;
      case 'note':
        this.#note({ atMs: 0, kind: 'carrier', text: event.text });
        break;
      case 'ended':
        this.#close(event.endReason === 'customer_hung_up' ? this.#whyHungUp : event.endReason);
        break;
    }
  }

  #note(note: CallNote): void {
    const { callId } = this.#options.start;
    this.#write({ type: 'call.note', callId, note }, (tx) => insertNote(tx, callId, note));
  }

  /**
   * First ender wins. A live call that still runs is told and gets a moment to tell its last turns; the
   * row is closed after them.
   */
  #close(endReason: EndReason): void {
    if (this.#endReason === undefined) {
      this.#endReason = endReason;
      this.leg?.hangUp();
      for (const other of this.#otherLegs) other.hangUp();
      if (this.#hasStarted && this.#options.endInThread(this.row.id, endReason)) {
        this.#windUp = setTimeout(() => this.#finish(), windUpMs);
        return;
      }
      this.#finish();
    } else if (this.#windUp && !this.#hasStarted) this.#finish();
  }

  #finish(): void {
    clearTimeout(this.#windUp);
    this.#windUp = undefined;
    const { finish, onFinished } = this.#options;
    const endReason = this.#endReason!;
    this.#enqueue(async () => {
      await finish(endReason);
      onFinished(this);
    });
  }

  #saveState(state: 'ringing' | 'talking'): void {
    const { platform } = this.#options;
    this.#enqueue(async () => {
      await platform.db.transaction(async (tx) => {
        const row = await saveCallState(tx, this.row.id, state);
        if (row) await platform.liveFeed.publish(tx, row.workspaceId, changedEvent(row));
      });
    });
  }

  #write(event: LiveEvent, save: (tx: Transaction) => Promise<void>): void {
    const { platform } = this.#options;
    this.#enqueue(async () => {
      await platform.db.transaction(async (tx) => {
        await save(tx);
        await platform.liveFeed.publish(tx, this.row.workspaceId, event);
      });
    });
  }

  #tell(event: LiveEvent): void {
    this.#options.platform.liveFeed.tell(this.row.workspaceId, event);
  }

  /** A write that fails is tried once more and then reported: the call itself goes on. */
  #enqueue(work: () => Promise<void>): void {
    const { log } = this.#options.platform;
    this.#writes = this.#writes
      .then(work)
      .catch(async (error: unknown) => {
        log.warn('A write of a running call failed and is tried again.', {
          callId: this.row.id,
          error: String(error),
        });
        await new Promise((resolve) => setTimeout(resolve, 500));
        await work();
      })
      .catch((error: unknown) => {
        log.error('A write of a running call was lost.', { callId: this.row.id, error: String(error) });
      });
  }

  /** Resolves when all that was told is in the database. */
  async settled(): Promise<void> {
    await this.#writes;
  }
}
