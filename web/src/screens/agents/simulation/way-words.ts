import type { MicrophoneProblem } from './audio/line-audio.ts';
import type { Way } from './simulation-session.ts';

/** What to do about a microphone that cannot be used. */
export const problemWords: Record<MicrophoneProblem | 'unavailable', { title: string; text: string }> = {
  denied: {
    title: 'The microphone is blocked',
    text: 'Allow it for this site, at the left of the address bar, and try again. You can also type.',
  },
  missing: {
    title: 'No microphone was found',
    text: 'Plug one in and try again. You can also type.',
  },
  busy: {
    title: 'The microphone cannot be opened',
    text: 'Another program may be using it. Close that program and try again. You can also type.',
  },
  insecure: {
    title: 'The microphone is out of reach',
    text: 'Browsers give it to pages over https or on localhost only. You can type here.',
  },
  unavailable: {
    title: 'Your browser cannot recognise speech now',
    text: 'Its recognition may need a connection to its maker. You can type.',
  },
};

/** The ways to talk that there are: the browser's own recogniser only where no better one is connected. */
export function listWays(options: { hearsSpeech: boolean; hasBrowserRecogniser: boolean }): Way[] {
  if (options.hearsSpeech) return ['microphone', 'typing'];
  return options.hasBrowserRecogniser ? ['typing', 'recogniser'] : ['typing'];
}

export const wayLabels: Record<Way, string> = {
  microphone: 'Talk',
  recogniser: 'Talk, heard by your browser',
  typing: 'Type',
};

/** What a way means, below the choice. */
export const wayNotes: Record<Way, string> = {
  microphone: 'Use headphones where you can: the agent then never hears itself.',
  recogniser:
    'Your browser turns your speech into text while the agent is silent. Some browsers send it to their maker for that.',
  typing: 'You type, the agent speaks.',
};
