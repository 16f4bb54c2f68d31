import type { Guide } from '../guide.ts';

export const firstSteps: readonly Guide[] = [
  {
    slug: 'your-first-call',
    title: 'Hear your first call',
    summary: 'From an empty workspace to an agent you have talked to, in about three minutes.',
    topic: 'First steps',
    about: ['/app/dashboard', '/app/voice-agents'],
    words: 'start begin quick tour demo try test',
    body: [
      'You need no phone line and no account elsewhere to begin: {product} comes with built-in voices and a simulated phone network.',
      {
        steps: [
          'Open [Agents](/app/voice-agents). A new installation has two ready agents; otherwise choose **Create Agent**.',
          'In the row of an agent, choose **Test Voice Agent**.',
          'Type a number. A North American number such as `+14155550123` rings a simulated customer, who answers and talks back.',
          'Choose **Make Test Call** and read along while the two of them talk. **Hang up** ends it at any time.',
          'Open [Call History](/app/call-history): the call is there with its recording, transcript, summary and mood.',
        ],
      },
      {
        note: 'Simulated customers cost nothing and ring nobody. They are the quickest way to hear what a change to the prompt does.',
      },
    ],
    related: ['write-a-prompt', 'read-a-call', 'test-calls'],
  },
  {
    slug: 'words-we-use',
    title: 'The words we use',
    summary: 'Agent, customer, workspace, provider, carrier: what each means on these screens.',
    topic: 'First steps',
    about: [],
    words: 'glossary terms meaning dictionary',
    body: [
      {
        points: [
          '**Agent**: the voice that talks for your business. It has a name, a prompt, a welcome message and a voice.',
          '**Customer**: whoever is on the other end of the line, caller or called.',
          '**Workspace**: everything your team shares: agents, numbers, calls, settings. Nobody outside sees it.',
          '**Provider**: a service that turns speech into text, text into speech, or decides what to say.',
          '**Carrier**: the phone network that brings calls in and takes them out.',
          '**End reason**: why the line went dead, such as "Customer hung up" or "No answer".',
          '**Sentiment**: whether the customer sounded content, judged from what was said.',
        ],
      },
    ],
    related: ['your-first-call', 'why-calls-end'],
  },
  {
    slug: 'shortcuts',
    title: 'Find anything, by keyboard',
    summary: 'The search opens every screen, agent, number and call; a few shortcuts do the rest.',
    topic: 'First steps',
    about: [],
    words: 'search palette hotkeys keyboard quick jump dark mode colours sidebar',
    body: [
      'Press **Ctrl+K** (**⌘K** on a Mac), or choose **Search** at the top. Type a few letters of a name, or the first or last digits of a phone number. Arrow keys choose, Enter opens, Esc closes. Before you type, it offers what you opened last.',
      {
        points: [
          '**Ctrl+B** (**⌘B**) folds the sidebar and unfolds it. This browser remembers your choice for a week.',
          '**Tab** on a fresh page first offers **Skip to content**.',
          'Light or dark colours are under your picture at the top right, in **Appearance**.',
        ],
      },
    ],
    related: ['read-a-call'],
  },
];
