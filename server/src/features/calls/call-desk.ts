import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Leg } from '@parley/carriers/carrier';
import type { CallNote } from '@parley/contract/calls';
import type { CallingRules } from '@parley/contract/campaign-rules';
import type { EndReason } from '@parley/contract/end-reasons';
import type { PriorTurn } from '@parley/engine/agent/conversation';
import { type CallPolicy, defaultCallPolicy, policySentences } from '@parley/engine/interfaces/call-settings';
import type { KnowledgePassage } from '@parley/engine/interfaces/knowledge';
import { soundsLikeVoicemail } from '@parley/engine/screening/hear-voicemail';
import type { Queries } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountsFeature } from '../accounts/index.ts';
import type { AgentForCall, AgentsFeature } from '../agents/index.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { ConnectionsFeature, HeardVoice } from '../connections/index.ts';
import type { DoNotCallFeature } from '../do-not-call/index.ts';
import type { FunctionsFeature } from '../functions/index.ts';
import type { MergeFieldsFeature } from '../merge-fields/index.ts';
import type { NumbersFeature } from '../numbers/index.ts';
import type { RecordingsFeature } from '../recordings/index.ts';
import type { CallThreads } from './call-threads.ts';
import type { CarrierServices } from './carrier-services.ts';
import { addDisclosure } from './disclose.ts';
import { EndsTogether } from './ends-together.ts';
import { fillAgent } from './fill-agent.ts';
import { hearOptOut } from './hear-opt-out.ts';
import { RunningCall } from './running-call.ts';
import type { CallRow } from './tables.ts';
import type { StartCall } from './thread/thread-messages.ts';

