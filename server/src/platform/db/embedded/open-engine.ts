import { fsyncSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { vector } from '@electric-sql/pglite-pgvector';

/** PostgreSQL in this thread: bytes of the wire protocol in, bytes out, one batch at a time. */
export interface Engine {
  execute(bytes: Buffer): Buffer;
  close(): Promise<void>;
}

/** Major version of the embedded PostgreSQL; a directory of another one cannot be opened by it. */
export const engineMajorVersion = 18;

/**
 * Opens PGlite on a directory. PGlite never syncs by itself: it is started with `-F` and its file system
 * does not pass fsync on. With `isDurable` both are set right, so that a commit is on disk before it is
 * answered; without it (tests) a killed process may lose its last commits.
 *
 * `onDeath` is called inside the engine when PostgreSQL stops itself (a full disk, a broken file) and must
 * end the thread: PGlite would go on feeding the dead engine for ever.
 */
export async function openEngine(
  dataDir: string,
  { isDurable, onDeath }: { isDurable: boolean; onDeath: (reason: string) => void },
): Promise<Engine> {
  let lastWords = 'The engine gave no reason.';
  const pglite = await PGlite.create({
    fs: new EngineFs(dataDir, { isDurable, onAbort: () => onDeath(lastWords) }),
    onStderr: (line) => {
      // Other lines may quote a statement and its values.
      if (/\b(PANIC|FATAL):/.test(line)) lastWords = line;
      return true;
    },
    extensions: { vector },
    // Lower and upper case beyond ASCII, order by code point: the same on every machine.
    initDbStartParams: ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => !isDurable || parameter !== '-F'),
      // The default method, fdatasync, does nothing in WebAssembly.
      ...['-c', 'wal_sync_method=fsync'],
      // Memory of the process falls from about 400 to 205 MB.
      ...['-c', 'shared_buffers=32MB'],
      // A page anywhere costs what the next one does: no disk turns under it.
      ...['-c', 'random_page_cost=1.1'],
    ],
  });
  return {
    execute: (bytes) => {
      const answer = pglite.execProtocolRawSync(bytes);
      return Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength);
    },
    close: () => pglite.close(),
  };
}

type FileSystemOptions = Parameters<NodeFS['init']>[1];

/** The parts of Emscripten's module that are touched here; its types leave them out. */
type EmscriptenModule = {
  FS: { filesystems: { NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } } } };
};

class EngineFs extends NodeFS {
  readonly #options: { isDurable: boolean; onAbort: () => void };

  constructor(dataDir: string, options: { isDurable: boolean; onAbort: () => void }) {
    super(dataDir);
    this.#options = options;
  }

  override async init(pglite: PGlite, options: FileSystemOptions) {
    const { emscriptenOpts } = await super.init(pglite, options);
    const { isDurable, onAbort } = this.#options;
    const preRun = isDurable ? [...preRunOf(emscriptenOpts), passFsyncOn] : preRunOf(emscriptenOpts);
    return { emscriptenOpts: { ...emscriptenOpts, preRun, onAbort } };
  }
}

function passFsyncOn(module: unknown): void {
  (module as EmscriptenModule).FS.filesystems.NODEFS.stream_ops.fsync = ({ nfd }) => {
    fsyncSync(nfd);
    return 0;
  };
}

function preRunOf({ preRun }: FileSystemOptions) {
  if (preRun === undefined) return [];
  return Array.isArray(preRun) ? preRun : [preRun];
}
