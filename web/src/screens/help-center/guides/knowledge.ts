import type { Guide } from '../guide.ts';

export const aboutKnowledge: readonly Guide[] = [
  {
    slug: 'what-agents-know',
    title: 'Give agents something to look up',
    summary: 'Texts, web pages and files that agents answer from while they talk.',
    topic: 'Agents',
    about: ['/app/knowledge-base', '/app/voice-agents'],
    words: 'knowledge base documents upload pdf docx word csv website faq prices brain passages search',
    body: [
      'An agent knows its prompt, and what stands in the knowledge bases it was given. Opening hours, prices and policies belong there: they change without anybody touching the prompt.',
      {
        steps: [
          'Open [Knowledge Base](/app/knowledge-base) and choose **Create Knowledge Base**.',
          'Write texts, name web pages, and drop files: PDF, DOCX, TXT, MD, HTML or CSV, up to 20 MB each.',
          'Wait until everything says **Ready**. What could not be read says why.',
          'Ask under **Try a question** what a caller might ask: you see the passages an agent would be given, and why each was found.',
          'Attach the knowledge base to an agent in its editor, then save and publish.',
        ],
      },
      { heading: 'What is found well' },
      {
        points: [
          '**Headings**: a passage carries the headings above it, so "Prices" over a list helps.',
          '**One fact, one sentence**: "Whitening costs 250 dollars" is found sooner than a number in a long table.',
          '**Tables as CSV**: each row is read with its column names, such as "Service: Whitening; Price: 250".',
          '**Scanned pages are pictures**: make them searchable (OCR) before you upload them.',
        ],
      },
      { heading: 'Keep it fresh' },
      'Change a text or replace a file at any time; the next answer uses it. A page is read once, again when you press **Read again**, and every week if you switch that on. A page that cannot be read any more keeps what was read before.',
      { heading: 'Words and meaning' },
      'Passages are found by their words. With a provider that offers an embedding model, they are found by their meaning too: "Is it expensive?" finds your prices. Where the model is slow, the words alone decide, and no caller waits.',
      {
        note: 'The record of each call shows which passages the agent looked up before an answer.',
      },
    ],
    related: ['write-a-prompt', 'connect-providers', 'read-a-call'],
  },
];
