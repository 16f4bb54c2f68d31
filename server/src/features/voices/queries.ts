import { and, asc, eq, inArray, lt, or, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { VoiceFacts } from './plan-listing.ts';
import {
  type AccountVoiceRow,
  accountVoices,
  type VoicePreviewRow,
  voiceListings,
  voicePreviews,
} from './tables.ts';

/** Voices of connected accounts that one workspace can have. */
export const accountVoiceLimit = 2_000;

/** Every voice that accounts of the workspace have or had, by name. */
export async function listAccountVoices(queries: Queries, workspaceId: string): Promise<AccountVoiceRow[]> {
  return await queries
    .select()
    .from(accountVoices)
    .where(eq(accountVoices.workspaceId, workspaceId))
    .orderBy(asc(accountVoices.name), asc(accountVoices.id))
    .limit(accountVoiceLimit);
}

/** Those of the workspace's account voices that have one of the ids, ours or the vendor's. */
export async function findAccountVoices(
  queries: Queries,
  workspaceId: string,
  ids: readonly string[],
): Promise<AccountVoiceRow[]> {
  if (ids.length === 0) return [];
  return await queries
    .select()
    .from(accountVoices)
    .where(
      and(
        eq(accountVoices.workspaceId, workspaceId),
        or(inArray(accountVoices.id, [...ids]), inArray(accountVoices.voiceId, [...ids])),
      ),
    );
}

/** Every voice that the workspace's account at the vendor has or had. */
export async function listVoicesOfVendor(
  queries: Queries,
  workspaceId: string,
  vendor: string,
): Promise<AccountVoiceRow[]> {
  return await queries
    .select()
    .from(accountVoices)
    .where(and(eq(accountVoices.workspaceId, workspaceId), eq(accountVoices.vendor, vendor)));
}

/** Lets one transaction at a time take over the voices of a workspace. */
export async function lockVoices(queries: Queries, workspaceId: string): Promise<void> {
  await queries.execute(sql`select 1 from workspaces where id = ${workspaceId} for no key update`);
}

/** Adds voices, or takes over what is told of those that are there. */
export async function saveAccountVoices(
  queries: Queries,
  of: { workspaceId: string; vendor: string },
  voices: readonly VoiceFacts[],
): Promise<void> {
  // A statement has room for 65,535 parameters.
  for (let at = 0; at < voices.length; at += 500) {
    await queries
      .insert(accountVoices)
      .values(voices.slice(at, at + 500).map((voice) => ({ id: newId('voice'), ...of, ...voice })))
      .onConflictDoUpdate({
        target: [accountVoices.workspaceId, accountVoices.vendor, accountVoices.voiceId],
        set: {
          name: sql`excluded.name`,
          gender: sql`excluded.gender`,
          accent: sql`excluded.accent`,
          age: sql`excluded.age`,
          previewUrl: sql`excluded.preview_url`,
          isGone: false,
        },
      });
  }
}

export async function markGone(queries: Queries, workspaceId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await queries
    .update(accountVoices)
    .set({ isGone: true })
    .where(and(eq(accountVoices.workspaceId, workspaceId), inArray(accountVoices.id, [...ids])));
}

/** Whether the caller is to ask the account: nobody has since `staleBefore`. */
export async function claimListing(
  queries: Queries,
  given: { workspaceId: string; vendor: string; now: Date; staleBefore: Date },
): Promise<boolean> {
  const { workspaceId, vendor, now, staleBefore } = given;
  const claimed = await queries
    .insert(voiceListings)
    .values({ workspaceId, vendor, askedAt: now })
    .onConflictDoUpdate({
      target: [voiceListings.workspaceId, voiceListings.vendor],
      set: { askedAt: now },
      setWhere: lt(voiceListings.askedAt, staleBefore),
    })
    .returning({ vendor: voiceListings.vendor });
  return claimed.length > 0;
}

export async function findPreview(
  queries: Queries,
  workspaceId: string,
  voiceId: string,
): Promise<VoicePreviewRow | undefined> {
  const [row] = await queries
    .select()
    .from(voicePreviews)
    .where(and(eq(voicePreviews.workspaceId, workspaceId), eq(voicePreviews.voiceId, voiceId)));
  return row;
}

export async function savePreview(
  queries: Queries,
  preview: Omit<VoicePreviewRow, 'createdAt'>,
): Promise<void> {
  const { workspaceId: _, voiceId: __, ...change } = preview;
  await queries
    .insert(voicePreviews)
    .values(preview)
    .onConflictDoUpdate({
      target: [voicePreviews.workspaceId, voicePreviews.voiceId],
      set: { ...change, createdAt: sql`now()` },
    });
}

/** Some of the samples of a workspace. */
export async function listPreviews(
  queries: Queries,
  workspaceId: string,
  limit: number,
): Promise<VoicePreviewRow[]> {
  return await queries
    .select()
    .from(voicePreviews)
    .where(eq(voicePreviews.workspaceId, workspaceId))
    .limit(limit);
}

export async function deletePreviews(
  queries: Queries,
  workspaceId: string,
  voiceIds: readonly string[],
): Promise<void> {
  await queries
    .delete(voicePreviews)
    .where(and(eq(voicePreviews.workspaceId, workspaceId), inArray(voicePreviews.voiceId, [...voiceIds])));
}
