import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createResampler } from '@parley/engine/audio/resample';
import { encodeWav, parseWav, readPcm16 } from '@parley/engine/audio/wav';
import type { RawClip } from '@parley/engine/vad/clips/clip';
import { openBuiltinTextToSpeech } from '@parley/providers/builtin/text-to-speech';

/** A sentence spoken by a synthesiser, at 8 kHz. */
export type SpeechClip = { name: string; samples: RawClip };

/** A sentence to be spoken into a WAV file. */
export type Spoken = { name: string; make: (file: string) => Promise<void> | void };

const directory = join(tmpdir(), 'parley-vad-speech');

/**
 * Speech to learn from or, `isHeldOut`, to be judged on: other voices, languages and sentences. Made once by the
 * builtin synthesiser and by `espeak-ng`, which must be installed, and kept in the temporary directory.
 */
export async function loadSpeech(isHeldOut: boolean): Promise<SpeechClip[]> {
  return await loadSpoken(isHeldOut ? heldOutSpeech() : trainingSpeech());
}

/** Has sentences spoken, unless they were spoken before, and reads them. */
export async function loadSpoken(spoken: readonly Spoken[]): Promise<SpeechClip[]> {
  mkdirSync(directory, { recursive: true });
  const clips: SpeechClip[] = [];
  for (const { name, make } of spoken) {
    const file = join(directory, `${name}.wav`);
    if (!existsSync(file)) await make(file);
    const wav = parseWav(readFileSync(file));
    clips.push({ name, samples: toTelephone(readPcm16(wav), wav.sampleRateHz) });
  }
  return clips;
}

/** Any speech at 8 kHz; another `fromHz` than the true one shifts pitch and formants. */
export function toTelephone(samples: Int16Array, fromHz: number): RawClip {
  const resampler = createResampler(fromHz, 8000);
  return Float64Array.from([...resampler.process(samples), ...resampler.flush()]);
}

function trainingSpeech(): Spoken[] {
  const spoken: Spoken[] = [];
  for (const voice of ['slt', 'rms', 'kal16']) {
    for (const [i, text] of sentences.entries()) spoken.push(builtin(`${voice}-${i}`, voice, text));
  }
  let turn = 0;
  for (const [language, texts] of Object.entries(trainingTexts)) {
    for (const text of texts) {
      for (let again = 0; again < 4; again++) {
        turn += 1;
        const voice = `${language}+${trainingVariants[(turn * 7) % trainingVariants.length]!}`;
        spoken.push(
          espeak(`${voice}-${turn}`, {
            voice,
            text,
            pitch: 20 + ((turn * 17) % 60),
            pace: 135 + ((turn * 23) % 60),
          }),
        );
      }
    }
  }
  return spoken;
}

function heldOutSpeech(): Spoken[] {
  const spoken = heldOutSentences.map((text, i) => builtin(`awb-${i}`, 'awb', text));
  let turn = 0;
  for (const [language, texts] of Object.entries(heldOutTexts)) {
    for (const text of texts) {
      for (let again = 0; again < 2; again++) {
        turn += 1;
        const voice = `${language}+${heldOutVariants[turn % heldOutVariants.length]!}`;
        spoken.push(
          espeak(`held-${voice}-${turn}`, {
            voice,
            text,
            pitch: 25 + ((turn * 19) % 50),
            pace: 140 + ((turn * 29) % 50),
          }),
        );
      }
    }
  }
  return spoken;
}

/** A sentence of a voice of the builtin synthesiser. */
export function builtin(name: string, voice: string, text: string): Spoken {
  return {
    name: `builtin-${name}`,
    make: async (file) => {
      const speech = openBuiltinTextToSpeech();
      const { signal } = new AbortController();
      const samples: number[] = [];
      for await (const chunk of speech.speak({ text, voice, language: 'en-US', signal }))
        samples.push(...chunk.samples);
      writeFileSync(file, encodeWav(Int16Array.from(samples), { sampleRateHz: speech.sampleRateHz }));
    },
  };
}

/** A sentence of `espeak-ng`; `pitch` 0 to 99, `pace` in words a minute. */
export function espeak(
  name: string,
  options: { voice: string; text: string; pitch: number; pace: number },
): Spoken {
  const { voice, text, pitch, pace } = options;
  return {
    name: `espeak-${name}`,
    make: (file) => {
      execFileSync('espeak-ng', ['-v', voice, '-p', `${pitch}`, '-s', `${pace}`, '-w', file, text]);
    },
  };
}

