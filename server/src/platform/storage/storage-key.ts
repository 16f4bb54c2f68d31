/** Parts of letters, digits, `-`, `_` and `.` that do not begin with a dot, joined by `/`. */
const keyPattern = /^[0-9A-Za-z_-][0-9A-Za-z._-]*(?:\/[0-9A-Za-z_-][0-9A-Za-z._-]*)*$/;
/** S3 allows 1024 bytes, a file system 255 for each part. */
const keyMaxLength = 512;
const partMaxLength = 255;

/** Throws for a key that could leave the storage's own folder, or that not every storage can hold. */
export function checkStorageKey(key: string): string {
  const isGood =
    key.length <= keyMaxLength &&
    keyPattern.test(key) &&
    key.split('/').every((part) => part.length <= partMaxLength);
  if (!isGood) throw new Error('A storage key holds letters, digits, "/", "-", "_" and "." only.');
  return key;
}
