import type { CarrierConnection } from '../../carrier.ts';
import type { SipStack } from '../sip-stack.ts';
import type { Flow } from '../transport/flow.ts';
import { isLoopback } from '../transport/local-address.ts';
import { Trunk } from './trunk.ts';
import { trunkSettings } from './trunk-settings.ts';

/** Who rings. A stranger may be one that can prove itself with a password. */
export type Caller = { kind: 'local' } | { kind: 'trunk'; trunks: readonly Trunk[] } | { kind: 'stranger' };

/** The trunks of all workspaces. */
export class TrunkTable {
  readonly #stack: SipStack;
  readonly #isLocal: (address: string) => boolean;
  #trunks = new Map<string, { trunk: Trunk; written: string }>();

  /** `isLocal`: who may ring without a trunk; this machine itself, where nothing else is given. */
  constructor(stack: SipStack, isLocal: (address: string) => boolean = isLoopback) {
    this.#stack = stack;
    this.#isLocal = isLocal;
  }

  list(): Trunk[] {
    return [...this.#trunks.values()].map(({ trunk }) => trunk);
  }

  /** Starts what is new, stops what is gone, and leaves alone what stayed the same. */
  async set(connections: readonly CarrierConnection[]): Promise<void> {
    const before = this.#trunks;
    const after: typeof before = new Map();
    for (const connection of connections) {
      const written = JSON.stringify([connection.workspaceId, connection.settings]);
      const known = before.get(connection.id);
      if (known?.written === written) {
        after.set(connection.id, known);
        continue;
      }
      const settings = trunkSettings.safeParse(connection.settings);
      if (settings.success) {
        after.set(connection.id, { trunk: new Trunk(this.#stack, connection, settings.data), written });
      } else {
        this.#stack.log('error', 'The settings of a SIP trunk cannot be used.', {
          connectionId: connection.id,
          fields: settings.error.issues.map((issue) => issue.path.join('.')),
        });
      }
    }
    this.#trunks = after;
    const gone = [...before.values()].filter((one) => ![...after.values()].includes(one));
    // The old registration goes first: the registrar may take the new one for the same.
    await Promise.all(gone.map(({ trunk }) => trunk.stop()));
    for (const [id, { trunk }] of after) if (before.get(id)?.trunk !== trunk) trunk.start();
  }

  /** Who sends from there. */
  findCaller(flow: Pick<Flow, 'address' | 'port'>): Caller {
    const { address, port } = flow;
    const isLocal = this.#isLocal(address);
    const trunks = this.list().filter((trunk) =>
      isLocal ? trunk.ownsSocket(address, port) : trunk.owns(address),
    );
    if (trunks.length > 0) return { kind: 'trunk', trunks };
    return isLocal ? { kind: 'local' } : { kind: 'stranger' };
  }

  /** Whether a connection from there may be opened: by those who are known, or may prove who they are. */
  canConnect(address: string): boolean {
    return this.findCaller({ address, port: 0 }).kind !== 'stranger' || this.listProvable().length > 0;
  }

  /** Trunks that may prove themselves by password. */
  listProvable(username?: string): Trunk[] {
    return this.list().filter(({ settings }) => {
      const { inboundUsername, inboundPassword } = settings;
      const isSet = inboundUsername !== '' && inboundPassword !== '';
      return isSet && (username === undefined || username === inboundUsername);
    });
  }

  /**
   * The trunk that a workspace calls by: the one that has the number, else any of its own, else the operator's.
   */
  findFor(workspaceId: string, fromNumber = ''): Trunk | undefined {
    const own = this.list().filter((trunk) => trunk.workspaceId === workspaceId);
    const everybodys = this.list().filter((trunk) => trunk.workspaceId === null);
    const reachable = [...own, ...everybodys].filter((trunk) => trunk.isReachable);
    return reachable.find((trunk) => trunk.numbers.includes(fromNumber)) ?? reachable[0];
  }

  onClosed(connection: Flow['connection']): void {
    for (const trunk of this.list()) trunk.onClosed(connection);
  }

  async close(): Promise<void> {
    await this.set([]);
  }
}
