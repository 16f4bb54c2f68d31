/** Now in ms on the system's monotonic clock: the same in all processes of a machine, unlike `performance.now()`. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
