import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyRequest } from 'fastify';
import { Reader, type Response } from 'mmdb-lib';
import { findPublicAddress } from './client-network.ts';

/** Where an address is, as an ISO 3166-1 alpha-2 code; null when nobody knows. */
export type VisitorCountry = {
  ofAddress(address: string): Promise<string | null>;
  ofRequest(request: FastifyRequest): Promise<string | null>;
};

/** A record of the table below; the library names only those of another publisher. */
type CountryRecord = Response & { country_code?: string };

/** Registries' own table of address blocks (CC0), 8 MB: read when the first visitor needs it, then kept in memory. */
const tableFile = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

/**
 * Looks countries up in a table that ships with the product: no third party is told of visitors (SIGNUP-6).
 * `countryHeader`: a trusted proxy names the visitor's country there, and is believed.
 */
export function openVisitorCountry({ countryHeader }: { countryHeader: string | undefined }): VisitorCountry {
  let table: Promise<Reader<CountryRecord>> | undefined;
  const openTable = async (): Promise<Reader<CountryRecord>> =>
    new Reader<CountryRecord>(await readFile(fileURLToPath(import.meta.resolve(tableFile))));

  const ofAddress = async (address: string): Promise<string | null> => {
    const known = findPublicAddress(address);
    if (known === undefined) return null;
    table ??= openTable();
    return toCountryCode((await table).get(known)?.country_code);
  };
  return {
    ofAddress,
    async ofRequest(request) {
      const named = countryHeader === undefined ? undefined : request.headers[countryHeader];
      return toCountryCode(named) ?? (await ofAddress(request.ip));
    },
  };
}

/** Two letters; XX, T1 and ZZ are how proxies say that they do not know. */
function toCountryCode(value: unknown): string | null {
  const code = typeof value === 'string' ? value.trim().toUpperCase() : '';
  return /^[A-Z]{2}$/.test(code) && !['XX', 'ZZ'].includes(code) ? code : null;
}
