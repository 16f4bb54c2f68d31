import { expect, test } from 'vitest';
import { joinGreetings } from './join-greetings.ts';

test('the same words stand once, with everybody who hears them', () => {
  const [ann, bob, cy] = ['Hello Ann', 'Hello', 'Hello'].map((text, at) => ({
    contact_id: `con_${at}`,
    phone: `+1415555010${at}`,
    text,
  }));
  expect(joinGreetings([ann!, bob!, cy!])).toEqual([
    { text: 'Hello Ann', heardBy: [ann] },
    { text: 'Hello', heardBy: [bob, cy] },
  ]);
  expect(joinGreetings([])).toEqual([]);
});
