import { expect, test } from 'vitest';
import {
  describeBase,
  describeOrigin,
  describeProgress,
  describeSize,
  fileProblem,
  formatSize,
  meaningNote,
  nameProblem,
  stateOf,
  textCounter,
  textProblem,
  titleProblem,
  typeLabel,
  urlProblem,
} from './knowledge-words.ts';

const item = {
  id: 'kbi_1',
  kind: 'url' as const,
  title: 'Prices',
  text: '',
  source: 'https://example.com/',
  state: 'ready' as const,
  problem: '',
  sizeBytes: 1_400,
  passages: 2,
  weekly: false,
  readAt: null,
  updatedAt: '2026-11-21T10:00:00.000Z',
};

test('names, titles, texts and addresses are held to the limits of the specification', () => {
  expect(nameProblem(' ')).toBe('Knowledge base name is required');
  expect(nameProblem('a'.repeat(100))).toBeNull();
  expect(nameProblem('a'.repeat(101))).toBe('Knowledge base name must be 100 characters or less');
  expect(titleProblem('')).toBe('Title is required');
  expect(titleProblem('a'.repeat(200))).toBeNull();
  expect(titleProblem('a'.repeat(201))).toBe('Title must be 200 characters or less');
  expect(textProblem('\n')).toBe('Content is required');
  expect(textProblem('a'.repeat(10_000))).toBeNull();
  expect(textProblem('a'.repeat(10_001))).toBe('Content must be 10,000 characters or less');
  expect(textCounter('a'.repeat(1_234))).toBe('1,234/10,000 characters');
  expect(urlProblem('')).toBe('URL is required');
  for (const url of ['ftp://example.com', 'example.com', 'https://', 'https:// a', 'javascript:alert(1)'])
    expect(urlProblem(url), url).toBe('Please enter a valid URL (starting with http:// or https://)');
  for (const url of ['http://example.com', ' HTTPS://example.com/a?b#c ']) expect(urlProblem(url)).toBeNull();
  expect(urlProblem(`https://example.com/${'a'.repeat(2_000)}`)).toBe('URL must be 2,000 characters or less');
});

test('files that the server would not take are told before they are sent', () => {
  expect(fileProblem({ name: 'Prices.PDF', size: 1 })).toBeNull();
  expect(fileProblem({ name: 'page.htm', size: 20 * 1024 * 1024 })).toBeNull();
  expect(fileProblem({ name: 'a.exe', size: 1 })).toBe(
    'Files of this type cannot be read. Use PDF, DOCX, TXT, MD, HTML or CSV.',
  );
  expect(fileProblem({ name: 'pdf', size: 1 })).toContain('cannot be read');
  expect(fileProblem({ name: 'a.pdf', size: 20 * 1024 * 1024 + 1 })).toBe('This file is larger than 20 MB.');
  expect(fileProblem({ name: 'a.pdf', size: 0 })).toBe('This file is empty.');
});

test('badges, sizes and progress are told in words', () => {
  expect([typeLabel(0), typeLabel(1)]).toEqual(['Mixed', 'Unknown']);
  expect([formatSize(999), formatSize(14_400), formatSize(1_240_000)]).toEqual(['999 B', '14 kB', '1.2 MB']);
  expect(describeSize(item)).toBe('1 kB · 2 passages');
  expect(describeSize({ sizeBytes: 0, passages: 0 })).toBe('');
  expect(describeProgress([item])).toBeUndefined();
  expect(describeProgress([item, { ...item, state: 'reading' }])).toEqual({
    text: 'Reading: 1 of 2 done',
    isBusy: true,
  });
  expect(describeProgress([item, { ...item, state: 'failed' }])).toEqual({
    text: '1 of 2 could not be read',
    isBusy: false,
  });
  expect(stateOf({ state: 'ready', problem: 'The page answered with status 500.' }).label).toBe(
    'Not updated',
  );
  expect(stateOf({ state: 'failed', problem: 'x' }).label).toBe('Not read');
  expect(describeBase({ items: [item], agents: 0 })).toBe('1 item · 1 kB · not used by an agent yet');
  expect(describeBase({ items: [], agents: 2 })).toBe('0 items · used by 2 agents');
});

test('a passage says where it stands and why it was found', () => {
  const found = { title: 'Prices', source: 'Prices.pdf', foundBy: ['words' as const] };
  expect(describeOrigin(found)).toBe('From Prices.pdf · by its words');
  expect(describeOrigin({ ...found, source: '' })).toBe('Found by its words');
  expect(describeOrigin({ ...found, foundBy: ['meaning'] })).toBe('From Prices.pdf · by its meaning');
  expect(describeOrigin({ ...found, foundBy: ['words', 'meaning'] })).toBe(
    'From Prices.pdf · by its words and meaning',
  );
  expect(meaningNote('used')).toBe('');
  for (const state of ['off', 'late', 'unsupported'] as const)
    expect(meaningNote(state)).toContain('Found by words alone');
});
