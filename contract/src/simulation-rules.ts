/** Audio of a simulation, both ways: PCM of 16 bits, little-endian, mono; a message is a frame of 20 ms. No zod: the web app loads it. */
export const simulationAudio = { rateHz: 16_000, frameSamples: 320, frameBytes: 640 } as const;

/** Why a socket of a simulation was closed (RFC 6455 section 7.4.2: 4000 and up are an application's own). */
export const simulationClose = {
  ended: 1000,
  /** What was sent is not understood. */
  refused: 1008,
  /** Another page of the same user took the call over. */
  replaced: 4001,
  /** The session is over, or may not do this any more. */
  signedOut: 4003,
  /** There is no such simulation here, or it is over. */
  missing: 4004,
} as const;

/** The longest text that can be typed at once, in characters. */
export const simulationTextLimit = 2_000;

/** Path of a simulation's WebSocket below `/api/v1`. */
export const simulationSocketPath = (callId: string): string => `/simulations/${callId}/socket`;
