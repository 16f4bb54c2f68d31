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
 */
export async function openEngine(dataDir: string, { isDurable }: { isDurable: boolean }): Promise<Engine> {
  const pglite = await PGlite.create({
    fs: isDurable ? new SyncedNodeFs(dataDir) : new NodeFS(dataDir),
    extensions: { vector },
    // Lower and upper case beyond ASCII, order by code point: the same on every machine.
    initDbStartParams: ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => !isDurable || parameter !== '-F'),
      // The default method, fdatasync, does nothing in WebAssembly.
      ...['-c', 'wal_sync_method=fsync'],
      // Memory of the process falls from about 400 to 205 MB.
      ...['-c', 'shared_buffers=32MB'],
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

/** The parts of Emscripten's file system that are touched here; its types leave them out. */
type EmscriptenModule = {
  FS: { filesystems: { NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } } } };
};

class SyncedNodeFs extends NodeFS {
  override async init(pglite: PGlite, options: FileSystemOptions) {
    const { emscriptenOpts } = await super.init(pglite, options);
    const passFsyncOn = (module: unknown): void => {
      (module as EmscriptenModule).FS.filesystems.NODEFS.stream_ops.fsync = ({ nfd }) => {
        fsyncSync(nfd);
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...preRunOf(emscriptenOpts), passFsyncOn] } };
  }
}

function preRunOf({ preRun }: FileSystemOptions) {
  if (preRun === undefined) return [];
  return Array.isArray(preRun) ? preRun : [preRun];
}
