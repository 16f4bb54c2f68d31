import type { CarrierConnection, ConnectionState } from '@parley/carriers/carrier';
import type { LanguageModel } from '@parley/engine/interfaces/language-model';
import type { TextToSpeech } from '@parley/engine/interfaces/text-to-speech';
import type { Embedding } from '@parley/providers/embedding';
import type { ListedVoice, WantedVoice } from '@parley/providers/voice';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AuditFeature } from '../audit/index.ts';
import {
  chooseAnalystFrom,
  chooseEmbeddingFrom,
  chooseFrom,
  chooseLanguageModelFrom,
  chooseSpeechFrom,
  type HeardVoice,
  hasRecogniserAmong,
  type ProviderCandidate,
  type ProviderChoice,
  type ProviderChoices,
} from './choose-providers.ts';
import { listConnectionNumbers, saveConnectionNumbers } from './connection-numbers.ts';
import { saveStates } from './connection-states.ts';
import { discoverCarriers, discoverProviders } from './discover-providers.ts';
import { type CarrierShop, openShops } from './number-shops.ts';
import { ProviderParts } from './open-parts.ts';
import { holdByCarrier, holdConnection, listByCarrier, listConnections } from './queries.ts';
import { connectionsChannel, mountConnectionRoutes, tellProcesses } from './routes.ts';
import { unsealSettings } from './sealed-settings.ts';
import type { ConnectionRow } from './tables.ts';
import { testConnection } from './test-connection.ts';
import { listVendors, offersOf, type Vendors } from './vendors.ts';

export type { HeardVoice, ProviderChoice, ProviderChoices } from './choose-providers.ts';
export type { CarrierShop } from './number-shops.ts';
export type { Vendors } from './vendors.ts';

export const connectionMigrations = new URL('./migrations/', import.meta.url);

export type ConnectionsNeeds = {
  audit: AuditFeature;
  /**
   * A connection was removed, in the same transaction: takes out the numbers that came with it and that no other
   * connection of the workspace lists. Returns them (E.164). Numbers stand above and know them.
   */
  removeNumbersOf(
    tx: Transaction,
    connection: { workspaceId: string; connectionId: string; listedElsewhere: readonly string[] },
  ): Promise<readonly string[]>;
};

export type ConnectionsFeature = {
  /**
   * The provider of each part of a call: the newest connection of the workspace that offers it, else the
   * environment, else what was found on the machine, else what is built in. A line of a carrier whose far
   * ends know their words needs no recogniser with ears. The vendor of the agent's voice speaks where it is
   * connected, else the voice that is most like it: `heard` tells which.
   */
  chooseProviders(
    workspaceId: string,
    call: { carrierId: string; voice: WantedVoice },
  ): Promise<{ providers: ProviderChoices; heard: HeardVoice }>;
  /** Whether speech is understood on lines whose far end does not tell its words. */
  hasRecogniser(workspaceId: string): Promise<boolean>;
  /** The language model that can summarise a call; undefined when there are only rules. */
  chooseAnalyst(workspaceId: string): Promise<ProviderChoice | undefined>;
  /** The language model calls of the workspace use, opened for use outside a call; rules where none is connected. */
  openLanguageModel(workspaceId: string): Promise<{ languageModel: LanguageModel; isRules: boolean }>;
  /** The model that turns texts into vectors, opened; undefined where none is connected. */
  findEmbedding(workspaceId: string): Promise<Embedding | undefined>;
  /** Providers that speak for the workspace, in the order calls choose them, each once. */
  listSpeechVendors(workspaceId: string): Promise<SpeechVendor[]>;
  /**
   * The voices of the workspace's account at a vendor; undefined where it is not connected or tells none.
   * Rejects with a ProviderError.
   */
  listVoices(
    workspaceId: string,
    vendor: string,
    signal: AbortSignal,
  ): Promise<readonly ListedVoice[] | undefined>;
  /** How voices sound in calls of the workspace, in the same order. Opens nothing. */
  hearVoices(workspaceId: string, wanted: readonly WantedVoice[]): Promise<HeardVoice[]>;
  /** The synthesiser that speaks a voice in calls of the workspace, opened for use outside a call. */
  openVoice(
    workspaceId: string,
    wanted: WantedVoice,
  ): Promise<{ textToSpeech: TextToSpeech; heard: HeardVoice }>;
  /** The connections of all workspaces at a carrier and the operator's, secrets readable. */
  listCarrierConnections(carrierId: string): Promise<CarrierConnection[]>;
  /** The numbers that ring through the connections of all carriers, none of which is removed until the transaction ends. */
  holdCarrierNumbers(tx: Transaction): Promise<CarrierNumber[]>;
  /** Every connection at a carrier of the workspace and the operator's, with where numbers are bought through it. */
  listCarrierShops(workspaceId: string): Promise<CarrierShop[]>;
  /** Whether the workspace still has the connection, which stays then until the transaction ends. */
  holdConnection(tx: Transaction, workspaceId: string, connectionId: string): Promise<boolean>;
  /** Has every process look at the connections anew once the transaction commits: a carrier has other numbers now. */
  tellProcesses(tx: Queries): Promise<void>;
  /**
   * Keeps the numbers (E.164) that a network names for a connection, in place of those before, and has every process take
   * them over where they are others.
   */
  saveNumbers(connectionId: string, numbers: readonly string[]): Promise<void>;
  /** Keeps how the connections of a process's lines do, for those without; none: the process has no lines any more. */
  saveStates(queries: Queries, processId: string, states: readonly ConnectionState[]): Promise<void>;
  /** Calls back, in every process, after connections were added or removed. Returns what stops it. */
  onChanged(listener: () => void): Promise<() => Promise<void>>;
};

