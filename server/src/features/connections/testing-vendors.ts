import type { Carrier } from '@parley/carriers/carrier';
import { provider } from '@parley/providers/provider';
import { z } from 'zod';

const never = () => {
  throw new Error('Nothing is opened in these tests.');
};
const acme = provider({
  id: 'acme',
  name: 'Acme Speech',
  settings: z.object({
    apiKey: z.string().min(4, 'The key is too short.').meta({ secret: true, label: 'API key' }),
    spareKey: z.string().optional().meta({ secret: true, label: 'Spare key' }),
    region: z.string().default('eu').meta({ label: 'Region' }),
    model: z.string().default('m1').meta({ label: 'Model' }),
  }),
  discover: async (environment) =>
    environment['ACME_KEY'] === undefined
      ? undefined
      : { settings: { apiKey: environment['ACME_KEY'], region: 'eu', model: 'm1' }, source: 'environment' },
  offers: ({ model }) => (model === '' ? ['speech-to-text'] : ['speech-to-text', 'language-model']),
  openSpeechToText: never,
  openLanguageModel: never,
});
const local = provider({
  id: 'local',
  name: 'Local program',
  settings: z.object({ path: z.string() }),
  discover: async () => ({ settings: { path: '/bin/listen' }, source: 'found' }),
  openSpeechToText: never,
});
const shell = provider({
  id: 'shell',
  name: 'Programs of the server',
  settings: z.object({ path: z.string() }),
  isOperatorOnly: true,
  discover: async (environment) =>
    environment['SHELL_PATH'] === undefined
      ? undefined
      : { settings: { path: environment['SHELL_PATH'] }, source: 'environment' },
  openSpeechToText: never,
});
const plain = provider({
  id: 'plain',
  name: 'Plain',
  settings: z.object({}),
  isBuiltin: true,
  canAnalyse: false,
  openTextToSpeech: never,
  openLanguageModel: never,
});
const hanging = provider({
  id: 'hanging',
  name: 'Hanging',
  settings: z.object({}),
  discover: () => Promise.reject(new Error('no route to host')),
  openTextToSpeech: never,
});
const trunk: Carrier = {
  id: 'trunk',
  name: 'Trunk',
  settings: z.object({
    host: z.string(),
    password: z.string().nullable().default(null).meta({ secret: true }),
  }),
  open: never,
  discover: (environment) =>
    environment['TRUNK_HOST']
      ? { host: environment['TRUNK_HOST'], password: 'secret of the operator' }
      : undefined,
  numbersOf: (settings) => (settings['host'] === 'ours.example.com' ? ['+14155550111'] : ['+14155550122']),
  mediaModule: new URL('file:///nowhere'),
};
/** A network of people who announce their words. */
const rehearsal: Carrier = {
  id: 'rehearsal',
  name: 'Rehearsal',
  settings: z.object({}),
  open: never,
  farEndsKnowTheirWords: true,
  mediaModule: new URL('file:///nowhere'),
};
/** The vendors of these tests: nothing of them is ever opened. */
export const vendors = { providers: [acme, local, shell, plain, hanging], carriers: [trunk, rehearsal] };
