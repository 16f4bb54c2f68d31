import type { Carrier } from '@parley/carriers/carrier';
import type { Provider } from '@parley/providers/provider';
import type { Log } from '../../platform/log/log.ts';

/** Longest a provider may take to look for itself at the start, in ms. */
const discoveryLimitMs = 5_000;

/** A provider that works without a connection of the workspace. */
export type DiscoveredProvider = {
  provider: Provider;
  settings: Record<string, unknown>;
  source: 'environment' | 'found' | 'included';
};

/** A carrier connection of the operator. */
export type DiscoveredCarrier = { carrier: Carrier; settings: Record<string, unknown> };

/**
 * The operator's own connections at carriers. Throws where the environment names one that cannot be used: a
 * trunk that silently stayed away would be noticed by callers only.
 */
export function discoverCarriers(options: {
  carriers: readonly Carrier[];
  environment: Readonly<Record<string, string | undefined>>;
  log: Log;
}): readonly DiscoveredCarrier[] {
  return options.carriers.flatMap((carrier) => {
    const settings = carrier.discover?.(options.environment);
    if (settings === undefined) return [];
    options.log.info('A carrier is connected by the environment.', { carrier: carrier.id });
    return [{ carrier, settings }];
  });
}

/**
 * Asks every provider once, at the start, whether the environment or this machine has what it needs. One
 * that fails or takes too long is left out and named in the log. Those set by the operator come first, then
 * what was found, then what is included.
 */
export async function discoverProviders(options: {
  providers: readonly Provider[];
  environment: Readonly<Record<string, string | undefined>>;
  log: Log;
  limitMs?: number;
}): Promise<readonly DiscoveredProvider[]> {
  const { providers, environment, log, limitMs = discoveryLimitMs } = options;
  const asked = await Promise.all(
    providers.map((provider) =>
      discoverOne(provider, environment, limitMs).catch((error: unknown) => {
        log.warn('A provider could not be set up from the environment.', {
          provider: provider.id,
          error: error instanceof Error ? error.name : 'unknown',
        });
        return undefined;
      }),
    ),
  );
  const found = asked.filter((each) => each !== undefined);
  const included = providers
    .filter((provider) => provider.isBuiltin)
    .map((provider) => ({ provider, settings: provider.settings.parse({}), source: 'included' as const }));
  const rank = { environment: 0, found: 1, included: 2 };
  const all = [...found, ...included].sort((one, other) => rank[one.source] - rank[other.source]);
  for (const { provider, source } of all) log.info('A provider is ready.', { provider: provider.id, source });
  return all;
}

async function discoverOne(
  provider: Provider,
  environment: Readonly<Record<string, string | undefined>>,
  limitMs: number,
): Promise<DiscoveredProvider | undefined> {
  if (provider.discover === undefined) return undefined;
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('It took too long.')), limitMs);
  });
  try {
    const discovered = await Promise.race([provider.discover(environment), tooLate]);
    if (discovered === undefined) return undefined;
    return { provider, settings: provider.settings.parse(discovered.settings), source: discovered.source };
  } finally {
    clearTimeout(timer);
  }
}
