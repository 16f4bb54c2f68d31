type Result = [text: string, isFinal: boolean];

/** Stands in for a browser's SpeechRecognition in tests: the test says what it hears. */
export class StandInRecognition {
  /** The one made last. */
  static last: StandInRecognition | undefined;
  continuous = false;
  interimResults = false;
  lang = '';
  onresult: ((event: object) => void) | null = null;
  onend: (() => void) | null = null;
  onerror: ((event: { error: string }) => void) | null = null;
  isRunning = false;
  starts = 0;

  constructor() {
    StandInRecognition.last = this;
  }

  start(): void {
    // As browsers do.
    if (this.isRunning) throw new DOMException('recognition has already started.', 'InvalidStateError');
    this.isRunning = true;
    this.starts += 1;
  }

  abort(): void {
    if (this.isRunning) this.fail('aborted');
  }

  /** Results that are new or have changed; one that stood before is in the list as well. */
  hear(...news: readonly Result[]): void {
    const before: Result = ['What stood before.', true];
    const results = [before, ...news].map(([transcript, isFinal]) =>
      Object.assign([{ transcript }], { isFinal }),
    );
    this.onresult?.({ resultIndex: 1, results });
  }

  /** An error, after which a recogniser always ends. */
  fail(error: string): void {
    this.onerror?.({ error });
    this.end();
  }

  end(): void {
    if (!this.isRunning) return;
    this.isRunning = false;
    this.onend?.();
  }
}
