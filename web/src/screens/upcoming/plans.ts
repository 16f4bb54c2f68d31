import type { LinkProps } from '@tanstack/react-router';

export type Plan = {
  /** What the screen will offer, in a few points. */
  will: readonly string[];
  /** What helps until then. */
  today: string;
  link: { label: string; to: NonNullable<LinkProps['to']> };
};

/** What is coming, by the path below /app. A screen that is built loses its row here. */
export const plans: Readonly<Record<string, Plan>> = {
  campaigns: {
    will: [
      'Call a list of contacts from a CSV file, at the hours you allow',
      'Watch who was reached, and stop at any time',
    ],
    today: 'An outbound agent calls one number at a time, by Test Voice Agent.',
    link: { label: 'Open Agents', to: '/app/voice-agents' },
  },
};
