/** A command that shows a key at work: the call log, from the host the app is open at. */
export function exampleCommand(origin: string, key: string): string {
  return `curl ${origin}/api/v1/call-logs \\\n  -H "Authorization: Bearer ${key}"`;
}
