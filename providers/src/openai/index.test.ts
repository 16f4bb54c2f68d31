import { expect, test } from 'vitest';
import { openai } from './index.ts';

const find = async (environment: Record<string, string>) => await openai.discover?.(environment);

test('a key in the environment is a connection', async () => {
  expect(await find({ OPENAI_API_KEY: 'sk-1', OPENAI_CHAT_MODEL: 'gpt-x' })).toMatchObject({
    source: 'environment',
    settings: { apiKey: 'sk-1', chatModel: 'gpt-x', baseUrl: 'https://api.openai.com/v1' },
  });
});

test('nothing in the environment is no connection', async () => {
  expect(await find({})).toBeUndefined();
  expect(await find({ OPENAI_BASE_URL: 'not an address' })).toBeUndefined();
});

test('a server of one’s own offers the models that are named', async () => {
  const found = await find({ OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1', OPENAI_CHAT_MODEL: 'llama' });
  expect(openai.offers?.(found!.settings)).toEqual(['language-model']);
});

test('an empty model or "none" switches a part off', async () => {
  const found = await find({ OPENAI_API_KEY: 'sk-1', OPENAI_SPEECH_MODEL: 'none' });
  expect(openai.offers?.(found!.settings)).toEqual(['speech-to-text', 'language-model', 'embedding']);
  expect(openai.offers?.(openai.settings.parse({}))).toHaveLength(4);
});

test('only the key is a secret', () => {
  const secrets = Object.entries(openai.settings.shape).filter(([, field]) => field.meta()?.['secret']);
  expect(secrets.map(([name]) => name)).toEqual(['apiKey']);
  for (const field of Object.values(openai.settings.shape)) expect(field.meta()?.['label']).toBeTruthy();
});
