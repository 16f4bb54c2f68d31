import { type Outbound, type OutboundAnswer, OutboundError } from '../../../platform/outbound/outbound.ts';
import { decodeText } from './decode-text.ts';
import { longestText } from './read-file.ts';
import { isHtml } from './read-html.ts';
import { ReadingError, type ReadText } from './reading-error.ts';
import type { ReadingTask } from './reading-worker.ts';

export type ReadPage = ReadText & { sizeBytes: number };

const pageBytes = 5 * 1024 * 1024;
const pageMs = 20_000;
const robotsMs = 5_000;
/** The name robots.txt may speak to (RFC 9309, section 2.2.1). */
const robotName = 'parley';

/**
 * Fetches a web page and takes its words: robots.txt is respected, private addresses are refused also behind redirects,
 * size and time are limited. `read` takes the words of a page or of a PDF, in a thread of its own. Throws ReadingError.
 */
export async function readPage(
  outbound: Pick<Outbound, 'fetch'>,
  address: string,
  read: (task: ReadingTask) => Promise<ReadText>,
): Promise<ReadPage> {
  await checkRobots(outbound, address);
  const answer = await fetchPage(outbound, address);
  if (answer.status < 200 || answer.status >= 300)
    throw new ReadingError(`The page answered with status ${answer.status}.`);
  if (answer.isCut) throw new ReadingError('The page is larger than 5 MB.');
  if (Buffer.from(answer.body.subarray(0, 5)).toString('latin1') === '%PDF-')
    return { ...(await read({ type: 'pdf', bytes: answer.body })), sizeBytes: answer.body.length };
  const text = decodeText(answer);
  const type = answer.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  const sizeBytes = answer.body.length;
  if (isHtml(text)) return { ...(await read({ type: 'html', bytes: Buffer.from(text) })), sizeBytes };
  if (type.startsWith('text/') || type === 'application/json' || type === '') {
    if (text.includes('\u0000')) throw new ReadingError('This is no text.');
    if (text.length > longestText) throw new ReadingError('The page holds more than 2 million characters.');
    return { title: '', text: text.toWellFormed(), sizeBytes };
  }
  throw new ReadingError(`Pages of the type ${type} cannot be read.`);
}

async function fetchPage(outbound: Pick<Outbound, 'fetch'>, address: string): Promise<OutboundAnswer> {
  try {
    return await outbound.fetch(address, {
      headers: { accept: 'text/html, text/plain;q=0.9, */*;q=0.1' },
      timeoutMs: pageMs,
      maxAnswerBytes: pageBytes,
      maxRedirects: 5,
    });
  } catch (error) {
    throw new ReadingError(error instanceof OutboundError ? error.message : 'The page could not be fetched.');
  }
}

/** Robots.txt that cannot be read forbids nothing, as RFC 9309 (2.3.1.3) lets us decide for missing ones. */
async function checkRobots(outbound: Pick<Outbound, 'fetch'>, address: string): Promise<void> {
  if (!URL.canParse(address)) throw new ReadingError('This is no address of a page.');
  const url = new URL(address);
  const answer = await outbound
    .fetch(new URL('/robots.txt', url), { timeoutMs: robotsMs, maxAnswerBytes: 500 * 1024, maxRedirects: 3 })
    .catch(() => undefined);
  if (answer?.status !== 200) return;
  const text = Buffer.from(answer.body).toString('utf8');
  if (!isAllowed(text, `${url.pathname}${url.search}`))
    throw new ReadingError('The site asks not to be read by programs (robots.txt).');
}

/** Whether robots.txt lets us read a path: the group that names us, else that for all; the longest rule counts (RFC 9309, 2.2.2). */
export function isAllowed(robots: string, path: string): boolean {
  const groups: { agents: string[]; rules: { allows: boolean; path: string }[] }[] = [];
  let isNaming = false;
  for (const line of robots.split(/\r?\n/)) {
    const match = /^\s*(user-agent|allow|disallow)\s*:\s*([^#]*)/i.exec(line);
    if (!match) continue;
    const [, name, value] = [match[0], match[1]!.toLowerCase(), match[2]!.trim()];
    if (name === 'user-agent') {
      if (!isNaming) groups.push({ agents: [], rules: [] });
      groups.at(-1)!.agents.push(value.toLowerCase());
      isNaming = true;
      continue;
    }
    isNaming = false;
    if (value !== '') groups.at(-1)?.rules.push({ allows: name === 'allow', path: value });
  }
  const named = groups.filter((group) => group.agents.includes(robotName));
  const chosen = named.length > 0 ? named : groups.filter((group) => group.agents.includes('*'));
  const fitting = chosen
    .flatMap((group) => group.rules)
    .filter((rule) => toPattern(rule.path).test(path))
    .sort((one, other) => other.path.length - one.path.length || Number(other.allows) - Number(one.allows));
  return fitting[0]?.allows ?? true;
}

function toPattern(rule: string): RegExp {
  const ends = rule.endsWith('$');
  const escaped = rule
    .replace(/\$$/, '')
    .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/\*+/g, '.*');
  return new RegExp(`^${escaped}${ends ? '$' : ''}`);
}
