import type { PhoneNumber } from '@parley/contract/numbers';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { areaOfCode } from './area-codes.ts';
import type { NumberRow } from './tables.ts';

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** A number as the wire names it. The area code is that of North American numbers (NUM-1). */
export function toPhoneNumber(row: NumberRow, sipAddress: string | null): PhoneNumber {
  const parsed = parsePhoneNumberFromString(row.e164);
  const callingCode = parsed?.countryCallingCode ?? '';
  const national = parsed?.nationalNumber ?? row.e164.slice(1);
  const areaCode = callingCode === '1' ? national.slice(0, 3) : '';
  return {
    id: row.id,
    name: row.name,
    phone: row.e164,
    number: national,
    country_code: callingCode === '' ? '' : `+${callingCode}`,
    area_code: areaCode,
    area: areaCode === '' ? countryName(parsed?.country) : areaOfCode(areaCode),
    status: 'active',
    inbound_agent_id: row.inboundAgentId,
    outbound_agent_id: row.outboundAgentId,
    connection_id: row.connectionId,
    bought_at: row.boughtAt?.toISOString() ?? null,
    verified_at: row.verifiedAt?.toISOString() ?? null,
    verified_from: row.verifiedFrom,
    ring_awaited_until: row.ringAwaitedUntil?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    sip_address: sipAddress,
  };
}

function countryName(code: string | undefined): string {
  return code === undefined ? 'International' : (countryNames.of(code) ?? code);
}
