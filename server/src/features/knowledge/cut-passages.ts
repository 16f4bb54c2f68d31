/** A piece of a text that stands for itself: the heading it is under, and its words. */
export type CutPassage = { title: string; text: string };

/** Long enough to hold an answer, short enough for four of them to stand in a prompt. In characters. */
const longest = 900;
const shortest = 200;
/** The last sentence of a passage begins the next one, where it is no longer than this. */
const overlapLongest = 160;
/** One text gives at most so many passages. */
export const passageLimit = 5_000;

/**
 * Cuts a text into passages at headings, paragraphs and sentences, in this order. Headings are lines that begin with `#`;
 * a passage's title is the title of the text and the headings above it.
 */
export function cutPassages(title: string, text: string): CutPassage[] {
  const passages: CutPassage[] = [];
  for (const section of listSections(title, text)) {
    let open = '';
    const close = (): void => {
      if (open.trim() !== '') passages.push({ title: section.title, text: open.trim() });
      open = '';
    };
    for (const piece of section.paragraphs.flatMap(listPieces)) {
      if (open.length + piece.length + 1 > longest && open.length >= shortest) {
        const overlap = lastSentence(open);
        close();
        open = overlap.length <= overlapLongest ? overlap : '';
      }
      open = open === '' ? piece : `${open}\n${piece}`;
    }
    close();
    if (passages.length >= passageLimit) break;
  }
  return passages.slice(0, passageLimit);
}

type Section = { title: string; paragraphs: string[] };

function listSections(title: string, text: string): Section[] {
  const sections: Section[] = [{ title, paragraphs: [] }];
  const headings: string[] = [];
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    const heading = /^(#{1,6})\s+(.*\S)\s*$/.exec(line);
    if (heading) {
      headings.length = Math.min(headings.length, heading[1]!.length - 1);
      headings[heading[1]!.length - 1] = heading[2]!;
      const path = [title, ...headings.filter(Boolean)].filter(
        (part, index, all) => all.indexOf(part) === index,
      );
      sections.push({ title: path.join(' · ').slice(0, 300), paragraphs: [] });
    } else if (line.trim() !== '') sections.at(-1)!.paragraphs.push(line.trim());
  }
  return sections.filter((section) => section.paragraphs.length > 0);
}

/** A paragraph, or its sentences where it is too long, or parts of a sentence that never ends. */
function listPieces(paragraph: string): string[] {
  if (paragraph.length <= longest) return [paragraph];
  const pieces: string[] = [];
  for (const sentence of paragraph.split(/(?<=[.!?。！？])\s+/u)) {
    for (let from = 0; from < sentence.length; from += longest)
      pieces.push(sentence.slice(from, from + longest));
  }
  return pieces;
}

function lastSentence(text: string): string {
  return text.split(/(?<=[.!?])\s+|\n/u).at(-1) ?? '';
}
