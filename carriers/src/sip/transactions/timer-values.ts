/** RFC 3261 table 4: T1 is the assumed round trip, T2 the longest pause, T4 how long the network holds a message. */
export const t1Ms = 500;
export const t2Ms = 4000;
export const t4Ms = 5000;
/** Timers B, F, H, J, L and M. */
export const giveUpMs = 64 * t1Ms;
/** Timer D over UDP must be at least 32 s (RFC 3261 section 17.1.1.2). */
export const timerDMs = 32_000;
/** After this long without an answer of ours an INVITE gets 100 (RFC 3261 section 17.2.1). */
export const tryingMs = 200;
