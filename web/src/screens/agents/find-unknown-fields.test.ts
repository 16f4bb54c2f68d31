import { expect, test } from 'vitest';
import { findUnknownFields, splitPrompt } from './find-unknown-fields.ts';

test('a prompt is cut at its merge fields and nothing is lost', () => {
  const prompt = 'Call {first_name} at {{ company_name }}.\nNot {this one} or {}.';
  const parts = splitPrompt(prompt);
  expect(parts.map(({ text }) => text).join('')).toBe(prompt);
  expect(parts.flatMap(({ field }) => field ?? [])).toEqual(['first_name', 'company_name']);
});

test('fields nobody defined are found once, in either text', () => {
  expect(findUnknownFields(['Hi {first_name} {nick} {nick}', 'Bye {pet}'], ['first_name'])).toEqual([
    'nick',
    'pet',
  ]);
  expect(findUnknownFields(['Hi {first_name}'], ['first_name'])).toEqual([]);
});
