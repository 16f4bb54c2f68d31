/** Encrypts what must not be read from a stolen database (AES-256-GCM; the key is SECRET_KEY or a file in DATA_DIR). */
export interface Secrets {
  encrypt(plain: string): string;
  /** Throws when the text was changed or belongs to another key. */
  decrypt(encrypted: string): string;
  /** A secret of its own for one purpose, such as signing cookies: the same at every start, 64 characters. */
  derive(purpose: string): string;
}
