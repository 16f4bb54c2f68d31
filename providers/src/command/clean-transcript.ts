const maxLetters = 4_000;
/** What recognisers write for sounds that are no words: `[BLANK_AUDIO]`, `(music)`, `<sil>`, `++NOISE++`. */
const soundMarks = /\[[^\]]*\]|\([^)\d][^)]*\)|<[^>]*>|\+\+\w+\+\+/g;
const timeStamps = /\[?\d{2}:\d{2}(?::\d{2})?[.,]\d{3}\s*-->\s*\d{2}:\d{2}(?::\d{2})?[.,]\d{3}\]?/g;
const logLines =
  /^(?:INFO|WARN(?:ING)?|ERROR|FATAL|DEBUG|whisper_\w+|main|system_info|Current configuration)\b.*[:=]/;

/**
 * The words in what a recogniser printed: time stamps, log lines, utterance numbers and marks for sounds are
 * taken out; of JSON lines the field `text` or `t` is read.
 */
export function cleanTranscript(output: string): string {
  const lines = output
    .slice(0, maxLetters * 4)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with one.
    .replace(/\u001b\[[0-9;]*[A-Za-z]/g, '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !logLines.test(line))
    .map((line) => textOfJson(line) ?? line.replace(/^\d{6,}:\s*/, ''));
  const text = lines
    .join(' ')
    .replace(timeStamps, ' ')
    // Second pronunciations of the dictionary: read(2).
    .replace(/(?<=\w)\(\d+\)/g, '')
    .replace(soundMarks, ' ')
    .replace(/[^\p{L}\p{N}\p{P}\p{S}\p{M}\s]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  return text.slice(0, maxLetters);
}

function textOfJson(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const { text, t } = JSON.parse(line) as { text?: unknown; t?: unknown };
    return typeof text === 'string' ? text : typeof t === 'string' ? t : '';
  } catch {
    return undefined;
  }
}
