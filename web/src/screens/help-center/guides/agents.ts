import type { Guide } from '../guide.ts';

export const aboutAgents: readonly Guide[] = [
  {
    slug: 'create-an-agent',
    title: 'Create an agent',
    summary: 'Begin from a template or from nothing, give it its job, and let it take calls.',
    topic: 'Agents',
    about: ['/app/voice-agents'],
    words: 'new add template inbound outbound incoming draft publish switch on',
    body: [
      {
        steps: [
          'Open [Agents](/app/voice-agents) and choose **Create Agent**.',
          'Say whether it answers calls (**Incoming**) or places them (**Outbound**), and pick where to begin.',
          'Write its prompt and its welcome message.',
          'Save, then publish. A new agent is a draft: it takes no calls until it was published.',
          'Test it with a simulated customer, then switch it on in the list.',
        ],
      },
      { heading: 'What a draft is' },
      'Drafts are safe: you can change and test them, and no customer ever meets one. The list shows which agents are drafts and leads you to what is missing.',
      {
        note: 'Changing an agent never disturbs a running call. A call keeps the version of the agent that it began with.',
      },
    ],
    related: ['write-a-prompt', 'welcome-message', 'test-calls'],
  },
  {
    slug: 'write-a-prompt',
    title: 'Write a prompt that works on the phone',
    summary: 'Say who the agent is, what it must find out, and what it must never do.',
    topic: 'Agents',
    about: ['/app/voice-agents'],
    words: 'instructions script what to say persona rules tips',
    body: [
      'A prompt is a briefing, as you would give it to a new colleague. Short sentences work best, because the agent speaks them.',
      {
        points: [
          '**Who it is**: "You are Mia, the receptionist of Riverside Dental. You are warm and brief."',
          '**What to find out**, in order: the name, the reason for the call, a time that suits.',
          '**What to know**: opening hours, prices, the address. What is not written down it cannot know.',
          '**What never to do**: "Give no medical advice. Never promise a price that is not listed."',
          '**How to end**: "When the appointment is agreed, repeat it once and say goodbye."',
        ],
      },
      { heading: 'Numbers, dates, names' },
      'Write them as they should be said. "Nine thirty in the morning" is read better than "09:30 h". Spell out abbreviations.',
      { heading: 'Try it at once' },
      'Open **Simulation** beside the prompt and talk to the agent as it stands there, saved or not, by microphone or by typing. You see what it looked up, which functions it used and how long each answer took. **Edit and replay** changes something you said and lets the conversation go on from there.',
      { heading: 'Then listen' },
      'Make a test call after each change. The transcript shows what the agent understood, and what the customer really heard where they interrupted.',
    ],
    related: ['welcome-message', 'test-calls', 'read-a-call'],
  },
  {
    slug: 'choose-a-voice',
    title: 'Choose a voice',
    summary: 'Listen to the voices, pick one, and hear your welcome message in it.',
    topic: 'Agents',
    about: ['/app/voice-agents'],
    words: 'voice sound accent gender sample preview listen play speech stand-in',
    body: [
      {
        steps: [
          'Open an agent and choose **Change voice**.',
          'Narrow the list by gender, accent and type, or search a name. The round button plays a sample.',
          'Choose a voice, then **Save**. Calls use it once you publish.',
          'Under the welcome message choose **Listen**. Where it holds merge fields, **Sample contact** says who is greeted.',
        ],
      },
      { heading: 'When another voice is heard' },
      'A voice belongs to a provider. While that provider is not connected, calls and samples use the voice that is most like it, and the list names it. Connect the provider under [Providers](/app/providers) and the chosen voice is heard from the next call on.',
    ],
    related: ['welcome-message', 'test-calls'],
  },
  {
    slug: 'welcome-message',
    title: 'Choose who speaks first',
    summary: 'Let the agent greet, or let it wait for the caller.',
    topic: 'Agents',
    about: ['/app/voice-agents'],
    words: 'greeting hello silent first words interrupt',
    body: [
      {
        points: [
          '**The agent greets first**: right for almost every incoming call. Keep it to one breath: your name, your business, one question.',
          '**The customer speaks first**: right when you call out. People say hello, and an agent that talks over them is hung up on.',
        ],
      },
      'Customers may interrupt the greeting at any time, as in any conversation. The agent stops and listens.',
      {
        note: 'In many countries you must say that a machine is speaking, or that the call is recorded. The greeting is the place for it.',
      },
    ],
    related: ['write-a-prompt', 'create-an-agent'],
  },
  {
    slug: 'hand-calls-over',
    title: 'Hand a call to a person',
    summary: 'Cold and warm transfers, who is rung, and what happens when nobody answers.',
    topic: 'Agents',
    about: ['/app/voice-agents'],
    words: 'transfer forward connect colleague human person warm cold number route put through',
    body: [
      'Open an agent and add **Transfer Call** under Functions. Give one number, or instructions with several: “Billing questions go to +1 415 555 0123, everything else to +1 415 555 0124.” The agent only ever rings numbers that stand there.',
      {
        points: [
          '**Cold transfer**: the call is handed over at once. Where your phone network can take the whole call over, it does; your recording then ends there.',
          '**Warm transfer**: your colleague is told first who is calling and why, and takes the call with **1** or **yes**, or declines with **2** or **no**. The customer hears quiet music meanwhile.',
          '**Displayed number**: your colleague sees the agent’s number, or the customer’s.',
        ],
      },
      'When nobody answers, a voicemail picks up or your colleague declines, the agent comes back, says so and offers a call back or to take a message. No customer is left on a silent line.',
      {
        note: 'In a simulation nobody is rung: it tells who would be, and what they would hear. To follow a whole transfer, place a test call and let it go to a number ending in 555-0150 to 0153 (takes calls by word), 0154 to 0156 (by key) or 0157 to 0159 (declines).',
      },
    ],
    related: ['test-calls', 'why-calls-end'],
  },
  {
    slug: 'test-calls',
    title: 'Test an agent',
    summary: 'Ring a simulated customer, your own phone, or a softphone on your computer.',
    topic: 'Agents',
    about: ['/app/voice-agents', '/app/phone-numbers'],
    words: 'try simulate softphone sip ring my phone debug',
    body: [
      'Choose **Test Voice Agent** in the row of an agent and give a number in international form.',
      {
        points: [
          '**A simulated customer**: numbers such as `+14155550123`. They pick up, answer, hesitate and hang up like people, and cost nothing.',
          '**A real phone**: any number, once a phone carrier is connected.',
          '**A softphone on this machine**: where calls over the internet are switched on, the page of an agent shows the address to dial, such as `sip:+12125550142@127.0.0.1:5070`. The icon beside it copies it.',
        ],
      },
      'While the call runs you see who is speaking and every word as it is understood. Test calls appear in the call history like all others.',
    ],
    related: ['your-first-call', 'read-a-call', 'assign-numbers'],
  },
  {
    slug: 'talk-to-a-draft',
    title: 'Talk to an agent in the browser',
    summary: 'Simulation: speak or type with the agent as it stands in the editor, before anybody else does.',
    topic: 'Agents',
    about: ['/app/voice-agents'],
    words: 'simulation microphone typing replay try draft headset barge in latency',
    body: [
      'Open an agent and choose **Simulation**. Fill in sample values for merge fields if the agent uses any, then start with the microphone or by typing. The agent talks as the editor stands, saved or not.',
      {
        points: [
          'Under each answer stand the functions it used with what they were given, the passages it looked up, and how long you waited.',
          '**Edit and replay** takes the conversation back to one of your turns, with other words.',
          'A simulation stands in the call history with its own mark and counts in no figure.',
        ],
      },
      { note: 'Functions really run in a simulation. Tests in writing, beside it, ask nothing outside.' },
    ],
    related: ['test-in-writing', 'test-calls'],
  },
  {
    slug: 'test-in-writing',
    title: 'Keep an agent good with tests',
    summary: 'Customers you make up talk to the agent in writing, as often as you change it.',
    topic: 'Agents',
    about: ['/app/voice-agents'],
    words: 'scenario regression quality suite judge persona expectation publish',
    body: [
      'Open an agent and choose **Tests**. A test has a customer, in plain words or with the lines they say, and what must and must not happen.',
      {
        steps: [
          'Add a test for what customers ask most, and for what must never go wrong.',
          'Save the agent, then **Run all**: the conversations are held side by side with what is saved.',
          'Open a result to read the conversation and why each expectation held or not.',
          'Before you publish, the dialog tells how the tests of that version went.',
        ],
      },
      'Without a language model the customer says the lines as they stand, and rules look for words and functions. With one connected in [Providers](/app/providers), it plays the customer and judges what you wrote in plain words.',
      'A call that went wrong makes the best test: open it in [Call History](/app/call-history) and choose **Make a test of this call**.',
      { note: 'A test books, transfers and sends nothing. You write what functions answer in it.' },
    ],
    related: ['talk-to-a-draft', 'write-a-prompt'],
  },
];
