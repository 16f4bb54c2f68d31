import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { ConnectionRow } from './tables.ts';

export type SealedSettings = Pick<ConnectionRow, 'settings' | 'encryptedSecrets'>;

/** Parts settings into plain ones and secrets, each secret encrypted by itself. Empty secrets are left out. */
export function sealSettings(
  settings: Record<string, unknown>,
  secretNames: ReadonlySet<string>,
  secrets: Secrets,
): SealedSettings {
  const sealed: SealedSettings = { settings: {}, encryptedSecrets: {} };
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined) continue;
    if (!secretNames.has(name)) sealed.settings[name] = value;
    else if (value !== null && value !== '')
      sealed.encryptedSecrets[name] = secrets.encrypt(JSON.stringify(value));
  }
  return sealed;
}

/** The settings as they were given. Throws when a secret cannot be read with this installation's key. */
export function unsealSettings(sealed: SealedSettings, secrets: Secrets): Record<string, unknown> {
  const opened = Object.entries(sealed.encryptedSecrets).map(
    ([name, encrypted]) => [name, JSON.parse(secrets.decrypt(encrypted)) as unknown] as const,
  );
  return { ...sealed.settings, ...Object.fromEntries(opened) };
}

/**
 * Settings as they were given, with the stored secrets where none, null or an empty one was given. Stored secrets
 * that nobody can read any more count as none: they are asked for again.
 */
export function keepSecrets(
  given: Record<string, unknown>,
  stored: { sealed: SealedSettings; secretNames: ReadonlySet<string>; secrets: Secrets },
): Record<string, unknown> {
  const missing = [...stored.secretNames].filter((name) => (given[name] ?? '') === '');
  const known = missing.length > 0 ? findSettings(stored.sealed, stored.secrets) : {};
  const kept = missing.filter((name) => name in known).map((name) => [name, known[name]] as const);
  const others = Object.entries(given).filter(([name]) => !missing.includes(name));
  return Object.fromEntries([...others, ...kept]);
}

function findSettings(sealed: SealedSettings, secrets: Secrets): Record<string, unknown> {
  try {
    return unsealSettings(sealed, secrets);
  } catch {
    return {};
  }
}
