import type { AgentBrief } from '@parley/engine/interfaces/language-model';
import type { LanguageRules } from '../languages/language-rules.ts';
import { type Menu, readMenu } from './menu.ts';
import { toCustomer } from './person.ts';
import { asSentence } from './words.ts';

/** Something the agent may say when it is asked: `about` is searched, `say` is spoken. */
export type Fact = {
  about: string;
  say: string;
  heading: string;
  /** From the knowledge base, for this answer alone: the agent does not offer it as its subject. */
  isLookedUp?: boolean;
};

/** Something to ask; with `when`, only a customer who speaks of that. */
export type Question = { ask: string; when: string };

/** What a prompt tells a model that follows rules. */
export type Knowledge = {
  name: string;
  /** Such as "the receptionist of Acme Dental"; empty when the prompt does not say. */
  role: string;
  facts: Fact[];
  /** What the prompt says to ask, as said to the customer, in order. */
  questions: Question[];
  /** What the prompt says to tell every customer. */
  announcements: string[];
  menu: Menu;
  /** The lines about phone menus of the other side: what the agent is to press there. */
  menuOrders: string[];
};

const imperative = new RegExp(
  '^(?:please |then |also |first,? |next,? |finally,? )*(?:' +
    'ask|greet|tell|say|keep|be|do not|don.?t|never|always|speak|use|answer|help|assist|collect|gather|confirm|offer|' +
    'make sure|ensure|try|start|begin|end|thank|remember|introduce|avoid|respond|reply|provide|repeat|wait|listen|' +
    'notify|inform|remind|let|give|get|take|find out|check|verify|schedule|book|transfer|hang up|press|act|behave|' +
    'stay|sound|only|if|when|whenever|once|after|before|unless|while|during|explain|mention|read|spell|apologi[sz]e|' +
    'focus|follow|close|handle|talk|pronounce|identify|qualify|convince|persuade|politely|briefly|role|goal|' +
    'objective|task|tone|style|instructions?|rules?|guidelines|persona|personality|steps?' +
    ')\\b',
  'i',
);
const aboutTheAgent =
  /^(?:you|your (?:goal|task|job|role|name|objective|purpose|tone|style|voice|answers|responses|mission)|the (?:agent|assistant|caller|customer|user|conversation|call))\b/i;
const tellThem =
  /^(?:please |then |also |just |politely )*(?:(?:tell|inform|notify|remind|let)(?: (?:them|him|her|people|everyone|(?:the |all |any )?(?:callers?|customers?|patients?|clients?|users?|guests?)))(?: know)?|say|explain|mention|answer|reply|respond)(?: to (?:them|the \w+))?(?: with)?(?: that|,|:)?\s+(.+)$/i;
const askThem =
  /^(?:please |then |also |first,? |next,? |finally,? |politely )*(?:ask|find out|collect|gather|get)(?: (?:them|him|her|(?:the |each |every )?(?:caller|customer|patient|client|user|guest)s?))?\s+(.+)$/i;

/** Reads an agent's prompt as business staff write it. Merge fields are filled; what stays open is left out. */
export function readPrompt(brief: AgentBrief, language: LanguageRules): Knowledge {
  const prompt = fillFields(brief.prompt, brief.knownFields);
  const knowledge: Knowledge = {
    name: brief.agentName,
    role: '',
    facts: [],
    questions: [],
    announcements: [],
    menu: readMenu(prompt),
    menuOrders: [],
  };
  const isOutbound = /\b(?:outbound|you (?:are )?call(?:ing)?|notif|remind|reach out)/i.test(prompt);
  for (const { heading, text, isInstructions } of statementsOf(prompt)) {
    if (/\{|\}/.test(text)) continue;
    if (
      /\b(?:menu|ivr|automated|phone system|recording)\b/i.test(text) &&
      /\bpress|choose|select|dial\b/i.test(text)
    ) {
      knowledge.menuOrders.push(text);
    }
    if (readOwnIdentity(knowledge, text, language) || language.order?.test(text)) continue;
    readStatement({ knowledge, heading, text, isOutbound, isInstructions });
  }
  return knowledge;
}

