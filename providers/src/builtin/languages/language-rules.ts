import { contentStemsWith, stemOf } from '../rules/words.ts';

/** What a customer may want beside an answer. */
export type Intent =
  | 'goodbye'
  | 'thanks'
  | 'nothing-else'
  | 'person'
  | 'identity'
  | 'robot'
  | 'repeat'
  | 'wait'
  | 'greeting'
  | 'how-are-you'
  | 'help'
  | 'yes'
  | 'no';

/**
 * Sentences the agent says by itself; names in braces are filled in. Their beginnings are looked for in what it said
 * before: keep them apart.
 */
export type Phrases = {
  /** `{who}` is the name, with what the prompt says the agent is. */
  greeting: string;
  hello: string;
  iAm: string;
  offerHelp: string;
  anythingElse: readonly [string, string];
  unknown: string;
  notUnderstood: string;
  otherWords: string;
  offerMessage: string;
  noTransfer: string;
  askMessage: string;
  messageHeard: string;
  /** Up to its first comma it is known again. */
  askContact: string;
  messageTaken: string;
  nobodyThere: string;
  simulated: string;
  transfer: string;
  /** After a goodbye, after thanks, after a call of the agent's own. */
  closing: readonly [string, string, string];
  welcome: string;
  ofCourse: string;
  whatToKnow: string;
  takeYourTime: string;
  robot: string;
  fine: string;
  leaveOut: string;
  askAgain: string;
  thanks: string;
  allAsked: string;
  /** The question for a field and its check: `{field}` with its article, `{value}` what was understood. */
  askField: string;
  checkField: string;
  topics: string;
  or: string;
  youChose: string;
  youPressed: string;
  pressMenu: string;
  /** `{key}` and `{option}` in the row of a menu. */
  menuOption: string;
  star: string;
  hash: string;
};

/** What a language is to the rules. Patterns see what `plain` makes of a text. */
export type LanguageWords = {
  /** Lower case, single blanks, no punctuation. */
  plain: (text: string) => string;
  phrases: Phrases;
  /** In the order they are tried. */
  intents: readonly (readonly [Intent, RegExp])[];
  /** Words a question begins with. */
  question: RegExp;
  /** A yes and nothing else. */
  bareYes: RegExp;
  /** A customer who does not want to give a field. */
  refusal: RegExp;
  /** The no before a correction; tried on the text as it is. */
  correction: RegExp;
  /** What people say before the answer to a field; tried on the text as it is. */
  leadIns: RegExp;
  /** What the agent calls a field, by its name. */
  fields: Readonly<Record<string, string>>;
  /** A field that has no name of its own here: `{field}` is its name in words. */
  otherField: string;
  /** Spoken digits. */
  digits: Readonly<Record<string, string>>;
  /** Long numbers as they are read back. */
  readDigits: (digits: string) => string;
  /** How the signs of an email address are spoken, between blanks. */
  emailSigns: readonly (readonly [RegExp, string])[];
  /** Words with the same key sound alike; undefined where nobody has worked out how. */
  soundOf?: (word: string) => string;
  /** Words that say nothing about the subject. */
  stopWords: string;
  /** Words staff and customers use for the same thing, by its name, such as `#price`. */
  concepts: Readonly<Record<string, string>>;
  /** What the shape of a question asks for, whatever its words. */
  questionConcepts: readonly (readonly [RegExp, string])[];
  /** A sentence of the prompt that is written to the agent: never read out. English ones are known beside. */
  order: RegExp | undefined;
  /** "You are Mia, the receptionist of Acme": groups `name`, `role`. */
  identity: RegExp | undefined;
};

export type LanguageRules = Omit<LanguageWords, 'stopWords' | 'concepts'> & {
  isStopWord(word: string): boolean;
  /** Words of a text that carry meaning, each reduced to its stem. */
  contentStems(text: string): string[];
  /** What a stem may be about, beside itself. */
  conceptsOf(stem: string): ReadonlySet<string>;
  /** Every stem the concepts know: a vocabulary for words a recogniser got almost right. */
  conceptStems: ReadonlySet<string>;
};

/** Readies the words of a language for the rules. */
export function defineLanguage({ stopWords, concepts, ...words }: LanguageWords): LanguageRules {
  const stops = new Set(stopWords.split(' '));
  const byStem = new Map<string, Set<string>>();
  for (const [concept, row] of Object.entries(concepts)) {
    for (const word of row.split(' ')) {
      const stem = stemOf(word);
      byStem.set(stem, (byStem.get(stem) ?? new Set()).add(concept));
    }
  }
  return {
    ...words,
    isStopWord: (word) => stops.has(word),
    contentStems: (text) => contentStemsWith(words.plain(text), stops),
    conceptsOf: (stem) => byStem.get(stem) ?? none,
    conceptStems: new Set(byStem.keys()),
  };
}

/** Everything the words may mean, the strongest first; empty for plain statements and questions. */
export function intentsOf(text: string, { intents, plain }: LanguageRules): Intent[] {
  const words = plain(text);
  return [...new Set(intents.filter(([, pattern]) => pattern.test(words)).map(([intent]) => intent))];
}

/** Whether the words ask for something, by their form. */
export function isQuestion(text: string, { question, plain }: LanguageRules): boolean {
  return /\?\s*$/.test(text) || question.test(plain(text));
}

/** Whether the agent's last words asked if there is more to do. */
export function asksForMore(text: string, { phrases }: LanguageRules): boolean {
  return phrases.anythingElse.some((phrase) => text.includes(phrase)) || text.includes(phrases.whatToKnow);
}

const none: ReadonlySet<string> = new Set();
