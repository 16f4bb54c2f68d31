import { levelDbfs } from '../audio/frames.ts';
import { frameMs } from '../interfaces/clock.ts';
import type { Vad, VadDecision } from '../vad/vad.ts';

/** A detector for scripted silence and sound: everything loud is speech. Confirms after 60 ms, holds 200 ms. */
export function createEnergyVad(): Vad {
  const decision: VadDecision = {
    isVoiced: false,
    isSpeech: false,
    speechStartedMsAgo: null,
    silenceMs: Number.POSITIVE_INFINITY,
    levelDbfs: -100,
  };
  let voicedFrames = 0;
  return {
    process(frame) {
      decision.levelDbfs = levelDbfs(frame);
      decision.isVoiced = decision.levelDbfs > thresholdDbfs;
      decision.speechStartedMsAgo = null;
      voicedFrames = decision.isVoiced ? voicedFrames + 1 : 0;
      decision.silenceMs = decision.isVoiced ? 0 : decision.silenceMs + frameMs;
      if (!decision.isSpeech && voicedFrames >= confirmFrames) {
        decision.isSpeech = true;
        decision.speechStartedMsAgo = voicedFrames * frameMs;
      } else if (decision.isSpeech && decision.silenceMs >= holdMs) decision.isSpeech = false;
      return decision;
    },
    reset() {
      voicedFrames = 0;
      decision.isSpeech = false;
      decision.silenceMs = Number.POSITIVE_INFINITY;
    },
  };
}

const thresholdDbfs = -50;
const confirmFrames = 3;
const holdMs = 200;
