import type { Guide } from '../guide.ts';

export const aboutCalls: readonly Guide[] = [
  {
    slug: 'read-a-call',
    title: 'Review a call',
    summary: 'What the call history shows, and what is behind each row.',
    topic: 'Calls',
    about: ['/app/call-history', '/app/dashboard'],
    words: 'log history recording transcript summary details listen play review',
    body: [
      'Open [Call History](/app/call-history). The newest call stands on top; a call that is running now shows it. Choose a row to open its details beside the list.',
      {
        points: [
          '**Recording**: play it, or choose a place in the picture of the sound. The two colours are the two voices.',
          '**Transcript**: each turn in the order it was spoken. Choose a turn to hear it. Where a customer interrupted, you read what they heard, not what was planned.',
          '**Answered in …**: how long the customer waited for that answer. Choose it to see where the time went.',
          '**Summary and sentiment**: written a few seconds after the call ends.',
        ],
      },
      {
        note: 'The address of an open call can be sent to a colleague: whoever may see your workspace lands on the same call.',
      },
    ],
    related: ['why-calls-end', 'response-time', 'recordings-and-privacy'],
  },
  {
    slug: 'why-calls-end',
    title: 'Why a call ended',
    summary: 'Every end reason, who caused it, and whether you need to do anything.',
    topic: 'Calls',
    about: ['/app/call-history'],
    words: 'end reason hang up disconnected busy no answer failed status successful',
    body: [
      { heading: 'Good ends' },
      {
        points: [
          '**Customer hung up**, **Ended after goodbye**, **Agent ended the call**: a conversation took place.',
          '**Transferred to a person**: the agent handed the call over, and it ended there.',
          '**Ended by your team**: somebody chose **Hang up**.',
          '**Ended after silence**: the customer said nothing for long and did not answer when asked.',
          '**Reached the longest duration**: calls have a limit, so that none runs for ever.',
        ],
      },
      { heading: 'Nobody was reached' },
      {
        points: [
          '**No answer**, **Busy**, **Declined**, **Hung up before the answer**: the other side. They may be called again.',
          '**Voicemail**: a machine answered. The agent hangs up and leaves no message; a campaign calls again later.',
          '**Screened, not put through**: the call assistant of a phone asked who was calling. The agent said who and why and waited, and nobody came to the phone; a campaign calls again as when nobody answers.',
          '**Number not in service**: correct the number before anybody calls it again.',
        ],
      },
      { heading: 'Look after these' },
      {
        points: [
          '**Speech or language provider failed**: check the key and the credit of your provider.',
          '**Carrier failed**, **Audio was lost**: the way to the phone network. Your carrier or your network team can help.',
          '**All lines were busy**: more calls came than lines are set up for.',
          '**Service was stopped**, **Service failed during the call**, **Internal error**: the installation itself. Tell whoever runs it.',
        ],
      },
      'The bell at the top tells you when one of the last group happens, once for each cause.',
    ],
    related: ['read-a-call', 'when-calls-fail', 'notifications'],
  },
  {
    slug: 'response-time',
    title: 'Understand response times',
    summary: 'Where the moment between question and answer goes, and what shortens it.',
    topic: 'Calls',
    about: ['/app/call-history', '/app/analytics'],
    words: 'latency slow delay wait speed fast lag',
    body: [
      'People expect an answer within about a second. In the details of a call, each answer of the agent says how long the customer waited; choosing it shows the steps.',
      {
        steps: [
          '**Turn judged over**: the agent must be sure that the customer has finished, and is not only drawing breath.',
          '**Words understood**: the speech provider gives its final text.',
          '**First word decided**: the language model begins its answer.',
          '**First sound made**: the voice provider speaks it.',
          '**Heard on the line**: the first sound leaves for the customer.',
        ],
      },
      'The longest step shows where to look. Shorter prompts and faster models help the third, a provider near you helps all of them.',
    ],
    related: ['read-a-call', 'connect-providers'],
  },
  {
    slug: 'when-calls-fail',
    title: 'When calls do not work',
    summary: 'A short list to go through, the likeliest first.',
    topic: 'Calls',
    about: ['/app/call-history'],
    words: 'problem trouble error broken help no sound one way cannot call fix',
    body: [
      { heading: 'The agent does not answer' },
      {
        points: [
          'Is the agent switched on in [Agents](/app/voice-agents), and no draft?',
          'Is the number assigned to it under [Phone Numbers](/app/phone-numbers)?',
        ],
      },
      { heading: 'A call cannot be placed' },
      {
        points: [
          '"No carrier can reach …" means that no phone network is connected for that number. Simulated numbers always work.',
          'Give numbers in international form, beginning with + and the country.',
          'Confirm your email address first: the outside network is closed to unconfirmed accounts.',
        ],
      },
      { heading: 'The call is silent, or ends at once' },
      {
        points: [
          'The details of the call hold notes about providers and the line, with the second they happened.',
          'Sound in one direction only is nearly always a firewall between you and the carrier.',
        ],
      },
      {
        note: 'When you ask for help, send the address of the call, or the number of the request that an error message shows.',
      },
    ],
    related: ['why-calls-end', 'notifications', 'connect-providers'],
  },
  {
    slug: 'recordings-and-privacy',
    title: 'Recordings and privacy',
    summary: 'What is kept of a call, who can reach it, and what you owe your customers.',
    topic: 'Calls',
    about: ['/app/call-history'],
    words: 'gdpr consent legal delete data protection record law hipaa',
    body: [
      'Of each call {product} keeps the numbers, the times, the transcript, the summary and, once it ends, the recording with both voices on a channel each.',
      {
        points: [
          'Only members of your workspace reach them, each as far as their role allows.',
          'Everything stays on the installation you use, except what the providers you connected need to do their part.',
          'Keys of providers are stored encrypted and are never shown again.',
        ],
      },
      {
        note: 'Laws on recording and on machine voices differ by country and state. Say at the start of the call what your customers have a right to know, and ask your lawyer, not this page, what that is.',
      },
    ],
    related: ['welcome-message', 'team-and-roles'],
  },
];
