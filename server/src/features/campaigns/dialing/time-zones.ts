import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import { areaOfCode } from '../../numbers/index.ts';

/**
 * The zones (IANA) of the regions in which the North American Numbering Plan has area codes. A region with several
 * has all of them: who may not be called in one of them is not called at all.
 */
const zonesByRegion: Readonly<Record<string, string>> = {
  Alabama: 'America/Chicago',
  Alaska: 'America/Anchorage America/Adak',
  // The Navajo Nation in the north-east turns its clocks, the rest does not.
  Arizona: 'America/Phoenix America/Denver',
  Arkansas: 'America/Chicago',
  California: 'America/Los_Angeles',
  Colorado: 'America/Denver',
  Connecticut: 'America/New_York',
  Delaware: 'America/New_York',
  'District of Columbia': 'America/New_York',
  Florida: 'America/New_York America/Chicago',
  Georgia: 'America/New_York',
  Hawaii: 'Pacific/Honolulu',
  Idaho: 'America/Boise America/Los_Angeles',
  Illinois: 'America/Chicago',
  Indiana: 'America/Indiana/Indianapolis America/Chicago',
  Iowa: 'America/Chicago',
  Kansas: 'America/Chicago America/Denver',
  Kentucky: 'America/New_York America/Chicago',
  Louisiana: 'America/Chicago',
  Maine: 'America/New_York',
  Maryland: 'America/New_York',
  Massachusetts: 'America/New_York',
  Michigan: 'America/Detroit America/Menominee',
  Minnesota: 'America/Chicago',
  Mississippi: 'America/Chicago',
  Missouri: 'America/Chicago',
  Montana: 'America/Denver',
  Nebraska: 'America/Chicago America/Denver',
  Nevada: 'America/Los_Angeles America/Denver',
  'New Hampshire': 'America/New_York',
  'New Jersey': 'America/New_York',
  'New Mexico': 'America/Denver',
  'New York': 'America/New_York',
  'North Carolina': 'America/New_York',
  'North Dakota': 'America/Chicago America/Denver',
  Ohio: 'America/New_York',
  Oklahoma: 'America/Chicago',
  Oregon: 'America/Los_Angeles America/Boise',
  Pennsylvania: 'America/New_York',
  'Rhode Island': 'America/New_York',
  'South Carolina': 'America/New_York',
  'South Dakota': 'America/Chicago America/Denver',
  Tennessee: 'America/Chicago America/New_York',
  Texas: 'America/Chicago America/Denver',
  Utah: 'America/Denver',
  Vermont: 'America/New_York',
  Virginia: 'America/New_York',
  Washington: 'America/Los_Angeles',
  'West Virginia': 'America/New_York',
  Wisconsin: 'America/Chicago',
  Wyoming: 'America/Denver',
  'American Samoa': 'Pacific/Pago_Pago',
  Guam: 'Pacific/Guam',
  'Northern Mariana Islands': 'Pacific/Guam',
  'Puerto Rico': 'America/Puerto_Rico',
  'U.S. Virgin Islands': 'America/Puerto_Rico',
  Alberta: 'America/Edmonton',
  'British Columbia': 'America/Vancouver America/Edmonton America/Dawson_Creek',
  Manitoba: 'America/Winnipeg',
  'New Brunswick': 'America/Moncton',
  'Newfoundland and Labrador': 'America/St_Johns America/Goose_Bay',
  'Nova Scotia and Prince Edward Island': 'America/Halifax',
  Ontario: 'America/Toronto America/Winnipeg',
  Quebec: 'America/Toronto America/Halifax',
  Saskatchewan: 'America/Regina America/Edmonton',
  'Northern Canada': 'America/Whitehorse America/Edmonton America/Winnipeg America/Iqaluit',
};

