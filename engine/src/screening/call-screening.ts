import { plainWords } from './plain-words.ts';

/** What becomes of words of whoever answered a call that we placed. */
export type ScreeningDecision =
  /** A call assistant asks who calls and why: it is told. */
  | 'introduce'
  /** It asks for patience, while it rings the person. */
  | 'wait'
  /** A person is there who has only said hello: they are greeted. */
  | 'greet'
  /** It does not understand who calls, however often it is told. */
  | 'give_up'
  /** Nothing of the kind: the words are answered. */
  | 'talk';

/**
 * Assistants of telephones answer for a person, ask who calls and why, and ring the person with the answer in writing
 * ("Ask Reason for Calling" of iOS 26, "Call Screen" of Pixel). Who takes them for a mailbox loses the call, and who
 * chats with them wastes the one sentence that the person reads.
 */
export function decideScreening(heard: {
  text: string;
  /** An assistant answered, and nobody has come to the phone yet. */
  isScreened: boolean;
  /** Turns of the other side so far, this one included. */
  customerTurns: number;
  introductions: number;
}): ScreeningDecision {
  const { text, isScreened, customerTurns, introductions } = heard;
  if ((isScreened || customerTurns <= openingTurns) && asksWhoCalls(text))
    return introductions < mostIntroductions ? 'introduce' : 'give_up';
  if (!isScreened) return 'talk';
  if (asksToWait(text)) return 'wait';
  return plainWords(text).split(' ').length <= helloWords ? 'greet' : 'talk';
}

/** Whether these are an assistant's words, which ask who calls and why. */
export function asksWhoCalls(text: string): boolean {
  const words = plainWords(text);
  return screeningWords.some((asked) => asked.test(words));
}

function asksToWait(text: string): boolean {
  const words = plainWords(text);
  return waitingWords.some((asked) => asked.test(words));
}

/** An assistant answers at once; its sentence may come in two parts, and after words of a network. */
const openingTurns = 3;
/** Where an assistant does not understand, it asks again. */
const mostIntroductions = 3;
/** "Hello, this is Dana speaking." */
const helloWords = 5;
/** The time for which a phone rings before its mailbox takes the call is set by its network: 15 to 40 s are usual. */
export const screeningWaitMs = 45_000;

/** English, German, Spanish, French, Italian, Portuguese, Dutch: name and reason asked for in one breath. */
const screeningWords: readonly RegExp[] = [
  /\b(?:record|say|state|give|tell me) your name and (?:the |your )?(?:reason|purpose|why)\b|\b(?:call )?screening service\b|\bsee if (?:this|the) person is available\b|\bcall (?:is being|may be|will be) screened\b/,
  /\bnamen und (?:den |ihren |deinen )?(?:grund|anlass) (?:\w+ ){0,2}anruf\w*|\bob (?:diese|die) person (?:verfugbar|erreichbar) ist\b/,
  /\bnombre y (?:el |su |tu )?motivo de (?:la |su |tu )?llamada\b|\bsi (?:esta|la) persona esta disponible\b/,
  /\bnom et (?:la |le |l )?(?:raison|motif|objet) de (?:votre |ton |l )?appel\b|\bsi (?:cette|la) personne est disponible\b/,
  /\bnome e (?:il |la )?(?:motivo|ragione) (?:della |per la )?(?:sua |tua )?(?:chiamata|telefonata)\b|\bse (?:questa|la) persona e disponibile\b/,
  /\bnome e (?:o )?motivo d[ae] (?:sua |tua )?(?:chamada|ligacao)\b|\bse (?:esta|essa|a) pessoa esta disponivel\b/,
  /\bnaam en (?:de |uw |je )?reden (?:van|voor|waarom) (?:\w+ )?(?:oproep|gesprek|telefoontje|bellen|belt)\b|\bof (?:deze|de) persoon beschikbaar is\b/,
];

const waitingWords: readonly RegExp[] = [
  /\b(?:stay|remain|hold) on the line\b|\bhold (?:on|the line)\b|\bplease (?:hold|wait)\b|\b(?:one|just a) (?:moment|second|minute)\b|^thank(?:s| you)$/,
  /\bbleib(?:en sie|e?)? (?:bitte )?(?:in der leitung|dran)\b|\beinen (?:moment|augenblick)\b|\bbitte warten\b/,
  /\b(?:permanezca|manten\w*|espere|espera|no cuelgue|no cuelgues)\b|\bun momento\b/,
  /\b(?:restez|reste|patientez|ne quittez pas|ne quitte pas)\b|\bun (?:instant|moment)\b/,
  /\b(?:resti|rimanga|attenda|attendi|rimani) (?:\w+ )?(?:in )?linea\b|\battenda\b|\bun (?:momento|attimo)\b/,
  /\b(?:aguarde|aguarda|permaneca|espere|nao desligue)\b|\bum momento\b/,
  /\bblijf(?:t u)? (?:aan de lijn|hangen)\b|\been (?:moment|ogenblik)\b|\bwacht\b/,
];
