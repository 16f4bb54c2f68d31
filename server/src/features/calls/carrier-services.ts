import type {
  CallOffer,
  CarrierEnvironment,
  CarrierService,
  ConnectionState,
  MediaControl,
  OfferDecision,
} from '@parley/carriers/carrier';
import { carriers } from '@parley/carriers/index';
import type { Platform } from '../../platform/platform.ts';
import type { ConnectionsFeature } from '../connections/index.ts';
import { chooseCarrier } from './choose-carrier.ts';

export type CarrierServices = {
  /** The carrier that places a call; see choose-carrier.ts. */
  findFor(
    toNumber: string,
    workspaceId: string,
    fromNumber?: string,
  ): { carrierId: string; service: CarrierService } | undefined;
  get(carrierId: string): CarrierService | undefined;
  /** The carrier that simulations run on. */
  findForSimulations(): { carrierId: string; service: CarrierService } | undefined;
  /** Where a SIP phone rings the number; null when no carrier has addresses. */
  addressOf(number: string): string | null;
  statuses(): { carrierId: string; isReady: boolean; detail: string }[];
  /** How the connections of all carriers do now. */
  connectionStates(): readonly ConnectionState[];
  reloadConnections(): Promise<void>;
  drain(): void;
  close(): Promise<void>;
};

export type CarrierServicesOptions = {
  platform: Platform;
  connections: ConnectionsFeature;
  environment: CarrierEnvironment;
  media: MediaControl;
  onOffer: (carrierId: string, offer: CallOffer) => Promise<OfferDecision>;
  /** The numbers (E.164) of a connection, where its network names them. */
  onNumbers: (connectionId: string, numbers: readonly string[]) => void;
};

/** Opens the signalling halves of all carriers. One that cannot start is reported and left out. */
export async function openCarrierServices(options: CarrierServicesOptions): Promise<CarrierServices> {
  const { platform, connections, environment, media, onOffer, onNumbers } = options;
  const services = new Map<string, CarrierService>();
  const networksOfSamples = new Set(carriers.flatMap(({ id, samplePeople }) => (samplePeople ? [id] : [])));
  for (const carrier of carriers) {
    const log = platform.log.child({ carrier: carrier.id });
    try {
      services.set(
        carrier.id,
        await carrier.open({
          environment,
          connections: await connections.listCarrierConnections(carrier.id),
          media,
          onOffer: (offer) => onOffer(carrier.id, offer),
          onNumbers,
          log: (level, sentence, fields) => log[level](sentence, fields),
        }),
      );
    } catch (error) {
      log.error('A carrier could not start; calls through it are not possible.', { error: String(error) });
    }
  }
  return {
    findFor: (toNumber, workspaceId, fromNumber = '') =>
      chooseCarrier(
        [...services].map(([carrierId, service]) => ({
          carrierId,
          service,
          isForSamples: networksOfSamples.has(carrierId),
        })),
        { toNumber, fromNumber, workspaceId },
      ),
    get: (carrierId) => services.get(carrierId),
    findForSimulations() {
      const carrierId = carriers.find((each) => each.isForSimulations)?.id;
      const service = carrierId === undefined ? undefined : services.get(carrierId);
      return carrierId !== undefined && service ? { carrierId, service } : undefined;
    },
    addressOf(number) {
      for (const service of services.values()) {
        const address = service.addressOf(number);
        if (address !== null) return address;
      }
      return null;
    },
    statuses: () => [...services].map(([carrierId, service]) => ({ carrierId, ...service.status() })),
    connectionStates: () => [...services.values()].flatMap((service) => service.connectionStates?.() ?? []),
    async reloadConnections() {
      for (const [carrierId, service] of services) {
        await service.setConnections(await connections.listCarrierConnections(carrierId));
      }
    },
    drain() {
      for (const service of services.values()) service.drain();
    },
    async close() {
      await Promise.all([...services.values()].map((service) => service.close()));
    },
  };
}
