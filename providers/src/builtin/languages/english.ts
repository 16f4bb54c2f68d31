import { soundKey } from '../rules/fuzzy.ts';
import { plainText } from '../rules/words.ts';
import { digitWords } from '../voice/number-words.ts';
import { defineLanguage } from './language-rules.ts';

/*
 * Misheard forms stand beside the right ones: recognisers write "good bye" as "good by", "good boy" or "could buy", and
 * "no thanks" as "know thanks".
 */
export const english = defineLanguage({
  plain: plainText,
  phrases: {
    greeting: 'Hello, this is {who}.',
    hello: 'Hello.',
    iAm: 'I am {who}.',
    offerHelp: 'How can I help you?',
    anythingElse: ['Is there anything else I can help you with?', 'What else can I do for you?'],
    unknown: 'I am sorry, I do not know that.',
    notUnderstood: 'I am sorry, I did not understand that.',
    otherWords: 'Could you say it in other words?',
    offerMessage: 'I can take a message for my colleagues.',
    noTransfer: 'I am sorry, I cannot put you through right now, but I can take a message.',
    askMessage: 'What would you like me to pass on?',
    messageHeard: 'Thank you, I have that.',
    askContact: 'How can we reach you, under which name and number?',
    messageTaken: 'Thank you, I have noted your message.',
    nobodyThere: 'I am sorry, nobody can take your call right now. We can call you back.',
    simulated: 'This is a simulation, so nobody is rung. In a real call you would be put through now.',
    transfer: 'One moment, I will put you through.',
    closing: [
      'Thank you for calling. Goodbye.',
      'You are welcome. Goodbye.',
      'Thank you for your time. Goodbye.',
    ],
    welcome: 'You are welcome.',
    ofCourse: 'Of course.',
    whatToKnow: 'What would you like to know?',
    takeYourTime: 'Of course, take your time.',
    robot: 'I am an automated assistant, not a human being.',
    fine: 'I am fine, thank you.',
    leaveOut: 'No problem, we can leave that out.',
    askAgain: 'I am sorry, I did not get that.',
    thanks: 'Thank you.',
    allAsked: 'Thank you, that is all I need to know.',
    askField: 'May I have your {field}?',
    checkField: 'I understood {value} as your {field}. Is that right?',
    topics: 'You can ask me about {topics}.',
    or: 'or',
    youChose: 'You chose {option}.',
    youPressed: 'You pressed {keys}.',
    pressMenu: 'Please press {options}.',
    menuOption: '{key} for {option}',
    star: 'star',
    hash: 'hash',
  },
  intents: [
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
  ],
  question:
    /^(?:(?:and|so|but|well|um|uh|hi|hello|hey|okay|ok|yes|no|know|now|thanks|thank you|please|sorry|excuse me|i have a question)\s)*(?:what|when|where|which|who|how|why|do you|does|did|are|is|can|could|will|would|may|have you|should|tell me|i (?:want|need|would like) to know|i was wondering|do i|do they)\b/,
  bareYes: /^(?:yes|yeah|sure|okay|ok|yep|please|yes please|of course)$/,
  refusal: /\b(?:rather not|not (?:say|tell|give|want)|skip|none of your|private|do not have)\b/,
  correction: /^\W*(?:no|nope|not|wrong|know|now)\b[\s,.]*/i,
  leadIns: new RegExp(
    '^(?:(?:yes|yeah|sure|okay|ok|well|um|uh|oh|so|of course|no problem|hi|hello|it is|it|is|this is|my|the|name|first|' +
      'last|full|number|address|email|mail|phone|telephone|mobile|cell|company|date of birth|birthday|i am|i|am|called|' +
      'call me|you can call me|you can reach me (?:at|on)|reach me (?:at|on)|would be|will be|called|with|work for|work at|' +
      'live at|live in|no|not|actually|sorry|that is|was)\\s+)+',
    'i',
  ),
  fields: { dob: 'date of birth', zip: 'zip code', phone: 'phone number' },
  otherField: '{field}',
  digits: {
    zero: '0',
    oh: '0',
    o: '0',
    one: '1',
    two: '2',
    to: '2',
    too: '2',
    three: '3',
    four: '4',
    for: '4',
    five: '5',
    six: '6',
    seven: '7',
    eight: '8',
    ate: '8',
    nine: '9',
  },
  readDigits: digitWords,
  emailSigns: [
    [/\s+(?:at|add)\s+/, '@'],
    [/\s+(?:dot|period|point)\s+/g, '.'],
    [/\s+(?:dash|hyphen|minus)\s+/g, '-'],
    [/\s+underscore\s+/g, '_'],
  ],
  soundOf: soundKey,
  stopWords:
    'a an and are as at be been but by can could did do does for from get had has have he her him his i if in into ' +
    'is it its just like may me mine my of on or our ours please she should so some than that the their them then ' +
    'there these they this those to too us was we were what when where which who why how will with would you your ' +
    'yours am any about tell know want need hi hello hey um uh er well ok okay yes no not let also all very much many',
  concepts: {
    '#hours': 'hours open opening close closing closed hour times schedule business weekdays weekend',
    '#price':
      'price prices cost costs fee fees charge charges rate rates pricing expensive cheap amount pay quote',
    '#address': 'address location located street where directions based situated find',
    '#phone': 'phone telephone number reach callback contact',
    '#email': 'email mail e-mail',
    '#park': 'park parking car garage lot',
    '#appointment': 'appointment appointments booking book reservation reserve slot visit reschedule',
    '#service':
      'service services offer offers provide treatment treatments product products sell selling sells specialize',
    '#payment': 'payment pay card cash cheque credit visa mastercard invoice installments',
    '#insurance': 'insurance insured insurer coverage cover plan',
    '#delivery': 'delivery deliver shipping ship dispatch arrive shipment',
    '#return': 'return returns refund refunds exchange money-back',
    '#cancel': 'cancel cancellation cancelling',
    '#website': 'website site web online internet homepage',
    '#emergency': 'emergency urgent emergencies pain',
    '#doctor': 'doctor dentist physician specialist practitioner',
    '#owner': 'owner founder boss manager director',
    '#discount': 'discount discounts promotion coupon special deal sale',
    '#warranty': 'warranty guarantee guaranteed',
    '#wait': 'wait waiting duration',
    '#holiday': 'holiday holidays christmas easter thanksgiving vacation',
    '#child': 'child children kids kid pediatric',
    '#language': 'language languages spanish english speak',
    '#wheelchair': 'wheelchair accessible accessibility elevator disabled',
    '#menu': 'menu food dish dishes eat vegetarian vegan',
    '#room': 'room rooms suite bed check-in check-out',
  },
  questionConcepts: [
    [/\bhow much\b/, '#price'],
    [/\b(?:when|what time|which days?|what days?|how late|until when)\b/, '#hours'],
    [/\b(?:where|which street|how do i (?:get|come))\b/, '#address'],
    [/\b(?:what do you (?:do|offer|sell)|what can you do)\b/, '#service'],
    [/\b(?:how can i (?:reach|call)|which number|what number)\b/, '#phone'],
  ],
  order: undefined,
  identity: undefined,
});
