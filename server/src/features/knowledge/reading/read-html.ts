import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { ReadingError, type ReadText } from './reading-error.ts';

/** Whether a text begins as a page does. */
export function isHtml(text: string): boolean {
  return /^\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body|\?xml)/i.test(text.slice(0, 4_096));
}

/** The words of a page: its main part where it can be told, with headings, lists and tables as lines. */
export function readHtml(html: string): ReadText {
  const { document } = parseHTML(toWholePage(html));
  const title = document.querySelector('title')?.textContent?.trim() ?? '';
  for (const element of document.querySelectorAll('script, style, noscript, template, iframe, svg, title'))
    element.remove();
  const whole = toLines(document.body);
  const main = findMainPart(document);
  // A page of many short parts has no main part: then all of it is taken.
  const text = main.length >= whole.length * 0.3 ? main : whole;
  if (text.trim() === '')
    throw new ReadingError('The page holds no text. Pages made by scripts cannot be read.');
  return { title: title.slice(0, 200), text };
}

/** All words of a piece of HTML that is no page of a site: nothing of it is a menu. */
export function readFragment(html: string): string {
  return toLines(parseHTML(toWholePage(html)).document.body);
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
    return article?.content ? readFragment(article.content) : '';
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