const sentences = [
  'Hello, my name is Anna, and I would like to book an appointment for next Tuesday.',
  'Yes, that is right. My number is five five five, zero one four two.',
  'No, thank you. I am not interested. Please do not call me again.',
  'Can you hear me? I want to speak to a person about my last bill.',
  'Oh, wait a moment. What did you say? How much would that cost me?',
  'The quick brown fox jumps over the lazy dog while we were away all year.',
  'I moved house last week. The new address is eleven Maple Road, in Austin, Texas.',
  'Yes.',
  'No, no.',
  'Stop!',
  'Hello?',
  'Okay, okay.',
  'Excuse me.',
  'Sorry, what was that?',
  'Wait a second.',
  'I am here.',
  'Who are you?',
  'Maybe later.',
  'All right, I will call my mother in the morning.',
  'Are you open on Sunday? We need a room for nine men.',
  'It is fine, it is okay, you can leave a message.',
  'Thursday at four thirty, please.',
  'Ah, I see what you mean.',
  'Her name is Emma, with two letters M.',
  'Am I speaking to the owner?',
  'Usually in the evening.',
  'Nothing, thanks.',
  'Five minutes, she said.',
  'Hm, how about nine?',
];

const heldOutSentences = [
  'Good afternoon, this is Peter. You left me a message about a delivery.',
  'Well, I never ordered anything, so there must be a mistake.',
  'Could you spell that for me, please?',
  'Nine, one, two, and then the letter W.',
  'Right.',
  'No.',
  'Hold on.',
  'Is this a real person?',
  'What time do you close?',
  'Listen, I am driving at the moment, ring me back at seven.',
];

const trainingTexts: Record<string, string[]> = {
  'en-us': [
    'Good morning, can I ask you something about my order?',
    'Every year we all move away in May.',
    'Stop, stop!',
    'Why?',
  ],
  'en-gb': ['Well, I am not really sure about that.', 'Could you ring me back after lunch?', 'Hello?'],
  es: ['No me interesa, gracias, ya tengo uno.', '¿Cuánto cuesta por mes?', 'Hola.'],
  it: ['Non ho capito, può ripetere per favore?', 'Va bene, a domani allora.'],
  ru: ['Нет, спасибо, мне это не нужно.', 'Кто это говорит?'],
  cmn: ['不好意思，请再说一遍。', '我今天没有时间。'],
  nl: ['Goedemiddag, ik wil graag een afspraak maken.', 'Dat is goed, tot volgende week.'],
  pl: ['Dzień dobry, chciałbym zmienić termin.', 'Nie, dziękuję bardzo.'],
  tr: ['Merhaba, randevu almak istiyorum.', 'Hayır, teşekkür ederim.'],
  ja: ['すみません、もういちどおねがいします。', 'はい、わかりました。'],
  ar: ['مرحبا، أريد أن أحجز موعدا.', 'لا، شكرا لك.'],
  fi: ['Huomenta, haluaisin varata ajan.', 'Ei kiitos.'],
  nb: ['Hei, jeg ringer om regningen min.', 'Nei, det går bra.'],
  sr: ['Добар дан, желим да закажем термин.', 'Не, хвала.'],
  lt: ['Laba diena, noriu užsisakyti laiką.', 'Ačiū, ne.'],
  cy: ['Bore da, hoffwn i wneud apwyntiad.', 'Na, dim diolch.'],
  ta: ['வணக்கம், எனக்கு ஒரு நேரம் வேண்டும்.', 'இல்லை, நன்றி.'],
  bn: ['নমস্কার, আমি একটি সময় চাই।', 'না, ধন্যবাদ।'],
  ka: ['გამარჯობა, მინდა ჩავეწერო.', 'არა, გმადლობთ.'],
};

const heldOutTexts: Record<string, string[]> = {
  de: [
    'Guten Tag, ich möchte bitte einen Termin für nächsten Dienstag.',
    'Nein danke, kein Interesse.',
    'Ja?',
  ],
  'fr-fr': ["Bonjour, je voudrais parler à quelqu'un de ma facture.", 'Allô, qui est là?'],
  'pt-br': ['Bom dia, eu gostaria de marcar uma consulta.', 'Pode repetir?'],
  hi: ['नमस्ते, मैं अगले मंगलवार के लिए समय लेना चाहता हूँ।'],
  sv: ['Hej, jag skulle vilja boka en tid.', 'Nej tack.'],
  ko: ['안녕하세요, 예약하고 싶어요.'],
  'en-us': ['Yeah, that works for me.', 'Hold on, please.', 'What is your name again?'],
};

const trainingVariants =
  'f1 f2 f3 f4 f5 m1 m2 m3 m4 m5 m6 m7 m8 linda steph michel max victor aunty boris klatt klatt3 Andy Annie grandpa belinda'.split(
    ' ',
  );
const heldOutVariants = 'zac paul shelby anika david edward miguel klatt2 adam'.split(' ');