/** The features that calls stand on. */
export type CallsNeeds = {
  accounts: Pick<AccountsFeature, 'checkMayCallOutside' | 'beforeWorkspaceDeleted' | 'addToExport'>;
  audit: AuditFeature;
  agents: AgentsFeature;
  numbers: NumbersFeature;
  connections: ConnectionsFeature;
  recordings: RecordingsFeature;
  functions: FunctionsFeature;
  mergeFields: MergeFieldsFeature;
  knowledge: CallKnowledge;
  doNotCall: Pick<DoNotCallFeature, 'add' | 'getRules'>;
  /** Names of campaigns, by id. Campaigns stand above calls and know them. */
  listCampaignNames(
    queries: Queries,
    workspaceId: string,
    campaignIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;
  /** How many calls a campaign of the workspace has made. */
  countCampaignCalls(queries: Queries, workspaceId: string, campaignId: string): Promise<number>;
};

/** What calls of one agent over one carrier have in common. */
export type CallSetup = Pick<StartCall, 'providers' | 'tools'> & {
  /** The voice that is heard. */
  heard: HeardVoice;
  /** Of merge fields, by name. */
  descriptions: ReadonlyMap<string, string>;
  disclosure: CallingRules['disclosure'];
};

/** What a call's row does not hold. */
export type CallToRun = {
  agent: AgentForCall;
  legId: string;
  /** Where several calls begin together; else it is set up by itself. */
  setup?: Promise<CallSetup>;
  /** Where this call behaves otherwise than calls do. */
  policy?: Partial<CallPolicy>;
  /** What was said before, where it goes on from another call. */
  prior?: readonly PriorTurn[];
};

/** How calls look things up. */
export type CallKnowledge = {
  /** Makes ready what the look-ups of a call will need. Never rejects. */
  prepare(workspaceId: string, knowledgeBaseIds: readonly string[]): Promise<void>;
  search(
    workspaceId: string,
    knowledgeBaseIds: readonly string[],
    question: string,
    signal: AbortSignal,
  ): Promise<readonly KnowledgePassage[]>;
};

/**
 * The calls this process runs: admission, the way from a row to a running call, and the end of all of
 * them when the process stops.
 */
export class CallDesk {
  readonly platform: Platform;
  readonly needs: CallsNeeds;
  /** Names this process in the rows of its calls. */
  readonly processId: string;
  /** Closes the rows of calls. */
  readonly ends: EndsTogether;
  readonly #running = new Map<string, RunningCall>();
  #parts: { threads: CallThreads; carriers: CarrierServices } | undefined;
  /** Calls that are about to be taken over. */
  #arriving = 0;
  #isDraining = false;

  constructor(options: { platform: Platform; needs: CallsNeeds; processId: string }) {
    this.platform = options.platform;
    this.needs = options.needs;
    this.processId = options.processId;
    this.ends = new EndsTogether(options.platform);
    mkdirSync(this.#spoolDir, { recursive: true });
  }

  /** Joins the parts that were opened with this desk as their listener. */
  join(parts: { threads: CallThreads; carriers: CarrierServices }): void {
    this.#parts = parts;
  }

  get carriers(): CarrierServices {
    if (!this.#parts) throw new Error('The carriers are not open yet.');
    return this.#parts.carriers;
  }

  /** The carriers; undefined in a process without lines. */
  get openCarriers(): CarrierServices | undefined {
    return this.#parts?.carriers;
  }

  get threads(): CallThreads {
    if (!this.#parts) throw new Error('The call threads are not open yet.');
    return this.#parts.threads;
  }

  get liveCount(): number {
    return this.#running.size;
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  get hasRoom(): boolean {
    return !this.#isDraining && this.#running.size + this.#arriving < this.platform.config.maxLiveCalls;
  }

  /**
   * Keeps room for a call that is about to be taken over, so that those which come at the same time do not all find it.
   * Undefined when there is none; else what gives the room back, once it runs or will not.
   */
  keepRoom(): (() => void) | undefined {
    if (!this.hasRoom) return undefined;
    this.#arriving += 1;
    return () => {
      this.#arriving -= 1;
    };
  }

  find(callId: string): RunningCall | undefined {
    return this.#running.get(callId);
  }

  /** Looks up what calls of this agent need beside their rows. */
  async setUp(workspaceId: string, carrierId: string, agent: AgentForCall): Promise<CallSetup> {
    const { connections, doNotCall, functions, knowledge, mergeFields } = this.needs;
    const { queries } = this.platform.db;
    void knowledge.prepare(workspaceId, agent.knowledgeBaseIds);
    const descriptions = await mergeFields.listDescriptions(queries, workspaceId);
    const choice = await connections.chooseProviders(workspaceId, { carrierId, voice: agent.voice });
    const { disclosure } = await doNotCall.getRules(queries, workspaceId);
    const tools = await functions.offerTools(workspaceId, agent.functions, agent.settings.language);
    return { ...choice, descriptions, disclosure, tools };
  }

  /** Takes over a call's row: from here on this process answers for its end. */
  async run(row: CallRow, call: CallToRun): Promise<RunningCall> {
    const { threads } = this.#parts!;
    const { providers, heard, tools, descriptions, disclosure } = await (call.setup ??
      this.setUp(row.workspaceId, row.carrier, call.agent));
    const isCampaign = row.campaignId !== null;
    const settings = { ...call.agent.settings, voice: heard.voice };
    const start: StartCall = {
      callId: row.id,
      carrierId: row.carrier,
      legId: call.legId,
      agent: fillAgent(isCampaign ? addDisclosure(settings, disclosure) : settings, {
        fields: row.fields,
        customerNumber: row.direction === 0 ? row.fromNumber : row.toNumber,
        descriptions,
      }),
      parties: {
        direction: row.direction === 0 ? 'inbound' : 'outbound',
        fromNumber: row.fromNumber,
        toNumber: row.toNumber,
      },
      policy: { ...defaultCallPolicy, ...policySentences(settings.language), ...call.policy },
      prior: call.prior ?? [],
      providers,
      tools,
      hasKnowledge: call.agent.knowledgeBaseIds.length > 0,
      recordingPath: this.recordingPath(row.id),
    };
    const running = new RunningCall({
      platform: this.platform,
      row,
      agent: call.agent,
      start,
      hearTurn: (tx, turn) =>
        hearOptOut(tx, this.needs.doNotCall, {
          row,
          turn,
          offersKey: isCampaign && disclosure.offers_opt_out_key,
        }),
      ...(row.direction === 1 && { isVoicemail: soundsLikeVoicemail }),
      setupNote: toVoiceNote(call.agent.voice.name, heard),
      startInThread: (start) => threads.startCall(start),
      endInThread: (callId, endReason) => threads.endCall(callId, endReason),
      finish: (endReason) => this.ends.finish(row.workspaceId, { callId: row.id, endReason }),
      onFinished: (finished) => {
        threads.forgetPrepared(call.legId);
        this.#onFinished(finished);
      },
    });
    this.#running.set(row.id, running);
    threads.prepareCall(start);
    return running;
  }

  /** Follows a line for a call taken over by `run`. */
  follow(running: RunningCall, leg: Leg): void {
    running.follow(leg);
  }

  recordingPath(callId: string): string {
    return join(this.#spoolDir, `${callId}.wav`);
  }

  /** Refuses new calls, waits for the running ones up to the limit, then ends what is left. */
  async drain(graceMs: number): Promise<void> {
    this.#isDraining = true;
    this.#parts?.carriers.drain();
    const deadline = Date.now() + graceMs;
    while (this.#running.size > 0 && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 50));
    this.endAll('shut_down');
    const lastMoment = Date.now() + 5000;
    while (this.#running.size > 0 && Date.now() < lastMoment)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }

  endAll(endReason: EndReason): void {
    for (const running of this.#running.values()) running.end(endReason);
  }

  get #spoolDir(): string {
    return join(this.platform.config.dataDir, 'recording-spool', this.processId);
  }

  #onFinished(running: RunningCall): void {
    const { id, workspaceId } = running.row;
    void this.needs.recordings
      .store({ callId: id, workspaceId, path: this.recordingPath(id) })
      .catch((error: unknown) => {
        this.platform.log.error('A recording could not be stored; it is tried again at the next start.', {
          callId: id,
          error: String(error),
        });
      })
      .finally(() => this.#running.delete(id));
  }
}

/** Tells that another voice is heard than the chosen one; undefined when it is the chosen one. */
function toVoiceNote(chosen: string, heard: HeardVoice): CallNote | undefined {
  if (heard.isWanted) return undefined;
  const text = `${chosen} is not connected, so the agent speaks as ${heard.name} (${heard.vendorName}).`;
  return { atMs: 0, kind: 'voice', text };
}
