/** A file as a person chooses it for a campaign. */
export function csvFile(name: string, text: string | Buffer, mimeType = 'text/csv') {
  return { name, mimeType, buffer: Buffer.from(text) };
}
