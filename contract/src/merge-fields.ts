import { z } from 'zod';
import { idOf } from './ids.ts';
import { mergeFieldLimits, mergeFieldPattern } from './merge-field-rules.ts';
import { route } from './route.ts';

export * from './merge-field-rules.ts';

/** A merge field with the wire names of the specification. */
export const MergeField = z.object({
  id: z.string(),
  field_name: z.string(),
  field_description: z.string(),
  /** A default field of the product, not one of the user (MERGE-2). */
  parley_field: z.boolean(),
});
export type MergeField = z.output<typeof MergeField>;

const Description = z
  .string()
  .trim()
  .min(1, 'Field description is required')
  .max(mergeFieldLimits.descriptionLength, 'Field description must be 200 characters or less');
const FieldId = z.object({ id: idOf('mergeField') });

export const mergeFieldRoutes = {
  list: route({
    method: 'GET',
    path: '/company-fields-mapping',
    summary: 'Lists the merge fields: those of the product first, then those of the workspace.',
    tag: 'Merge fields',
    access: 'signed-in',
    status: 200,
    answer: z.object({ fields_mapping: z.array(MergeField) }),
  }),
  create: route({
    method: 'POST',
    path: '/company-fields-mapping',
    summary: 'Creates a merge field.',
    tag: 'Merge fields',
    access: 'edit',
    body: z.object({
      field_name: z
        .string()
        .trim()
        .min(1, 'Field name is required')
        .max(mergeFieldLimits.nameLength, 'Field name must be 50 characters or less')
        .regex(
          mergeFieldPattern,
          'Field name must be lowercase with underscores only (e.g., prospect_owner_name)',
        ),
      field_description: Description,
    }),
    status: 201,
    answer: z.object({ field: MergeField }),
    errors: ['merge_field_exists', 'merge_field_limit_reached'],
  }),
  save: route({
    method: 'PATCH',
    path: '/company-fields-mapping/{id}',
    summary: 'Changes what a merge field of the workspace means.',
    tag: 'Merge fields',
    access: 'edit',
    params: FieldId,
    body: z.object({ field_description: Description }),
    status: 200,
    answer: z.object({ field: MergeField }),
    errors: ['merge_field_not_found'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/company-fields-mapping/{id}',
    summary: 'Deletes a merge field of the workspace. Where a text names it, nothing is filled in any more.',
    tag: 'Merge fields',
    access: 'edit',
    params: FieldId,
    status: 200,
    answer: z.object({ success: z.literal(true) }),
    errors: ['merge_field_not_found'],
  }),
};
