/**
 * What is said on a call in words of the product's own, in one language. `{agent}`, `{customer}` and `{words}` are filled
 * in by who says it.
 */
export type SpokenSentences = {
  /** A provider failed and the call cannot go on. */
  apology: string;
  reprompt: string;
  farewellAfterSilence: string;
  farewellAtMaxDuration: string;
  touchToneNotice: string;
  /** An answer takes long. */
  oneMoment: string;
  /** Before a call is handed over, and while the calendar is asked. */
  connecting: string;
  lookingAtCalendar: string;
  booking: string;
  /** Before the welcome of a campaign's call, where staff have not worded it themselves. */
  recorded: string;
  /** The key by which a called person asks not to be called again (9). */
  optOutOffer: string;
  briefing: {
    opening: string;
    /** Stands for `{customer}` where no name is known. */
    someCaller: string;
    theySaid: string;
    askedForPerson: string;
    question: string;
    /** The question where only keys are understood. */
    keyQuestion: string;
    taken: string;
    declined: string;
    goodbye: string;
  };
};

/** The sentences of a language (BCP 47, such as `de` or `en-GB`), in English where the language has none. */
export function sentencesFor(language: string): SpokenSentences {
  return byLanguage.get(language.toLowerCase().split('-')[0] ?? '') ?? english;
}

/** A sentence with what is known filled in. */
export function fillSentence(sentence: string, values: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{(\w+)\}/g, (written, name: string) => values[name] ?? written);
}

const english: SpokenSentences = {
  apology:
    'I am sorry, I have a technical problem and cannot go on. Please call again a little later. Goodbye.',
  reprompt: 'Are you still there?',
  farewellAfterSilence: 'I cannot hear you any more, so I will end the call here. Goodbye.',
  farewellAtMaxDuration: 'We have reached the end of our time for this call. Thank you, and goodbye.',
  touchToneNotice: 'I cannot understand speech on this line. Please answer with the keys of your phone.',
  oneMoment: 'One moment, please.',
  connecting: 'One moment, I am connecting you.',
  lookingAtCalendar: 'One moment, I am looking at the calendar.',
  booking: 'One moment, I am booking that for you.',
  recorded: 'This call is recorded.',
  optOutOffer: 'To not be called again, press 9.',
  briefing: {
    opening: 'Hello, this is {agent}, the voice assistant. I have {customer} on the line.',
    someCaller: 'a caller',
    theySaid: 'They said: {words}',
    askedForPerson: 'They asked for a person.',
    question: 'To take the call, press 1 or say yes. To decline, press 2 or say no.',
    keyQuestion: 'To take the call, press 1. To decline, press 2.',
    taken: 'Thank you. I am connecting you.',
    declined: 'All right. Goodbye.',
    goodbye: 'Goodbye.',
  },
};

const german: SpokenSentences = {
  apology:
    'Es tut mir leid, ich habe ein technisches Problem und kann nicht weitermachen. Bitte rufen Sie etwas später noch einmal an. Auf Wiederhören.',
  reprompt: 'Sind Sie noch da?',
  farewellAfterSilence: 'Ich höre Sie nicht mehr und beende deshalb das Gespräch. Auf Wiederhören.',
  farewellAtMaxDuration: 'Unsere Zeit für dieses Gespräch ist um. Vielen Dank und auf Wiederhören.',
  touchToneNotice:
    'Auf dieser Leitung kann ich keine Sprache verstehen. Bitte antworten Sie mit den Tasten Ihres Telefons.',
  oneMoment: 'Einen Moment, bitte.',
  connecting: 'Einen Moment, ich verbinde Sie.',
  lookingAtCalendar: 'Einen Moment, ich sehe im Kalender nach.',
  booking: 'Einen Moment, ich trage das für Sie ein.',
  recorded: 'Dieses Gespräch wird aufgezeichnet.',
  optOutOffer: 'Wenn Sie nicht mehr angerufen werden möchten, drücken Sie die 9.',
  briefing: {
    opening: 'Hallo, hier ist {agent}, der Sprachassistent. Ich habe {customer} in der Leitung.',
    someCaller: 'jemanden',
    theySaid: 'Gesagt wurde: {words}',
    askedForPerson: 'Gewünscht wird ein persönliches Gespräch.',
    question:
      'Um das Gespräch anzunehmen, drücken Sie die 1 oder sagen Sie Ja. Um es abzulehnen, drücken Sie die 2 oder sagen Sie Nein.',
    keyQuestion: 'Um das Gespräch anzunehmen, drücken Sie die 1. Um es abzulehnen, drücken Sie die 2.',
    taken: 'Danke. Ich verbinde Sie.',
    declined: 'In Ordnung. Auf Wiederhören.',
    goodbye: 'Auf Wiederhören.',
  },
};

