import type { Act, Person } from './people.ts';

type Script = Pick<Person, 'name' | 'behaviour' | 'voice' | 'acts'>;

const bye: Act = { say: 'Thank you very much. Goodbye.' };

/**
 * Who answers, by the last two digits of the number. Each row reaches up to `last`; within a row the
 * digits choose among its scripts.
 */
export const directory: readonly { last: number; scripts: readonly Script[] }[] = [
  {
    last: 49,
    scripts: [
      {
        name: 'Maria Lopez',
        behaviour: 'converses',
        voice: 'slt',
        acts: [
          { say: 'Hello, this is Maria.' },
          { say: 'What are your opening hours?' },
          { say: 'And where are you?' },
          bye,
        ],
      },
      {
        name: 'James Carter',
        behaviour: 'converses',
        voice: 'rms',
        acts: [
          { say: 'Hello?' },
          { say: 'Yes, that is right.' },
          { say: 'I would like to book an appointment, please.' },
          { say: 'Tomorrow morning would be great.' },
          bye,
        ],
      },
      {
        name: 'Fiona Campbell',
        behaviour: 'converses',
        voice: 'awb',
        acts: [
          { say: 'Good morning, Fiona speaking.' },
          { say: 'How much does it cost?' },
          { say: 'That sounds good.' },
          bye,
        ],
      },
      {
        name: 'Robert King',
        behaviour: 'converses',
        voice: 'kal16',
        acts: [
          { say: 'Yes, hello?' },
          { say: 'I am not interested, thank you.' },
          { say: 'No, really. Goodbye.' },
        ],
      },
      {
        name: 'Ella Novak',
        behaviour: 'converses',
        voice: 'slt',
        acts: [
          { say: 'Hi.' },
          { say: 'Can I speak to a person, please?' },
          { say: 'Please call me back this afternoon.' },
          bye,
        ],
      },
    ],
  },
  // Colleagues that calls are handed to: one takes them by word, one by key, one does not.
  {
    last: 53,
    scripts: [
      {
        name: 'Priya Shah',
        behaviour: 'converses',
        voice: 'slt',
        acts: [
          { say: 'Yes, this is Priya, put them through.' },
          { say: 'Hello, how can I help you?' },
          { say: 'All right, I will look after it.' },
          bye,
        ],
      },
    ],
  },
  {
    last: 56,
    scripts: [
      {
        name: 'Amir Haddad',
        behaviour: 'converses',
        voice: 'rms',
        acts: [{ press: '1' }, { say: 'Hello, Amir speaking.' }, { say: 'Of course, it is done.' }, bye],
      },
    ],
  },
  {
    last: 59,
    scripts: [
      {
        name: 'Lena Fischer',
        behaviour: 'converses',
        voice: 'slt',
        acts: [{ say: 'No, I am sorry, not now.' }],
      },
    ],
  },
  { last: 64, scripts: [{ name: 'Nobody at home', behaviour: 'no_answer', voice: 'slt', acts: [] }] },
  { last: 69, scripts: [{ name: 'Busy line', behaviour: 'busy', voice: 'slt', acts: [] }] },
  {
    last: 74,
    scripts: [
      {
        name: 'Voicemail of Dana Reed',
        behaviour: 'voicemail',
        voice: 'slt',
        acts: [
          {
            say: 'Hello, you have reached Dana Reed. I cannot take your call right now. Please leave a message after the tone.',
          },
        ],
      },
      {
        name: 'Voicemail of a mobile number',
        behaviour: 'voicemail',
        voice: 'rms',
        acts: [
          { say: 'The person you have called is not available. At the tone, please record your message.' },
        ],
      },
    ],
  },
  {
    last: 79,
    scripts: [{ name: 'Tom Hurley', behaviour: 'hangs_up_early', voice: 'rms', acts: [{ say: 'Hello?' }] }],
  },
  {
    last: 84,
    scripts: [
      {
        name: 'Nina Sharp',
        behaviour: 'interrupts',
        voice: 'slt',
        acts: [
          { say: 'Hello.' },
          { say: 'Sorry, can I stop you there? What are your opening hours?' },
          { say: 'Wait, and is there parking?' },
          bye,
        ],
      },
    ],
  },
  {
    last: 89,
    scripts: [
      {
        name: 'Walter Moss',
        behaviour: 'mumbles',
        voice: 'awb',
        acts: [
          { say: 'Hm?', level: 0.35 },
          { say: 'Mm hm.', level: 0.3 },
          { say: 'Well, I suppose so.', level: 0.4 },
          { say: 'Bye then.', level: 0.5 },
        ],
      },
    ],
  },
  { last: 92, scripts: [{ name: 'Declining number', behaviour: 'declines', voice: 'rms', acts: [] }] },
  {
    last: 94,
    scripts: [{ name: 'Number not in service', behaviour: 'not_in_service', voice: 'rms', acts: [] }],
  },
  {
    last: 95,
    scripts: [
      {
        name: 'Keys only',
        behaviour: 'converses',
        voice: 'rms',
        acts: [{ press: '1' }, { press: '2' }, { press: '5551#' }],
      },
    ],
  },
  {
    last: 96,
    scripts: [
      {
        name: 'Grace Lin, behind a call assistant',
        behaviour: 'screens',
        voice: 'slt',
        acts: [
          {
            say: 'Hi. If you record your name and reason for calling, I will see if this person is available.',
            voice: 'rms',
          },
          { say: 'Thank you. Please stay on the line.', voice: 'rms' },
          { say: 'Hello?', afterMs: 9_000 },
          { say: 'Yes, that is me. What are your opening hours?' },
          bye,
        ],
      },
    ],
  },
  { last: 97, scripts: [{ name: 'Silent line', behaviour: 'silent', voice: 'rms', acts: [] }] },
  {
    last: 98,
    scripts: [
      {
        name: 'Olga Brandt',
        behaviour: 'converses',
        voice: 'slt',
        acts: [
          { say: 'Hello, one moment please.' },
          { holdMs: 4000 },
          { say: 'I am back. What are your opening hours?' },
          bye,
        ],
      },
    ],
  },
  {
    last: 99,
    scripts: [
      {
        name: 'Gus Talker',
        behaviour: 'converses',
        voice: 'kal16',
        acts: [
          {
            say: 'Hello there, I have been meaning to ring you for a while now, because my neighbour told me all about you, and I wanted to ask what your opening hours are.',
          },
          {
            say: 'Well, that is very good to know, I was just saying to my wife the other day that we should come by. Where exactly are you?',
          },
          bye,
        ],
      },
    ],
  },
];
