export type Device = { name: string; isHandheld: boolean };

/** Browsers by what only they write; those that call themselves by another's name as well stand before it. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgi?A?(?:OS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** What a session's device is called, from what its browser says of itself: `Chrome on Windows`. */
export function describeDevice(userAgent: string): Device {
  const find = (table: typeof browsers) => table.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = find(browsers);
  const system = find(systems);
  const isHandheld = /\bMobile\b|\biPad\b|\bAndroid\b/.test(userAgent);
  if (browser && system) return { name: `${browser} on ${system}`, isHandheld };
  // Programs name themselves in one word, such as `curl/8.1`.
  const program = /^[\w.-]{1,40}/.exec(userAgent)?.[0];
  return { name: browser ?? system ?? program ?? 'Unknown device', isHandheld };
}
