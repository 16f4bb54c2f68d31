// Prints web/src/components/country/country-table.ts from the phone library's metadata:
//   node scripts/print-countries.mjs > web/src/components/country/country-table.ts
import { createRequire } from 'node:module';
import { getExampleNumber, Metadata } from 'libphonenumber-js';

const require = createRequire(import.meta.url);
const examples = require('libphonenumber-js/examples.mobile.json');
const { country_calling_codes: countriesByCode } = require('libphonenumber-js/metadata.min.json');

/** What the sign-up asks for at most; countries whose numbers are shorter are asked for fewer. */
const mostDigits = 10;

const lines = Object.entries(countriesByCode)
  .map(([dialCode, countries]) => ({
    dialCode,
    countries: countries.filter((code) => /^[A-Z]{2}$/.test(code)),
  }))
  .filter(({ countries }) => countries.length > 0)
  .sort((one, other) => Number(one.dialCode) - Number(other.dialCode))
  .map(({ dialCode, countries }) => {
    const entries = countries.map((name) => {
      const code = /** @type {import('libphonenumber-js').CountryCode} */ (name);
      const plan = new Metadata();
      plan.selectNumberingPlan(code);
      const digits = getExampleNumber(code, examples)?.nationalNumber.length ?? mostDigits;
      // The library's types leave the numbering plan's own methods out.
      const trunk = /** @type {any} */ (plan.numberingPlan).nationalPrefix() || '';
      return `${code}:${Math.min(mostDigits, digits)}${trunk && `:${trunk}`}`;
    });
    return `${dialCode} ${entries.join(' ')}`;
  });

console.log(`/**
 * Calling codes and who answers to them, the chief country of a code first: \`code:digits:trunk\`, where \`digits\`
 * is how long a mobile number is without its calling code (10 where it is longer) and \`trunk\` what is dialled
 * before a number inside the country. Made by scripts/print-countries.mjs.
 */
export const countryTable = \`
${lines.join('\n')}
\`;`);
