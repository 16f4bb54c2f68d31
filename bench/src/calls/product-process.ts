import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveQuestions } from '../measuring/pinned-process.ts';
import { CpuWindow, type ProductWindow, rssMiB } from './cpu-window.ts';
import { MeasuredCalls, type MeasuredCallsOptions } from './measured-calls.ts';

/** Open things of the process, by kind. */
export type ProductHandles = {
  rssMiB: number;
  heapMiB: number;
  sockets: number;
  timers: number;
  files: number;
};

let measured: MeasuredCalls | null = null;
let window: CpuWindow | null = null;

function getCalls(): MeasuredCalls {
  if (!measured) throw new Error('No calls are open.');
  return measured;
}

/** The product under test: questions open calls, start them, measure and end them. */
serveQuestions({
  async open(options: MeasuredCallsOptions): Promise<number[]> {
    const calls = new MeasuredCalls(options);
    measured = calls;
    const ports: number[] = [];
    for (let call = 0; call < options.calls; call += 1) ports.push(await calls.reserve(call));
    return ports;
  },

  /** Starts all calls, some ms apart, as calls come in. */
  async start({ ports, everyMs }: { ports: readonly number[]; everyMs: number }): Promise<void> {
    for (const [call, port] of ports.entries()) {
      await getCalls().start(call, port);
      if (everyMs > 0) await sleep(everyMs);
    }
  },

  begin(): void {
    const { calls } = getCalls();
    window = new CpuWindow(() => calls.takeLateMsMax());
  },

  end(): ProductWindow {
    if (!window) throw new Error('Nothing is being measured.');
    return window.end();
  },

  finals: () => getCalls().finals,

  /** Ends all calls; what they sent and received, and why calls ended before. */
  async hangUp(count: number): Promise<MeasuredCalls['totals'] & { failures: string[] }> {
    const calls = getCalls();
    for (let call = 0; call < count; call += 1) {
      calls.end(call);
      if (call % 20 === 19) await sleep(0);
    }
    await sleep(100);
    calls.close();
    return { ...calls.totals, failures: calls.failures };
  },

  /** One call of the many that come one after another: the near end opens, ... */
  reserve: (call: number): Promise<number> => getCalls().reserve(call),
  /** ... the call runs, ... */
  startOne: ({ call, port }: { call: number; port: number }): Promise<void> => getCalls().start(call, port),
  /** ... and ends. */
  endOne: (call: number): void => getCalls().end(call),

  handles(): ProductHandles {
    // Only there when the process was started with --expose-gc.
    globalThis.gc?.();
    const active = process.getActiveResourcesInfo();
    return {
      rssMiB: rssMiB(),
      heapMiB: process.memoryUsage().heapUsed / 2 ** 20,
      sockets: active.filter((kind) => kind === 'UDPWrap').length,
      timers: active.filter((kind) => kind === 'Timeout').length,
      files: readdirSync('/proc/self/fd').length,
    };
  },
});