const spanish: SpokenSentences = {
  apology:
    'Lo siento, tengo un problema técnico y no puedo continuar. Por favor, vuelva a llamar un poco más tarde. Adiós.',
  reprompt: '¿Sigue usted ahí?',
  farewellAfterSilence: 'Ya no le oigo, así que termino aquí la llamada. Adiós.',
  farewellAtMaxDuration: 'Se ha terminado el tiempo de esta llamada. Muchas gracias y adiós.',
  touchToneNotice:
    'En esta línea no puedo entender la voz. Por favor, responda con las teclas de su teléfono.',
  oneMoment: 'Un momento, por favor.',
  connecting: 'Un momento, le paso.',
  lookingAtCalendar: 'Un momento, miro el calendario.',
  booking: 'Un momento, le hago la reserva.',
  recorded: 'Esta llamada se graba.',
  optOutOffer: 'Si no desea recibir más llamadas, pulse 9.',
  briefing: {
    opening: 'Hola, soy {agent}, el asistente de voz. Tengo a {customer} en la línea.',
    someCaller: 'una persona',
    theySaid: 'Ha dicho: {words}',
    askedForPerson: 'Ha pedido hablar con una persona.',
    question: 'Para aceptar la llamada, pulse 1 o diga sí. Para rechazarla, pulse 2 o diga no.',
    keyQuestion: 'Para aceptar la llamada, pulse 1. Para rechazarla, pulse 2.',
    taken: 'Gracias. Le paso.',
    declined: 'De acuerdo. Adiós.',
    goodbye: 'Adiós.',
  },
};

const french: SpokenSentences = {
  apology:
    'Je suis désolé, j’ai un problème technique et je ne peux pas continuer. Veuillez rappeler un peu plus tard. Au revoir.',
  reprompt: 'Vous êtes toujours là ?',
  farewellAfterSilence: 'Je ne vous entends plus, je termine donc l’appel ici. Au revoir.',
  farewellAtMaxDuration: 'Le temps prévu pour cet appel est écoulé. Merci et au revoir.',
  touchToneNotice:
    'Sur cette ligne, je ne peux pas comprendre la voix. Veuillez répondre avec les touches de votre téléphone.',
  oneMoment: 'Un instant, s’il vous plaît.',
  connecting: 'Un instant, je vous mets en relation.',
  lookingAtCalendar: 'Un instant, je regarde l’agenda.',
  booking: 'Un instant, je fais la réservation.',
  recorded: 'Cet appel est enregistré.',
  optOutOffer: 'Pour ne plus être appelé, appuyez sur le 9.',
  briefing: {
    opening: 'Bonjour, ici {agent}, l’assistant vocal. J’ai {customer} en ligne.',
    someCaller: 'une personne',
    theySaid: 'Voici ce qui a été dit : {words}',
    askedForPerson: 'On demande à parler à quelqu’un.',
    question:
      'Pour prendre l’appel, appuyez sur 1 ou dites oui. Pour le refuser, appuyez sur 2 ou dites non.',
    keyQuestion: 'Pour prendre l’appel, appuyez sur 1. Pour le refuser, appuyez sur 2.',
    taken: 'Merci. Je vous mets en relation.',
    declined: 'Très bien. Au revoir.',
    goodbye: 'Au revoir.',
  },
};

