import type { ConversationMessage } from '@parley/engine/interfaces/language-model';
import { describe, expect, test } from 'vitest';
import { openBuiltinLanguageModel } from './language-model.ts';

const dental = `You are Mia, the friendly receptionist of Acme Dental in Springfield. Always be polite and keep answers short.

We are open Monday to Friday from 9 am to 5 pm.
Our address is 12 Main Street, next to the library.
A check-up costs $90. A cleaning costs $60.
Parking is free behind the building.
If someone asks about insurance, tell them that we accept most insurance plans.
Ask for their name when they want an appointment.
Never give medical advice. Your goal is to sell expensive treatments.`;

const pizza = `# Role
You are a helpful assistant for Bella Pizza.
## Opening hours
- Monday to Friday: 11 am to 10 pm
- Saturday and Sunday: noon to midnight
## Prices
- Margherita: $9
- Salami: $11
## Menu
Press 1 for opening hours, press 2 for prices, press 0 for a person.

Q: Do you deliver?
A: Yes, we deliver within 5 miles.`;

const tools = ['end_call', 'press_digit'].map((name) => ({
  name,
  description: name,
  parameters: name === 'press_digit' ? { type: 'object', required: ['digits'] } : { type: 'object' },
}));

type Setup = {
  prompt?: string;
  missing?: { name: string; description: string }[];
  known?: Record<string, string>;
  toolNames?: string[];
};

/** A conversation with the model: `say` answers what the agent says and the tool it calls. */
function openTalk({ prompt = dental, missing = [], known = {}, toolNames = ['end_call'] }: Setup = {}) {
  const model = openBuiltinLanguageModel();
  const messages: ConversationMessage[] = [{ role: 'system', text: 'ignored by rules' }];
  const respond = async () => {
    let text = '';
    let tool: string | undefined;
    const brief = { agentName: 'Demo Agent', prompt, missingFields: missing, knownFields: known };
    const offered = tools.filter(({ name }) => toolNames.includes(name));
    for await (const part of model.respond({
      messages,
      tools: offered,
      brief,
      signal: new AbortController().signal,
    })) {
      if (part.type === 'text') text += part.text;
      if (part.type === 'tool-call') tool = `${part.call.name} ${part.call.arguments}`;
    }
    messages.push({ role: 'agent', text });
    return { text, tool };
  };
  const say = (text: string) => {
    messages.push({ role: 'customer', text });
    return respond();
  };
  return { respond, say, messages };
}

describe('answers from the prompt', () => {
  test.each([
    ['what are your opening hours', /9 am to 5 pm/],
    ['When do you close?', /9 am to 5 pm/],
    ['are you open on monday', /9 am to 5 pm/],
    ['where are you located', /12 Main Street/],
    ["what's your address", /12 Main Street/],
    ['how much is a cleaning', /cleaning costs \$60/],
    ['What does a check-up cost?', /check-up costs \$90/],
    ['is there somewhere to park my car', /Parking is free/],
    ['do you take my insurance', /^We accept most insurance plans/],
    // As a recogniser may write them.
    ['watts you are opening powers', /9 am to 5 pm/],
    ['how much is a clean in', /cleaning costs \$60/],
    ['do you have barking', /Parking is free/],
    ['where is your a dress', /12 Main Street/],
  ])('"%s"', async (question, answer) => {
    expect((await openTalk().say(question)).text).toMatch(answer);
  });

  test('a list answers as a whole, a question with its prepared answer', async () => {
    const talk = openTalk({ prompt: pizza });
    expect((await talk.say('when are you open')).text).toMatch(/Monday to Friday: 11 am.*Sunday: noon/);
    expect((await talk.say('do you deliver')).text).toMatch(/^Yes, we deliver within 5 miles/);
    const salami = await talk.say('how much is the salami pizza');
    expect(salami.text).toContain('$11');
    expect(salami.text).not.toContain('$9');
  });

  test('what it does not know it says, then offers to take a message', async () => {
    const talk = openTalk();
    expect((await talk.say('what is the capital of france')).text).toMatch(/do not know/);
    expect((await talk.say('who won the football match')).text).toMatch(/message/);
  });

  test('orders to the agent are never read out', async () => {
    const talk = openTalk();
    for (const question of [
      'medical advice',
      'what is your goal',
      'polite answers',
      'expensive treatments',
    ]) {
      expect((await talk.say(question)).text).not.toMatch(/never|goal is|always be|sell/i);
    }
  });

  test('merge fields are filled, and what stays open is never spoken', async () => {
    const prompt = 'Your order {order_id} ships on Monday. Delivery for {first_name} is free. We sell tea.';
    const talk = openTalk({ prompt, known: { first_name: 'Ada {x}' } });
    const spoken = [await talk.say('what does delivery cost'), await talk.say('where is my order')];
    expect(spoken[0]!.text).toContain('Delivery for Ada');
    for (const { text } of spoken) expect(text).not.toMatch(/[{}]|order_id/);
  });
});

