import { wordsOf } from '../turns/backchannel.ts';

/** What somebody says who is asked whether they take a call. */
export type Answer = 'takes' | 'declines' | 'machine' | 'unclear';

const machine =
  /\b(?:leave (?:a|your|me a) (?:message|name)|after the (?:tone|beep)|at the (?:tone|beep)|voice ?mail|mailbox|(?:cannot|can't|can not|unable to) (?:take|answer|come to)|not available|record your message)\b/i;
const refusal =
  /\b(?:no|nope|nah|not now|not me|cannot|can't|can not|don't|do not|busy|later|wrong (?:person|number)|decline)\b/i;
const politeness = /\b(?:no (?:problem|worries|trouble)|don't mind|do not mind|why not)\b/gi;
const consent =
  /\b(?:yes|yeah|yep|yup|sure|okay|ok|alright|all right|fine|of course|certainly|absolutely|go ahead|put (?:them|him|her|it|the call) through|connect|i(?:'ll| will) take (?:it|them|the call)|accept)\b/i;

/** Answers in other languages than English, word by word; longer ones hold several words. */
type AnswerWords = Record<Exclude<Answer, 'unclear'>, readonly string[]>;

const answersByLanguage: Readonly<Record<string, AnswerWords>> = {
  de: {
    takes: [
      'ja',
      'jawohl',
      'jo',
      'gerne',
      'gern',
      'klar',
      'natürlich',
      'ok',
      'okay',
      'in ordnung',
      'verbinden',
    ],
    declines: ['nein', 'nee', 'nicht', 'später', 'keine zeit', 'beschäftigt', 'ablehnen'],
    machine: ['nach dem ton', 'nach dem signalton', 'mailbox', 'anrufbeantworter', 'nicht erreichbar'],
  },
  es: {
    takes: ['sí', 'si', 'claro', 'vale', 'bueno', 'por supuesto', 'de acuerdo', 'ok', 'okay', 'adelante'],
    declines: ['no', 'ahora no', 'ocupado', 'ocupada', 'más tarde', 'luego'],
    machine: ['después de la señal', 'después del tono', 'buzón', 'deje un mensaje', 'deje su mensaje'],
  },
  fr: {
    takes: ['oui', 'ouais', 'bien sûr', 'd accord', 'daccord', 'volontiers', 'ok', 'okay', 'allez y'],
    declines: ['non', 'pas', 'occupé', 'occupée', 'plus tard'],
    machine: ['après le bip', 'après le signal', 'répondeur', 'messagerie', 'laissez un message'],
  },
  it: {
    takes: ['sì', 'si', 'certo', 'va bene', 'volentieri', 'ok', 'okay', 'prego'],
    declines: ['no', 'non', 'occupato', 'occupata', 'più tardi'],
    machine: ['dopo il segnale', 'segreteria', 'lasciate un messaggio', 'non è raggiungibile'],
  },
  pt: {
    takes: ['sim', 'claro', 'está bem', 'tá bem', 'pode ser', 'com certeza', 'ok', 'okay'],
    declines: ['não', 'ocupado', 'ocupada', 'mais tarde', 'agora não'],
    machine: [
      'após o sinal',
      'depois do sinal',
      'caixa postal',
      'deixe uma mensagem',
      'deixe a sua mensagem',
    ],
  },
  nl: {
    takes: ['ja', 'jazeker', 'graag', 'prima', 'natuurlijk', 'goed', 'ok', 'oké', 'okay'],
    declines: ['nee', 'niet', 'later', 'bezig', 'geen tijd'],
    machine: ['na de piep', 'na de toon', 'voicemail', 'spreek een bericht in', 'niet bereikbaar'],
  },
};

/**
 * Reads the answer: 1 takes the call, any other key declines it. A mailbox that talks is no person. Of a yes and a no
 * together the no counts: nobody is put through to somebody who may not want it.
 */
export function judgeAnswer(text: string, language = 'en'): Answer {
  const keys = /\(pressed (\S+) on the phone keypad\)/.exec(text)?.[1];
  if (keys !== undefined) return keys.startsWith('1') ? 'takes' : 'declines';
  const answers = answersByLanguage[language.toLowerCase().split('-')[0] ?? ''];
  if (answers) return judgeWords(wordsOf(text), answers);
  if (machine.test(text)) return 'machine';
  if (refusal.test(text.replaceAll(politeness, ' '))) return 'declines';
  return consent.test(text) ? 'takes' : 'unclear';
}

function judgeWords(words: readonly string[], answers: AnswerWords): Answer {
  const said = ` ${words.join(' ')} `;
  const kinds = ['machine', 'declines', 'takes'] as const;
  return kinds.find((kind) => answers[kind].some((answer) => said.includes(` ${answer} `))) ?? 'unclear';
}
