import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { type Outbound, type OutboundAnswer, OutboundError } from '../../platform/outbound/outbound.ts';

/** Why a page could not be read, in words for staff. */
export class PageError extends Error {
  override readonly name = 'PageError';
}

export type ReadPage = { title: string; text: string; sizeBytes: number };

const pageBytes = 5 * 1024 * 1024;
const pageMs = 20_000;
const robotsMs = 5_000;
/** The name robots.txt may speak to (RFC 9309, section 2.2.1). */
const robotName = 'parley';

/**
 * Fetches a web page and takes its words: robots.txt is respected, private addresses are refused also behind redirects,
 * size and time are limited. Throws PageError.
 */
export async function readPage(outbound: Pick<Outbound, 'fetch'>, address: string): Promise<ReadPage> {
  await checkRobots(outbound, address);
  const answer = await fetchPage(outbound, address);
  if (answer.status < 200 || answer.status >= 300)
    throw new PageError(`The page answered with status ${answer.status}.`);
  if (answer.isCut) throw new PageError('The page is larger than 5 MB.');
  const text = decodeText(answer);
  const type = answer.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  const sizeBytes = answer.body.length;
  if (isHtml(text)) return { ...readHtml(text), sizeBytes };
  if (type.startsWith('text/') || type === 'application/json' || type === '') {
    if (text.includes('\u0000')) throw new PageError('This is no text.');
    return { title: '', text, sizeBytes };
  }
  throw new PageError(`Pages of the type ${type} cannot be read.`);
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
    throw new PageError(error instanceof OutboundError ? error.message : 'The page could not be fetched.');
  }
}

/** Robots.txt that cannot be read forbids nothing, as RFC 9309 (2.3.1.3) lets us decide for missing ones. */
async function checkRobots(outbound: Pick<Outbound, 'fetch'>, address: string): Promise<void> {
  if (!URL.canParse(address)) throw new PageError('This is no address of a page.');
  const url = new URL(address);
  const answer = await outbound
    .fetch(new URL('/robots.txt', url), { timeoutMs: robotsMs, maxAnswerBytes: 500 * 1024, maxRedirects: 3 })
    .catch(() => undefined);
  if (answer?.status !== 200) return;
  const text = Buffer.from(answer.body).toString('utf8');
  if (!isAllowed(text, `${url.pathname}${url.search}`))
    throw new PageError('The site asks not to be read by programs (robots.txt).');
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

/** Bytes as text: by byte order mark, by what the answer or the page says, else UTF-8 where it fits, else Latin-1. */
export function decodeText({ body, headers }: Pick<OutboundAnswer, 'body' | 'headers'>): string {
  const head = Buffer.from(body.subarray(0, 2_048)).toString('latin1');
  const bom =
    body[0] === 0xff && body[1] === 0xfe
      ? 'utf-16le'
      : body[0] === 0xfe && body[1] === 0xff
        ? 'utf-16be'
        : undefined;
  const said =
    /charset\s*=\s*"?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1] ??
    /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1];
  if (bom !== undefined) return new TextDecoder(bom).decode(body);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    // It is no UTF-8, whatever it says.
  }
  try {
    return new TextDecoder(said && !/^utf-?8$/i.test(said) ? said : 'windows-1252').decode(body);
  } catch {
    return new TextDecoder('windows-1252').decode(body);
  }
}

function isHtml(text: string): boolean {
  return /^\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body|\?xml)/i.test(text.slice(0, 4_096));
}

/** The words of a page: its main part where it can be told, with headings, lists and tables as lines. */
export function readHtml(html: string): { title: string; text: string } {
  const { document } = parseHTML(toWholePage(html));
  const title = document.querySelector('title')?.textContent?.trim() ?? '';
  for (const element of document.querySelectorAll('script, style, noscript, template, iframe, svg, title'))
    element.remove();
  const whole = toLines(document.body);
  const main = findMainPart(document);
  // A page of many short parts has no main part: then all of it is taken.
  const text = main.length >= whole.length * 0.3 ? main : whole;
  if (text.trim() === '')
    throw new PageError('The page holds no text. Pages made by scripts cannot be read.');
  return { title: title.slice(0, 200), text };
}

/** The parser makes no head and body of its own where a page leaves them out, and the finder of the main part needs both. */
function toWholePage(html: string): string {
  const title = /<title[^>]*>[\s\S]*?<\/title>/i.exec(html)?.[0] ?? '';
  const body = /<body[^>]*>([\s\S]*?)(?:<\/body>|$)/i.exec(html)?.[1] ?? html;
  return `<!doctype html><html><head>${title}</head><body>${body}</body></html>`;
}

/** The article of a page, without menus and the like; empty where there is none, or the finder stumbles. */
function findMainPart(document: unknown): string {
  try {
    const article = new Readability(document as ConstructorParameters<typeof Readability>[0], {
      charThreshold: 200,
    }).parse();
    return article?.content ? toLines(parseHTML(toWholePage(article.content)).document.body) : '';
  } catch {
    return '';
  }
}

const blocks = new Set(
  'p div li ul ol table tr section article header footer main aside nav blockquote pre dl dt dd figure form fieldset br hr'.split(
    ' ',
  ),
);

type Node = { nodeType: number; nodeName: string; textContent: string | null; childNodes: Iterable<Node> };

function toLines(root: unknown): string {
  let text = '';
  const walk = (node: Node): void => {
    if (node.nodeType === 3) {
      text += (node.textContent ?? '').replaceAll(/\s+/g, ' ');
      return;
    }
    const name = node.nodeName.toLowerCase();
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (level) text += `\n${'#'.repeat(Number(level))} `;
    else if (blocks.has(name)) text += '\n';
    else if (name === 'td' || name === 'th') text += ' ';
    for (const child of node.childNodes) walk(child);
    if (level || blocks.has(name)) text += '\n';
  };
  walk(root as Node);
  return text
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '' && !/^#+$/.test(line))
    .join('\n');
}
