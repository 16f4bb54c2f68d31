import type { EndReason } from '@parley/contract/end-reasons';
import type { PriorTurn } from '../agent/conversation.ts';
import { LiveCall } from '../call/live-call.ts';
import type { TurnToCommit } from '../call/transcript.ts';
import type { CallEvent } from '../interfaces/call-events.ts';
import { type AgentSettings, type CallPolicy, defaultCallPolicy } from '../interfaces/call-settings.ts';
import { frameMs } from '../interfaces/clock.ts';
import type { Knowledge } from '../interfaces/knowledge.ts';
import type { CallRateHz } from '../interfaces/media-stream.ts';
import type { OtherSide } from '../interfaces/other-side.ts';
import type { Tool } from '../tools/tool.ts';
import type { Vad } from '../vad/vad.ts';
import type { CustomerStep } from './customer-script.ts';
import { createEnergyVad } from './energy-vad.ts';
import { FakeClock, settle } from './fake-clock.ts';
import { FakeLanguageModel, type FakeLanguageModelOptions } from './fake-language-model.ts';
import { FakeMediaStream } from './fake-media-stream.ts';
import { FakeSpeechToText, type FakeSpeechToTextOptions } from './fake-speech-to-text.ts';
import { FakeTextToSpeech, type FakeTextToSpeechOptions } from './fake-text-to-speech.ts';

export type CallScript = {
  customer: readonly CustomerStep[];
  answer: FakeLanguageModelOptions['answer'];
  /** The call is hung up by its owner when it lasts longer. */
  forMs?: number;
  /** Inbound unless told. */
  direction?: 'inbound' | 'outbound';
  agent?: Partial<AgentSettings>;
  policy?: Partial<CallPolicy>;
  /** Null: nobody listens. */
  speechToText?: Partial<FakeSpeechToTextOptions> | null;
  textToSpeech?: Partial<FakeTextToSpeechOptions>;
  tellsWords?: boolean;
  sampleRateHz?: CallRateHz;
  tools?: readonly Tool[];
  /** What was said before. */
  prior?: readonly PriorTurn[];
  knowledge?: Knowledge;
  vad?: Vad;
  otherSide?: OtherSide;
  /** Called before each tick, with media time. */
  onTick?: (atMs: number, call: LiveCall) => void;
};

export type CallOutcome = {
  events: CallEvent[];
  turns: TurnToCommit[];
  /** The transcript as lines such as "Agent: Hello." */
  lines: string[];
  notes: string[];
  endReason: EndReason | null;
  ticks: number;
  media: FakeMediaStream;
  speechToText: FakeSpeechToText | null;
  textToSpeech: FakeTextToSpeech;
  languageModel: FakeLanguageModel;
  recorder: { frames: number; closes: number };
  clock: FakeClock;
};

/** Runs a whole call on a clock turned by hand: minutes of talk take milliseconds. */
export async function runCall(script: CallScript): Promise<CallOutcome> {
  const clock = new FakeClock();
  const { customer, tellsWords = false, sampleRateHz = 8000 } = script;
  const media = new FakeMediaStream({ script: customer, tellsWords, sampleRateHz });
  const speechToText =
    script.speechToText === null
      ? null
      : new FakeSpeechToText({ clock, script: customer, ...script.speechToText });
  const textToSpeech = new FakeTextToSpeech({ clock, ...script.textToSpeech });
  const languageModel = new FakeLanguageModel({ clock, answer: script.answer });
  const recorder = { frames: 0, closes: 0 };
  const events: CallEvent[] = [];
  const call = new LiveCall({
    agent: { ...plainAgent, ...script.agent },
    parties: {
      direction: script.direction ?? 'inbound',
      fromNumber: '+15550100001',
      toNumber: '+15550100002',
    },
    policy: { ...defaultCallPolicy, ...script.policy },
    providers: { speechToText, textToSpeech, languageModel },
    media,
    recorder: {
      write: () => {
        recorder.frames += 1;
      },
      close: () => {
        recorder.closes += 1;
      },
    },
    clock,
    onEvent: (event) => events.push(event),
    vad: script.vad ?? createEnergyVad(),
    ...(script.tools ? { tools: script.tools } : {}),
    knowledge: script.knowledge ?? null,
    prior: script.prior ?? [],
    otherSide: script.otherSide ?? null,
  });
  const hangUpMs = customer.find(({ does }) => does === 'hangs_up')?.atMs ?? Number.POSITIVE_INFINITY;
  call.start();
  await settle();
  let ticks = 0;
  for (; !call.isEnded && ticks * frameMs < (script.forMs ?? 180_000); ticks++) {
    script.onTick?.(ticks * frameMs, call);
    if (ticks * frameMs >= hangUpMs) call.end('customer_hung_up');
    if (call.isEnded) break;
    clock.advance(frameMs);
    await settle();
    call.tick();
    await settle();
  }
  call.end('staff_hung_up');
  return {
    events,
    ...summarise(events),
    ticks,
    media,
    speechToText,
    textToSpeech,
    languageModel,
    recorder,
    clock,
  };
}

function summarise(
  events: readonly CallEvent[],
): Pick<CallOutcome, 'turns' | 'lines' | 'notes' | 'endReason'> {
  const turns = events.flatMap((event) => (event.type === 'turn.committed' ? [event.turn] : []));
  return {
    turns,
    lines: turns.map(({ speaker, text }) => `${speaker === 'agent' ? 'Agent' : 'User'}: ${text}`),
    notes: events.flatMap((event) =>
      event.type === 'note' ? [`${event.note.kind}: ${event.note.text}`] : [],
    ),
    endReason: events.flatMap((event) => (event.type === 'ended' ? [event.endReason] : []))[0] ?? null,
  };
}

const plainAgent: AgentSettings = {
  name: 'Ada',
  prompt: 'You answer the telephone of a small bakery.',
  welcome: { mode: 'play', text: 'Hello, this is Ada.' },
  voice: 'plain',
  language: 'en-US',
  knownFields: {},
  missingFields: [],
};
