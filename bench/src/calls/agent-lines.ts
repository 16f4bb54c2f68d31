import { type SpokenLine, speakLines } from './speech-clips.ts';

/** What the agent says in the measured calls: ordinary sentences of an ordinary call. */
export const greeting = ['Hello, this is Ada.', 'How can I help you today?'];

/** Answers of two sentences, three to four seconds of speech. */
export const answers = [
  'We have a table for two on Friday at seven.',
  'Shall I put it down under your name?',
  'Yes, the kitchen is open until ten in the evening.',
  'Is there anything you would rather not eat?',
  'I can offer you a quiet place by the window.',
  'May I have a telephone number, in case something changes?',
];

/** Pairs of the sentences above, as the model says them. */
export const twoSentenceAnswers = [0, 2, 4].map((at) => `${answers[at]} ${answers[at + 1]}`);

let spoken: Promise<SpokenLine[]> | undefined;

/** All of it spoken, once per run of the bench. */
export function speakAgentLines(): Promise<SpokenLine[]> {
  spoken ??= speakLines([...greeting, ...answers]);
  return spoken;
}
