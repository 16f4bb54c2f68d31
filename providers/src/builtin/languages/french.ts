import { foldedText } from '../rules/words.ts';
import { defineLanguage } from './language-rules.ts';

/** No blank stands before a mark: it is lost when sentences are spoken, and what was said is looked for later. */
export const french = defineLanguage({
  plain: foldedText,
  phrases: {
    greeting: 'Bonjour, ici {who}.',
    hello: 'Bonjour.',
    iAm: 'Ici {who}.',
    offerHelp: 'Comment puis-je vous aider?',
    anythingElse: ['Puis-je faire autre chose pour vous?', 'Que puis-je encore faire pour vous?'],
    unknown: 'Je suis désolé, je ne le sais pas.',
    notUnderstood: 'Je suis désolé, je n’ai pas compris.',
    otherWords: 'Pouvez-vous le dire autrement?',
    offerMessage: 'Je peux prendre un message pour l’équipe.',
    noTransfer:
      'Je suis désolé, je ne peux pas vous mettre en relation maintenant, mais je peux prendre un message.',
    askMessage: 'Que souhaitez-vous leur dire?',
    messageHeard: 'Merci, c’est noté.',
    askContact: 'Comment pouvons-nous vous joindre, à quel nom et à quel numéro?',
    messageTaken: 'Merci, j’ai noté votre message.',
    nobodyThere: 'Je suis désolé, personne ne peut prendre votre appel. Nous pouvons vous rappeler.',
    simulated:
      'Ceci est une simulation, personne n’est appelé. Lors d’un véritable appel, vous seriez mis en relation.',
    transfer: 'Un instant, je vous mets en relation.',
    closing: [
      'Merci de votre appel. Au revoir.',
      'Je vous en prie. Au revoir.',
      'Merci de m’avoir accordé ce moment. Au revoir.',
    ],
    welcome: 'Je vous en prie.',
    ofCourse: 'Bien sûr.',
    whatToKnow: 'Que souhaitez-vous savoir?',
    takeYourTime: 'Bien sûr, prenez votre temps.',
    robot: 'Je suis un assistant automatique, pas une personne.',
    fine: 'Je vais bien, merci.',
    leaveOut: 'Pas de souci, nous pouvons nous en passer.',
    askAgain: 'Je suis désolé, je n’ai pas saisi.',
    thanks: 'Merci.',
    allAsked: 'Merci, c’est tout ce que j’ai besoin de savoir.',
    askField: 'Pouvez-vous me donner {field}?',
    checkField: 'J’ai compris {value} pour {field}. Est-ce bien cela?',
    topics: 'Vous pouvez me poser des questions sur {topics}.',
    or: 'ou',
    youChose: 'Vous avez choisi {option}.',
    youPressed: 'Vous avez appuyé sur {keys}.',
    pressMenu: 'Appuyez sur {options}.',
    menuOption: '{key} pour {option}',
    star: 'étoile',
    hash: 'dièse',
  },
  intents: [
    [
      'goodbye',
      /\b(?:au revoir|a (?:bientot|plus tard|demain|la prochaine)|salut|bye|ciao|bonne (?:journee|soiree|nuit|fin de journee)|bon (?:week end|weekend|apres midi)|je dois (?:y aller|raccrocher|vous laisser)|raccrochez)\b/,
    ],
    [
      'nothing-else',
      /\b(?:c est tout|ce sera tout|rien d autre|plus de questions?|pas d autres? questions?|je n ai plus de)\b|^non merci\b/,
    ],
    [
      'person',
      /\b(?:parler|passer|passez|transferer|transferez|joindre|voudrais|veux|besoin|mettre)\b.{0,30}\b(?:personne|humain|quelqu un|conseill\w+|agent|operateur|operatrice|responsable|collegue|service client)\b|\bvraie personne\b(?!.*\?)|\btransferez moi\b|^(?:un |une )?(?:humain|conseiller|conseillere|agent|operateur|personne)(?: s il vous plait)?$|\blaisser un message\b|\brappelez moi\b/,
    ],
    [
      'robot',
      /\b(?:etes vous|vous etes|es tu|est ce que je parle a|c est)\b.{0,20}\b(?:robot|machine|ordinateur|humain|ia|enregistrement|bot|vraie personne)\b/,
    ],
    [
      'identity',
      /\b(?:qui (?:etes vous|est a l appareil|est la|appelle|parle)|c est qui|a qui (?:je parle|ai je l honneur)|comment vous appelez vous|quel est votre nom|quelle (?:societe|entreprise))\b/,
    ],
    [
      'repeat',
      /\b(?:repeter|repetez|encore une fois|pas (?:compris|entendu|saisi)|plus lentement|vous avez dit quoi|qu avez vous dit)\b|^(?:pardon|comment|quoi|hein|excusez moi|desole)$/,
    ],
    [
      'wait',
      /\b(?:un (?:instant|moment|seconde)|une (?:seconde|minute)|attendez|patientez|ne quittez pas)\b/,
    ],
    ['how-are-you', /\b(?:comment allez vous|comment ca va|ca va|vous allez bien)\b/],
    [
      'help',
      /\b(?:que pouvez vous faire|pouvez vous m aider|aidez moi|quelles options)\b|^(?:aide|options|menu)$/,
    ],
    ['thanks', /\b(?:merci|je vous remercie|c est gentil)\b/],
    [
      'no',
      /^(?:(?:ah|euh|ben|bah|desole)\s)*(?:non|c est faux|pas (?:vraiment|maintenant|du tout|encore|interesse)|jamais|c est faux|ce n est pas|aucun|rien|plutot pas)\b/,
    ],
    [
      'yes',
      /^(?:(?:ah|euh|ben|bah|eh bien)\s)*(?:oui|ouais|si|d accord|bien sur|exactement|exact|tout a fait|c est (?:ca|bon|exact|juste|correct|bien cela)|okay|ok|volontiers|parfait|entendu|certainement|absolument|s il vous plait|allez y)\b/,
    ],
    ['greeting', /^(?:bonjour|bonsoir|allo|salut|hello|coucou|vous etes (?:la|toujours la))\b/],
  ],
  question:
    /^(?:(?:et|mais|euh|bonjour|bonsoir|oui|non|d accord|merci|s il vous plait|excusez moi|pardon|alors)\s)*(?:(?:a |de |d |depuis |jusqu a )?(?:que|qu|quoi|quand|ou|qui|quel|quelle|quels|quelles|comment|combien|pourquoi)|est ce|avez vous|vous avez|y a t il|puis je|je peux|pouvez vous|peut on|acceptez vous|faites vous|etes vous|je voudrais savoir|j aimerais savoir|dites moi)\b/,
  bareYes: /^(?:oui|ouais|oui s il vous plait|bien sur|d accord|okay|ok|volontiers|s il vous plait)$/,
  refusal:
    /\b(?:prefere (?:pas|ne pas)|prefererais (?:pas|ne pas)|ne (?:veux|souhaite) pas|pas envie|je n ai pas|passer cette|c est prive|ne vous regarde pas)\b/,
  correction: /^\W*(?:non|c'est faux|faux)\b[\s,.]*/i,
  leadIns:
    /^(?:(?:oui|bien sûr|alors|euh|d['’]accord|ok|bonjour|c['’]est|est|mon|ma|le|la|nom|prénom|numéro|téléphone|adresse|mail|e-mail|société|je m['’]appelle|je suis|je|moi c['’]est|non|plutôt|vous pouvez me joindre au|au)\s+)+/i,
  fields: {
    first_name: 'votre prénom',
    last_name: 'votre nom de famille',
    name: 'votre nom',
    full_name: 'vos nom et prénom',
    email: 'votre adresse e-mail',
    phone: 'votre numéro de téléphone',
    phone_number: 'votre numéro de téléphone',
    address: 'votre adresse postale',
    company: 'votre société',
    company_name: 'votre société',
    dob: 'votre date de naissance',
    date_of_birth: 'votre date de naissance',
    zip: 'votre code postal',
    city: 'votre ville',
  },
  otherField: 'cette information: {field}',
  digits: {
    zero: '0',
    un: '1',
    une: '1',
    deux: '2',
    trois: '3',
    quatre: '4',
    cinq: '5',
    six: '6',
    sept: '7',
    huit: '8',
    neuf: '9',
  },
  readDigits: (digits) => [...digits].join(', '),
  emailSigns: [
    [/\s+(?:arobase|at)\s+/, '@'],
    [/\s+(?:point|dot)\s+/g, '.'],
    [/\s+(?:tiret|moins)\s+/g, '-'],
    [/\s+(?:tiret bas|underscore|souligne)\s+/g, '_'],
  ],
  stopWords:
    'le la les l un une des du de d et ou mais que qu qui quoi quand comment combien pourquoi quel quelle quels quelles ' +
    'a au aux en dans avec pour par sans sur sous chez est sont suis etes etre ai as avons avez ont avoir je tu il elle ' +
    'on nous vous ils elles me te se moi mon ma mes ton votre vos notre nos leur leurs son sa ses ce cet cette ces c s n ' +
    'ne pas plus tres aussi si oui non y j m t peux pouvez peut puis voudrais veux savoir dire bonjour merci plait il est',
  concepts: {
    '#hours':
      'horaire horaires heure heures ouvert ouverte ouverts ouvrez ouvre ouverture ferme fermez fermeture',
    '#price': 'prix tarif tarifs coute coutent cout cher payer euros',
    '#address': 'adresse rue situe situes trouvez trouve venir lieu',
    '#phone': 'telephone numero joindre contacter contact',
    '#email': 'mail email e-mail courriel',
    '#park': 'parking garer stationner stationnement voiture',
    '#appointment': 'rendez-vous rendezvous reserver reservation creneau rdv',
    '#service':
      'service services proposez proposons offrez produit produits vendez vendons soins prestations',
    '#payment': 'paiement carte especes cheque facture',
    '#delivery': 'livraison livrer livrez livrons expedition',
    '#return': 'retour retours rembourser remboursement echange',
    '#cancel': 'annuler annulation resilier',
  },
  questionConcepts: [
    [/\b(?:combien|quel (?:est le )?prix|quel tarif)\b/, '#price'],
    [/\b(?:quand|a quelle heure|quels jours|jusqu a quelle heure)\b/, '#hours'],
    [/\b(?:ou (?:etes|se|est|puis|vous)|quelle rue|quelle adresse|comment venir)\b/, '#address'],
    [/\b(?:que (?:faites|proposez|vendez) vous)\b/, '#service'],
    [/\b(?:quel numero|comment vous (?:joindre|contacter))\b/, '#phone'],
  ],
  order:
    /^(?:veuillez |ensuite,? |puis,? |d['’]abord,? |toujours )*(?:sois|soyez|demande|demandez|dis|dites|parle|parlez|réponds|répondez|salue|saluez|propose|proposez|offre|offrez|aide|aidez|évite|évitez|donne|donnez|utilise|utilisez|reste|restez|prends|prenez|explique|expliquez|termine|terminez|ne|jamais|toujours|si le|si la|si un|si quelqu['’]un|quand le|quand un|tu|ton objectif|votre objectif|votre tâche|rôle|objectif|ton|style)(?![\p{L}])/iu,
  identity:
    /^(?:Tu es|Vous êtes|Ton nom est|Votre nom est|Tu t['’]appelles|Vous vous appelez) (?:(?<name>\p{Lu}[\p{L}'-]+)(?=[\s,.!]|$),? ?)?(?<role>(?:le |la |l['’]|un |une |de |du |d['’]).+)?/u,
});
