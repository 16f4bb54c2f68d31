import type { Guide } from '../guide.ts';

export const aboutCampaigns: readonly Guide[] = [
  {
    slug: 'run-a-campaign',
    title: 'Run a campaign',
    summary: 'From a list of contacts to finished calls, and what each figure means.',
    topic: 'Calls',
    about: ['/app/campaigns'],
    words: 'campaign outbound csv upload contacts dial list predictive power dynamic pause stop retry',
    body: [
      'Open [Campaign Manager](/app/campaigns) and choose **+ Start New Campaign**.',
      {
        points: [
          '**Upload File**: one CSV file of up to 10 MB. The first row names the columns. Any delimiter and encoding will do.',
          '**Map Fields**: say which column holds what. Only the phone number is required; likely matches are chosen already.',
          '**Finalize**: name, agent, phone number or several, dialing mode and, if you like, the moment it begins.',
        ],
      },
      'Then you see what the campaign will do: who is left out and why, what time it is where they live, what they will hear first, and when it will be finished. **Listen** speaks a greeting in the voice of the agent. **Try a few calls** has the agent call simulated people with what your list says: no phone rings, and no figures count these calls. **Start calling** begins.',
      { heading: 'While it runs' },
      {
        points: [
          '**Paused** places no new calls and goes on where it was. **Stopped** ends it; you can run it again.',
          '**Status details** shows the figures as they change. **Contacts** shows each person, why they wait, and every call with the reasons it was placed. **Calls** opens its calls in the call log.',
          'Rows that were refused can be downloaded with the reason of each, mended, and uploaded again.',
        ],
      },
      { heading: 'Whom it never calls' },
      'Numbers on the do-not-call list, people outside the hours you allow by their own clock, and anybody who was called often enough that day. Whoever asks an agent not to be called again is put on the list at once.',
    ],
    related: ['read-a-call', 'why-calls-end'],
  },
];