/** Area codes that lie in one zone, or fewer, of a region with several (NANPA and CNAC planning maps). */
const zonesByAreaCode: Readonly<Record<string, string>> = {
  // Arizona: 928 reaches the Navajo Nation.
  ...each('480 520 602 623', 'America/Phoenix'),
  // Florida: only 850 and 448 cross the Apalachicola.
  ...each(
    '239 305 321 324 352 386 407 561 645 656 689 727 728 754 772 786 813 863 904 941 954',
    'America/New_York',
  ),
  // Indiana: Evansville and the north-west keep Central time.
  ...each('317 463 765 260', 'America/Indiana/Indianapolis'),
  ...each('219', 'America/Chicago America/Indiana/Indianapolis'),
  ...each('316 913', 'America/Chicago'),
  ...each('502 859', 'America/New_York'),
  ...each('231 248 269 313 517 586 616 679 734 810 947 989', 'America/Detroit'),
  ...each('402 531', 'America/Chicago'),
  ...each('702 725', 'America/Los_Angeles'),
  ...each('503 971', 'America/Los_Angeles'),
  ...each('615 629 731 901', 'America/Chicago'),
  ...each('865', 'America/New_York'),
  ...each('915', 'America/Denver'),
  ...each(
    '210 214 254 281 325 346 361 409 430 469 512 621 682 713 726 737 806 817 830 832 903 936 940 945 956 972 979',
    'America/Chicago',
  ),
  // The lower mainland and Vancouver Island; 236, 250, 672 and 778 reach the Rockies.
  ...each('604', 'America/Vancouver'),
  ...each('226 249 289 343 365 382 416 437 519 548 613 647 683 705 742 753 905 942', 'America/Toronto'),
  // Quebec: 418, 367 and 581 reach the Magdalen Islands.
  ...each('263 354 438 450 514 579', 'America/Toronto'),
};

/** Countries whose main land lies in several zones. All others have the one of `zoneOfCountry`. */
const zonesOfWideCountries: Readonly<Partial<Record<CountryCode, string>>> = {
  US: 'America/New_York America/Chicago America/Denver America/Los_Angeles America/Anchorage Pacific/Honolulu',
  CA: 'America/St_Johns America/Halifax America/Toronto America/Winnipeg America/Edmonton America/Vancouver',
  MX: 'America/Mexico_City America/Cancun America/Hermosillo America/Tijuana',
  BR: 'America/Sao_Paulo America/Manaus America/Rio_Branco America/Noronha',
  CL: 'America/Santiago America/Punta_Arenas Pacific/Easter',
  RU: 'Europe/Kaliningrad Europe/Moscow Asia/Yekaterinburg Asia/Novosibirsk Asia/Irkutsk Asia/Vladivostok Asia/Kamchatka',
  KZ: 'Asia/Almaty',
  ID: 'Asia/Jakarta Asia/Makassar Asia/Jayapura',
  AU: 'Australia/Sydney Australia/Brisbane Australia/Adelaide Australia/Darwin Australia/Perth',
  MN: 'Asia/Ulaanbaatar Asia/Hovd',
  CD: 'Africa/Kinshasa Africa/Lubumbashi',
  ES: 'Europe/Madrid Atlantic/Canary',
  PT: 'Europe/Lisbon Atlantic/Azores',
  EC: 'America/Guayaquil Pacific/Galapagos',
  NZ: 'Pacific/Auckland Pacific/Chatham',
};

/** Australian geographic numbers say where they are (ACMA numbering plan); mobiles do not. */
const zonesOfAustralianPrefix: Readonly<Record<string, string>> = {
  '2': 'Australia/Sydney Australia/Broken_Hill',
  '3': 'Australia/Melbourne Australia/Hobart',
  '7': 'Australia/Brisbane',
  '8': 'Australia/Adelaide Australia/Darwin Australia/Perth',
};

