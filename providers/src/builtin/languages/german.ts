import { foldedText } from '../rules/words.ts';
import { defineLanguage } from './language-rules.ts';

export const german = defineLanguage({
  plain: foldedText,
  phrases: {
    greeting: 'Guten Tag, hier ist {who}.',
    hello: 'Guten Tag.',
    iAm: 'Hier ist {who}.',
    offerHelp: 'Wie kann ich Ihnen helfen?',
    anythingElse: ['Kann ich sonst noch etwas für Sie tun?', 'Was kann ich noch für Sie tun?'],
    unknown: 'Das weiß ich leider nicht.',
    notUnderstood: 'Das habe ich leider nicht verstanden.',
    otherWords: 'Können Sie es anders sagen?',
    offerMessage: 'Ich kann eine Nachricht für das Team aufnehmen.',
    noTransfer: 'Ich kann Sie gerade leider nicht verbinden, aber ich nehme gerne eine Nachricht auf.',
    askMessage: 'Was darf ich ausrichten?',
    messageHeard: 'Danke, das habe ich.',
    askContact: 'Wie erreichen wir Sie am besten, unter welchem Namen und welcher Nummer?',
    messageTaken: 'Danke, ich habe Ihre Nachricht notiert.',
    nobodyThere: 'Im Moment kann leider niemand Ihren Anruf annehmen. Wir können Sie zurückrufen.',
    simulated:
      'Dies ist eine Simulation, deshalb klingelt es bei niemandem. In einem echten Gespräch würden Sie jetzt verbunden.',
    transfer: 'Einen Moment, ich verbinde Sie.',
    closing: [
      'Danke für Ihren Anruf. Auf Wiederhören.',
      'Sehr gerne. Auf Wiederhören.',
      'Danke für Ihre Zeit. Auf Wiederhören.',
    ],
    welcome: 'Sehr gerne.',
    ofCourse: 'Natürlich.',
    whatToKnow: 'Was möchten Sie wissen?',
    takeYourTime: 'Natürlich, lassen Sie sich Zeit.',
    robot: 'Ich bin ein automatischer Assistent, kein Mensch.',
    fine: 'Danke, mir geht es gut.',
    leaveOut: 'Kein Problem, das können wir weglassen.',
    askAgain: 'Das habe ich leider nicht mitbekommen.',
    thanks: 'Danke.',
    allAsked: 'Danke, mehr muss ich nicht wissen.',
    askField: 'Nennen Sie mir bitte {field}.',
    checkField: 'Für {field} habe ich verstanden: {value}. Stimmt das?',
    topics: 'Fragen Sie mich gerne nach {topics}.',
    or: 'oder',
    youChose: 'Sie haben {option} gewählt.',
    youPressed: 'Sie haben {keys} gedrückt.',
    pressMenu: 'Bitte drücken Sie {options}.',
    menuOption: '{key} für {option}',
    star: 'Stern',
    hash: 'Raute',
  },
  intents: [
    [
      'goodbye',
      /\b(?:auf wieder(?:horen|sehen|schauen)|tschuss?i?|tschau|ciao|bye|ade|servus|bis (?:bald|dann|spater|morgen)|schonen (?:tag|abend|feierabend)|schones wochenende|gute nacht|ich muss (?:jetzt )?(?:los|weg|gehen|auflegen)|leg(?:en sie)? auf)\b/,
    ],
    [
      'nothing-else',
      /\b(?:das (?:war|ware|ist) (?:alles|es)|sonst nichts|nichts (?:weiter|mehr)|keine (?:weiteren )?fragen(?: mehr)?|alles (?:klar|gut) danke)\b|^nein (?:vielen )?dank\w*\b/,
    ],
    [
      'person',
      /\b(?:sprechen|reden|verbinden|verbinde|durchstellen|weiterleiten|mochte|will|geben|brauche|einen|einem|einer)\b.{0,30}\b(?:mensch\w*|person|jemand\w*|mitarbeiter\w*|kolleg\w*|berater\w*|chef\w*|kundendienst|kundenservice)\b|\b(?:echter|echten|echtem) (?:mensch\w*|mitarbeiter\w*)\b|\bverbinden sie mich\b|\bstellen sie mich durch\b|^(?:mensch|mitarbeiter|berater|zentrale)(?: bitte)?$|\bnachricht hinterlassen\b|\brufen sie mich zuruck\b/,
    ],
    [
      'robot',
      /\b(?:sind sie|bist du|ist das|spreche ich mit)\b.{0,20}\b(?:roboter|maschine|computer|mensch|ki|bot|aufnahme|automat|echt)\b/,
    ],
    [
      'identity',
      /\b(?:wer (?:sind sie|bist du|ist da|spricht|ruft an)|mit wem spreche ich|wie (?:heissen sie|ist ihr name|heisst du)|welche firma|woher rufen sie an)\b/,
    ],
    [
      'repeat',
      /\b(?:wiederholen|noch ?mals?|noch einmal|wie bitte|was haben sie gesagt|nicht (?:gehort|verstanden)|langsamer)\b|^(?:bitte|was|wie|entschuldigung|hm)$/,
    ],
    [
      'wait',
      /\b(?:(?:einen|kleinen|ein) (?:moment|augenblick)|moment (?:bitte|mal)?|augenblick|warten sie|sekunde)\b/,
    ],
    ['how-are-you', /\bwie geht (?:es|s)\b/],
    [
      'help',
      /\b(?:was konnen sie|konnen sie mir helfen|helfen sie mir|was kann ich (?:fragen|tun))\b|^(?:hilfe|menu)$/,
    ],
    ['thanks', /\b(?:danke\w*|vielen dank|besten dank|herzlichen dank|dankeschon)\b/],
    [
      'no',
      /^(?:(?:ah|ahm|also|tja|leider|oh)\s)*(?:nein|ne|nee|nicht|noch nicht|auf keinen fall|keine?|nie|falsch|stimmt nicht|das (?:stimmt nicht|ist falsch)|lieber nicht|nichts)\b/,
    ],
    [
      'yes',
      /^(?:(?:ah|ahm|also|oh)\s)*(?:ja\w*|jawohl|genau|richtig|stimmt(?! nicht)|korrekt|naturlich|klar|gerne?|sicher|okay|ok|in ordnung|selbstverstandlich|passt|das (?:stimmt(?! nicht)|ist richtig)|auf jeden fall|bitte|gut)\b/,
    ],
    [
      'greeting',
      /^(?:hallo|guten (?:tag|morgen|abend)|gruss gott|gruezi|hi|hey|moin|servus|sind sie (?:noch )?da)\b/,
    ],
  ],
  question:
    /^(?:(?:und|aber|also|ahm|hallo|guten tag|guten morgen|ja|nein|okay|danke|bitte|entschuldigung)\s)*(?:was|wann|wo|woher|wohin|wer|wem|wen|wie|wieso|warum|welche[rsmn]?|haben sie|gibt es|kann ich|konnen sie|konnte ich|sind sie|ist das|darf ich|machen sie|bieten sie|ich (?:mochte|wollte) (?:gerne )?wissen)\b/,
  bareYes: /^(?:ja|ja bitte|gerne?|klar|okay|ok|naturlich|bitte|ja gerne?)$/,
  refusal:
    /\b(?:mochte ich nicht|will ich nicht|lieber nicht|nicht (?:sagen|angeben|verraten)|uberspringen|geht sie nichts an|habe ich nicht|privat)\b/,
  correction: /^\W*(?:nein|nee|ne|nicht|falsch)\b[\s,.]*/i,
  leadIns:
    /^(?:(?:ja|gerne|also|ähm|äh|okay|ok|natürlich|klar|hallo|guten tag|das ist|das|es ist|ist|mein|meine|der|die|name|vorname|nachname|nummer|telefonnummer|adresse|e-mail|mail|firma|geburtstag|ich heiße|ich heisse|ich bin|ich|bin|heiße|lautet|sie erreichen mich unter|unter|nein|nicht|sondern)\s+)+/i,
  fields: {
    first_name: 'Ihren Vornamen',
    last_name: 'Ihren Nachnamen',
    name: 'Ihren Namen',
    full_name: 'Ihren vollen Namen',
    email: 'Ihre E-Mail-Adresse',
    phone: 'Ihre Telefonnummer',
    phone_number: 'Ihre Telefonnummer',
    address: 'Ihre Adresse',
    company: 'Ihre Firma',
    company_name: 'Ihre Firma',
    dob: 'Ihr Geburtsdatum',
    date_of_birth: 'Ihr Geburtsdatum',
    zip: 'Ihre Postleitzahl',
    city: 'Ihren Wohnort',
  },
  otherField: 'diese Angabe: {field}',
  digits: {
    null: '0',
    eins: '1',
    ein: '1',
    zwei: '2',
    zwo: '2',
    drei: '3',
    vier: '4',
    funf: '5',
    sechs: '6',
    sieben: '7',
    acht: '8',
    neun: '9',
  },
  readDigits: (digits) => [...digits].join(', '),
  emailSigns: [
    [/\s+(?:at|at zeichen|klammeraffe)\s+/, '@'],
    [/\s+(?:punkt|dot)\s+/g, '.'],
    [/\s+(?:minus|bindestrich|strich)\s+/g, '-'],
    [/\s+unterstrich\s+/g, '_'],
  ],
  stopWords:
    'der die das den dem des ein eine einen einem einer und oder aber auch ist sind war bin bist sein haben habe hat hatte ' +
    'ich du er sie es wir ihr mich mir dich uns ihnen ihn ihm mein meine ihre ihren ihrem unser unsere unseren zu zum zur ' +
    'von vom bei beim in im an am auf aus mit fur nach vor uber unter um als wie was wann wo wer warum wenn dann dass ' +
    'kann kannst konnen konnte mochte will wollen wird werden wurde darf gibt nicht kein keine noch schon nur so sehr ' +
    'man bitte danke hallo guten tag ja nein gerne denn da hier viel etwas mal wissen sagen welche welcher welches',
  concepts: {
    '#hours':
      'offnungszeiten offnungszeit geoffnet offen offnen offnet schliessen schliesst geschlossen uhrzeit sprechzeiten',
    '#price': 'preis preise kosten kostet gebuhr teuer gunstig bezahlen euro',
    '#address': 'adresse anschrift standort strasse weg anfahrt finden liegt',
    '#phone': 'telefon telefonnummer nummer erreichen ruckruf',
    '#email': 'mail e-mail email',
    '#park': 'parken parkplatz parkplatze parkhaus auto',
    '#appointment': 'termin termine buchen buchung reservieren reservierung vereinbaren',
    '#service': 'leistung leistungen angebot angebote bieten anbieten verkaufen produkte',
    '#payment': 'zahlung zahlen karte bar kreditkarte rechnung raten',
    '#delivery': 'lieferung liefern lieferzeit versand versenden',
    '#return': 'ruckgabe zuruckgeben umtausch erstattung',
    '#cancel': 'stornieren absagen kundigen kundigung stornierung',
  },
  questionConcepts: [
    [/\b(?:wie ?viel|was kostet|wie teuer)\b/, '#price'],
    [/\b(?:wann|um wie ?viel uhr|wie lange|bis wann)\b/, '#hours'],
    [/\b(?:wo|welche strasse|wie komme ich)\b/, '#address'],
    [/\b(?:was (?:machen|bieten|verkaufen) sie)\b/, '#service'],
    [/\b(?:wie erreiche ich|welche nummer)\b/, '#phone'],
  ],
  order:
    /^(?:bitte |dann |auch |zuerst |stets |immer )*(?:sei|seien|frage?|fragen sie|sage?|sagen sie|sprich|sprechen sie|antworte|antworten sie|begrüße?|begrüßen sie|biete|bieten sie|nenne|nennen sie|hilf|helfen sie|vermeide|vermeiden sie|gib|geben sie|verwende|verwenden sie|bleibe?|bleiben sie|nimm|nehmen sie|erkläre|erklären sie|verbinde|verbinden sie|beende|beenden sie|halte|halten sie|niemals|nie|immer|stets|wenn|falls|sobald|du|dein|deine|ihr ziel|ihre aufgabe|rolle|ziel|aufgabe|ton|stil)(?![\p{L}])/iu,
  identity:
    /^(?:[Dd]u bist|Sie sind|Dein Name ist|Ihr Name ist|Du heißt|Sie heißen) (?:(?<name>\p{Lu}[\p{L}'-]+)(?=[\s,.!]|$),? ?)?(?<role>(?:der|die|das|ein|eine|von|bei|aus) .+)?/u,
});
