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

  test('the summary quotes what the customer said and how it ended, and never grows without bound', () => {
    const { summary } = analyseByRules(
      call([
        ['customer', 'When do you open?'],
        ['agent', `At nine. ${'x'.repeat(500)}`],
      ]),
    );
    expect(summary).toContain('A customer rang Front desk.');
    expect(summary).toContain('“When do you open?”');
    expect(summary.length).toBeLessThan(500);
  });
});
