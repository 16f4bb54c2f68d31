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

/** Settings as they were given, with the stored secrets where none, null or an empty one was given. */
export function keepSecrets(
  given: Record<string, unknown>,
  stored: { sealed: SealedSettings; secretNames: ReadonlySet<string>; secrets: Secrets },
): Record<string, unknown> {
  const isWhole = [...stored.secretNames].every((name) => (given[name] ?? '') !== '');
  // Stored secrets that nobody can read any more do not keep new ones out.
  const known = isWhole ? {} : unsealSettings(stored.sealed, stored.secrets);
  const kept = [...stored.secretNames].filter((name) => (given[name] ?? '') === '' && name in known);
  return { ...given, ...Object.fromEntries(kept.map((name) => [name, known[name]])) };
}
