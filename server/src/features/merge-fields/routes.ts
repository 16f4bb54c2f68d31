import { AppError } from '@parley/contract/errors';
import { defaultMergeFields, mergeFieldLimits, mergeFieldRoutes } from '@parley/contract/merge-fields';
import type { Platform } from '../../platform/platform.ts';
import { listChanges } from '../audit/index.ts';
import { type MergeFieldsNeeds, toMergeField } from './index.ts';
import { countFields, deleteField, insertField, listFields, lockFields, saveDescription } from './queries.ts';

/** Mounts the calls about merge fields. */
export function mountMergeFieldRoutes({ db, http }: Platform, { audit }: MergeFieldsNeeds): void {
  http.mount(mergeFieldRoutes.list, async (_input, { identity }) => ({
    fields_mapping: [
      ...defaultMergeFields.map((field) => ({
        ...field,
        id: `default_${field.field_name}`,
        parley_field: true,
      })),
      ...(await listFields(db.queries, identity.workspaceId)).map(toMergeField),
    ],
  }));

  http.mount(mergeFieldRoutes.create, async ({ body }, context) => {
    const { workspaceId } = context.identity;
    const name = body.field_name;
    if (defaultMergeFields.some((field) => field.field_name === name))
      throw AppError.of('merge_field_exists', { name });
    return await db.transaction(async (tx) => {
      await lockFields(tx, workspaceId);
      const limit = mergeFieldLimits.fields;
      if ((await countFields(tx, workspaceId)) >= limit)
        throw AppError.of('merge_field_limit_reached', { limit });
      const row = await insertField(tx, { workspaceId, name, description: body.field_description });
      if (row === undefined) throw AppError.of('merge_field_exists', { name });
      await audit.record(tx, context, { action: 'merge-field.created', subject: { id: row.id, name } });
      return { field: toMergeField(row) };
    });
  });

  http.mount(mergeFieldRoutes.save, async ({ params, body }, context) => {
    const { workspaceId } = context.identity;
    return await db.transaction(async (tx) => {
      const before = (await listFields(tx, workspaceId)).find((field) => field.id === params.id);
      const row = await saveDescription(tx, workspaceId, params.id, body.field_description);
      if (row === undefined) throw AppError.of('merge_field_not_found');
      await audit.record(tx, context, {
        action: 'merge-field.changed',
        subject: { id: row.id, name: row.name },
        changes: listChanges({ description: before?.description }, { description: row.description }),
      });
      return { field: toMergeField(row) };
    });
  });

  http.mount(mergeFieldRoutes.remove, async ({ params }, context) => {
    await db.transaction(async (tx) => {
      const row = await deleteField(tx, context.identity.workspaceId, params.id);
      if (row === undefined) throw AppError.of('merge_field_not_found');
      await audit.record(tx, context, {
        action: 'merge-field.deleted',
        subject: { id: row.id, name: row.name },
      });
    });
    return { success: true as const };
  });
}