const italian: SpokenSentences = {
  apology:
    'Mi dispiace, ho un problema tecnico e non posso continuare. La prego di richiamare tra poco. Arrivederci.',
  reprompt: 'È ancora in linea?',
  farewellAfterSilence: 'Non la sento più, quindi chiudo qui la chiamata. Arrivederci.',
  farewellAtMaxDuration: 'Il tempo per questa chiamata è terminato. Grazie e arrivederci.',
  touchToneNotice: 'Su questa linea non posso capire la voce. Risponda con i tasti del telefono, per favore.',
  oneMoment: 'Un momento, per favore.',
  connecting: 'Un momento, la metto in contatto.',
  lookingAtCalendar: 'Un momento, guardo il calendario.',
  booking: 'Un momento, faccio la prenotazione.',
  recorded: 'Questa chiamata viene registrata.',
  optOutOffer: 'Se non desidera più essere chiamato, prema 9.',
  briefing: {
    opening: 'Salve, sono {agent}, l’assistente vocale. Ho {customer} in linea.',
    someCaller: 'una persona',
    theySaid: 'Ha detto: {words}',
    askedForPerson: 'Ha chiesto di parlare con una persona.',
    question: 'Per accettare la chiamata, prema 1 o dica sì. Per rifiutarla, prema 2 o dica no.',
    keyQuestion: 'Per accettare la chiamata, prema 1. Per rifiutarla, prema 2.',
    taken: 'Grazie. La metto in contatto.',
    declined: 'Va bene. Arrivederci.',
    goodbye: 'Arrivederci.',
  },
};

const portuguese: SpokenSentences = {
  apology:
    'Desculpe, tenho um problema técnico e não posso continuar. Por favor, ligue de novo um pouco mais tarde. Até logo.',
  reprompt: 'Ainda está aí?',
  farewellAfterSilence: 'Já não consigo ouvir, por isso termino aqui a chamada. Até logo.',
  farewellAtMaxDuration: 'O tempo desta chamada chegou ao fim. Obrigado e até logo.',
  touchToneNotice:
    'Nesta linha não consigo entender a voz. Por favor, responda com as teclas do seu telefone.',
  oneMoment: 'Um momento, por favor.',
  connecting: 'Um momento, vou transferir a chamada.',
  lookingAtCalendar: 'Um momento, vou ver a agenda.',
  booking: 'Um momento, vou fazer a marcação.',
  recorded: 'Esta chamada está a ser gravada.',
  optOutOffer: 'Se não quiser receber mais chamadas, prima 9.',
  briefing: {
    opening: 'Olá, aqui fala {agent}, o assistente de voz. Tenho {customer} em linha.',
    someCaller: 'uma pessoa',
    theySaid: 'Foi dito: {words}',
    askedForPerson: 'Pediu para falar com uma pessoa.',
    question: 'Para aceitar a chamada, prima 1 ou diga sim. Para recusar, prima 2 ou diga não.',
    keyQuestion: 'Para aceitar a chamada, prima 1. Para recusar, prima 2.',
    taken: 'Obrigado. Vou transferir a chamada.',
    declined: 'Está bem. Até logo.',
    goodbye: 'Até logo.',
  },
};

const dutch: SpokenSentences = {
  apology:
    'Het spijt me, ik heb een technisch probleem en kan niet verder. Belt u alstublieft straks nog eens. Tot ziens.',
  reprompt: 'Bent u er nog?',
  farewellAfterSilence: 'Ik hoor u niet meer, daarom beëindig ik het gesprek. Tot ziens.',
  farewellAtMaxDuration: 'De tijd voor dit gesprek is om. Dank u wel en tot ziens.',
  touchToneNotice:
    'Op deze lijn kan ik geen spraak verstaan. Antwoordt u alstublieft met de toetsen van uw telefoon.',
  oneMoment: 'Een ogenblik, alstublieft.',
  connecting: 'Een ogenblik, ik verbind u door.',
  lookingAtCalendar: 'Een ogenblik, ik kijk in de agenda.',
  booking: 'Een ogenblik, ik zet het voor u in de agenda.',
  recorded: 'Dit gesprek wordt opgenomen.',
  optOutOffer: 'Wilt u niet meer gebeld worden, druk dan op 9.',
  briefing: {
    opening: 'Hallo, met {agent}, de spraakassistent. Ik heb {customer} aan de lijn.',
    someCaller: 'iemand',
    theySaid: 'Er werd gezegd: {words}',
    askedForPerson: 'Er werd gevraagd naar een medewerker.',
    question:
      'Om het gesprek aan te nemen, drukt u op 1 of zegt u ja. Om te weigeren, drukt u op 2 of zegt u nee.',
    keyQuestion: 'Om het gesprek aan te nemen, drukt u op 1. Om te weigeren, drukt u op 2.',
    taken: 'Dank u. Ik verbind u door.',
    declined: 'Goed. Tot ziens.',
    goodbye: 'Tot ziens.',
  },
};

const byLanguage: ReadonlyMap<string, SpokenSentences> = new Map([
  ['de', german],
  ['es', spanish],
  ['fr', french],
  ['it', italian],
  ['pt', portuguese],
  ['nl', dutch],
]);
