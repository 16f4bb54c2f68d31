/**
 * What the main thread tells a line's media. Besides these, messages of the socket are handed on as the text they are,
 * and what the media half posts back is text for the socket.
 */
export type ToStreamMedia =
  /** A socket is there, for the first time or again; what is sent goes to this stream. */
  | { type: 'connected'; streamSid: string }
  /** The socket is gone for the moment. */
  | { type: 'dropped' };
