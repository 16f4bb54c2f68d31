import { agentLanguages } from '@parley/contract/agent-languages';
import { describe, expect, test } from 'vitest';
import { openTalk } from '../talk.ts';
import { rulesFor } from './index.ts';
import { intentsOf } from './language-rules.ts';

type Sample = {
  language: string;
  prompt: string;
  greets: string;
  /** A question and what the prompt answers to it. */
  asks: [string, RegExp][];
  unknown: string;
  person: string[];
  robot: string;
  goodbye: string[];
  /** After "anything else?". */
  ending: string[];
  yes: string[];
  no: string[];
  repeat: string;
  name: string;
  number: string;
  /** How the agent asks for and reads back a first name. */
  nameQuestion: string;
};

const samples: Sample[] = [
  {
    language: 'de-DE',
    prompt:
      'Du bist Mia, die Empfangsdame der Zahnarztpraxis Weber. Sei immer freundlich.\nWir haben Montag bis Freitag von 9 bis 17 Uhr geöffnet.\nEine Zahnreinigung kostet 60 Euro.\nUnsere Adresse ist Lindenstraße 12.\nGib niemals medizinischen Rat.',
    greets: 'Guten Tag, hier ist Mia, die Empfangsdame der Zahnarztpraxis Weber. Wie kann ich Ihnen helfen?',
    asks: [
      ['Wann haben Sie geöffnet?', /9 bis 17 Uhr/],
      ['Was sind Ihre Öffnungszeiten', /9 bis 17 Uhr/],
      ['Wie viel kostet eine Zahnreinigung?', /60 Euro/],
      ['Wo sind Sie', /Lindenstraße 12/],
    ],
    unknown: 'Wer hat das Fußballspiel gewonnen?',
    person: ['Ich möchte mit einem Mitarbeiter sprechen', 'Verbinden Sie mich bitte mit einem Menschen'],
    robot: 'Sind Sie ein Roboter?',
    goodbye: ['Auf Wiederhören', 'okay, tschüss', 'Danke, einen schönen Tag noch'],
    ending: ['nein danke', 'das war alles', 'nein'],
    yes: ['ja', 'Ja, genau', 'stimmt', 'natürlich'],
    no: ['nein', 'nee', 'das stimmt nicht'],
    repeat: 'Wie bitte?',
    name: 'mein Name ist ada',
    number: 'null eins fünf fünf eins zwo',
    nameQuestion: 'Nennen Sie mir bitte Ihren Vornamen.',
  },
  {
    language: 'es',
    prompt:
      'Eres Mía, la recepcionista de la clínica Sol. Sé amable.\nAbrimos de lunes a viernes de 9 a 17 horas.\nUna limpieza dental cuesta 60 euros.\nEstamos en la calle Mayor 12.\nNunca des consejos médicos.',
    greets: 'Hola, le habla Mía, la recepcionista de la clínica Sol. ¿En qué puedo ayudarle?',
    asks: [
      ['¿Cuándo abren?', /lunes a viernes/],
      ['cual es su horario', /lunes a viernes/],
      ['¿Cuánto cuesta una limpieza?', /60 euros/],
      ['en qué calle están', /calle Mayor 12/],
    ],
    unknown: '¿Quién ganó el partido de fútbol?',
    person: ['Quiero hablar con una persona', 'páseme con un agente'],
    robot: '¿Es usted un robot?',
    goodbye: ['adiós', 'gracias, hasta luego', 'que tenga un buen día'],
    ending: ['no gracias', 'eso es todo', 'no'],
    yes: ['sí', 'si claro', 'de acuerdo', 'correcto'],
    no: ['no', 'ahora no', 'incorrecto'],
    repeat: '¿Puede repetir?',
    name: 'me llamo ada',
    number: 'seis cero cero uno dos tres',
    nameQuestion: '¿Me dice su nombre, por favor?',
  },
  {
    language: 'fr',
    prompt:
      'Vous êtes Mia, la réceptionniste du cabinet Moreau. Soyez toujours aimable.\nNous sommes ouverts du lundi au vendredi de 9 h à 17 h.\nUn détartrage coûte 60 euros.\nNotre adresse est 12 rue de la Paix.\nNe donnez jamais de conseil médical.',
    greets: 'Bonjour, ici Mia, la réceptionniste du cabinet Moreau. Comment puis-je vous aider?',
    asks: [
      ['Quand êtes-vous ouverts ?', /lundi au vendredi/],
      ['quels sont vos horaires', /lundi au vendredi/],
      ['Combien coûte un détartrage ?', /60 euros/],
      ['quelle est votre adresse', /12 rue de la Paix/],
    ],
    unknown: 'Qui a gagné le match de football ?',
    person: ['Je voudrais parler à une personne', 'Passez-moi un conseiller'],
    robot: 'Êtes-vous un robot ?',
    goodbye: ['au revoir', 'merci, bonne journée', 'à bientôt'],
    ending: ['non merci', 'c’est tout', 'non'],
    yes: ['oui', 'oui, c’est ça', 'd’accord', 'tout à fait'],
    no: ['non', 'pas du tout', 'c’est faux'],
    repeat: 'Pardon ?',
    name: 'je m’appelle ada',
    number: 'zéro six un deux trois quatre',
    nameQuestion: 'Pouvez-vous me donner votre prénom?',
  },
  {
    language: 'it',
    prompt:
      'Sei Mia, la receptionist dello studio Conti. Sii sempre gentile.\nSiamo aperti dal lunedì al venerdì dalle 9 alle 17.\nUna pulizia dei denti costa 60 euro.\nIl nostro indirizzo è via Roma 12.\nNon dare mai consigli medici.',
    greets: 'Buongiorno, sono Mia, la receptionist dello studio Conti. Come posso aiutarla?',
    asks: [
      ['Quando siete aperti?', /lunedì al venerdì/],
      ['che orari fate', /lunedì al venerdì/],
      ['Quanto costa una pulizia?', /60 euro/],
      ['dov’è lo studio, che indirizzo', /via Roma 12/],
    ],
    unknown: 'Chi ha vinto la partita di calcio?',
    person: ['Vorrei parlare con una persona', 'mi passi un operatore'],
    robot: 'Lei è un robot?',
    goodbye: ['arrivederci', 'grazie, buona giornata', 'a presto'],
    ending: ['no grazie', 'è tutto', 'no'],
    yes: ['sì', 'si certo', 'va bene', 'esatto'],
    no: ['no', 'non è giusto', 'sbagliato'],
    repeat: 'Può ripetere?',
    name: 'mi chiamo ada',
    number: 'tre tre tre uno due quattro',
    nameQuestion: 'Mi può dire il suo nome?',
  },
  {
    language: 'pt',
    prompt:
      'És a Mia, a rececionista da clínica Sol. Seja sempre simpática.\nEstamos abertos de segunda-feira a sexta-feira das 9 às 17 horas.\nUma limpeza dentária custa 60 euros.\nA nossa morada é Rua Augusta 12.\nNunca dê conselhos médicos.',
    greets: 'Olá, aqui fala Mia, a rececionista da clínica Sol. Em que posso ajudar?',
    asks: [
      ['Quando estão abertos?', /segunda-feira a sexta-feira/],
      ['qual é o horário', /segunda-feira a sexta-feira/],
      ['Quanto custa uma limpeza?', /60 euros/],
      ['qual é a morada', /Rua Augusta 12/],
    ],
    unknown: 'Quem ganhou o jogo de futebol?',
    person: ['Quero falar com uma pessoa', 'pode passar a um atendente'],
    robot: 'Você é um robô?',
    goodbye: ['adeus', 'obrigada, até logo', 'tenha um bom dia'],
    ending: ['não obrigado', 'é tudo', 'não'],
    yes: ['sim', 'sim, está certo', 'claro', 'com certeza'],
    no: ['não', 'agora não', 'errado'],
    repeat: 'Pode repetir?',
    name: 'o meu nome é ada',
    number: 'nove um dois três quatro meia',
    nameQuestion: 'Pode dizer-me o seu primeiro nome?',
  },
  {
    language: 'nl',
    prompt:
      'Je bent Mia, de receptioniste van tandartspraktijk De Vries. Wees altijd vriendelijk.\nWe zijn open van maandag tot vrijdag van 9 tot 17 uur.\nEen gebitsreiniging kost 60 euro.\nOns adres is Lindelaan 12.\nGeef nooit medisch advies.',
    greets:
      'Goedendag, u spreekt met Mia, de receptioniste van tandartspraktijk De Vries. Waarmee kan ik u helpen?',
    asks: [
      ['Wanneer bent u open?', /maandag tot vrijdag/],
      ['wat zijn uw openingstijden', /maandag tot vrijdag/],
      ['Hoeveel kost een gebitsreiniging?', /60 euro/],
      ['wat is uw adres', /Lindelaan 12/],
    ],
    unknown: 'Wie heeft de voetbalwedstrijd gewonnen?',
    person: ['Ik wil graag een medewerker spreken', 'verbind me door met een collega'],
    robot: 'Bent u een robot?',
    goodbye: ['tot ziens', 'bedankt, fijne dag nog', 'doei'],
    ending: ['nee dank u', 'dat was alles', 'nee'],
    yes: ['ja', 'ja, dat klopt', 'prima', 'natuurlijk'],
    no: ['nee', 'dat klopt niet', 'liever niet'],
    repeat: 'Kunt u dat herhalen?',
    name: 'ik heet ada',
    number: 'nul zes een twee drie vier',
    nameQuestion: 'Mag ik van u weten: uw voornaam?',
  },
];

