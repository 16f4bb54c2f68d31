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

function findConstructor(): RecognitionConstructor | undefined {
  const page = window as { SpeechRecognition?: unknown; webkitSpeechRecognition?: unknown };
  return (page.SpeechRecognition ?? page.webkitSpeechRecognition) as RecognitionConstructor | undefined;
}

/** Whether this browser understands speech by itself. Some send what they hear to their maker. */
export function hasBrowserRecogniser(): boolean {
  return findConstructor() !== undefined;
}

/** Listens with the browser's own recogniser, sentence by sentence, until it is closed. */
export function openBrowserRecogniser(listener: {
  onWords: (text: string) => void;
  onProblem: (problem: 'denied' | 'missing' | 'unavailable') => void;
}): BrowserRecogniser | undefined {
  const Recogniser = findConstructor();
  if (!Recogniser) return undefined;
  let isListening = true;
  let isClosed = false;
  const recognition = new Recogniser();
  recognition.continuous = true;
  recognition.interimResults = false;
  recognition.lang = 'en-US';
  recognition.onresult = ({ results, resultIndex }) => {
    const heard = Array.from(results)
      .slice(resultIndex)
      .filter(({ isFinal }) => isFinal)
      .map((result) => result[0]?.transcript.trim() ?? '')
      .join(' ')
      .trim();
    if (isListening && heard !== '') listener.onWords(heard);
  };
  recognition.onerror = ({ error }) => {
    if (error === 'no-speech' || error === 'aborted') return;
    isClosed = true;
    const isDenied = error === 'not-allowed' || error === 'service-not-allowed';
    listener.onProblem(isDenied ? 'denied' : error === 'audio-capture' ? 'missing' : 'unavailable');
  };
  // It ends by itself after a pause.
  recognition.onend = () => {
    if (!isClosed) recognition.start();
  };
  recognition.start();
  return {
    setListening(value) {
      isListening = value;
    },
    close() {
      isClosed = true;
      recognition.abort();
    },
  };
}
