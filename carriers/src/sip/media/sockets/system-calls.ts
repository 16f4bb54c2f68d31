import type * as Ffi from 'node:ffi';

/** The socket calls of Linux, by their names and arguments in its manual (section 2). Memory is told by address. */
export type SystemCalls = ReturnType<typeof loadFrom>;

/**
 * The system's socket calls, called without a way round through Node's event loop; undefined where the layout of their
 * structures is not the one written down in `polled-socket.ts`, or Node does not offer `node:ffi`.
 */
export const systemCalls: SystemCalls | undefined = load();

/** Where a buffer lies. It stays there as long as the buffer lives; small typed arrays without a buffer may move. */
export function addressOf(buffer: ArrayBuffer): bigint {
  return systemCalls!.ffi.getRawPointer(buffer);
}

function load(): SystemCalls | undefined {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) return undefined;
  const ffi = loadFfi();
  try {
    return ffi && loadFrom(ffi);
  } catch {
    return undefined;
  }
}

/** Node says that this module may change. The Node that runs us is pinned, so nobody needs to read it. */
function loadFfi(): typeof Ffi | undefined {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule('node:ffi');
  } catch {
    return undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

function loadFrom(ffi: typeof Ffi) {
  // Sizes are 64 bits wide, results are told in 32: no call here moves more. Node calls what has three arguments or less
  // directly, and others by way of an array: so the two calls of every tick are `recvmsg` and `write`.
  const { functions } = ffi.dlopen(null, {
    socket: { arguments: ['i32', 'i32', 'i32'], return: 'i32' },
    socketpair: { arguments: ['i32', 'i32', 'i32', 'pointer'], return: 'i32' },
    bind: { arguments: ['i32', 'pointer', 'u32'], return: 'i32' },
    connect: { arguments: ['i32', 'pointer', 'u32'], return: 'i32' },
    setsockopt: { arguments: ['i32', 'i32', 'i32', 'pointer', 'u32'], return: 'i32' },
    sendto: { arguments: ['i32', 'pointer', 'u64', 'i32', 'pointer', 'u32'], return: 'i32' },
    recvmsg: { arguments: ['i32', 'pointer', 'i32'], return: 'i32' },
    write: { arguments: ['i32', 'pointer', 'u64'], return: 'i32' },
    close: { arguments: ['i32'], return: 'i32' },
  });
  return { ffi, ...functions };
}
