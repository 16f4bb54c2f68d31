/** What comes with bytes: the headers of an answer, where there are any. */
export type EncodedText = { body: Uint8Array; headers: Readonly<Record<string, string | undefined>> };

/** Bytes as text: by byte order mark, by what the answer or the page says, else UTF-8 where it fits, else Latin-1. */
export function decodeText({ body, headers }: EncodedText): string {
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
