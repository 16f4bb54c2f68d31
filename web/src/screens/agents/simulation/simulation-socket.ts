import { simulationAudio, simulationClose, simulationSocketPath } from '@parley/contract/simulation-rules';

/** The line waits this long for a page that has lost it; a try each second. */
const tries = 8;
const retryMs = 1_000;
/** Sound that could not be sent for this long is old: it is left out. */
const unsentLimitBytes = simulationAudio.frameBytes * 50;

/** `open`: sound and words go through · `retrying`: the connection is gone and being built again · `closed`: for good. */
export type SocketStatus = 'open' | 'retrying' | 'closed';

export type SimulationSocket = {
  /** 20 ms of the microphone; left out while there is no connection. */
  sendFrame(frame: ArrayBuffer): void;
  /** False while there is no connection. */
  sendMessage(message: { type: 'writes' } | { type: 'typed'; text: string }): boolean;
  /** Hangs up. */
  close(): void;
};

/** The part of the browser's WebSocket that is used; a test brings its own. */
export type SocketLike = Pick<
  WebSocket,
  'binaryType' | 'readyState' | 'bufferedAmount' | 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'
>;

const openState = 1;
/** After one of these nobody waits for this page any more. */
const finalCodes: ReadonlySet<number> = new Set(Object.values(simulationClose));

/** Connects this page with its simulated call, and again when the network breaks. */
export function openSimulationSocket(
  callId: string,
  listener: {
    onFrame: (frame: ArrayBuffer) => void;
    onStatus: (status: SocketStatus, code: number | undefined) => void;
  },
  connect: (path: string) => SocketLike = (path) => new WebSocket(path),
): SimulationSocket {
  let socket: SocketLike | undefined;
  let failures = 0;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const open = (): void => {
    const current = connect(`/api/v1${simulationSocketPath(callId)}`);
    socket = current;
    current.binaryType = 'arraybuffer';
    current.onopen = () => {
      failures = 0;
      listener.onStatus('open', undefined);
    };
    current.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (data instanceof ArrayBuffer) listener.onFrame(data);
    };
    current.onclose = ({ code }) => {
      if (isClosed) return;
      failures += 1;
      if (finalCodes.has(code) || failures > tries) {
        isClosed = true;
        listener.onStatus('closed', code);
        return;
      }
      listener.onStatus('retrying', code);
      timer = setTimeout(open, retryMs);
    };
  };
  const isOpen = (): boolean => socket?.readyState === openState;

  open();
  return {
    sendFrame(frame) {
      if (isOpen() && socket!.bufferedAmount < unsentLimitBytes) socket!.send(frame);
    },
    sendMessage(message) {
      if (isOpen()) socket!.send(JSON.stringify(message));
      return isOpen();
    },
    close() {
      clearTimeout(timer);
      if (isClosed) return;
      isClosed = true;
      if (isOpen()) socket!.send(JSON.stringify({ type: 'hang_up' }));
      socket?.close(simulationClose.ended);
    },
  };
}
