import type { MergeField } from '@parley/contract/merge-fields';
import { defaultMergeFields, mergeFieldRoutes } from '@parley/contract/merge-fields';
import type { Queries } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountsFeature } from '../accounts/index.ts';
import type { AuditFeature } from '../audit/index.ts';
import { listFields } from './queries.ts';
import { mountMergeFieldRoutes } from './routes.ts';
import type { MergeFieldRow } from './tables.ts';

export const mergeFieldMigrations = new URL('./migrations/', import.meta.url);

export type MergeFieldsNeeds = {
  accounts: Pick<AccountsFeature, 'addToExport'>;
  audit: Pick<AuditFeature, 'record'>;
};

export type MergeFieldsFeature = {
  /** What each field of the workspace means, by name: those of the product and its own. */
  listDescriptions(queries: Queries, workspaceId: string): Promise<ReadonlyMap<string, string>>;
};

/** Merge fields: what may be filled into prompts and greetings for each person. */
export function openMergeFields(platform: Platform, needs: MergeFieldsNeeds): MergeFieldsFeature {
  mountMergeFieldRoutes(platform, needs);
  needs.accounts.addToExport({
    name: 'merge_fields',
    permission: mergeFieldRoutes.list.access,
    async *list(workspaceId) {
      yield* (await listFields(platform.db.queries, workspaceId)).map(toMergeField);
    },
  });
  return {
    async listDescriptions(queries, workspaceId) {
      const own = await listFields(queries, workspaceId);
      return new Map([
        ...defaultMergeFields.map((field) => [field.field_name, field.field_description] as const),
        ...own.map((field) => [field.name, field.description] as const),
      ]);
    },
  };
}

/** A field of the workspace as the wire names it. */
export function toMergeField(row: MergeFieldRow): MergeField {
  return {
    id: row.id,
    field_name: row.name,
    field_description: row.description,
    parley_field: false,
  };
}
