import { foldedText } from '../rules/words.ts';
import { defineLanguage } from './language-rules.ts';

export const italian = defineLanguage({
  plain: foldedText,
  phrases: {
    greeting: 'Buongiorno, sono {who}.',
    hello: 'Buongiorno.',
    iAm: 'Sono {who}.',
    offerHelp: 'Come posso aiutarla?',
    anythingElse: ['Posso aiutarla in altro?', 'Che altro posso fare per lei?'],
    unknown: 'Mi dispiace, questo non lo so.',
    notUnderstood: 'Mi dispiace, non ho capito.',
    otherWords: 'Può dirlo in un altro modo?',
    offerMessage: 'Posso prendere un messaggio per i colleghi.',
    noTransfer: 'Mi dispiace, ora non posso metterla in contatto, ma posso prendere un messaggio.',
    askMessage: 'Che cosa devo riferire?',
    messageHeard: 'Grazie, ho preso nota.',
    askContact: 'Come possiamo contattarla, con quale nome e numero?',
    messageTaken: 'Grazie, ho annotato il suo messaggio.',
    nobodyThere: 'Mi dispiace, ora nessuno può rispondere. Possiamo richiamarla noi.',
    simulated:
      'Questa è una simulazione, quindi non si chiama nessuno. In una chiamata vera ora sarebbe messo in contatto.',
    transfer: 'Un momento, la metto in contatto.',
    closing: [
      'Grazie per aver chiamato. Arrivederci.',
      'Prego. Arrivederci.',
      'Grazie per il suo tempo. Arrivederci.',
    ],
    welcome: 'Prego.',
    ofCourse: 'Certamente.',
    whatToKnow: 'Che cosa vorrebbe sapere?',
    takeYourTime: 'Certo, faccia con calma.',
    robot: 'Sono un assistente automatico, non una persona.',
    fine: 'Sto bene, grazie.',
    leaveOut: 'Nessun problema, possiamo farne a meno.',
    askAgain: 'Mi dispiace, non ho sentito bene.',
    thanks: 'Grazie.',
    allAsked: 'Grazie, è tutto quello che mi serve sapere.',
    askField: 'Mi può dire {field}?',
    checkField: 'Ho capito {value} per {field}. È giusto?',
    topics: 'Può chiedermi di {topics}.',
    or: 'o',
    youChose: 'Ha scelto {option}.',
    youPressed: 'Ha premuto {keys}.',
    pressMenu: 'Prema {options}.',
    menuOption: '{key} per {option}',
    star: 'asterisco',
    hash: 'cancelletto',
  },
  intents: [
    [
      'goodbye',
      /\b(?:arrivederci|arrivederla|ciao|addio|bye|a (?:presto|dopo|domani)|ci sentiamo|buona (?:giornata|serata|notte)|buon (?:pomeriggio|fine settimana|weekend)|devo (?:andare|scappare|chiudere)|riattacchi)\b/,
    ],
    [
      'nothing-else',
      /\b(?:e tutto|questo e tutto|nient altro|niente altro|nessun altra domanda|basta cosi)\b|^no grazie\b/,
    ],
    [
      'person',
      /\b(?:parlare|passare|passi|passarmi|mi passa|trasferire|trasferisca|voglio|vorrei|bisogno)\b.{0,30}\b(?:persona|umano|qualcuno|operator\w+|responsabile|collega|addett\w+|servizio clienti)\b|\bpersona (?:vera|reale)\b(?!.*\?)|^(?:un |una )?(?:persona|operatore|operatrice|umano)(?: per favore)?$|\blasciare un messaggio\b|\bmi (?:richiami|faccia richiamare)\b/,
    ],
    [
      'robot',
      /\b(?:lei e|e lei|sei|e un|sto parlando con|parlo con)\b.{0,20}\b(?:robot|macchina|computer|umano|persona vera|ia|registrazione|bot)\b/,
    ],
    [
      'identity',
      /\b(?:chi (?:e|sei|parla|chiama)|con chi parlo|come si chiama|qual e il suo nome|quale (?:azienda|ditta|societa)|da dove chiama)\b/,
    ],
    [
      'repeat',
      /\b(?:ripetere|ripeta|puo ripetere|ancora una volta|di nuovo|non ho (?:capito|sentito)|piu lentamente|cosa ha detto)\b|^(?:come|cosa|prego|scusi|eh)$/,
    ],
    ['wait', /\b(?:un (?:momento|attimo|secondo|minuto)|aspetti|attenda|resti in linea)\b/],
    ['how-are-you', /\b(?:come sta|come va|come stai)\b/],
    [
      'help',
      /\b(?:che cosa puo fare|cosa puo fare|mi puo aiutare|puo aiutarmi|mi aiuti)\b|^(?:aiuto|opzioni|menu)$/,
    ],
    ['thanks', /\b(?:grazie|la ringrazio|molto gentile)\b/],
    [
      'no',
      /^(?:(?:ah|eh|beh|mi dispiace)\s)*(?:no|non (?:ora|adesso|proprio|ancora|mi interessa|e (?:giusto|corretto))|mai|sbagliato|nessuno|niente|nulla|meglio di no)\b/,
    ],
    [
      'yes',
      /^(?:(?:ah|eh|beh)\s)*(?:si|certo|certamente|va bene|esatto|esattamente|giusto|corretto|e (?:giusto|corretto)|d accordo|okay|ok|volentieri|perfetto|bene|assolutamente|per favore|prego)\b/,
    ],
    [
      'greeting',
      /^(?:buongiorno|buonasera|buon giorno|buona sera|salve|pronto|ciao|e ancora li|c e qualcuno)\b/,
    ],
  ],
  question:
    /^(?:(?:e|ma|allora|eh|buongiorno|buonasera|salve|si|no|va bene|grazie|per favore|scusi|senta)\s)*(?:(?:a |da |di |fino a |in )?(?:che|cosa|quando|dove|chi|quale|quali|qual|come|quanto|quanta|quanti|quante|perche)|avete|c e|ci sono|posso|potete|puo|si puo|accettate|fate|siete|vorrei sapere|mi puo dire|mi dica)\b/,
  bareYes: /^(?:si|si grazie|si per favore|certo|va bene|okay|ok|volentieri|per favore|prego)$/,
  refusal:
    /\b(?:preferisco (?:di )?no\w*|preferirei (?:di )?no\w*|non (?:voglio|desidero|lo dico|ce l ho)|saltiamo|e privato|non la riguarda)\b/,
  correction: /^\W*(?:no|sbagliato|non)\b[\s,.]*/i,
  leadIns:
    /^(?:(?:sì|si|certo|allora|eh|va bene|ok|buongiorno|è|il|la|mio|mia|nome|cognome|numero|telefono|indirizzo|mail|e-mail|azienda|mi chiamo|io sono|sono|io|no|non|bensì|può chiamarmi al|al)\s+)+/i,
  fields: {
    first_name: 'il suo nome',
    last_name: 'il suo cognome',
    name: 'il suo nome',
    full_name: 'il suo nome e cognome',
    email: 'il suo indirizzo e-mail',
    phone: 'il suo numero di telefono',
    phone_number: 'il suo numero di telefono',
    address: 'il suo indirizzo di casa',
    company: 'la sua azienda',
    company_name: 'la sua azienda',
    dob: 'la sua data di nascita',
    date_of_birth: 'la sua data di nascita',
    zip: 'il suo codice postale',
    city: 'la sua città',
  },
  otherField: 'questo dato: {field}',
  digits: {
    zero: '0',
    uno: '1',
    una: '1',
    due: '2',
    tre: '3',
    quattro: '4',
    cinque: '5',
    sei: '6',
    sette: '7',
    otto: '8',
    nove: '9',
  },
  readDigits: (digits) => [...digits].join(', '),
  emailSigns: [
    [/\s+(?:chiocciola|at)\s+/, '@'],
    [/\s+(?:punto|dot)\s+/g, '.'],
    [/\s+(?:trattino|meno)\s+/g, '-'],
    [/\s+(?:trattino basso|underscore)\s+/g, '_'],
  ],
  stopWords:
    'il lo la i gli le l un uno una e ed o ma che chi cosa come quando dove quale quali quanto quanta quanti quante perche ' +
    'di del dello della dei degli delle a al allo alla ai agli alle da dal dalla in nel nella con su sul sulla per tra fra ' +
    'sono sei e siamo siete essere ho hai ha abbiamo avete hanno avere c ci si mi ti vi io tu lei noi voi loro mio mia suo ' +
    'sua nostro nostra nostri nostre vostro vostra non no anche molto piu posso puo potete vorrei voglio sapere dire ' +
    'buongiorno grazie favore questo questa quello quella qui li',
  concepts: {
    '#hours':
      'orario orari ora ore aperto aperta aperti aprite apre apertura chiuso chiudete chiude chiusura',
    '#price': 'prezzo prezzi costa costano costo tariffa tariffe caro pagare euro',
    '#address': 'indirizzo via dove posizione trovate trova raggiungere',
    '#phone': 'telefono numero contatto contattare',
    '#email': 'mail email e-mail posta',
    '#park': 'parcheggio parcheggiare auto macchina',
    '#appointment': 'appuntamento appuntamenti prenotare prenotazione prenotazioni',
    '#service': 'servizio servizi offrite offriamo prodotto prodotti vendete vendiamo trattamenti',
    '#payment': 'pagamento carta contanti fattura rate',
    '#delivery': 'consegna consegne consegnate spedizione spedire domicilio',
    '#return': 'reso resi restituire rimborso cambio',
    '#cancel': 'annullare annullamento disdire disdetta',
  },
  questionConcepts: [
    [/\b(?:quanto (?:costa|costano|viene)|che prezzo)\b/, '#price'],
    [/\b(?:quando|a che ora|fino a che ora|che giorni)\b/, '#hours'],
    [/\b(?:dove|in che via|come arrivo)\b/, '#address'],
    [/\b(?:cosa (?:fate|offrite|vendete))\b/, '#service'],
    [/\b(?:che numero|quale numero|come vi contatto)\b/, '#phone'],
  ],
  order:
    /^(?:per favore,? |poi |anche |prima |sempre )*(?:sii|sia|chiedi|chieda|di['’]|dica|parla|parli|rispondi|risponda|saluta|saluti|offri|offra|aiuta|aiuti|evita|eviti|dai|dia|usa|usi|resta|resti|prendi|prenda|spiega|spieghi|termina|termini|mai|non dare|non dire|non fornire|sempre|se il|se la|se un|se qualcuno|quando il|quando un|tu|il tuo obiettivo|il suo obiettivo|il tuo compito|ruolo|obiettivo|tono|stile)(?![\p{L}])/iu,
  identity:
    /^(?:Sei|Lei è|Il tuo nome è|Il suo nome è|Ti chiami|Si chiama) (?:(?<name>\p{Lu}[\p{L}'-]+)(?=[\s,.!]|$),? ?)?(?<role>(?:il |la |lo |l['’]|un |una |un['’]|di |della |del ).+)?/u,
});
