import { describe, expect, test } from 'vitest';
import { type AnalysisInput, analyseByRules } from './analysis-rules.ts';

const call = (
  turns: [AnalysisInput['turns'][number]['speaker'], string][],
  endReason: AnalysisInput['endReason'] = 'goodbye',
): AnalysisInput => ({
  direction: 'inbound',
  agentName: 'Front desk',
  endReason,
  turns: turns.map(([speaker, text]) => ({ speaker, text })),
});

describe('analysis by rules', () => {
  test.each<[string, AnalysisInput, string, string]>([
    ['thanks are positive', call([['customer', 'Great, thank you!']]), 'positive', 'completed'],
    [
      'anger is negative',
      call([['customer', 'This is terrible, I am really upset.']]),
      'negative',
      'completed',
    ],
    ['"not happy" is no praise', call([['customer', 'I am not happy.']]), 'negative', 'completed'],
    ['a plain question is neutral', call([['customer', 'When do you open?']]), 'neutral', 'completed'],
    ['no words of the customer tell nothing', call([['agent', 'Hello?']]), 'unknown', 'no_conversation'],
    ['nobody talked', call([], 'no_answer'), 'unknown', 'not_reached'],
    ['an opt-out is heard', call([['customer', 'Please stop calling me.']]), 'negative', 'do_not_call'],
    ['a wrong number', call([['customer', 'You have the wrong number.']]), 'negative', 'wrong_number'],
    ['a refusal', call([['customer', 'I am not interested.']]), 'neutral', 'not_interested'],
    [
      'a polite refusal is no praise',
      call([['customer', 'I am not interested, thank you.']]),
      'neutral',
      'not_interested',
    ],
    ['a callback', call([['customer', 'Can you call me back tomorrow?']]), 'neutral', 'callback_requested'],
    ['a machine', call([['customer', 'Leave a message.']], 'voicemail'), 'neutral', 'voicemail'],
    [
      'a booking counts only when the agent confirmed it',
      call([
        ['customer', 'I would like to book an appointment.'],
        ['agent', 'You are booked for Tuesday.'],
      ]),
      'neutral',
      'appointment_booked',
    ],
    [
      'a booking that was only asked for is none',
      call([
        ['customer', 'I would like to book an appointment.'],
        ['agent', 'What day suits you?'],
      ]),
      'neutral',
      'completed',
    ],
  ])('%s', (_, input, sentiment, disposition) => {
    expect(analyseByRules(input)).toMatchObject({ sentiment, disposition });
  });

  test('the summary tells what the customer asked and how the call ended', () => {
    const { summary } = analyseByRules(
      call([
        ['customer', 'Hello, this is Maria.'],
        ['agent', 'How can I help?'],
        ['customer', 'When do you open?'],
        ['customer', 'I would like to book an appointment.'],
        ['customer', 'Thank you. Goodbye.'],
      ]),
    );
    expect(summary).toBe(
      'A customer rang Front desk. The customer asked “When do you open?”, “I would like to book an appointment”. Ended after goodbye.',
    );
  });

  test('the summary of a call without questions tells what was said, and never grows without bound', () => {
    expect(analyseByRules(call([['customer', 'Yes.']])).summary).toContain('The customer said “Yes”.');
    expect(analyseByRules(call([])).summary).toContain('Nobody talked.');
    const talk = call(Array.from({ length: 50 }, () => ['customer', `My dog is ill. ${'x'.repeat(500)}`]));
    expect(analyseByRules(talk).summary.length).toBeLessThan(600);
  });
});
