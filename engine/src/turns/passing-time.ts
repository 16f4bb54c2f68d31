import { confirmWaitMs, decideOverlap, isBargeIn, isOnset, onsetPauseMs } from './barge-in.ts';
import { addUtterance } from './customer-turn.ts';
import { isEntryOver } from './digits.ts';
import { decideEndpoint } from './endpointing.ts';
import { decideSilence } from './silence.ts';
import type { TurnEvent } from './turn-state.ts';
import {
  answerCustomer,
  answerDigits,
  cutAgent,
  endNow,
  endUtterance,
  openFloor,
  type Step,
  say,
  sayLastWords,
} from './turn-steps.ts';

type Frame = Extract<TurnEvent, { type: 'frame' }>;

/** 20 ms have passed: takes in what was heard of both sides, then looks at every limit of time. */
export function passFrame(step: Step, frame: Frame): void {
  const { state, rules } = step;
  takeAgentAudio(step, frame);
  if (frame.isToolRunning) state.quietSinceMs = frame.atMs;
  if (state.hangUp) {
    if (frame.atMs >= state.hangUp.atMs) endNow(step, state.hangUp.endReason);
    return;
  }
  takeCustomerAudio(step, frame);
  if (frame.atMs >= rules.policy.maxDurationMs && state.floor !== 'closing') {
    sayLastWords(step, 'farewell_at_max_duration', 'max_duration');
    return;
  }
  judgeCustomer(step);
  judgeQuiet(step);
}

/** Decides about what the customer has said or pressed so far: is it a turn, an interruption, or nothing. */
export function judgeCustomer(step: Step): void {
  const { state, rules, atMs } = step;
  if (state.floor === 'held' || state.floor === 'closing' || state.floor === 'ended') return;
  if (state.digits) {
    if (isEntryOver(state.digits, atMs, rules.policy)) answerDigits(step);
    return;
  }
  if (state.floor === 'open' || state.floor === 'customer') judgeTurn(step);
  else judgeOverlap(step);
}

function takeAgentAudio(step: Step, frame: Frame): void {
  const { state } = step;
  if (!state.reply || frame.heardGeneration !== state.reply.generation) return;
  state.quietSinceMs = frame.atMs;
  if (state.reply.isAudible) return;
  state.reply = { ...state.reply, isAudible: true };
  if (state.floor === 'replying') state.floor = 'speaking';
}

function takeCustomerAudio(step: Step, frame: Frame): void {
  const { state, atMs } = step;
  if (state.ears === 'closed' || state.floor === 'held' || state.floor === 'closing') return;
  if (frame.isVoiced) state.lastVoicedMs = atMs;
  const isTooLong = state.utterance !== null && atMs - state.utterance.startMs >= maxUtteranceMs;
  if (!frame.isSpeech || isTooLong) endUtterance(step);
  else if (!state.utterance) beginUtterance(step, frame.speechStartedMsAgo ?? 0);
  if (holdsBreath(step, frame)) {
    state.floor = 'undecided';
    step.actions.push({ do: 'pause_agent' });
  }
}

/** Whether the agent falls silent: for speech, or for a sound that may become speech. */
function holdsBreath({ state, rules, atMs }: Step, frame: Frame): boolean {
  if (state.floor !== 'replying' && state.floor !== 'speaking') return false;
  if (state.utterance) {
    const isTalking = atMs - state.lastVoicedMs <= consonantMs;
    return isTalking && isBargeIn(atMs - state.utterance.startMs, rules.policy);
  }
  if (state.floor !== 'speaking' || atMs < state.onsetsFromMs || !isOnset(frame, rules.policy)) return false;
  state.onsetMs = atMs;
  return true;
}

function beginUtterance(step: Step, startedMsAgo: number): void {
  const { state } = step;
  const startMs = Math.max(0, step.atMs - startedMsAgo);
  state.onsetMs = null;
  state.falseOnsets = 0;
  state.utteranceCount += 1;
  state.utterance = { id: state.utteranceCount, startMs };
  state.turn = addUtterance(state.turn, state.utterance);
  step.actions.push({
    do: 'start_utterance',
    utteranceId: state.utterance.id,
    preRollMs: step.atMs - startMs,
  });
  if (state.floor === 'open') state.floor = 'customer';
}