/** The zone of each country with one, by ISO 3166-1 alpha-2 (tz database, zone1970.tab). */
const zoneByCountry: Readonly<Record<string, string>> = parseZones(`
AD Europe/Andorra AE Asia/Dubai AF Asia/Kabul AG America/Antigua AI America/Anguilla AL Europe/Tirane AM Asia/Yerevan
AO Africa/Luanda AR America/Argentina/Buenos_Aires AT Europe/Vienna AW America/Aruba AX Europe/Mariehamn AZ Asia/Baku
BA Europe/Sarajevo BB America/Barbados BD Asia/Dhaka BE Europe/Brussels BF Africa/Ouagadougou BG Europe/Sofia BH Asia/Bahrain
BI Africa/Bujumbura BJ Africa/Porto-Novo BM Atlantic/Bermuda BN Asia/Brunei BO America/La_Paz BS America/Nassau BT Asia/Thimphu
BW Africa/Gaborone BY Europe/Minsk BZ America/Belize CF Africa/Bangui CG Africa/Brazzaville CH Europe/Zurich CI Africa/Abidjan
CM Africa/Douala CN Asia/Shanghai CO America/Bogota CR America/Costa_Rica CU America/Havana CV Atlantic/Cape_Verde
CW America/Curacao CY Asia/Nicosia CZ Europe/Prague DE Europe/Berlin DJ Africa/Djibouti DK Europe/Copenhagen DM America/Dominica
DO America/Santo_Domingo DZ Africa/Algiers EE Europe/Tallinn EG Africa/Cairo ER Africa/Asmara ET Africa/Addis_Ababa
FI Europe/Helsinki FJ Pacific/Fiji FO Atlantic/Faroe FR Europe/Paris GA Africa/Libreville GB Europe/London GD America/Grenada
GE Asia/Tbilisi GF America/Cayenne GG Europe/Guernsey GH Africa/Accra GI Europe/Gibraltar GM Africa/Banjul GN Africa/Conakry
GP America/Guadeloupe GQ Africa/Malabo GR Europe/Athens GT America/Guatemala GW Africa/Bissau GY America/Guyana HK Asia/Hong_Kong
HN America/Tegucigalpa HR Europe/Zagreb HT America/Port-au-Prince HU Europe/Budapest IE Europe/Dublin IL Asia/Jerusalem
IM Europe/Isle_of_Man IN Asia/Kolkata IQ Asia/Baghdad IR Asia/Tehran IS Atlantic/Reykjavik IT Europe/Rome JE Europe/Jersey
JM America/Jamaica JO Asia/Amman JP Asia/Tokyo KE Africa/Nairobi KG Asia/Bishkek KH Asia/Phnom_Penh KM Indian/Comoro
KN America/St_Kitts KR Asia/Seoul KW Asia/Kuwait KY America/Cayman LA Asia/Vientiane LB Asia/Beirut LC America/St_Lucia
LI Europe/Vaduz LK Asia/Colombo LR Africa/Monrovia LS Africa/Maseru LT Europe/Vilnius LU Europe/Luxembourg LV Europe/Riga
LY Africa/Tripoli MA Africa/Casablanca MC Europe/Monaco MD Europe/Chisinau ME Europe/Podgorica MG Indian/Antananarivo
MK Europe/Skopje ML Africa/Bamako MM Asia/Yangon MO Asia/Macau MQ America/Martinique MR Africa/Nouakchott MS America/Montserrat
MT Europe/Malta MU Indian/Mauritius MV Indian/Maldives MW Africa/Blantyre MY Asia/Kuala_Lumpur MZ Africa/Maputo NA Africa/Windhoek
NC Pacific/Noumea NE Africa/Niamey NG Africa/Lagos NI America/Managua NL Europe/Amsterdam NO Europe/Oslo NP Asia/Kathmandu
OM Asia/Muscat PA America/Panama PE America/Lima PH Asia/Manila PK Asia/Karachi PL Europe/Warsaw PR America/Puerto_Rico
PS Asia/Gaza PY America/Asuncion QA Asia/Qatar RE Indian/Reunion RO Europe/Bucharest RS Europe/Belgrade RW Africa/Kigali
SA Asia/Riyadh SC Indian/Mahe SD Africa/Khartoum SE Europe/Stockholm SG Asia/Singapore SI Europe/Ljubljana SK Europe/Bratislava
SL Africa/Freetown SM Europe/San_Marino SN Africa/Dakar SO Africa/Mogadishu SR America/Paramaribo SS Africa/Juba
SV America/El_Salvador SX America/Lower_Princes SY Asia/Damascus SZ Africa/Mbabane TC America/Grand_Turk TD Africa/Ndjamena
TG Africa/Lome TH Asia/Bangkok TJ Asia/Dushanbe TL Asia/Dili TM Asia/Ashgabat TN Africa/Tunis TO Pacific/Tongatapu
TR Europe/Istanbul TT America/Port_of_Spain TW Asia/Taipei TZ Africa/Dar_es_Salaam UA Europe/Kyiv UG Africa/Kampala
UY America/Montevideo UZ Asia/Tashkent VA Europe/Vatican VC America/St_Vincent VE America/Caracas VG America/Tortola
VI America/St_Thomas VN Asia/Ho_Chi_Minh XK Europe/Belgrade YE Asia/Aden ZA Africa/Johannesburg ZM Africa/Lusaka ZW Africa/Harare`);

