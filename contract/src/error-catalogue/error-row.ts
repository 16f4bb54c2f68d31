/** What a client is told happened; the toast's title comes from it (ERR-1). */
export type ErrorKind =
  | 'UNAUTHORIZED'
  | 'INVALID_CREDENTIALS'
  | 'VALIDATION_ERROR'
  | 'NETWORK_ERROR'
  | 'SERVER_ERROR';

export type ErrorRow = { kind: ErrorKind; status: number; message: string; title?: string };
