/** Months by number. */
export const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** Units after a number: said for one, and for many. */
export const units: Readonly<Record<string, [one: string, many: string]>> = {
  km: ['kilometer', 'kilometers'],
  kg: ['kilogram', 'kilograms'],
  cm: ['centimeter', 'centimeters'],
  mm: ['millimeter', 'millimeters'],
  ft: ['foot', 'feet'],
  lbs: ['pound', 'pounds'],
  lb: ['pound', 'pounds'],
  oz: ['ounce', 'ounces'],
  mph: ['mile per hour', 'miles per hour'],
  min: ['minute', 'minutes'],
  mins: ['minute', 'minutes'],
  hrs: ['hour', 'hours'],
  hr: ['hour', 'hours'],
  sec: ['second', 'seconds'],
};

/**
 * Shortened words with their dot; those with a blank at the end are read so without a dot too. Day names
 * stand bare for ranges such as "Mon-Fri".
 */
export const abbreviations: Readonly<Record<string, string>> = {
  'mr.': 'mister',
  'mrs.': 'missus',
  'ms.': 'miz',
  'dr.': 'doctor',
  'prof.': 'professor',
  'st.': 'street',
  'ave.': 'avenue',
  'blvd.': 'boulevard',
  'rd.': 'road',
  'apt.': 'apartment',
  'dept.': 'department',
  'ext.': 'extension',
  'inc.': 'incorporated',
  'ltd.': 'limited',
  'corp.': 'corporation',
  'approx.': 'approximately',
  'appt.': 'appointment',
  'etc.': 'et cetera',
  'vs.': 'versus',
  'e.g.': 'for example',
  'i.e.': 'that is',
  'a.m.': 'ay m',
  'p.m.': 'p m',
  'u.s.': 'u s',
  'jan.': 'January',
  'feb.': 'February',
  'aug.': 'August',
  'sept.': 'September',
  'oct.': 'October',
  'nov.': 'November',
  'dec.': 'December',
  'mon.': 'Monday',
  'tue.': 'Tuesday',
  'wed.': 'Wednesday',
  'thu.': 'Thursday',
  'fri.': 'Friday',
  mon: 'Monday',
  tue: 'Tuesday',
  tues: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  thur: 'Thursday',
  thurs: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
  ok: 'okay',
  'ok ': 'okay',
  'vs ': 'versus',
  'mr ': 'mister',
  'mrs ': 'missus',
  'dr ': 'doctor',
  'wifi ': 'why fye',
};

/** Words in capitals that are words, not letters. */
export const notSpelled: ReadonlySet<string> = new Set(
  (
    'OK NO YES AND NOT ALL NEW ONE TWO THE FOR YOU ARE OUR OUT NOW ANY MAY CAN DO GO IF IN IS IT ME MY OF ON OR ' +
    'SO TO UP US WE AN AS AT BE BY HE SHE HER HIS MUST ONLY NEVER STOP HELP CALL FREE SALE OPEN NASA ASAP PIN SIM ' +
    'ZIP PLEASE ALWAYS HELLO ALSO WILL WITH FROM THIS THAT'
  ).split(' '),
);
