import { renderTones, type ToneStep } from '@parley/engine/audio/tones';
import type { RawClip } from '@parley/engine/vad/clips/clip';
import { drums } from '@parley/engine/vad/clips/music';
import { type FreshInstrument, freshBand, freshInstruments, freshMelody } from './vad-table-fresh-music.ts';
import { listNoises, type NoiseClip } from './vad-table-noises.ts';
import { builtin, espeak, loadSpoken, type SpeechClip } from './vad-table-speech.ts';

const rateHz = 8000;
const seconds = 8;

/**
 * The fresh set: written after the detector's weights and numbers, used neither to train nor to choose, so that its
 * figures are what a stranger would measure. Whoever changes the detector because of it must make a new one.
 */
export function listFreshNoises(): NoiseClip[] {
  const clips: NoiseClip[] = [];
  const names = Object.keys(freshInstruments) as FreshInstrument[];
  for (let seed = 90_001; seed <= 90_006; seed++) {
    clips.push(...listNoises(seed));
    clips.push({ group: 'drums', render: () => drums({ seconds, rateHz, seed }) });
    for (const [i, name] of names.entries()) {
      const lead = names[(i + seed) % names.length]!;
      clips.push({ group: `melody, ${name}`, render: () => freshMelody(seed * 10 + i, name) });
      clips.push({ group: 'hold music', render: () => freshBand(seed * 20 + i, { lead, backing: name }) });
      clips.push({ group: 'chords', render: () => freshBand(seed * 30 + i, { lead: null, backing: name }) });
    }
  }
  return [...clips, ...freshTones()];
}

/** Tones not used elsewhere: ringing and busy of Japan, India, France and Ireland, fax, warblers, alarm beeps. */
function freshTones(): NoiseClip[] {
  const patterns: [string, number[], number, number][] = [
    ['ringback', [384, 416], 1000, 2000],
    ['ringback', [375, 425], 400, 200],
    ['ringback', [440], 1500, 3500],
    ['tones', [440], 500, 500],
    ['tones', [400], 750, 750],
    ['tones', [2100], 3000, 500],
    ['tones', [1300], 600, 2000],
    ['tones', [980, 1180], 300, 100],
    ['tones', [330, 440], 700, 300],
    ['beep', [800], 200, 1800],
    ['beep', [1750], 150, 400],
    ['beep', [520], 350, 1000],
  ];
  return patterns.map(([group, frequenciesHz, ms, pauseMs]) => ({
    group,
    render: () => {
      const steps: ToneStep[] = [
        { frequenciesHz, ms, levelDbm0: -9 },
        { frequenciesHz: [], ms: pauseMs, levelDbm0: 0 },
      ];
      const once: RawClip = Float64Array.from(renderTones(steps, rateHz));
      return new Float64Array(seconds * rateHz).map((_, i) => once[i % once.length]!);
    },
  }));
}

/** New sentences for the four voices of the builtin synthesiser; new languages and new speakers of `espeak-ng`. */
export async function loadFreshSpeech(): Promise<SpeechClip[]> {
  const spoken = ['slt', 'rms', 'awb', 'kal16'].flatMap((voice) =>
    freshSentences.map((text, i) => builtin(`fresh-${voice}-${i}`, voice, text)),
  );
  let turn = 0;
  for (const [language, texts] of Object.entries(freshTexts)) {
    for (const text of texts) {
      for (let again = 0; again < 2; again++) {
        turn += 1;
        const voice = `${language}+${freshVariants[(turn * 5) % freshVariants.length]!}`;
        const pitch = 22 + ((turn * 13) % 56);
        const pace = 130 + ((turn * 31) % 75);
        spoken.push(espeak(`fresh-${voice}-${turn}`, { voice, text, pitch, pace }));
      }
    }
  }
  return await loadSpoken(spoken);
}

const freshSentences = [
  'Actually, I changed my mind about that.',
  'Umm, let me think.',
  'Sure.',
  'My father uses the same company.',
  'Her flight arrives at half past nine.',
  'Enough.',
  'When does the offer run out?',
  'Fine by me.',
  'Sixteen Harbour Street, apartment three.',
  'How long is the warranty on those?',
  'You are breaking up, say it again.',
  'Absolutely not.',
];

const freshTexts: Record<string, string[]> = {
  da: ['Jeg vil gerne flytte min tid til fredag.', 'Nej, ellers tak.'],
  cs: ['Dobrý den, potřebuji změnit objednávku.', 'Ano, prosím.'],
  ro: ['Bună ziua, aș dori o programare.', 'Un moment.'],
  hu: ['Jó napot, szeretnék időpontot kérni.', 'Nem értem.'],
  el: ['Καλημέρα, θέλω να κλείσω ραντεβού.', 'Όχι, ευχαριστώ.'],
  uk: ['Доброго дня, я хочу записатися на вівторок.', 'Так.'],
  id: ['Selamat pagi, saya mau membuat janji.', 'Tidak, terima kasih.'],
  vi: ['Xin chào, tôi muốn đặt lịch hẹn.', 'Vâng.'],
  ca: ['Bon dia, voldria canviar la meva cita.', 'Un moment, si us plau.'],
  sw: ['Habari, ningependa kupanga miadi.', 'Hapana.'],
  'en-gb-scotland': ['Aye, that would be grand.', 'Which number did you dial?'],
  'en-us': ['Already paid for it last month.', 'Never mind, thanks.'],
  pt: ['Bom dia, queria falar com alguém.', 'Agora não posso.'],
  fa: ['سلام، می‌خواهم وقت بگیرم.', 'نه، ممنون.'],
};

const freshVariants =
  'Alex Alicia Andrea antonio benjamin caleb Denis Diogo ed Gene Henrique Hugo Iven Jacky Lee Marcelo marco Mario Mike Pablo pedro quincy Rob robert sandro travis norbert'.split(
    ' ',
  );
