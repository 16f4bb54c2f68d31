import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** A cache of the bench, not of the repository: it is no dependency of anything here. */
const folder = join(tmpdir(), 'parley-bench-rival');
const entry = join(folder, 'entry.mjs');
const installMaxMs = 180_000;

export type InstalledRival = { version: string };

/** Installs the newest release with npm, once; rejects with npm's own words where it is refused. */
export async function installRival(): Promise<InstalledRival> {
  if (!existsSync(entry)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "name": "bench-rival", "private": true }\n');
    const packages = ['@livekit/agents', '@livekit/rtc-node', 'zod'];
    await promisify(execFile)(
      'npm',
      ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...packages],
      {
        cwd: folder,
        timeout: installMaxMs,
        // npm is to see the Node that will run it.
        env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}` },
      },
    );
    writeFileSync(
      entry,
      `export * as agents from '@livekit/agents';\nexport { AudioFrame } from '@livekit/rtc-node';\n`,
    );
  }
  const manifest = readFileSync(join(folder, 'node_modules/@livekit/agents/package.json'), 'utf8');
  return JSON.parse(manifest) as { version: string };
}

/** Loads what was installed. */
export async function loadRival(): Promise<RivalLibrary> {
  const library = (await import(pathToFileURL(entry).href)) as RivalLibrary;
  library.agents.initializeLogger({ pretty: false, level: 'silent' });
  return library;
}

/** The part of the library that the bench uses (its documentation: AgentSession, and the base classes of plugins). */
export type RivalLibrary = {
  agents: {
    initializeLogger(options: { pretty: boolean; level: string }): void;
    voice: {
      Agent: new (options: { instructions: string }) => object;
      AgentSession: new (options: Record<string, unknown>) => RivalSession;
      AudioInput: new () => { multiStream: { addInputStream(source: ReadableStream<RivalFrame>): string } };
      AudioOutput: new (
        sampleRate: number,
        next: undefined,
        capabilities: { pause: boolean },
      ) => RivalAudioOutput;
    };
    stt: {
      STT: new (capabilities: { streaming: boolean; interimResults: boolean }) => object;
      SpeechStream: new (stt: object, sampleRate?: number, options?: unknown) => RivalSpeechStream;
      SpeechEventType: Record<
        'START_OF_SPEECH' | 'INTERIM_TRANSCRIPT' | 'FINAL_TRANSCRIPT' | 'END_OF_SPEECH',
        number
      >;
    };
    llm: {
      LLM: new () => object;
      LLMStream: new (
        llm: object,
        options: Record<string, unknown>,
      ) => { queue: RivalQueue; abortController: AbortController };
    };
    tts: {
      TTS: new (sampleRate: number, channels: number, capabilities: { streaming: boolean }) => object;
      SynthesizeStream: RivalSynthesizeStreamClass;
      ChunkedStream: new (text: string, tts: object, options?: unknown) => object;
    };
  };
  AudioFrame: new (data: Int16Array, sampleRate: number, channels: number, samples: number) => RivalFrame;
};

export type RivalFrame = { data: Int16Array; sampleRate: number; samplesPerChannel: number };
export type RivalQueue = { put(item: unknown): void };

export interface RivalSession {
  input: { audio: unknown };
  output: { audio: unknown };
  start(options: { agent: object; record: boolean }): Promise<void>;
  close(): Promise<void>;
  on(event: string, listener: (event: unknown) => void): void;
}

export interface RivalAudioOutput {
  captureFrame(frame: RivalFrame): Promise<void>;
  flush(): void;
  onPlaybackStarted(createdAtMs: number): void;
  onPlaybackFinished(event: { playbackPosition: number; interrupted: boolean }): void;
}

export interface RivalSpeechStream {
  input: AsyncIterable<RivalFrame | symbol>;
  queue: RivalQueue;
}

export interface RivalSynthesizeStream {
  input: AsyncIterable<string | symbol>;
  queue: RivalQueue;
  abortSignal: AbortSignal;
}

export type RivalSynthesizeStreamClass = {
  new (tts: object, options?: unknown): RivalSynthesizeStream;
  readonly END_OF_STREAM: symbol;
};
