import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Platform } from '../platform/platform.ts';
import { demoAgents, demoNumber } from './demo-agents.ts';
import type { Features } from './open-features.ts';

const demoEmail = 'demo@parley.local';
const fileName = 'demo-sign-in.json';

const DemoSignIn = z.object({ email: z.string(), password: z.string() });
export type DemoSignIn = z.output<typeof DemoSignIn>;

/**
 * Makes the demo user and workspace of local mode on a database without users, and finishes it where an
 * earlier start died halfway. Returns how to sign in, or undefined where others use the installation.
 */
export async function ensureDemoWorkspace(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  { accounts, agents, numbers }: Pick<Features, 'accounts' | 'agents' | 'numbers'>,
): Promise<DemoSignIn | undefined> {
  const path = join(config.dataDir, fileName);
  const user = await accounts.findUserByEmail(db.queries, demoEmail);
  if (user === undefined && (await accounts.hasUsers(db.queries))) return undefined;
  if (user?.workspaceId !== undefined) return await readSignIn(path);

  // The password is on the disk before the account exists: whatever dies in between, it can be read.
  const signIn = (await readSignIn(path)) ?? (await writeSignIn(path));
  const userId =
    user?.userId ??
    (await accounts.insertUser({
      email: demoEmail,
      password: signIn.password,
      firstName: 'Demo',
      lastName: 'User',
    }));
  await db.transaction(async (tx) => {
    const workspaceId = await accounts.insertWorkspace(tx, userId, 'Demo workspace');
    const { inbound, outbound } = demoAgents;
    const inboundAgentId = await agents.insertReadyAgent(tx, { workspaceId, ...inbound });
    const outboundAgentId = await agents.insertReadyAgent(tx, { workspaceId, ...outbound });
    await numbers.insertNumber(tx, { workspaceId, e164: demoNumber, inboundAgentId, outboundAgentId });
  });
  return signIn;
}

async function readSignIn(path: string): Promise<DemoSignIn | undefined> {
  try {
    return DemoSignIn.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Written beside and renamed, so that no half of it is ever read. */
async function writeSignIn(path: string): Promise<DemoSignIn> {
  // The end holds one character of each kind that passwords need.
  const signIn = { email: demoEmail, password: `${randomBytes(9).toString('base64url')}!aA` };
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  await writeFile(`${path}.new`, `${JSON.stringify(signIn, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
  return signIn;
}
