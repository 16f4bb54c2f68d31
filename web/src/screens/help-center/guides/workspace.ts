import type { Guide } from '../guide.ts';

export const aboutWorkspace: readonly Guide[] = [
  {
    slug: 'assign-numbers',
    title: 'Let a number reach an agent',
    summary: 'Which agent answers a number, and which one calls out with it.',
    topic: 'Phone numbers',
    about: ['/app/phone-numbers', '/app/voice-agents'],
    words: 'phone number inbound outbound assign unassigned caller id line',
    body: [
      'Each number of your workspace has two places: the agent that **answers** it, and the agent that **calls** with it. Both may be the same, and either may stay empty.',
      {
        points: [
          'Only agents that are switched on can be chosen.',
          'A number without an answering agent rejects calls at once, so nobody waits in vain.',
          'An agent that calls out shows the number it is assigned to. Without one it uses another number of the workspace.',
        ],
      },
      'Choose both under [Phone Numbers](/app/phone-numbers), by the pencil of the number. The list of [Agents](/app/voice-agents) shows the numbers of each.',
    ],
    related: ['test-calls', 'create-an-agent'],
  },
  {
    slug: 'connect-providers',
    title: 'Connect providers and carriers',
    summary: 'Use your own accounts for speech, language and phone lines.',
    topic: 'Workspace',
    about: ['/app/providers', '/app/integrations', '/app/api-keys'],
    words:
      'api key test compatible embedding hearing speaking thinking account speech voice language model trunk sip vendor connection credentials',
    body: [
      'Without any account the built-in voices and the simulated phone network do the work: good for trying, not for customers. For real calls connect three things:',
      {
        points: [
          '**Speech** and **voice**: what understands and what speaks.',
          '**Language**: the model that decides what to say.',
          '**A carrier**: the phone network, by a SIP trunk or an account.',
        ],
      },
      'Under [Providers](/app/providers) choose one, paste its key and press **Connect and test**. Every part is tried for real, and what does not work says why. **In use now** shows who hears, thinks and speaks from then on.',
      'The voice of an agent decides who speaks: its own provider where that is connected, else the most similar voice of another one. The call tells when that was so.',
      'Phone lines are connected under [Phone Numbers](/app/phone-numbers): a SIP trunk of your telephone provider, or an account of a phone network. The numbers come with them, and the list says how each does.',
      'Two ways are left to somebody technical:',
      {
        points: [
          'Everything here by program: with an [API key](/app/api-keys) that may manage connections, by `POST /connections`, which the page `/api/docs` describes.',
          'For everybody on this installation: whoever runs it sets the variables that the README names.',
        ],
      },
      {
        note: 'Keys are encrypted before they are stored and are never shown again, not even to you. To change one, enter it anew.',
      },
    ],
    related: ['response-time', 'when-calls-fail'],
  },
  {
    slug: 'team-and-roles',
    title: 'Work as a team',
    summary: 'Five roles, from the owner to somebody who only looks.',
    topic: 'Workspace',
    about: ['/app/team'],
    words: 'invite colleague member permission owner admin editor supervisor viewer user access',
    body: [
      {
        points: [
          '**Owner**: everything, the workspace itself included.',
          '**Admin**: also manages people, keys and connections.',
          '**Editor**: builds agents and places calls.',
          '**Supervisor**: listens to calls and judges them.',
          '**Viewer**: looks, and changes nothing.',
        ],
      },
      'What your role does not allow is shown greyed out with the reason, so nobody has to guess. A colleague who needs more asks an owner or admin.',
      'Open [Team](/app/team), choose **Invite people**, type their email addresses and pick a role. Each gets a mail with a link; until it is used you can send it again or take it back. The activity below says who changed what.',
    ],
    related: ['account-security', 'recordings-and-privacy'],
  },
  {
    slug: 'account-security',
    title: 'Keep your account safe',
    summary: 'Passwords, sessions, and what to do when a laptop is lost.',
    topic: 'Workspace',
    about: ['/app/account'],
    words: 'password session log out devices sign in login forgot reset verify email',
    body: [
      {
        points: [
          'A password has at least 8 characters, with a capital letter, a small letter and a special character. A long sentence is easiest to remember and hardest to guess.',
          'After several wrong passwords signing in slows down. Wait a moment, or use **Forgot password** on the login page.',
          '**Log out** under your picture ends this session and clears what this browser remembered of you.',
        ],
      },
      {
        note: 'Lost a device? Sign in elsewhere and change your password in [Account Settings](/app/account): that ends the sessions you no longer trust.',
      },
    ],
    related: ['team-and-roles'],
  },
  {
    slug: 'notifications',
    title: 'Notifications',
    summary: 'What the bell tells you, and why it stays quiet most of the time.',
    topic: 'Workspace',
    about: ['/app/dashboard'],
    words: 'bell unread badge alerts messages news',
    body: [
      'The number on the bell counts what you have not read. Choosing a notification marks it as read and opens what it is about; the check marks at the top of the list mark all of them.',
      {
        points: [
          'Only what needs somebody is told: a provider that does not answer, a carrier that refuses calls, sound that was lost.',
          'The same cause stays one notification however often it happens. Happens it again after you read it, it comes back.',
          'Reading is yours alone: a colleague still sees theirs as unread. Your other tabs follow at once.',
          'The newest two hundred are kept, for ninety days.',
        ],
      },
    ],
    related: ['why-calls-end', 'when-calls-fail'],
  },
  {
    slug: 'for-developers',
    title: 'For your developers',
    summary: 'Everything on these screens is an API too, described on a page of this installation.',
    topic: 'Workspace',
    about: ['/app/api-keys'],
    words: 'api rest openapi token integrate automation crm script key',
    body: [
      'The description of the API is at `/api/docs` of this installation, in a form that tools read at `/api/openapi.json`. It is made from the code that answers, so it is never out of date.',
      {
        steps: [
          'Open [API Keys](/app/api-keys) and create a key with only the rights the program needs.',
          'Copy it at once: it is shown a single time.',
          'The program sends it with each request as `Authorization: Bearer …`.',
        ],
      },
      'Errors come with a code, a sentence for people and the number of the request. A key you no longer trust is revoked on the same screen, and stops working at once.',
    ],
    related: ['webhooks', 'connect-providers'],
  },
  {
    slug: 'webhooks',
    title: 'Tell your own systems',
    summary: 'Webhooks send each call to your systems as it starts, ends and is summarised.',
    topic: 'Workspace',
    about: ['/app/webhooks'],
    words: 'endpoint event delivery signature retry replay push integrate crm',
    body: [
      {
        steps: [
          'Open [Webhooks](/app/webhooks) and add the address of your system.',
          'Choose the events it wants to hear of.',
          'Give the signing secret to your developers: with it they prove that a message comes from here.',
        ],
      },
      'What cannot be delivered is tried again for a while, with growing pauses. The delivery log shows each attempt with its answer, and sends one again when you ask for it.',
      {
        note: 'A message may arrive twice. Its id stays the same, so that the receiver can tell.',
      },
    ],
    related: ['for-developers', 'notifications'],
  },
];
