import type { Carrier } from '@parley/carriers/carrier';
import type { Connection, Vendor } from '@parley/contract/connections';
import type { Provider, ProviderPart } from '@parley/providers/provider';
import { z } from 'zod';

/** A provider or carrier that can be connected, as far as connections see it. */
export type KnownVendor = {
  id: string;
  kind: Connection['kind'];
  name: string;
  about: string;
  settings: z.ZodObject;
  /** What it offers with these settings; undefined settings: what it can offer at all. */
  offers: (settings?: Record<string, unknown>) => Connection['offers'];
};

export type Vendors = { providers: readonly Provider[]; carriers: readonly Carrier[] };

/**
 * What a workspace may connect: providers first, each in the order of their list. Those that run programs on
 * the server are the operator's alone.
 */
export function listVendors({ providers, carriers }: Vendors): KnownVendor[] {
  return [
    ...providers
      .filter((provider) => !provider.isOperatorOnly)
      .map((provider) => ({
        id: provider.id,
        kind: 'provider' as const,
        name: provider.name,
        about: '',
        settings: provider.settings,
        offers: (settings?: Record<string, unknown>) => offersOf(provider, settings),
      })),
    ...carriers
      .filter((carrier) => carrier.takesConnections !== false)
      .map((carrier) => ({
        id: carrier.id,
        kind: 'carrier' as const,
        name: carrier.name,
        about: carrier.about ?? '',
        settings: carrier.settings,
        offers: (): Connection['offers'] => ['calls'],
      })),
  ];
}

/** The parts of a provider that work with the settings: without any, all it has. */
export function offersOf(provider: Provider, settings?: Record<string, unknown>): ProviderPart[] {
  const has: Record<ProviderPart, boolean> = {
    'speech-to-text': provider.openSpeechToText !== undefined,
    'text-to-speech': provider.openTextToSpeech !== undefined,
    'language-model': provider.openLanguageModel !== undefined,
    embedding: provider.openEmbedding !== undefined,
  };
  const parts = (Object.keys(has) as ProviderPart[]).filter((part) => has[part]);
  if (settings === undefined || provider.offers === undefined) return parts;
  const offered = new Set(provider.offers(settings));
  return parts.filter((part) => offered.has(part));
}

/** A vendor as the wire names it; its settings form is drawn from the JSON schema. */
export function toVendor(vendor: KnownVendor): Vendor {
  const { $schema: _dialect, ...settingsSchema } = z.toJSONSchema(vendor.settings, {
    io: 'input',
    unrepresentable: 'any',
  });
  const { id, kind, name, about } = vendor;
  return { id, kind, name, about, settingsSchema, offers: vendor.offers() };
}

/** Names of the settings that are secret: those whose schema, at any depth of wrapping, says so. */
export function secretFields(settings: z.ZodObject): ReadonlySet<string> {
  const fields = Object.entries(settings.shape as Record<string, z.ZodType>);
  return new Set(fields.filter(([, schema]) => isSecret(schema)).map(([name]) => name));
}

function isSecret(schema: z.ZodType): boolean {
  let current: z.ZodType | undefined = schema;
  while (current !== undefined) {
    if (current.meta()?.['secret'] === true) return true;
    // Optional, default, nullable and the like keep what they wrap as `innerType`.
    current = (current.def as { innerType?: z.ZodType }).innerType;
  }
  return false;
}
