import { wordsOf } from './backchannel.ts';

/** Whether a text takes leave: "bye", "have a great day", "auf Wiedersehen". */
export function isGoodbye(text: string): boolean {
  const words = ` ${wordsOf(text).join(' ')} `;
  return farewells.some((farewell) => words.includes(` ${farewell} `)) || wish.test(words);
}

const farewells = [
  'bye',
  'goodbye',
  'good bye',
  'byebye',
  'see you',
  'talk to you later',
  'talk soon',
  'take care',
  'farewell',
  'good night',
  'thats all thank you',
  'thats all thanks',
  'auf wiedersehen',
  'auf wiederhören',
  'tschüss',
  'tschüs',
  'ciao',
  'arrivederci',
  'adiós',
  'adios',
  'hasta luego',
  'au revoir',
  'tot ziens',
  'dag',
  'adeus',
  'até logo',
];
const wish = / have a (?:\w+ ){0,2}(?:day|evening|night|weekend|one|afternoon|morning) /u;
