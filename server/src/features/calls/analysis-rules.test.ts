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
    [
      'a no to the offer',
      call([
        ['agent', 'Shall I book it?'],
        ['customer', 'No, thank you.'],
      ]),
      'neutral',
      'not_interested',
    ],
    [
      'a no to the question for more',
      call([
        ['agent', 'Is there anything else I can help you with?'],
        ['customer', 'No, thanks.'],
      ]),
      'neutral',
      'completed',
    ],
    ['a callback', call([['customer', 'Can you call me back tomorrow?']]), 'neutral', 'callback_requested'],
    ['a machine', call([['customer', 'Leave a message.']], 'voicemail'), 'neutral', 'voicemail'],
    [
      'a call assistant that put nobody through',
      call([['customer', 'Thank you. Please stay on the line.']], 'screened'),
      'unknown',
      'not_reached',
    ],
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

  test.each<[string, string, string]>([
    ['Wunderbar, vielen Dank!', 'positive', 'completed'],
    ['Das ist eine Frechheit, ich bin wütend.', 'negative', 'completed'],
    ['Ich habe kein Interesse, danke.', 'neutral', 'not_interested'],
    ['Sie haben sich verwählt.', 'neutral', 'wrong_number'],
    ['Rufen Sie mich bitte morgen zurück.', 'neutral', 'callback_requested'],
    ['Rufen Sie mich nicht mehr an.', 'negative', 'do_not_call'],
    ['Nein danke', 'neutral', 'completed'],
    ['Perfecto, muchas gracias.', 'positive', 'completed'],
    ['No me interesa, gracias.', 'neutral', 'not_interested'],
    ['Llámeme mañana, por favor.', 'neutral', 'callback_requested'],
    ['Parfait, merci beaucoup.', 'positive', 'completed'],
    ['Je ne suis pas satisfait, c’est scandaleux.', 'negative', 'completed'],
    ['Vous avez un mauvais numéro.', 'neutral', 'wrong_number'],
    ['Rappelez-moi demain.', 'neutral', 'callback_requested'],
    ['Ottimo, grazie mille.', 'positive', 'completed'],
    ['Non mi interessa.', 'neutral', 'not_interested'],
    ['Prima vorrei sapere gli orari.', 'neutral', 'completed'],
    ['Perfeito, obrigada.', 'positive', 'completed'],
    ['Não estou interessado.', 'neutral', 'not_interested'],
    ['Pode ligar mais tarde?', 'neutral', 'callback_requested'],
    ['Geweldig, dank u wel.', 'positive', 'completed'],
    ['Nee bedankt, geen interesse.', 'neutral', 'not_interested'],
    ['U bent verkeerd verbonden.', 'neutral', 'wrong_number'],
  ])('%s', (said, sentiment, disposition) => {
    expect(analyseByRules(call([['customer', said]]))).toMatchObject({ sentiment, disposition });
  });

  test('a booking in another language counts only when the agent confirmed it', () => {
    const asked = ['customer', 'Ich möchte einen Termin am Dienstag.'] as const;
    const booked = analyseByRules(call([[...asked], ['agent', 'Der Termin ist eingetragen.']]));
    expect(booked.disposition).toBe('appointment_booked');
    expect(analyseByRules(call([[...asked], ['agent', 'Um wie viel Uhr?']])).disposition).toBe('completed');
  });

  test('the summary tells what the customer asked and how the call ended', () => {
    const { summary } = analyseByRules(
      call([
        ['customer', 'Hello?'],
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
