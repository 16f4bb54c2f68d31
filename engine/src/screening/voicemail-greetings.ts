/**
 * How mailboxes speak. Tried on lower-case words without accents or punctuation, blanks between them. A greeting is in the
 * language of whoever is called, whatever the agent speaks: all are tried.
 */
export type VoicemailWords = {
  /** What only machines say. */
  certain: RegExp;
  /** What people of an office say too, but as a question. */
  likely: RegExp;
};

export const voicemailGreetings: readonly VoicemailWords[] = [
  // English
  {
    certain:
      /\b(?:after|at|following) the (?:tone|beep|signal)\b|\brecord your (?:message|name and (?:number|message))\b|\bvoice ?mail(?:box)? (?:of|for|service|system)\b|\bforwarded to (?:a |an )?(?:automat\w+ )?(?:voice ?mail|voice messag\w+)|\b(?:person|number|customer|subscriber|party) (?:that )?you (?:have |are |re )?(?:called|calling|dialed|dialled|trying to reach)\b.*\b(?:not available|unavailable|cannot|can t|not answering)/,
    likely:
      /\bleave (?:a|your|me a|us a) (?:\w+ )?(?:message|name)\b|\byou(?: have| ve) reached\b.*\b(?:cannot|can t|can not|unable to|not able to|not available|unavailable|not here|not in|away)\b|\b(?:cannot|can t|can not|unable to) (?:take|answer|come to) (?:your call|the (?:tele)?phone)\b/,
  },
  // German
  {
    certain:
      /\bnach dem (?:signal|ton|signalton|piep|piepton|pfeifton)\b|\b(?:mailbox|sprachbox|anrufbeantworter) (?:von|der|des)\b|\b(?:gewunschte|angerufene|gewahlte) (?:gesprachspartner|teilnehmer|kunde|rufnummer)\b|\b(?:teilnehmer|gesprachspartner) ist .*\bnicht erreichbar\b/,
    likely:
      /\b(?:hinterlassen|hinterlasse|hinterlasst) (?:sie )?(?:mir |uns )?(?:bitte |einfach |gerne? )*(?:eine|ihre|deine) (?:\w+ )?nachricht\b|\b(?:sprechen sie|sprich) (?:mir |uns |bitte )*(?:eine|ihre|deine) (?:\w+ )?nachricht\b|\b(?:anruf|telefonat) (?:\w+ ){0,4}nicht (?:\w+ )?(?:entgegennehmen|entgegen nehmen|annehmen)\b|\bich bin (?:gerade|derzeit|zurzeit|zur zeit|im moment|momentan|leider)(?: \w+)? nicht (?:erreichbar|zu erreichen)\b/,
  },
  // Spanish
  {
    certain:
      /\b(?:despues de(?:l| la| oir el| oir la| escuchar el| escuchar la)|tras (?:el|la|oir el|oir la)|al (?:oir|escuchar) (?:el|la)) (?:tono|senal|pitido|bip)\b|\b(?:buzon de voz|contestador(?: automatico)?) de\b|\b(?:numero|telefono|cliente|abonado|persona) (?:al?|a la|con el|con la)? ?que (?:usted )?(?:ha |esta )?(?:llama\w*|marca\w*|intenta\w*).*\b(?:no esta disponible|no se encuentra disponible|apagado|fuera de cobertura)/,
    likely:
      /\b(?:deje|dejen|deja|dejeme|dejenos|dejame|dejanos) (?:por favor )?(?:un|su|tu) (?:\w+ )?(?:mensaje|recado)\b|\bno (?:puedo|podemos) (?:\w+ )?(?:atender|contestar|coger|responder)(?: a)? (?:su|tu|la|el) (?:llamada|telefono)\b/,
  },
  // French
  {
    certain:
      /\bapres (?:le|la) (?:bip|signal|top|tonalite)\b|\bvous etes (?:bien )?sur (?:le repondeur|la messagerie|la boite vocale)\b|\b(?:repondeur|messagerie vocale|boite vocale) (?:de|du|d)\b|\b(?:votre correspondant|(?:le numero|la personne) que vous \w+.*) (?:n est pas|est) (?:\w+ )?(?:joignable|disponible|indisponible|injoignable)/,
    likely:
      /\blaisse[zr]? (?:moi |nous )?(?:s il vous plait )?(?:un|votre|ton) (?:\w+ )?message\b|\bne (?:peux|pouvons|puis) (?:pas )?(?:\w+ )?(?:prendre|repondre a) (?:votre|ton) appel\b/,
  },
  // Italian
  {
    certain:
      /\bdopo il (?:segnale|bip|tono)\b|\bsegreteria telefonica (?:di|del|della|dell)\b|\b(?:utente|cliente|persona|numero) (?:da lei |che ha |che hai )?(?:chiamat\w|desiderat\w|cercat\w|selezionat\w).*\bnon (?:e|risulta) (?:\w+ ){0,3}(?:raggiungibile|disponibile|attivo)/,
    likely:
      /\b(?:lasci|lasciate|lascia|lasciateci|lasciatemi|lasciami) (?:pure |per favore )?(?:un|il suo|il tuo|il vostro) (?:\w+ )?messaggio\b|\bnon (?:posso|possiamo|e possibile) (?:\w+ )?(?:rispondere|prendere)(?: alla)? (?:sua|tua|vostra|la sua|la tua|la vostra) (?:chiamata|telefonata)\b/,
  },
  // Portuguese
  {
    certain:
      /\b(?:apos|depois d[oe]|ao ouvir) (?:o )?(?:sinal|bip|bipe|tom|apito)\b|\b(?:caixa postal|caixa de correio|correio de voz|gravador de chamadas) d[aoe]\b|\b(?:para a|a) caixa postal e estara\b|\b(?:numero|cliente|assinante|pessoa) (?:para o qual|para quem|com quem|que) \w+.*\b(?:nao esta disponivel|nao se encontra disponivel|indisponivel|desligado|fora da area)/,
    likely:
      /\b(?:deixe|deixa|deixem)(?: me| nos)? (?:por favor )?(?:a sua|sua|uma|o seu|seu|um|a tua) (?:\w+ )?(?:mensagem|recado)\b|\bnao (?:posso|podemos|consigo) (?:\w+ )?atender (?:a )?(?:sua|tua|o seu) (?:chamada|ligacao|telefonema)\b/,
  },
  // Dutch
  {
    certain:
      /\bna de (?:piep|toon|pieptoon|bieptoon)\b|\b(?:voicemail|antwoordapparaat) van\b|\b(?:persoon|nummer|abonnee|klant) (?:die|dat) (?:u|je) .*\bniet (?:\w+ )?(?:bereikbaar|beschikbaar)/,
    likely:
      /\bspreek (?:dan |gerust |alstublieft )?(?:een|uw|je) (?:\w+ )?(?:bericht|boodschap) in\b|\blaat (?:dan |gerust |alstublieft )?(?:een|uw|je) (?:\w+ )?(?:bericht|boodschap) achter\b|\b(?:kan|kunnen) (?:\w+ )?(?:uw|je) (?:oproep|telefoontje|gesprek) (?:\w+ ){0,2}niet (?:aannemen|beantwoorden)\b|\b(?:kan|kunnen) (?:de telefoon|uw oproep) (?:\w+ ){0,2}niet opnemen\b/,
  },
];

/** Somebody who asks whether one wants to leave a message is a person, also where the recogniser writes no question mark. */
export const offersToTakeMessage =
  /\b(?:like|want|wish|care|can you|shall) (?:me )?(?:to )?(?:leave|take)\b|\b(?:mochten|wollen|konnen) sie\b|\bsoll ich\b|\b(?:quiere|desea|puede) (?:usted )?(?:que|dejar)\b|\b(?:voulez|souhaitez|desirez|pouvez) vous\b|\b(?:vuole|desidera|puo) (?:che|lasciare)\b|\b(?:quer|deseja|gostaria|pode) (?:que|de|deixar)\b|\b(?:wilt|kunt) u\b|\bzal ik\b/;
