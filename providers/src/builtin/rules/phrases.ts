/** Sentences the agent says by itself. Their beginnings are looked for in what it said before: keep them apart. */
export const phrases = {
  offerHelp: 'How can I help you?',
  anythingElse: ['Is there anything else I can help you with?', 'What else can I do for you?'],
  unknown: 'I am sorry, I do not know that.',
  notUnderstood: 'I am sorry, I did not understand that.',
  otherWords: 'Could you say it in other words?',
  offerMessage: 'I can take a message for my colleagues.',
  noTransfer: 'I am sorry, I cannot put you through right now, but I can take a message.',
  askMessage: 'What would you like me to pass on?',
  askContact: 'Thank you, I have that. How can we reach you, under which name and number?',
  messageTaken: 'Thank you, I have noted your message.',
  nobodyThere: 'I am sorry, nobody can take your call right now. We can call you back.',
  simulated: 'This is a simulation, so nobody is rung. In a real call you would be put through now.',
  transfer: 'One moment, I will put you through.',
  closing: [
    'Thank you for calling. Goodbye.',
    'You are welcome. Goodbye.',
    'Thank you for your time. Goodbye.',
  ],
  welcome: 'You are welcome.',
  whatToKnow: 'What would you like to know?',
  takeYourTime: 'Of course, take your time.',
  robot: 'I am an automated assistant, not a human being.',
  fine: 'I am fine, thank you.',
  leaveOut: 'No problem, we can leave that out.',
  askAgain: 'I am sorry, I did not get that.',
  thanks: 'Thank you.',
  allAsked: 'Thank you, that is all I need to know.',
} as const;

/** Whether the agent's last words asked if there is more to do. */
export function asksForMore(text: string): boolean {
  return phrases.anythingElse.some((phrase) => text.includes(phrase)) || text.includes(phrases.whatToKnow);
}