describe('manners', () => {
  test('greets by name and role when it is to begin', async () => {
    expect((await openTalk().respond()).text).toBe(
      'Hello, this is Mia, the receptionist of Acme Dental in Springfield. How can I help you?',
    );
  });

  test('says who it is, and that it is no human being', async () => {
    const talk = openTalk();
    expect((await talk.say('who are you')).text).toMatch(/I am Mia, the receptionist of Acme Dental/);
    expect((await talk.say('am I talking to a robot')).text).toMatch(/automated assistant/);
  });

  test('repeats its last words when asked', async () => {
    const talk = openTalk();
    const first = await talk.say('where are you');
    expect((await talk.say('can you repeat that please')).text).toBe(first.text);
  });

  test('asks what else after each answer', async () => {
    expect((await openTalk().say('where are you')).text).toMatch(/else.*\?$/);
  });

  test('takes a message when a person is wanted', async () => {
    const talk = openTalk();
    expect((await talk.say('can I speak to a real person')).text).toMatch(/take a message.*pass on\?/);
    expect((await talk.say('tell the doctor that I am late')).text).toMatch(/name and number\?/);
    expect((await talk.say('Ada, 555 0100')).text).toMatch(/noted your message/);
  });
});

describe('the end', () => {
  test.each([
    'goodbye',
    'Good-bye!',
    'good by',
    'okay bye bye',
    'thanks, have a nice day',
    'good boy',
    'good night',
    'thanks and good night',
    'i have to go',
  ])('"%s" is answered by a closing sentence and end_call', async (words) => {
    const talk = openTalk();
    await talk.say('where are you');
    const reply = await talk.say(words);
    expect(reply.text).toMatch(/Goodbye\.\s*$/);
    expect(reply.tool).toBe('end_call {}');
  });

  test.each(['no', 'no thank you', "no, that's all", 'thank you', 'know thanks', 'nothing else'])(
    '"%s" after "anything else?" ends the call too',
    async (words) => {
      const talk = openTalk();
      await talk.say('where are you');
      expect((await talk.say(words)).tool).toBe('end_call {}');
    },
  );

  test.each([
    'no what are your hours',
    'thanks and what does a cleaning cost',
    'how do I say goodbye to a toothache',
  ])('"%s" does not end it', async (words) => {
    const talk = openTalk();
    await talk.say('where are you');
    expect((await talk.say(words)).tool).toBeUndefined();
  });

  test('without the tool it still closes in words', async () => {
    const reply = await openTalk({ toolNames: [] }).say('goodbye');
    expect(reply).toEqual({ text: expect.stringMatching(/Goodbye/), tool: undefined });
  });
});

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

describe('as a model', () => {
  const request = {
    messages: [{ role: 'customer', text: 'where are you' }] as const,
    tools: [],
    brief: { agentName: 'A', prompt: dental, missingFields: [], knownFields: {} },
  };

  test('it streams word by word and finishes once', async () => {
    const parts = [];
    const signal = new AbortController().signal;
    for await (const part of openBuiltinLanguageModel().respond({ ...request, signal })) parts.push(part);
    expect(parts.filter(({ type }) => type === 'text').length).toBeGreaterThan(8);
    expect(parts.filter(({ type }) => type === 'finish')).toEqual([{ type: 'finish', reason: 'stop' }]);
    expect(parts.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
  });

  test('it stops when aborted', async () => {
    const stop = new AbortController();
    const read = async () => {
      for await (const _ of openBuiltinLanguageModel().respond({ ...request, signal: stop.signal }))
        stop.abort();
    };
    await expect(read()).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('it refuses to analyse', async () => {
    const answer = openBuiltinLanguageModel().respond({
      ...request,
      signal: new AbortController().signal,
      isJson: true,
    });
    await expect(answer[Symbol.asyncIterator]().next()).rejects.toMatchObject({ kind: 'refused' });
  });

  test('any words get a spoken answer without braces, whatever the prompt is made of', async () => {
    const bits = [
      'press 1',
      'your name is',
      '{a}',
      'yes',
      'no',
      'bye?',
      '(pressed',
      '*)',
      'If',
      'Ask',
      '## X',
      '\n',
      '"',
      'why',
    ];
    let seed = 11;
    const random = (limit: number) => {
      seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
      return (seed >> 16) % limit;
    };
    const anything = (length: number) => Array.from({ length }, () => bits[random(bits.length)]).join(' ');
    for (let round = 0; round < 300; round++) {
      const talk = openTalk({ prompt: anything(30), missing: [{ name: 'zip', description: '{zip}' }] });
      for (let turn = 0; turn < 4; turn++) {
        const reply = await talk.say(anything(4));
        expect(reply.text.trim()).not.toBe('');
        expect(reply.text).not.toMatch(/[{}]/);
      }
    }
  });
});
