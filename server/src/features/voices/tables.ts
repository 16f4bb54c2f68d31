import { boolean, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { precision: 3, withTimezone: true });

export const accountVoices = pgTable('account_voices', {
  id: text('id').primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  vendor: text('vendor').notNull(),
  voiceId: text('voice_id').notNull(),
  name: text('name').notNull(),
  gender: text('gender').notNull(),
  accent: text('accent').notNull(),
  age: text('age').notNull(),
  previewUrl: text('preview_url').notNull(),
  isGone: boolean('is_gone').notNull().default(false),
  createdAt: at('created_at').notNull().defaultNow(),
});
export type AccountVoiceRow = typeof accountVoices.$inferSelect;

export const voiceListings = pgTable(
  'voice_listings',
  {
    workspaceId: text('workspace_id').notNull(),
    vendor: text('vendor').notNull(),
    askedAt: at('asked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.vendor] })],
);

export const voicePreviews = pgTable(
  'voice_previews',
  {
    workspaceId: text('workspace_id').notNull(),
    voiceId: text('voice_id').notNull(),
    spokenBy: text('spoken_by').notNull(),
    storageKey: text('storage_key').notNull(),
    contentType: text('content_type').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.voiceId] })],
);
export type VoicePreviewRow = typeof voicePreviews.$inferSelect;