/** A number (E.164) of a carrier's connection; `workspaceId` is null for the operator's own. */
export type CarrierNumber = { e164: string; connectionId: string; workspaceId: string | null };

/** `isBuiltin`: works without an account. `canListVoices`: `listVoices` tells the voices of the account. */
export type SpeechVendor = { vendor: string; name: string; isBuiltin: boolean; canListVoices: boolean };

/** Accounts at providers and carriers. Asks every provider once what the environment and the machine offer. */
export async function openConnections(
  platform: Platform,
  vendors: Vendors,
  needs: ConnectionsNeeds,
): Promise<ConnectionsFeature> {
  const { config, db, log, secrets } = platform;
  const { providers, carriers } = vendors;
  const parts = new ProviderParts(providers);
  const discovered = await discoverProviders({ providers, environment: config.environment, log });
  const discoveredCarriers = discoverCarriers({ carriers, environment: config.environment, log });
  mountConnectionRoutes(platform, needs, {
    discoveredCarriers,
    vendors: listVendors(vendors),
    discovered,
    startedAt: new Date(),
    isUsable: (row) => findSettings(row) !== undefined,
    listNumbers(row) {
      const carrier = carriers.find((each) => each.id === row.vendor);
      const settings = carrier && readSettings(row);
      return (settings && carrier.numbersOf?.(settings)) ?? [];
    },
    async test(row) {
      const provider = row.kind === 'provider' && providers.find((each) => each.id === row.vendor);
      const settings = provider && !provider.isOperatorOnly ? readSettings(row) : undefined;
      if (!provider || settings === undefined) return undefined;
      const builtin = providers.find((each) => each.isBuiltin && each.openTextToSpeech);
      const speaker = builtin && parts.openTextToSpeech({ vendor: builtin.id, settings: {} });
      return await testConnection({ provider, settings, speaker });
    },
  });

  const findSettings = (row: ConnectionRow): Record<string, unknown> | undefined => {
    const vendor = [...vendors.providers, ...vendors.carriers].find((each) => each.id === row.vendor);
    try {
      return vendor?.settings.parse(unsealSettings(row, secrets));
    } catch {
      return undefined;
    }
  };

  /** Settings of a row, or undefined, with a line in the log, when they cannot be read or no longer fit. */
  const readSettings = (row: ConnectionRow): Record<string, unknown> | undefined => {
    const settings = findSettings(row);
    if (settings === undefined)
      log.warn('A connection cannot be used: its settings cannot be read or no longer fit.', {
        connectionId: row.id,
        vendor: row.vendor,
      });
    return settings;
  };

  const listCandidates = async (workspaceId: string): Promise<ProviderCandidate[]> => {
    const rows = await listConnections(db.queries, workspaceId);
    const own = rows.flatMap((row): ProviderCandidate[] => {
      const provider =
        row.kind === 'provider' && providers.find((each) => each.id === row.vendor && !each.isOperatorOnly);
      const settings = provider ? readSettings(row) : undefined;
      return provider && settings ? [{ provider, settings }] : [];
    });
    return [...own, ...discovered];
  };

  const listSpeakers = async (workspaceId: string): Promise<ProviderCandidate[]> =>
    (await listCandidates(workspaceId)).filter(({ provider, settings }) =>
      offersOf(provider, settings).includes('text-to-speech'),
    );

  const openCarrierConnections = (carrierId: string, rows: readonly ConnectionRow[]): CarrierConnection[] => {
    const saved = rows.flatMap((row) => {
      const settings = readSettings(row);
      return settings ? [{ id: row.id, workspaceId: row.workspaceId, settings }] : [];
    });
    const operators = discoveredCarriers.filter(({ carrier }) => carrier.id === carrierId);
    return [
      ...saved,
      ...operators.map(({ settings }) => ({ id: `environment:${carrierId}`, workspaceId: null, settings })),
    ];
  };

  return {
    chooseProviders: async (workspaceId, { carrierId, voice }) =>
      chooseFrom(await listCandidates(workspaceId), {
        doesFarEndKnowItsWords:
          carriers.find((each) => each.id === carrierId)?.farEndsKnowTheirWords ?? false,
        voice,
      }),
    async hasRecogniser(workspaceId) {
      const candidates = await listCandidates(workspaceId);
      return hasRecogniserAmong(candidates);
    },
    chooseAnalyst: async (workspaceId) => chooseAnalystFrom(await listCandidates(workspaceId)),
    async openLanguageModel(workspaceId) {
      const candidates = await listCandidates(workspaceId);
      const choice = chooseLanguageModelFrom(candidates);
      const isRules = chooseAnalystFrom(candidates) === undefined;
      return { languageModel: parts.openLanguageModel(choice), isRules };
    },
    async findEmbedding(workspaceId) {
      const choice = chooseEmbeddingFrom(await listCandidates(workspaceId));
      return choice && parts.openEmbedding(choice);
    },
    async listSpeechVendors(workspaceId) {
      const speakers = await listSpeakers(workspaceId);
      const distinct = new Map(speakers.map(({ provider }) => [provider.id, provider]));
      return [...distinct.values()].map((provider) => ({
        vendor: provider.id,
        name: provider.name,
        isBuiltin: provider.isBuiltin ?? false,
        canListVoices: provider.listVoices !== undefined,
      }));
    },
    async listVoices(workspaceId, vendor, signal) {
      const speaker = (await listSpeakers(workspaceId)).find(({ provider }) => provider.id === vendor);
      return await speaker?.provider.listVoices?.(speaker.settings, signal);
    },
    async hearVoices(workspaceId, wanted) {
      const candidates = await listCandidates(workspaceId);
      return wanted.map((voice) => chooseSpeechFrom(candidates, voice).heard);
    },
    async openVoice(workspaceId, wanted) {
      const { textToSpeech, heard } = chooseSpeechFrom(await listCandidates(workspaceId), wanted);
      return { textToSpeech: parts.openTextToSpeech(textToSpeech), heard };
    },
    listCarrierConnections: async (carrierId) =>
      openCarrierConnections(carrierId, await listByCarrier(db.queries, carrierId)),
    async holdCarrierNumbers(tx) {
      const numbers: CarrierNumber[] = [];
      for (const carrier of carriers) {
        const own = openCarrierConnections(carrier.id, await holdByCarrier(tx, carrier.id));
        const told = await listConnectionNumbers(
          tx,
          own.map(({ id }) => id),
        );
        for (const { id, workspaceId, settings } of own)
          for (const e164 of new Set([...(carrier.numbersOf?.(settings) ?? []), ...(told.get(id) ?? [])]))
            numbers.push({ e164, connectionId: id, workspaceId });
      }
      return numbers;
    },
    listCarrierShops: async (workspaceId) =>
      openShops({
        carriers,
        rows: await listConnections(db.queries, workspaceId),
        discovered: discoveredCarriers,
        readSettings,
      }),
    holdConnection,
    tellProcesses,
    async saveNumbers(connectionId, numbers) {
      await db.transaction(async (tx) => {
        if (await saveConnectionNumbers(tx, connectionId, numbers)) await tellProcesses(tx);
      });
    },
    saveStates,
    onChanged: (listener) => db.listen(connectionsChannel, listener),
  };
}
