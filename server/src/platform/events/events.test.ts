import type { WorkspaceEvent, WorkspaceEventOf } from '@parley/contract/workspace-events';
import { expect, test } from 'vitest';
import type { Transaction } from '../db/database.ts';
import { openEvents } from './events.ts';

const tx = {} as Transaction;
const ended = { type: 'call.ended', data: {} } as WorkspaceEvent;

test('listeners of the type hear an event one after another, in its transaction', async () => {
  const events = openEvents();
  const heard: unknown[] = [];
  events.on('call.ended', async (given, workspaceId, event) => {
    await Promise.resolve();
    heard.push([given === tx, workspaceId, event.type]);
  });
  events.on('call.ended', async () => void heard.push('second'));
  events.on('call.started', async () => void heard.push('never'));
  await events.publish(tx, 'wsp_1', ended);
  expect(heard).toEqual([[true, 'wsp_1', 'call.ended'], 'second']);
});

test('a listener that throws fails the transaction', async () => {
  const events = openEvents();
  events.on('call.ended', () => Promise.reject(new Error('not counted')));
  await expect(events.publish(tx, 'wsp_1', ended)).rejects.toThrow('not counted');
});

test('events told together come one by one to who asked for each, and as they are to who asked for all', async () => {
  const events = openEvents();
  const heard: unknown[] = [];
  events.on('call.ended', async (_, __, { data }) => void heard.push(data.call.id));
  events.onAll('call.ended', async (given, workspaceId, told) => {
    heard.push([given === tx, workspaceId, told.map(({ data }) => data.call.id)]);
  });
  const endOf = (id: string) =>
    ({ type: 'call.ended', data: { call: { id } } }) as WorkspaceEventOf<'call.ended'>;
  await events.publishAll(tx, 'wsp_1', [endOf('a'), endOf('b')]);
  await events.publishAll(tx, 'wsp_1', []);
  expect(heard).toEqual(['a', 'b', [true, 'wsp_1', ['a', 'b']]]);
});
