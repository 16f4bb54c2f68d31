import { describe, expect, test } from 'vitest';
import { openTalk, pizza } from './talk.ts';

describe('missing fields', () => {
  const missing = [
    { name: 'first_name', description: "The customer's first name" },
    { name: 'email', description: 'Email address' },
    { name: 'phone_number', description: 'Phone number' },
  ];

  test('are asked one at a time, checked, corrected, and not asked again', async () => {
    const talk = openTalk({ missing });
    expect((await talk.say('hello')).text).toMatch(/your first name\?$/);
    expect((await talk.say('my name is ada')).text).toMatch(
      /understood Ada as your first name\. Is that right\?/,
    );
    expect((await talk.say('yes')).text).toMatch(/your email\?$/);
    expect((await talk.say('ada at example dot com')).text).toContain('ada@example.com as your email');
    expect((await talk.say('no, it is ada dot b at example dot com')).text).toContain('ada.b@example.com');
    expect((await talk.say('correct')).text).toMatch(/your phone number\?$/);
    expect((await talk.say('five five five, oh one double oh')).text).toContain(
      'five five five zero one zero zero',
    );
    expect((await talk.say('yes that is right')).text).toMatch(/else.*\?$/);
  });

  test('a question in between is answered, then the field is asked again', async () => {
    const talk = openTalk({ missing });
    await talk.say('hello');
    expect((await talk.say('when are you open?')).text).toMatch(/9 am.*your first name\?$/);
  });

  test('a refused field is left out', async () => {
    const talk = openTalk({ missing });
    await talk.say('hello');
    expect((await talk.say('I would rather not say')).text).toMatch(/leave that out.*your email\?$/);
  });

  test('keys of the phone answer a number', async () => {
    const talk = openTalk({ missing: missing.slice(2) });
    await talk.say('hello');
    expect((await talk.say('(pressed 5550100 on the phone keypad)')).text).toMatch(
      /zero one zero zero as your phone/,
    );
  });

  test('a caller who wants to leave is not held', async () => {
    const talk = openTalk({ missing });
    await talk.say('hello');
    expect((await talk.say('goodbye')).tool).toBe('end_call {}');
  });
});

describe('keys of the phone', () => {
  test('choose from the menu of the prompt', async () => {
    const talk = openTalk({ prompt: pizza });
    expect((await talk.say('(pressed 1 on the phone keypad)')).text).toMatch(/Monday to Friday: 11 am/);
    expect((await talk.say('(pressed 2 on the phone keypad)')).text).toMatch(/Margherita: \$9/);
    expect((await talk.say('(pressed 0 on the phone keypad)')).text).toMatch(/take a message/);
  });

  test('outside the menu they are spelled back with the menu', async () => {
    const reply = await openTalk({ prompt: pizza }).say('(pressed 7* on the phone keypad)');
    expect(reply.text).toMatch(
      /You pressed 7, star\. Please press 1 for opening hours, 2 for prices, 0 for person\./,
    );
  });

  test('without a menu they are spelled back', async () => {
    expect((await openTalk().say('(pressed 1234 on the phone keypad)')).text).toMatch(
      /^You pressed 1, 2, 3, 4\./,
    );
  });

  test('in the menu of the other side the agent presses what its prompt orders', async () => {
    const prompt =
      'You call suppliers. When you reach a phone menu, choose sales. Ask what their delivery time is.';
    const talk = openTalk({ prompt, toolNames: ['end_call', 'press_digit'] });
    const reply = await talk.say('welcome to acme press 1 for support press 2 for sales');
    expect(reply.tool).toBe('press_digit {"digits":"2"}');
    talk.messages.push({ role: 'tool', toolCallId: '1', name: 'press_digit', result: 'done' });
    expect(await talk.respond()).toEqual({ text: '', tool: undefined });
    expect((await talk.say('hello sales speaking')).text).toMatch(/May I ask what your delivery time is\?/);
  });
});

test('an outbound prompt is told and asked in order, then the call is closed', async () => {
  const prompt =
    'You are calling patients on behalf of Sunrise Clinic. Remind the patient that their appointment is tomorrow at {time}. ' +
    'Ask whether they can come. Ask if they have any symptoms. Thank them and end the call.';
  const talk = openTalk({ prompt, known: { time: '3 pm' } });
  expect((await talk.say('hello')).text).toBe(
    'Your appointment is tomorrow at 3 pm. May I ask whether you can come?',
  );
  expect((await talk.say('yes I can')).text).toMatch(/May I ask whether you have any symptoms\?/);
  expect((await talk.say('no')).text).toMatch(/all I need to know/);
  expect((await talk.say('no')).tool).toBe('end_call {}');
});