function judgeTurn(step: Step): void {
  const { state, rules } = step;
  if (!state.turn) {
    if (state.floor === 'customer' && !state.utterance) openFloor(step);
    return;
  }
  const decision = decideEndpoint({
    turn: state.turn,
    isSpeech: state.utterance !== null,
    silenceMs: step.atMs - state.lastVoicedMs,
    finalWaitMs: rules.finalWaitMs,
    policy: rules.policy,
  });
  if (decision.type === 'over') {
    const { startMs } = state.turn;
    const endMs = Math.max(startMs, state.lastVoicedMs);
    answerCustomer(step, { text: decision.text, by: 'speech', startMs, endMs });
  } else if (decision.type === 'empty') {
    state.turn = null;
    if (state.ears === 'unproven') state.ears = 'closed';
    openFloor(step);
  } else if (decision.type === 'overdue' && state.floor === 'customer') openFloor(step);
}

function judgeOverlap(step: Step): void {
  const { state, rules } = step;
  if (!state.turn && state.floor !== 'undecided') return;
  if (state.onsetMs !== null) {
    if (step.atMs - state.onsetMs >= confirmWaitMs) forgiveOnset(step);
    return;
  }
  const decision = decideOverlap({
    turn: state.turn,
    isSpeech: state.utterance !== null,
    silenceMs: step.atMs - state.lastVoicedMs,
    finalWaitMs: rules.finalWaitMs,
    policy: rules.policy,
  });
  if (decision === 'undecided') return;
  if (decision === 'words') {
    cutAgent(step);
    state.floor = 'customer';
    judgeTurn(step);
    return;
  }
  if (decision === 'backchannel' && state.turn) {
    state.overlap = { turn: state.turn, endMs: state.lastVoicedMs };
    state.turn = null;
  }
  // Noise that the recogniser still works on may yet turn out to be words.
  if (state.turn?.utterances.every(({ isFinal }) => isFinal)) state.turn = null;
  if (state.floor === 'undecided') resumeAgent(step);
}

/** The sound was no speech: the agent goes on, and is not stopped by the next such sound soon. */
function forgiveOnset(step: Step): void {
  const { state, atMs } = step;
  state.onsetMs = null;
  state.falseOnsets += 1;
  state.onsetsFromMs = atMs + onsetPauseMs(state.falseOnsets);
  if (state.floor === 'undecided') resumeAgent(step);
}

function resumeAgent(step: Step): void {
  const { state } = step;
  step.actions.push({ do: 'resume_agent' });
  state.floor = state.reply?.isAudible ? 'speaking' : 'replying';
  state.quietSinceMs = step.atMs;
}

/** Nobody is heard: the customer is asked again, or the agent's silence is a failure. */
function judgeQuiet(step: Step): void {
  const { state, rules, atMs } = step;
  const quietMs = atMs - state.quietSinceMs;
  if (state.floor === 'replying' || state.floor === 'speaking' || state.floor === 'closing') {
    if (quietMs < rules.policy.providerIdleMs) return;
    if (state.floor === 'closing') endNow(step, state.reply?.endReason ?? 'provider_failed');
    else sayLastWords(step, 'apology', 'provider_failed');
    return;
  }
  if (state.floor !== 'open') return;
  if (state.ears === 'unproven' && quietMs >= proofWaitMs) {
    state.ears = 'closed';
    openFloor(step);
    return;
  }
  const decision = decideSilence({
    quietMs,
    reprompts: state.reprompts,
    isGoodbyeSaid: state.isGoodbyeSaid,
    isScreened: state.isScreened,
    policy: rules.policy,
  });
  if (decision === 'reprompt') {
    state.reprompts += 1;
    say(step, 'reprompt');
  } else if (decision === 'farewell') say(step, 'farewell_after_silence', 'silence');
  else if (decision === 'hang_up') endNow(step, 'goodbye');
  else if (decision === 'give_up') endNow(step, 'screened');
}

/** A gap in the voice that belongs to a word: the closure of a plosive lasts 50 to 100 ms. */
const consonantMs = 60;
/** Longer speech without a pause is given to the recogniser in parts. */
const maxUtteranceMs = 30_000;
/** How long a far end without ears may take after the greeting to tell its first words. */
const proofWaitMs = 2000;