/** What passages of the knowledge base say, sentence by sentence: facts only, whatever a page would like to order. */
export function readPassages(passages: NonNullable<AgentBrief['passages']>): Fact[] {
  return passages.flatMap((passage) =>
    statementsOf(passage.text).map(({ heading, text }) => ({
      // What the passage is called counts for finding its sentences, and is not read out.
      about: `${passage.title} ${text}`,
      say: spokenFact(text, false),
      heading,
      isLookedUp: true,
    })),
  );
}

function readStatement(statement: {
  knowledge: Knowledge;
  heading: string;
  text: string;
  isOutbound: boolean;
  isInstructions: boolean;
}): void {
  const { knowledge, heading, text, isOutbound } = statement;
  if (readIdentity(knowledge, text)) return;
  const conditional = /^(?:if|when|whenever|in case)\s+(.+?),\s*(?:then\s+)?(.+)$/i.exec(text);
  if (conditional) {
    const then = conditional[2]!;
    const told = tellThem.exec(then)?.[1];
    const ask = told ? undefined : questionText(askThem.exec(then)?.[1] ?? '');
    if (told) knowledge.facts.push({ about: `${conditional[1]} ${told}`, say: spokenFact(told), heading });
    if (ask) knowledge.questions.push({ ask, when: conditional[1]! });
    return;
  }
  const asked = askThem.exec(text)?.[1];
  if (asked) {
    const question = asQuestion(asked);
    if (question) knowledge.questions.push(question);
    return;
  }
  const told = tellThem.exec(text)?.[1];
  if (told) {
    const say = spokenFact(told);
    if (isOutbound && !/^(?:say|answer|reply|respond|mention|explain)/i.test(text))
      knowledge.announcements.push(say);
    else knowledge.facts.push({ about: told, say, heading });
    return;
  }
  const isFact = !imperative.test(text) && !aboutTheAgent.test(text) && !/\bpress(?:es)? [\d*#]/i.test(text);
  if (isFact && !statement.isInstructions) {
    knowledge.facts.push({ about: text, say: spokenFact(text, false), heading });
  }
}

/** "You are Mia, the receptionist of Acme Dental", "Your name is Mia", "You work for Acme". */
function readIdentity(knowledge: Knowledge, text: string): boolean {
  const name = /\b(?:your name is|you are called|you go by) ([A-Z][\p{L}'-]+)/iu.exec(text)?.[1];
  if (name) knowledge.name = name;
  const named = /^you(?: are|['’]re) ([A-Z][\p{L}'-]+)(?:,\s*|\s+from\s+|\s+at\s+)(.+?)[.!]?$/u.exec(
    text.replace(/^You/, 'you'),
  );
  const role = /^you(?: are|['’]re) ((?:a|an|the|our)\s.+?)[.!]?$/i.exec(text)?.[1];
  const work =
    /^you (?:work|speak|answer the phone|answer calls|take calls|call|are calling|are working|make calls) (?:for|at|on behalf of|from) (.+?)[.!]?$/i.exec(
      text,
    )?.[1];
  if (named) {
    knowledge.name = named[1]!;
    knowledge.role = roleOf(/^(?:a|an|the|our) /i.test(named[2]!) ? named[2]! : `calling from ${named[2]}`);
  } else if (role && knowledge.role === '') knowledge.role = roleOf(role);
  else if (work && knowledge.role === '') knowledge.role = `the assistant of ${roleOf(work)}`;
  return Boolean(name || named || role || work);
}

/** The same in the language of the agent. */
function readOwnIdentity(knowledge: Knowledge, text: string, { identity }: LanguageRules): boolean {
  const { name, role } = identity?.exec(text)?.groups ?? {};
  if (name) knowledge.name = name;
  if (role && knowledge.role === '') knowledge.role = role.split(/[,;.]\s|[.!;]$/)[0]!.trim();
  return Boolean(name || role);
}

/** The first clause of a description, without praise for the agent's manners. */
function roleOf(description: string): string {
  return description
    .split(/,\s|;|\s(?:who|that|whose|and you|to help|helping|answering|responsible)\b/)[0]!
    .replace(
      /\b(?:friendly|helpful|polite|professional|warm|patient|cheerful|kind|concise|efficient)(?:,? and|,)?\s+/gi,
      '',
    )
    .replace(/\ban? (?=([a-z]))/i, (_, letter: string) => (/[aeiou]/i.test(letter) ? 'an ' : 'a '))
    .trim();
}

function spokenFact(told: string, isToAgent = true): string {
  const unquoted = told.replace(/^["“'](.+?)["”']?$/, '$1');
  return asSentence(isToAgent ? toCustomer(unquoted) : unquoted);
}

/** "for their name" becomes "May I have your name?"; "whether they will come" becomes "May I ask whether you will come?". */
function asQuestion(asked: string): Question | undefined {
  const [, thing = asked, when = ''] =
    /^(?!if\b|when\b|whether\b)(.+?)\s(?:if|when|whenever|in case)\s(.+)$/i.exec(asked) ?? [];
  const ask = questionText(thing);
  return ask ? { ask, when } : undefined;
}

function questionText(asked: string): string | undefined {
  const quoted = /["“](.+?\?)["”]/.exec(asked)?.[1];
  if (quoted) return quoted;
  const rest = toCustomer(asked.replace(/[.!]+$/, ''));
  if (/^(?:if|whether|what|when|where|which|who|how|why)\b/i.test(rest)) {
    return `May I ask ${rest.replace(/^if\b/i, 'whether')}?`;
  }
  const thing = /^(?:for\s+)?((?:your|the|a|an|details|any)\b.+)$/i.exec(rest)?.[1];
  if (thing) return `May I have ${thing.replace(/^the (?=\w+ (?:name|number))/i, 'your ')}?`;
  const about = /^about\s+(.+)$/i.exec(rest)?.[1];
  return about ? `Could you tell me about ${about}?` : undefined;
}

function fillFields(prompt: string, fields: Readonly<Record<string, string>>): string {
  return prompt.replace(
    /\{\{?\s*([\w.]+)\s*\}?\}/g,
    (whole, name: string) => fields[name]?.replace(/[{}]/g, '') || whole,
  );
}

type Statement = { heading: string; text: string; isInstructions: boolean };

/** Sentences of a prompt with the heading they stand under; lists are kept together with theirs. */
function statementsOf(prompt: string): Statement[] {
  const statements: Statement[] = [];
  let heading = '';
  let question = '';
  for (const raw of prompt.split(/\r?\n/)) {
    const isItem = /^\s*(?:[-*•]|\d+[.)])\s+/.test(raw);
    const line = raw
      .replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '')
      .replace(/[*_`#]+/g, '')
      .trim();
    if (line === '') continue;
    const isHeading = /^\s*#|:\s*\**\s*$/.test(raw) || (!isItem && /^[A-Z][\w &/'-]{2,40}$/.test(line));
    if (isHeading && !imperative.test(line.replace(/:$/, ' '))) {
      heading = line
        .replace(/:$/, '')
        .replace(/^(?:facts?|information|about us|faq|knowledge|company|details)$/i, '');
      continue;
    }
    if (isHeading) {
      heading = '\u0000';
      continue;
    }
    const asked = /^(?:q|question)\s*[:.]\s*(.+)$/i.exec(line)?.[1];
    const answered = /^(?:a|answer)\s*[:.]\s*(.+)$/i.exec(line)?.[1];
    if (asked) question = asked;
    else if (answered) statements.push({ heading: question, text: answered, isInstructions: false });
    else {
      const isInstructions = heading === '\u0000';
      for (const text of sentencesOf(line))
        statements.push({ heading: isInstructions ? '' : heading, text, isInstructions });
    }
  }
  return statements;
}

/** Cuts at sentence ends; dots of abbreviations, times and numbers do not end one. */
function sentencesOf(line: string): string[] {
  return line
    .split(
      /(?<=[.!?]["”']?)(?<!\b(?:Dr|Mr|Mrs|Ms|St|Ave|Rd|No|Inc|Ltd|vs|e\.g|i\.e|a\.m|p\.m|[A-Z])\.)\s+(?=["“'(]?[\p{Lu}\d])/u,
    )
    .map((sentence) => sentence.trim())
    .filter(Boolean);
}
