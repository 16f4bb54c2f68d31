import { describe, expect, test } from 'vitest';
import { findOptOut } from './opt-out.ts';

describe('Asking not to be called again', () => {
  test.each([
    'Take me off your list.',
    'Please take me off your calling list',
    'Could you remove my number from your database, please?',
    'Remove me from this list right now!',
    'Stop calling me.',
    'I said stop calling!',
    "Don't call me again.",
    'Don’t ever call me again',
    'Do not call this number anymore.',
    'Never call here again',
    'Put me on your do not call list',
    "I'm on the do-not-call list.",
    'Unsubscribe me',
    'I want to opt out.',
    'Rufen Sie mich bitte nicht mehr an.',
    'Ich möchte nicht mehr angerufen werden.',
    'Nehmen Sie mich von Ihrer Liste!',
    'No me llame más, por favor.',
    'No me vuelvan a llamar.',
    'Ne me rappelez plus.',
    'Retirez-moi de votre liste.',
    'Non mi chiamate più!',
    'Não me ligue mais.',
    'Bel me niet meer.',
    'Haal mij van uw lijst.',
    'Lose my number.',
    'No more calls, please.',
    'Why do you keep ringing? Stop ringing me.',
    "Don't call me at work, and take me off your list.",
  ])('%s', (said) => {
    expect(findOptOut(said)).toBe(said);
  });

  test.each([
    'Stop.',
    'No.',
    "Don't call me before nine.",
    "Don't call me tomorrow, call me on Monday.",
    'Please call me again.',
    "Why don't you call me later?",
    'I have a list here somewhere.',
    'Take me through the list of your services.',
    'Remove the appointment on Monday, please.',
    'Can you take me off hold?',
    "I'm not interested.",
    'Call me back in an hour.',
    '',
    'Rufen Sie mich bitte später an.',
    'Sie haben mich nicht mehr angerufen.',
    'No me llame mañana.',
    'Ne quittez pas.',
    'Non mi chiami domani.',
    'Não me ligue amanhã.',
    'Bel me morgen.',
  ])('%s asks for something else', (said) => {
    expect(findOptOut(said)).toBeUndefined();
  });
});
