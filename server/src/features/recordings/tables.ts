import { bigint, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Waveform } from './recording-file.ts';

export const recordings = pgTable('recordings', {
  callId: text('call_id').primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  storageKey: text('storage_key').notNull(),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  durationMs: integer('duration_ms').notNull(),
  waveform: jsonb('waveform').$type<Waveform>().notNull(),
});
