import { plainText } from './words.ts';

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

/*
 * In the order they are tried. Patterns see lower-case words without punctuation, contractions opened.
 * Misheard forms stand beside the right ones: recognisers write "good bye" as "good by", "good boy" or
 * "could buy", and "no thanks" as "know thanks".
 */
const patterns: readonly [Intent, RegExp][] = [
  [
    'goodbye',
    /\b(?:good ?bye|goodby|bye|farewell|so long|see you(?: later| soon| then| tomorrow)?|take care|(?:talk|speak) to you (?:later|soon)|have a (?:nice|good|great|lovely) (?:day|one|evening|night|weekend|afternoon)|hang up(?: now)?|end (?:the|this) call|got to go|have to go|need to go)\b/,
  ],
  // Misheard, and only when nothing else was said.
  [
    'goodbye',
    /^(?:(?:well|okay|ok|and|thanks|thank you|a|oh|the|no|know) )*(?:(?:good|could|put|would|what|the|get|but) ?(?:by|buy|boy|bike|pie|bite|died|night|i)|by|buy)(?: (?:by|buy|now|the))?$/,
  ],
  [
    'nothing-else',
    /\b(?:that (?:is|was|would be|will be) (?:all|it|everything)|(?:nothing|not anything) (?:else|more)|that is all(?: for (?:now|today))?|no more questions|i am (?:all set|good|done|fine)|we are (?:done|good)|all set)\b|^(?:no|know|now|nope|oh no)(?: (?:thanks|thank you|thank|that is (?:all|it|fine)))+\b/,
  ],
  [
    'person',
    /\b(?:speak|talk|talking|connect|transfer|forward|put|get|give|reach|want|need|like|have)\b.{0,30}\b(?:person|people|human|someone|somebody|operator|representative|manager|supervisor|colleague|real agent|live agent|staff|receptionist|customer service|support team|team member)\b|\b(?:real|live|actual) (?:person|human|agent)\b(?!.*\?)|\bput me through\b|\btransfer me\b|^(?:a |an |the )?(?:human|operator|representative|real person|agent|person|manager|supervisor)(?: please)?$|\btake a message\b|\bleave (?:a|you a) message\b|\bcall me back\b/,
  ],
  [
    'robot',
    /\b(?:are you|is this|am i (?:talking|speaking) (?:to|with)|you are)\b.{0,20}\b(?:robot|machine|computer|human|bot|ai|artificial|recording|real)\b/,
  ],
  [
    'identity',
    /\b(?:who (?:are|is) (?:you|this|that|calling|speaking|there)|who am i (?:talking|speaking)|what is your name|your name(?: please| again)?$|(?:which|what) company|who do you work|where are you calling from|who is on the (?:phone|line)|introduce yourself)\b/,
  ],
  [
    'repeat',
    /\b(?:repeat(?: that)?|say (?:that|it) again|once more|again please|pardon(?: me)?|come again|what did you say|did not (?:hear|understand|catch|get) (?:you|that|it)|could not hear|slower|more slowly)\b|^(?:what|sorry|excuse me|huh|again)$/,
  ],
  [
    'wait',
    /\b(?:hold on|hang on|one moment|just a (?:moment|second|minute|sec)|wait a|one second|give me a (?:moment|second|minute)|moment please)\b/,
  ],
  ['how-are-you', /\bhow (?:are you|is it going|do you do|are things)\b/],
  [
    'help',
    /\b(?:what can (?:you do|i ask|i do)|how (?:does this|do you) work|what are my options|what options|can you help|help me|main menu)\b|^(?:help|options|menu)$/,
  ],
  [
    'thanks',
    /\b(?:thanks|thank you|thank|then q|then cue|sin que|thanks a lot|much appreciated|appreciate it|cheers|great thanks)\b/,
  ],
  [
    'no',
    /^(?:(?:oh|um|uh|well|sorry|i think)\s)*(?:no|nope|nah|know|not (?:really|now|today|at all|yet|interested|correct|right)|never|negative|wrong|incorrect|that is (?:wrong|not (?:right|correct)|incorrect)|i (?:do|would|am|can) not|rather not|none|nothing|now)\b/,
  ],
  [
    'yes',
    /^(?:(?:oh|um|uh|well|i think)\s)*(?:yes|yeah|yep|yup|ya|yet|sure|right|correct|exactly|absolutely|definitely|certainly|of course|okay|ok|fine|alright|all right|please|i do|i am|i would|i will|i can|that is (?:right|correct|it|fine|good)|sounds good|go ahead|perfect|great|good|uh huh|mhm|affirmative|you got it)\b/,
  ],
  [
    'greeting',
    /^(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|hallo|greetings|yellow|hullo|is anybody there|are you there|anyone there)\b/,
  ],
];

/** Everything the words may mean, the strongest first; empty for plain statements and questions. */
export function intentsOf(text: string): Intent[] {
  const plain = plainText(text);
  return [...new Set(patterns.filter(([, pattern]) => pattern.test(plain)).map(([intent]) => intent))];
}

/** Whether the words ask for something, by their form. */
export function isQuestion(text: string): boolean {
  if (/\?\s*$/.test(text)) return true;
  return /^(?:(?:and|so|but|well|um|uh|hi|hello|hey|okay|ok|yes|no|know|now|thanks|thank you|please|sorry|excuse me|i have a question)\s)*(?:what|when|where|which|who|how|why|do you|does|did|are|is|can|could|will|would|may|have you|should|tell me|i (?:want|need|would like) to know|i was wondering|do i|do they)\b/.test(
    plainText(text),
  );
}

/** Keys the customer pressed, from text such as "(pressed 1 on the phone keypad)". */
export function pressedKeys(text: string): string | undefined {
  const pressed = /\(pressed ([0-9A-D*#\s,]+?)(?: on the (?:phone )?keypad)?\)/i.exec(text)?.[1];
  return pressed?.replace(/[\s,]/g, '') || undefined;
}
