/** A stream that is being read. */
export type StreamReading = {
  /** Reads on after `onItem` asked to wait. */
  goOn(): void;
  /** Nothing is told any more. The stream is asked to end; whether it does makes no difference. */
  cancel(): void;
};

/**
 * Reads a stream item by item and tells what comes, until it ends, fails or is cancelled. A provider
 * that never answers an abort cannot hold up the call: after `cancel` its results go nowhere.
 */
export function readStream<T>(options: {
  open: () => AsyncIterable<T>;
  /** Returning `wait` reads nothing more until `goOn`. */
  onItem: (item: T) => 'more' | 'wait';
  /** Once, at the end; with the error when it failed. */
  onEnd: (error: unknown) => void;
}): StreamReading {
  let iterator: AsyncIterator<T> | null = null;
  let isOver = false;
  let isWaiting = false;

  const finish = (error: unknown): void => {
    if (isOver) return;
    isOver = true;
    options.onEnd(error);
  };
  const take = (result: IteratorResult<T>): void => {
    if (isOver) return;
    if (result.done) finish(undefined);
    else if (options.onItem(result.value) === 'wait') isWaiting = true;
    else pull();
  };
  const pull = (): void => {
    if (isOver || !iterator) return;
    iterator.next().then(take).catch(finish);
  };

  try {
    iterator = options.open()[Symbol.asyncIterator]();
    pull();
  } catch (error) {
    // Told later, as every end is: the caller holds the reading by then.
    Promise.resolve().then(() => finish(error));
  }
  return {
    goOn() {
      if (!isWaiting) return;
      isWaiting = false;
      pull();
    },
    cancel() {
      if (isOver) return;
      isOver = true;
      iterator?.return?.().catch(() => undefined);
    },
  };
}
