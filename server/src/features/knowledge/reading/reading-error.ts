/** Why a page or a file could not be read, in words for staff. */
export class ReadingError extends Error {
  override readonly name = 'ReadingError';
}

/** What was read: `title` is empty where the document names none. Headings of the text begin with `#`. */
export type ReadText = { title: string; text: string };
