/**
 * Structured log. The sentence is static; what varies goes into fields. Never a name, an email, a phone
 * number, or words of a call: ids only.
 */
export interface Log {
  debug(sentence: string, fields?: Record<string, unknown>): void;
  info(sentence: string, fields?: Record<string, unknown>): void;
  warn(sentence: string, fields?: Record<string, unknown>): void;
  error(sentence: string, fields?: Record<string, unknown>): void;
  child(fields: Record<string, unknown>): Log;
}