describe.each(samples)('$language', (sample) => {
  const { phrases } = rulesFor(sample.language);
  const open = (more: Parameters<typeof openTalk>[0] = {}) =>
    openTalk({ language: sample.language, prompt: sample.prompt, ...more });

  test('greets by the name and role of its prompt', async () => {
    expect((await open().respond()).text).toBe(sample.greets);
  });

  test.each(sample.asks)('"%s" is answered from the prompt', async (question, answer) => {
    const { text } = await open().say(question);
    expect(text).toMatch(answer);
    expect(phrases.anythingElse.some((phrase) => text.endsWith(phrase))).toBe(true);
  });

  test('what it does not know, whom it cannot reach, what it is', async () => {
    expect((await open().say(sample.unknown)).text).toContain(phrases.unknown);
    for (const words of sample.person) expect((await open().say(words)).text).toContain(phrases.noTransfer);
    expect((await open().say(sample.robot)).text).toContain(phrases.robot);
  });

  test('says its last words again when asked', async () => {
    const talk = open();
    const first = await talk.say(sample.asks[0]![0]);
    expect((await talk.say(sample.repeat)).text).toBe(first.text);
  });

  test('says goodbye and ends the call', async () => {
    for (const words of sample.goodbye) {
      const reply = await open().say(words);
      expect(reply.tool).toBe('end_call {}');
      expect(phrases.closing).toContain(reply.text);
    }
    for (const words of sample.ending) {
      const talk = open();
      await talk.say(sample.asks[0]![0]);
      expect((await talk.say(words)).tool).toBe('end_call {}');
    }
  });

  test('knows a yes from a no', () => {
    for (const words of sample.yes) expect(intentsOf(words, rulesFor(sample.language))).toContain('yes');
    for (const words of sample.yes) expect(intentsOf(words, rulesFor(sample.language))).not.toContain('no');
    for (const words of sample.no) expect(intentsOf(words, rulesFor(sample.language))).toContain('no');
    for (const words of sample.no) expect(intentsOf(words, rulesFor(sample.language))).not.toContain('yes');
  });

  test('asks for what is missing, checks it and takes no for an answer', async () => {
    const talk = open({
      missing: [
        { name: 'first_name', description: 'First name' },
        { name: 'phone_number', description: 'Phone number' },
      ],
    });
    expect((await talk.say(sample.yes[0]!)).text).toContain(sample.nameQuestion);
    const check = (await talk.say(sample.name)).text;
    expect(check).toContain('Ada');
    expect(check).not.toContain(sample.nameQuestion);
    expect((await talk.say(sample.no[0]!)).text).toContain(sample.nameQuestion);
    expect((await talk.say(sample.name)).text).toBe(check);
    expect((await talk.say(sample.yes[0]!)).text).not.toContain(sample.nameQuestion);
    expect((await talk.say(sample.number)).text).toMatch(/(?:\d, ){5}\d/);
    const { text } = await talk.say(sample.yes[1]!);
    expect(phrases.anythingElse.some((phrase) => text.endsWith(phrase))).toBe(true);
  });

  test('takes a message', async () => {
    const talk = open();
    expect((await talk.say(sample.person[0]!)).text).toContain(phrases.askMessage);
    expect((await talk.say('Ada, Lumen & Co.')).text).toContain(phrases.askContact);
    expect((await talk.say('Ada, 555 0100')).text).toContain(phrases.messageTaken);
  });

  test('reads no order of its prompt out and says nothing in English', async () => {
    const talk = open({ missing: [] });
    const said = [];
    for (const words of [sample.unknown, sample.robot, '(pressed 7* on the phone keypad)', 'xyz'])
      said.push((await talk.say(words)).text);
    expect(said.join(' ')).not.toMatch(
      /\b(?:sorry|thank you|goodbye|pressed|hello|you can|medizin|médic|medic|amable|aimable|gentile|simpátic|vriendelijk|freundlich)/i,
    );
  });
});

test.each(samples)('$language has no sentence that changes when it is spoken', ({ language }) => {
  const { phrases, otherField } = rulesFor(language);
  for (const sentence of [...Object.values(phrases).flat(), otherField]) {
    expect(sentence).not.toMatch(/\s[?!:;,.]|\s{2}|[*_#<>]|["“”«»]/);
  }
});

test('every language an agent can speak has rules of its own', () => {
  const own = agentLanguages.map(({ code }) => rulesFor(code));
  expect(new Set(own).size).toBe(new Set(agentLanguages.map(({ code }) => code.split('-')[0])).size);
  expect(rulesFor('xx')).toBe(rulesFor('en-GB'));
});
