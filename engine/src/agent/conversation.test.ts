import { expect, test } from 'vitest';
import { Conversation } from './conversation.ts';

const call = (id: string) => ({ id, name: 'look_up', arguments: '{}' });

test('the agent turn holds only what was heard, in the step it was said in', () => {
  const conversation = new Conversation();
  conversation.addCustomer('What is there?');
  conversation.addReply({
    said: [
      { text: 'Let me look.', step: 0 },
      { text: 'There is bread.', step: 1 },
      { text: 'And cake.', step: 1 },
    ],
    tools: [{ step: 0, call: call('a'), result: 'bread' }],
    heardText: 'Let me look. There is',
  });
  expect(conversation.messages).toEqual([
    { role: 'customer', text: 'What is there?' },
    { role: 'agent', text: 'Let me look.', toolCalls: [call('a')] },
    { role: 'tool', toolCallId: 'a', name: 'look_up', result: 'bread' },
    { role: 'agent', text: 'There is' },
  ]);
});

test('a reply of which nothing was heard leaves one turn of the customer', () => {
  const conversation = new Conversation();
  conversation.addCustomer('I want a cake');
  conversation.addReply({ said: [{ text: 'Which one?', step: 0 }], tools: [], heardText: '' });
  conversation.addCustomer('and rolls.');
  expect(conversation.messages).toEqual([{ role: 'customer', text: 'I want a cake and rolls.' }]);
});

test('the oldest exchanges are forgotten, and no result is left without its call', () => {
  const conversation = new Conversation();
  for (let i = 0; i < 200; i++) {
    conversation.addCustomer(`question ${i}`);
    conversation.addReply({
      said: [{ text: 'x', step: 0 }],
      tools: [{ step: 0, call: call(`${i}`), result: 'r'.repeat(500) }],
      heardText: 'x',
    });
    const { messages } = conversation;
    expect(messages.length).toBeLessThanOrEqual(120);
    expect(messages[0]?.role).not.toBe('tool');
    expect(JSON.stringify(messages).length).toBeLessThan(60_000);
  }
  expect(conversation.messages.at(-1)?.role).toBe('tool');
});
