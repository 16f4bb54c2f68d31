/**
 * What people say in the languages that agents speak beside English: German, Spanish, French, Italian, Portuguese, Dutch.
 * Tried on plain words (plain-words.ts), all together: customers do not always speak the language of the agent. A word
 * that means something else in another of them is left out.
 */
export const wordsOfOtherLanguages = {
  positive:
    /\b(?:danke|dankeschon|perfekt|wunderbar|ausgezeichnet|freut mich|sehr nett|gracias|perfecto|genial|estupendo|excelente|encantad[oa]|muy amable|merci|parfait|formidable|ravie?|tres gentil|grazie|perfetto|ottimo|eccellente|fantastico|gentilissim[oa]|obrigad[oa]|perfeito|otimo|maravilhoso|bedankt|dank (?:u|je)|geweldig|uitstekend|heel aardig)\b/g,
  negative:
    /\b(?:argerlich|unverschamt\w*|schrecklich|furchtbar|schlecht\w*|enttausch\w*|beschwer\w+|nervt|wutend|frechheit|in ruhe|nicht (?:sehr |so )?(?:zufrieden|glucklich)|enfadad[oa]|pesim[oa]|decepcionad[oa]|queja|verguenza|estafa|inaceptable|en paz|no estoy (?:content[oa]|satisfech[oa])|fachee?|enervee?|decue?|scandaleu\w+|inacceptable|arnaque|laissez moi tranquille|pas (?:contente?|satisfaite?)|arrabbiat[oa]|pessim[oa]|terribile|delus[oa]|vergogna|truffa|inaccettabile|in pace|non sono (?:content[oa]|soddisfatt[oa])|zangad[oa]|irritad[oa]|terrivel|dececionad[oa]|vergonha|inaceitavel|em paz|nao estou (?:contente|satisfeit[oa])|boos|vreselijk|teleurgesteld|belachelijk|onacceptabel|met rust|niet (?:tevreden|blij))\b/g,
  /** The thanks of a refusal are manners. */
  politeRefusal:
    /\b(?:nein|no|non|nao|nee|kein interesse|no me interesa|pas interessee?|non mi interessa|geen interesse)\b (?:aber |pero |mais |ma |mas |maar )?(?:vielen |muchas |mille |muito )?(?:danke?|gracias|merci|grazie|obrigad[oa]|dank (?:u|je)|bedankt)\b/g,
  noInterest:
    /\b(?:keine? interesse|nicht interessiert|no (?:me interesa|estoy interesad[oa]|tengo interes)|pas interessee?|m interesse pas|non (?:mi interessa|sono interessat[oa]|ho interesse)|nao (?:estou interessad[oa]|tenho interesse|me interessa)|geen interesse|niet geinteresseerd)\b/,
  wrongNumber:
    /\b(?:falsche[nr]? (?:nummer|person)|verwahlt|falsch verbunden|numero equivocado|equivocado de numero|persona equivocada|mauvais numero|faites erreur|numero sbagliato|sbagliato numero|numero errado|(?:e|foi) engano|verkeerd (?:nummer|verbonden)|verkeerde nummer)\b/,
  booking:
    /\b(?:termin\w*|buchen|reservier\w+|cita|reserva\w*|rendez vous|reserver|appuntament\w+|prenot\w+|marcar|marcacao|consulta|agendar|afspraak|boeken|reserveren)\b/,
  bookingConfirmed:
    /\b(?:gebucht|eingetragen|bestatigt|reservad[oa]|confirmad[oa]|(?:est|ete) (?:reserve|confirme)e?|prenotat[oa]|confermat[oa]|marcad[oa]|agendad[oa]|geboekt|ingepland|bevestigd)\b/,
  callback:
    /\b(?:zuruckrufen|ruckruf|ruf\w* (?:sie )?(?:mich|uns) (?:\w+ ){0,3}zuruck|ruf\w* (?:sie )?(?:bitte )?(?:spater|morgen) (?:\w+ )?(?:noch ?mals?|noch einmal|wieder) an|llame(?:me|nme)|llamame|vuelva a llamar\w*|rappelez (?:moi|nous)|(?:me|nous) rappeler|rappeler plus tard|mi richiami|richiamatemi|richiamare piu tardi|ligue me|me ligue|ligar (?:de volta|mais tarde)|bel (?:me |mij |ons )(?:\w+ )?terug|terugbellen)\b/,
} as const;
