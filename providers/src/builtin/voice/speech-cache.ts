/**
 * The sounds used last, bounded in bytes, and the ones being made now: a sentence that many calls say at
 * once, such as a greeting, is synthesised once.
 */
export class SpeechCache<Sound extends { samples: Int16Array }> {
  readonly #maxBytes: number;
  readonly #sounds = new Map<string, Sound>();
  readonly #making = new Map<string, { sound: Promise<Sound>; waiters: number; stop: AbortController }>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes of samples kept. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The sound of this key, made when it is not here. Making stops when everybody who waits has aborted. */
  async get(key: string, signal: AbortSignal, make: (signal: AbortSignal) => Promise<Sound>): Promise<Sound> {
    signal.throwIfAborted();
    const known = this.#sounds.get(key);
    if (known) {
      this.#sounds.delete(key);
      this.#sounds.set(key, known);
      return known;
    }
    const making = this.#making.get(key) ?? this.#start(key, make);
    making.waiters++;
    const leave = () => {
      if (--making.waiters > 0) return;
      if (this.#making.get(key) === making) this.#making.delete(key);
      making.stop.abort(signal.reason);
    };
    const aborted = Promise.withResolvers<never>();
    const onAbort = () => {
      leave();
      aborted.reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await Promise.race([making.sound, aborted.promise]);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  #start(key: string, make: (signal: AbortSignal) => Promise<Sound>) {
    const stop = new AbortController();
    const making = { sound: make(stop.signal), waiters: 0, stop };
    this.#making.set(key, making);
    const forget = () => {
      if (this.#making.get(key) === making) this.#making.delete(key);
    };
    making.sound.then(
      (sound) => {
        forget();
        this.#keep(key, sound);
      },
      // The waiters are told; without any left nobody needs to know.
      forget,
    );
    return making;
  }

  #keep(key: string, sound: Sound): void {
    const size = sound.samples.byteLength;
    // One long sound must not drive out everything else.
    if (size > this.#maxBytes / 8 || this.#sounds.has(key)) return;
    this.#sounds.set(key, sound);
    this.#bytes += size;
    for (const [oldest, { samples }] of this.#sounds) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#sounds.delete(oldest);
      this.#bytes -= samples.byteLength;
    }
  }
}
