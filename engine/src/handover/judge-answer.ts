/** What somebody says who is asked whether they take a call. */
export type Answer = 'takes' | 'declines' | 'machine' | 'unclear';

const machine =
  /\b(?:leave (?:a|your|me a) (?:message|name)|after the (?:tone|beep)|at the (?:tone|beep)|voice ?mail|mailbox|(?:cannot|can't|can not|unable to) (?:take|answer|come to)|not available|record your message)\b/i;
const refusal =
  /\b(?:no|nope|nah|not now|not me|cannot|can't|can not|don't|do not|busy|later|wrong (?:person|number)|decline)\b/i;
const politeness = /\b(?:no (?:problem|worries|trouble)|don't mind|do not mind|why not)\b/gi;
const consent =
  /\b(?:yes|yeah|yep|yup|sure|okay|ok|alright|all right|fine|of course|certainly|absolutely|go ahead|put (?:them|him|her|it|the call) through|connect|i(?:'ll| will) take (?:it|them|the call)|accept)\b/i;

/**
 * Reads the answer: 1 takes the call, any other key declines it. A mailbox that talks is no person. Of a yes and a no
 * together the no counts: nobody is put through to somebody who may not want it.
 */
export function judgeAnswer(text: string): Answer {
  const keys = /\(pressed (\S+) on the phone keypad\)/.exec(text)?.[1];
  if (keys !== undefined) return keys.startsWith('1') ? 'takes' : 'declines';
  if (machine.test(text)) return 'machine';
  if (refusal.test(text.replaceAll(politeness, ' '))) return 'declines';
  return consent.test(text) ? 'takes' : 'unclear';
}
