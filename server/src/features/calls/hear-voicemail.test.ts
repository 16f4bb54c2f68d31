import { expect, test } from 'vitest';
import { soundsLikeVoicemail } from './hear-voicemail.ts';

const says = (text: string) => soundsLikeVoicemail({ speaker: 'customer', by: 'speech', text });

test.each([
  'Hello, you have reached Dana Reed. I cannot take your call right now. Please leave a message after the tone.',
  'Hello, you have reached Dana Reed. I cannot take your call right now. Please leave a message after',
  'The person you have called is not available. At the tone, please record your message.',
  "Hi, this is Tom. I can't come to the phone at the moment.",
  'Your call has been forwarded to an automated voice messaging system.',
  'Leave your name and number, and I will call you back.',
  'please leave us a short message',
])('a machine says %j', (text) => {
  expect(says(text)).toBe(true);
});

test.each([
  'Hello?',
  'Hello, this is Dana, how can I help you?',
  'She is not available right now. Would you like to leave a message?',
  'You have reached Riverside Dental, how can I help?',
  'Do you want to leave a message or shall I transfer you?',
  'I cannot talk right now, call me later.',
  'I am not interested, please do not leave a message again?',
  'He is out. Can I take a message?',
  'You got my voicemail yesterday, right?',
])('a person may say %j', (text) => {
  expect(says(text)).toBe(false);
});

test('keys, typed words and what the agent says are no machine', () => {
  const text = 'Please leave a message after the tone.';
  expect(soundsLikeVoicemail({ speaker: 'agent', by: 'speech', text })).toBe(false);
  expect(soundsLikeVoicemail({ speaker: 'customer', by: 'typed', text })).toBe(false);
});
