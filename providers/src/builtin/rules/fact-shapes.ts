/** What a fact is about by its shape: an amount of money, a time of day, a street number. */
export function factShapes(text: string): string[] {
  const shapes: string[] = [];
  if (
    /[$€£]\s?\d|\d\s?(?:dollars|euros|pounds|usd|eur|percent|%)|\b(?:free|kostenlos|kostenfrei|gratis|gratuite?|gratuit[oa])\b/i.test(
      text,
    )
  )
    shapes.push('#price');
  if (clock.test(text) || weekday.test(text)) shapes.push('#hours');
  if (
    /\b\d+ [\w ]{2,25}\b(?:street|st|avenue|ave|road|rd|lane|square|boulevard|drive|way|plaza)\b/i.test(text)
  )
    shapes.push('#address');
  if (/\+?\d[\d ()-]{7,}\d/.test(text)) shapes.push('#phone');
  if (/\w@\w/.test(text)) shapes.push('#email');
  return shapes;
}

/** In the other languages that agents speak. */
const weekday =
  /(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lunes|martes|miércoles|jueves|viernes|sábado|domingo|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag)/i;

const clock =
  /\d\s?(?:am|pm|a\.m\.|p\.m\.|o'clock|uhr|uur|h|horas?|heures?)\b|\d:\d\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day|\b24\/7\b|\bnoon\b/i;
