/**
 * The part of WASI preview 1 that a program needs which reads its arguments and writes files: all in memory,
 * so that synthesis touches no disk. Numbers are those of the WASI witx definition (errno, filetype, clockid).
 */
const errno = { success: 0, badf: 8, noent: 44 } as const;
const fileType = { characterDevice: 2, directory: 3, regularFile: 4 } as const;
const openFlagCreate = 1;
const stdout = 1;
const stderr = 2;
const root = 3;
const maxFileBytes = 64 * 1024 * 1024;

/** Thrown through the program's stack by its own `exit`. */
class ProgramExit extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`The program ended with ${code}.`);
    this.code = code;
  }
}

type OpenFile = { name: string; bytes: Uint8Array; length: number; position: number };

/** One run of one WASI command. Instances are made ahead of time; `run` gives them their arguments. */
export class WasiHost {
  readonly #instance: WebAssembly.Instance;
  readonly #files = new Map<number, OpenFile>();
  readonly #written = new Map<string, OpenFile>();
  #arguments: Uint8Array[] = [];
  #nextDescriptor = root + 1;

  constructor(module: WebAssembly.Module) {
    this.#instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: this.#imports() });
    for (const descriptor of [stdout, stderr]) this.#open(descriptor, `${descriptor}`);
  }

  /** Runs the command once. Its standard output, standard error and files are read afterwards. */
  run(argv: readonly string[]): { exitCode: number; stdout: string; stderr: string } {
    this.#arguments = argv.map((argument) => new TextEncoder().encode(`${argument}\0`));
    let exitCode = 0;
    try {
      (this.#instance.exports['_start'] as () => void)();
    } catch (error) {
      if (!(error instanceof ProgramExit)) throw error;
      exitCode = error.code;
    }
    const text = (name: string) => new TextDecoder().decode(this.readFile(name));
    return { exitCode, stdout: text(`${stdout}`), stderr: text(`${stderr}`) };
  }

  /** The bytes of a file the command wrote; empty when it wrote none of this name. */
  readFile(name: string): Uint8Array {
    const file = this.#written.get(name);
    return file ? file.bytes.subarray(0, file.length) : new Uint8Array();
  }

  #open(descriptor: number, name: string): void {
    const file = { name, bytes: new Uint8Array(4096), length: 0, position: 0 };
    this.#files.set(descriptor, file);
    this.#written.set(name, file);
  }

  #view(): DataView {
    return new DataView((this.#instance.exports['memory'] as WebAssembly.Memory).buffer);
  }

  #bytes(at: number, length: number): Uint8Array {
    return new Uint8Array((this.#instance.exports['memory'] as WebAssembly.Memory).buffer, at, length);
  }

  #imports(): Record<string, (...args: never[]) => number> {
    return {
      args_sizes_get: (count: number, size: number) => {
        this.#view().setUint32(count, this.#arguments.length, true);
        this.#view().setUint32(size, sumOf(this.#arguments), true);
        return errno.success;
      },
      args_get: (pointers: number, buffer: number) => {
        let at = buffer;
        for (const [i, argument] of this.#arguments.entries()) {
          this.#view().setUint32(pointers + i * 4, at, true);
          this.#bytes(at, argument.length).set(argument);
          at += argument.length;
        }
        return errno.success;
      },
      clock_time_get: (_clock: number, _precision: bigint, time: number) => {
        this.#view().setBigUint64(time, BigInt(Math.round(performance.now() * 1e6)), true);
        return errno.success;
      },
      fd_close: (descriptor: number) => (this.#files.delete(descriptor) ? errno.success : errno.badf),
      fd_fdstat_get: (descriptor: number, stat: number) => {
        const view = this.#view();
        view.setUint8(stat, fileTypeOf(descriptor));
        view.setUint16(stat + 2, 0, true);
        view.setBigUint64(stat + 8, 0xffff_ffff_ffff_ffffn, true);
        view.setBigUint64(stat + 16, 0xffff_ffff_ffff_ffffn, true);
        return errno.success;
      },
      fd_fdstat_set_flags: () => errno.success,
      fd_prestat_get: (descriptor: number, prestat: number) => {
        if (descriptor !== root) return errno.badf;
        this.#view().setUint32(prestat, 0, true);
        this.#view().setUint32(prestat + 4, 1, true);
        return errno.success;
      },
      fd_prestat_dir_name: (_descriptor: number, path: number) => {
        this.#bytes(path, 1)[0] = '/'.charCodeAt(0);
        return errno.success;
      },
      fd_read: (descriptor: number, vectors: number, count: number, read: number) => {
        const file = this.#files.get(descriptor);
        let total = 0;
        for (const target of this.#vectors(vectors, count)) {
          const piece = file?.bytes.subarray(
            file.position,
            Math.min(file.position + target.length, file.length),
          );
          if (!file || !piece) break;
          target.set(piece);
          file.position += piece.length;
          total += piece.length;
        }
        this.#view().setUint32(read, total, true);
        return file || descriptor === 0 ? errno.success : errno.badf;
      },
      fd_seek: (descriptor: number, offset: bigint, whence: number, position: number) => {
        const file = this.#files.get(descriptor);
        if (!file) return errno.badf;
        const base = whence === 0 ? 0 : whence === 1 ? file.position : file.length;
        file.position = Math.max(0, Math.min(maxFileBytes, base + Number(offset)));
        this.#view().setBigUint64(position, BigInt(file.position), true);
        return errno.success;
      },
      fd_write: (descriptor: number, vectors: number, count: number, written: number) => {
        const file = this.#files.get(descriptor);
        if (!file) return errno.badf;
        let total = 0;
        for (const source of this.#vectors(vectors, count)) total += append(file, source);
        this.#view().setUint32(written, total, true);
        return errno.success;
      },
      path_open: (...args: [number, number, number, number, number, bigint, bigint, number, number]) => {
        const [, , path, pathLength, openFlags, , , , result] = args;
        const name = new TextDecoder().decode(this.#bytes(path, pathLength));
        const known = this.#written.get(name);
        if (!known && (openFlags & openFlagCreate) === 0) return errno.noent;
        const descriptor = this.#nextDescriptor++;
        if (known) this.#files.set(descriptor, Object.assign(known, { position: 0 }));
        else this.#open(descriptor, name);
        this.#view().setUint32(result, descriptor, true);
        return errno.success;
      },
      proc_exit: (code: number) => {
        throw new ProgramExit(code);
      },
    };
  }

  #vectors(at: number, count: number): Uint8Array[] {
    const view = this.#view();
    return Array.from({ length: count }, (_, i) =>
      this.#bytes(view.getUint32(at + i * 8, true), view.getUint32(at + i * 8 + 4, true)),
    );
  }
}

function fileTypeOf(descriptor: number): number {
  if (descriptor <= stderr) return fileType.characterDevice;
  return descriptor === root ? fileType.directory : fileType.regularFile;
}

function append(file: OpenFile, source: Uint8Array): number {
  const end = file.position + source.length;
  if (end > maxFileBytes) throw new Error('The program writes more than it may.');
  if (end > file.bytes.length) {
    const larger = new Uint8Array(Math.max(end, file.bytes.length * 2));
    larger.set(file.bytes.subarray(0, file.length));
    file.bytes = larger;
  }
  file.bytes.set(source, file.position);
  file.position = end;
  file.length = Math.max(file.length, end);
  return source.length;
}

function sumOf(arrays: readonly Uint8Array[]): number {
  return arrays.reduce((sum, array) => sum + array.length, 0);
}
