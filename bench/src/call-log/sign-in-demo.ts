import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Signs in as the demo user; returns the session's cookie. */
export async function signInDemo(url: string, dataDir: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: readFileSync(join(dataDir, 'demo-sign-in.json'), 'utf8'),
  });
  if (!answer.ok) throw new Error(`The bench could not sign in: ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
