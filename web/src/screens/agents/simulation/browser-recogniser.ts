/** The parts used of the Web Speech API, which TypeScript does not know (https://webaudio.github.io/web-speech-api/). */
type Recognition = {
  continuous: boolean;
  interimResults: boolean;
  lang: string;
  onresult: ((event: RecognitionEvent) => void) | null;
  onend: (() => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  start(): void;
  abort(): void;
};
type RecognitionEvent = {
  resultIndex: number;
  results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>;
};
type RecognitionConstructor = new () => Recognition;

export type BrowserRecogniser = {
  /** While the agent is heard nothing is taken: the microphone would hear it too. */
  setListening(isListening: boolean): void;
  close(): void;
};

export type RecogniserProblem = 'denied' | 'missing' | 'unavailable';

export type RecogniserListener = {
  /** What is being said, as far as it is understood; empty once it is over. */
  onHearing: (text: string) => void;
  /** What was said. */
  onWords: (text: string) => void;
  /** It cannot go on; told once. */
  onProblem: (problem: RecogniserProblem) => void;
};

/** One that ends sooner than this after it began, so many times in a row, does not work here. */
const tooSoonMs = 500;
const endsTooSoon = 5;

function findConstructor(): RecognitionConstructor | undefined {
  const page = window as { SpeechRecognition?: unknown; webkitSpeechRecognition?: unknown };
  return (page.SpeechRecognition ?? page.webkitSpeechRecognition) as RecognitionConstructor | undefined;
}

/** Whether this browser understands speech by itself. Some send what they hear to their maker. */
export function hasBrowserRecogniser(): boolean {
  return findConstructor() !== undefined;
}

/** Listens with the browser's own recogniser, sentence by sentence, until it is closed. Undefined where it has none. */
export function openBrowserRecogniser(
  listener: RecogniserListener,
  /** BCP 47. */
  language: string,
  nowMs: () => number = () => performance.now(),
): BrowserRecogniser | undefined {
  const Recogniser = findConstructor();
  if (!Recogniser) return undefined;
  let isListening = true;
  let isClosed = false;
  let startedMs = 0;
  let earlyEnds = 0;
  const recognition = new Recogniser();
  recognition.continuous = true;
  recognition.interimResults = true;
  recognition.lang = language;

  const close = (): void => {
    isClosed = true;
    recognition.abort();
  };
  const fail = (problem: RecogniserProblem): void => {
    if (isClosed) return;
    close();
    listener.onProblem(problem);
  };
  const start = (): void => {
    startedMs = nowMs();
    try {
      recognition.start();
    } catch {
      fail('unavailable');
    }
  };

  recognition.onresult = ({ results, resultIndex }) => {
    if (isClosed || !isListening) return;
    const news = Array.from(results).slice(resultIndex);
    const textOf = (isFinal: boolean): string =>
      news
        .filter((result) => result.isFinal === isFinal)
        .map((result) => result[0]?.transcript.trim() ?? '')
        .join(' ')
        .trim();
    const words = textOf(true);
    if (words !== '') listener.onWords(words);
    listener.onHearing(textOf(false));
  };
  recognition.onerror = ({ error }) => {
    if (error === 'no-speech' || error === 'aborted') return;
    const isDenied = error === 'not-allowed' || error === 'service-not-allowed';
    fail(isDenied ? 'denied' : error === 'audio-capture' ? 'missing' : 'unavailable');
  };
  // It ends by itself after a pause.
  recognition.onend = () => {
    if (isClosed) return;
    listener.onHearing('');
    earlyEnds = nowMs() - startedMs < tooSoonMs ? earlyEnds + 1 : 0;
    if (earlyEnds < endsTooSoon) start();
    else fail('unavailable');
  };
  start();
  return {
    setListening(value) {
      if (isListening === value) return;
      isListening = value;
      if (!value) listener.onHearing('');
    },
    close,
  };
}
