/** The largest list of contacts, in bytes (WIZ-2). */
export const csvFileLimitBytes = 10 * 1024 * 1024;

/** What is wrong with chosen files before they are read; undefined when there is one that may be read (WIZ-2). */
export function checkCsvFiles(files: readonly Pick<File, 'name' | 'size'>[]): string | undefined {
  const [file, second] = files;
  if (file === undefined) return 'Choose a CSV file.';
  if (second !== undefined) return 'Choose one file only.';
  if (!/\.csv$/i.test(file.name))
    return 'Only CSV files can be used. In a spreadsheet, choose File, Save as, CSV.';
  if (file.size > csvFileLimitBytes) return 'The file is larger than 10 MB. Split it into two files.';
  if (file.size === 0) return 'The file is empty.';
  return undefined;
}

/** `840 bytes`, `12 kB`, `3.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
