/** A time zone to choose: its IANA name, and what is read: offset and place. */
export type TimeZoneOption = { value: string; label: string };

/** Names that browsers still list, and what the places are called today. */
const namesToday: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Louisville': 'America/Kentucky/Louisville',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

const nameToday = (zone: string): string => namesToday[zone] ?? zone;

/** The time zone this browser is in. */
export function browserTimeZone(): string {
  return nameToday(new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC');
}

/**
 * The time zones in use first, then every other the browser knows from west to east; each once, under its name of
 * today.
 */
export function listTimeZones(inUse: readonly string[], at: Date = new Date()): TimeZoneOption[] {
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(nameToday)]);
  for (const zone of inUse) if (zone !== '') zones.add(zone);
  return [...zones]
    .map((zone) => ({ zone, minutes: offsetMinutes(zone, at) }))
    .filter((each): each is { zone: string; minutes: number } => each.minutes !== undefined)
    .sort(
      (one, other) =>
        Number(inUse.includes(other.zone)) - Number(inUse.includes(one.zone)) ||
        one.minutes - other.minutes ||
        (one.zone < other.zone ? -1 : 1),
    )
    .map(({ zone, minutes }) => ({ value: zone, label: `${placeOf(zone)} (${offsetText(minutes)})` }));
}

/** `America/New_York` reads `America / New York`. */
function placeOf(zone: string): string {
  return zone.replaceAll('_', ' ').replaceAll('/', ' / ');
}

/** `UTC-05:00`. */
function offsetText(minutes: number): string {
  const absolute = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(absolute / 60))}:${two(absolute % 60)}`;
}

/** Minutes east of UTC at a moment; undefined when the runtime does not know the zone. */
function offsetMinutes(zone: string, at: Date): number | undefined {
  try {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      timeZoneName: 'longOffset',
    }).formatToParts(at);
    const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
    const match = /GMT([+-])(\d{1,2}):(\d{2})/.exec(name);
    if (!match) return 0;
    const minutes = Number(match[2]) * 60 + Number(match[3]);
    return match[1] === '-' ? -minutes : minutes;
  } catch {
    return undefined;
  }
}