/** Regions of North America by their postal abbreviation (USPS, Canada Post), as columns of files have them. */
const regionByAbbreviation: Readonly<Record<string, string>> = parsePairs(`
AL=Alabama AK=Alaska AZ=Arizona AR=Arkansas CA=California CO=Colorado CT=Connecticut DE=Delaware DC=District of Columbia
FL=Florida GA=Georgia HI=Hawaii ID=Idaho IL=Illinois IN=Indiana IA=Iowa KS=Kansas KY=Kentucky LA=Louisiana ME=Maine
MD=Maryland MA=Massachusetts MI=Michigan MN=Minnesota MS=Mississippi MO=Missouri MT=Montana NE=Nebraska NV=Nevada
NH=New Hampshire NJ=New Jersey NM=New Mexico NY=New York NC=North Carolina ND=North Dakota OH=Ohio OK=Oklahoma OR=Oregon
PA=Pennsylvania RI=Rhode Island SC=South Carolina SD=South Dakota TN=Tennessee TX=Texas UT=Utah VT=Vermont VA=Virginia
WA=Washington WV=West Virginia WI=Wisconsin WY=Wyoming AS=American Samoa GU=Guam MP=Northern Mariana Islands
PR=Puerto Rico VI=U.S. Virgin Islands AB=Alberta BC=British Columbia MB=Manitoba NB=New Brunswick
NL=Newfoundland and Labrador NS=Nova Scotia and Prince Edward Island PE=Nova Scotia and Prince Edward Island ON=Ontario
QC=Quebec SK=Saskatchewan YT=Northern Canada NT=Northern Canada NU=Northern Canada`);

const regionByName = new Map(Object.keys(zonesByRegion).map((name) => [name.toLowerCase(), name]));

/** Columns in which files say where the person is. */
const zoneFields = ['time_zone', 'timezone', 'tz'];
const regionFields = ['state', 'province', 'region'];

export type ContactPlace = { number: string; fields: Readonly<Record<string, string>> };

/**
 * Every zone (IANA) in which the person may be, sorted: that of a field that names one; else those of the state a field
 * names together with those of the number, since people take their numbers along. Empty when nothing is known of it.
 */
export function zonesOfContact({ number, fields }: ContactPlace): string[] {
  for (const name of zoneFields) {
    const zone = toZone(fields[name]);
    if (zone !== undefined) return [zone];
  }
  const named = regionFields.flatMap((name) => zonesOfRegion(fields[name]));
  return [...new Set([...named, ...zonesOfNumber(number)])].sort();
}

/** The zones a number (E.164) may be in, by its area or country. */
export function zonesOfNumber(number: string): string[] {
  const [, areaCode] = /^\+1(\d{3})/.exec(number) ?? [];
  if (areaCode !== undefined) {
    const zones = zonesByAreaCode[areaCode] ?? zonesByRegion[areaOfCode(areaCode)];
    if (zones !== undefined) return split(zones);
  }
  const parsed = parsePhoneNumberFromString(number);
  const country = parsed?.country;
  // Toll-free and other numbers of +1 without a place may be anywhere in the plan's largest country.
  if (country === undefined) return areaCode === undefined ? [] : split(zonesOfWideCountries.US!);
  const byPrefix =
    country === 'AU' ? zonesOfAustralianPrefix[String(parsed!.nationalNumber).charAt(0)] : undefined;
  return split(byPrefix ?? zonesOfWideCountries[country] ?? zoneByCountry[country] ?? '');
}

function zonesOfRegion(text: string | undefined): string[] {
  const name = text?.trim() ?? '';
  const region = regionByAbbreviation[name.toUpperCase()] ?? regionByName.get(name.toLowerCase());
  return region === undefined ? [] : split(zonesByRegion[region]!);
}

/** The zone a field names, in the spelling of the tz database; undefined when there is none of that name. */
function toZone(text: string | undefined): string | undefined {
  const name = text?.trim() ?? '';
  // `EST` and `+05:00` are accepted by the runtime, but say nothing of a summer time.
  if (!/^[A-Za-z_]+(\/[A-Za-z_+-]+){1,2}$/.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

function each(codes: string, zones: string): Record<string, string> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, zones]));
}

function split(zones: string): string[] {
  return zones.split(' ').filter((zone) => zone !== '');
}

function parseZones(text: string): Record<string, string> {
  const words = text.trim().split(/\s+/);
  const pairs = words.flatMap((word, at) => (at % 2 === 0 ? [[word, words[at + 1]!] as const] : []));
  return Object.fromEntries(pairs);
}

function parsePairs(text: string): Record<string, string> {
  const pairs = [...text.replaceAll('\n', ' ').matchAll(/([A-Z]{2})=(.*?)(?=\s+[A-Z]{2}=|$)/g)];
  return Object.fromEntries(pairs.map(([, short, name]) => [short!, name!.trim()]));
}
