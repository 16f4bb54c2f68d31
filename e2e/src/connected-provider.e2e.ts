import { StandIn } from '@parley/providers/openai/stand-in';
import { replies } from '@parley/providers/openai/stand-in-replies';
import { expect } from '@playwright/test';
import type { ApiClient } from './api-client.ts';
import { withProduct } from './with-product.ts';

const test = withProduct();

type Chat = { messages?: { role: string; content: string }[]; response_format?: { type: string } };

/** A language model that has one answer to opening hours, takes leave, and reviews calls. */
function answerLikeAModel(vendor: StandIn): void {
  vendor.answerWith(({ json }) => {
    const { messages = [], response_format: format } = json as Chat;
    if (format?.type === 'json_object') {
      const review = {
        summary: 'The customer asked for the hours.',
        sentiment: 'neutral',
        disposition: 'completed',
      };
      return replies.chat({ text: [JSON.stringify(review)] });
    }
    const last = messages.findLast((message) => message.role === 'user')?.content ?? '';
    if (/goodbye/i.test(last)) {
      return replies.chat({
        text: ['Goodbye', '!'],
        toolCalls: [{ id: 'call_1', name: 'end_call', argumentPieces: ['{}'] }],
      });
    }
    return replies.chat({ text: ['The model says', ' we open at', ' nine. '], firstChunkMs: 100 });
  });
}

async function connect(api: ApiClient, vendor: StandIn): Promise<string> {
  const settings = {
    apiKey: 'sk-test',
    baseUrl: vendor.baseUrl,
    chatModel: 'm',
    transcriptionModel: '',
    speechModel: '',
  };
  const answer = await api.send('POST', '/connections', { vendor: 'openai', name: 'Stand-in', settings });
  expect(answer.status, await answer.clone().text()).toBe(201);
  return ((await answer.json()) as { connection: { id: string } }).connection.id;
}

test('a connected language model leads the call, ends it, and writes its summary', async ({ api }) => {
  const vendor = await StandIn.open('sk-test');
  answerLikeAModel(vendor);
  const connectionId = await connect(api, vendor);
  const id = await api.placeTestCall('+12125550100');
  const call = await api.waitForCall((each) => each.state === 'ended' && each.is_analysed, {
    id,
    timeoutMs: 60_000,
  });
  expect(call.transcription).toContain('Agent: The model says we open at nine.');
  expect(call.end_reason).toBe('goodbye');
  expect(call).toMatchObject({
    call_summary: 'The customer asked for the hours.',
    user_sentiment: 'neutral',
  });
  expect(vendor.requests.every((request) => request.authorization === 'Bearer sk-test')).toBe(true);
  await api.send('DELETE', `/connections/${connectionId}`);
  await vendor.close();
});

test('a language model that fails for good is apologised for aloud, and the end says so', async ({ api }) => {
  const vendor = await StandIn.open('another-key');
  const connectionId = await connect(api, vendor);
  const id = await api.placeTestCall('+12125550100');
  const call = await api.waitForCall((each) => each.state === 'ended' && each.is_analysed, {
    id,
    timeoutMs: 60_000,
  });
  expect(call.transcription).toContain('I am sorry, I have a technical problem');
  expect(call.end_reason).toBe('provider_failed');
  expect(call.notes).toContainEqual(
    expect.objectContaining({ kind: 'provider_failed', text: expect.stringContaining('authentication') }),
  );
  expect(call.call_summary).not.toBe('');
  await api.send('DELETE', `/connections/${connectionId}`);
  await vendor.close();
});
