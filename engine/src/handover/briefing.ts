import { LiveCall } from '../call/live-call.ts';
import {
  type AgentSettings,
  type CallParties,
  defaultCallPolicy,
  policySentences,
} from '../interfaces/call-settings.ts';
import type { Clock } from '../interfaces/clock.ts';
import type { LanguageModel, LanguageModelPart } from '../interfaces/language-model.ts';
import type { MediaStream } from '../interfaces/media-stream.ts';
import type { SpeechToText } from '../interfaces/speech-to-text.ts';
import { type SpokenSentences, sentencesFor } from '../interfaces/spoken-sentences.ts';
import type { TextToSpeech } from '../interfaces/text-to-speech.ts';
import type { Tool } from '../tools/tool.ts';
import type { Vad } from '../vad/vad.ts';
import { judgeAnswer } from './judge-answer.ts';

/** How a briefing ended. `not_taken`: no clear answer came, or the line or the voice failed. */
export type BriefingEnd = 'taken' | 'declined' | 'machine' | 'not_taken';

export type BriefingOptions = {
  /** What the person is told first: who is on the line, and why. */
  text: string;
  agent: Pick<AgentSettings, 'name' | 'voice' | 'language'>;
  parties: CallParties;
  providers: { speechToText: SpeechToText | null; textToSpeech: TextToSpeech };
  media: MediaStream;
  clock: Clock;
  /** Told once. The line is left open. */
  onEnd: (end: BriefingEnd) => void;
  vad?: Vad;
};

/**
 * A short call of its own, with the person a customer is to be handed to: the agent tells them in a few words, and they
 * take the call or decline it by key or word. It needs no language model. The owner starts and ticks it.
 */
export function openBriefing(options: BriefingOptions): LiveCall {
  const { text, agent, parties, providers, media, clock, vad } = options;
  const words = sentencesFor(agent.language).briefing;
  const reader = new AnswerReader(agent.language, words);
  return new LiveCall({
    agent: {
      ...agent,
      prompt: '',
      welcome: { mode: 'play', text: `${text} ${words.question}` },
      knownFields: {},
      missingFields: [],
    },
    parties,
    policy: {
      ...defaultCallPolicy,
      ...policySentences(agent.language),
      repromptAfterMs: 5_000,
      maxDurationMs: 60_000,
      digitEntryMs: 0,
      reprompt: words.question,
      touchToneNotice: words.keyQuestion,
      farewellAfterSilence: words.goodbye,
      farewellAtMaxDuration: words.goodbye,
    },
    providers: { ...providers, languageModel: reader },
    media: withoutClosing(media),
    recorder: null,
    clock,
    tools: [takeCall, declineCall],
    onEvent: (event) => {
      if (event.type !== 'ended') return;
      if (event.endReason === 'transferred') options.onEnd('taken');
      else if (event.endReason === 'declined') options.onEnd(reader.isMachine ? 'machine' : 'declined');
      else options.onEnd('not_taken');
    },
    ...(vad && { vad }),
  });
}

const takeCall: Tool = {
  name: 'take_call',
  description: 'The person takes the call.',
  parameters: { type: 'object', properties: {} },
  waitsForSpeech: true,
  timeoutMs: 1000,
  run: () => ({ result: 'Taken.', endReason: 'transferred' }),
};

const declineCall: Tool = {
  name: 'decline_call',
  description: 'The person does not take the call.',
  parameters: { type: 'object', properties: {} },
  waitsForSpeech: true,
  timeoutMs: 1000,
  run: () => ({ result: 'Declined.', endReason: 'declined' }),
};

/** Stands in for a language model: it only has to tell a yes from a no. */
class AnswerReader implements LanguageModel {
  isMachine = false;
  #unclear = 0;
  readonly #language: string;
  readonly #words: SpokenSentences['briefing'];

  constructor(language: string, words: SpokenSentences['briefing']) {
    this.#language = language;
    this.#words = words;
  }

  async *respond({ messages }: Parameters<LanguageModel['respond']>[0]): AsyncGenerator<LanguageModelPart> {
    const said = messages.at(-1);
    const answer = said?.role === 'customer' ? judgeAnswer(said.text, this.#language) : 'unclear';
    if (answer === 'unclear') this.#unclear += 1;
    if (answer === 'takes') {
      yield { type: 'text', text: this.#words.taken };
      yield { type: 'tool-call', call: { id: 'take', name: takeCall.name, arguments: '{}' } };
    } else if (answer === 'unclear' && this.#unclear <= maxUnclear) {
      yield { type: 'text', text: this.#words.question };
    } else {
      this.isMachine = answer === 'machine';
      if (!this.isMachine) yield { type: 'text', text: this.#words.declined };
      yield { type: 'tool-call', call: { id: 'decline', name: declineCall.name, arguments: '{}' } };
    }
  }
}

/** How often somebody is asked again who answers neither yes nor no. */
const maxUnclear = 2;

/** The line outlives the briefing: it is joined with the customer's, or closed by who opened it. */
function withoutClosing(media: MediaStream): MediaStream {
  return {
    sampleRateHz: media.sampleRateHz,
    read: () => media.read(),
    write: (frame) => media.write(frame),
    sendDigits: (digits) => media.sendDigits(digits),
    takeEvents: () => media.takeEvents(),
    close: () => undefined,
  };
}
