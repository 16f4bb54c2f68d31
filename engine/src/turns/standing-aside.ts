import type { TurnEvent } from './turn-state.ts';
import { commitOpenWords, endUtterance, openFloor, type Step } from './turn-steps.ts';

/** Whether an event means anything while the agent stands aside: what the customer does then is for others to hear. */
export function countsAside(event: TurnEvent): boolean {
  return (
    event.type === 'aside.ends' ||
    event.type === 'reply.failed' ||
    event.type === 'reply.ends_call' ||
    event.type === 'end'
  );
}

/** The agent steps aside, in the middle of its reply: it neither speaks nor listens until it comes back. */
export function stepAside(step: Step): void {
  const { state } = step;
  if (state.floor === 'closing') return;
  endUtterance(step);
  commitOpenWords(step);
  if (state.floor === 'undecided' || state.floor === 'held') step.actions.push({ do: 'resume_agent' });
  state.overlap = null;
  state.onsetMs = null;
  state.floor = 'aside';
  step.actions.push({ do: 'step_aside' });
}

/** The agent is back and goes on with its reply. */
export function comeBack(step: Step): void {
  const { state } = step;
  if (state.floor !== 'aside') return;
  state.quietSinceMs = step.atMs;
  step.actions.push({ do: 'come_back' });
  if (state.reply) state.floor = state.reply.isAudible ? 'speaking' : 'replying';
  else openFloor(step);
}
