import type { MergeField, mergeFieldRoutes } from '@parley/contract/merge-fields';
import { queryOptions } from '@tanstack/react-query';
import { call, endpoint } from './client.ts';

type Routes = typeof mergeFieldRoutes;

const list = endpoint<Routes['list']>('GET', '/company-fields-mapping');
const create = endpoint<Routes['create']>('POST', '/company-fields-mapping');
const save = endpoint<Routes['save']>('PATCH', '/company-fields-mapping/{id}');
const remove = endpoint<Routes['remove']>('DELETE', '/company-fields-mapping/{id}');

/** Those of the product first, then those of the workspace. */
export const mergeFieldsQuery = queryOptions({
  queryKey: ['merge-fields'],
  queryFn: async ({ signal }): Promise<MergeField[]> => (await call(list, { signal })).fields_mapping,
});

export async function createMergeField(body: {
  field_name: string;
  field_description: string;
}): Promise<MergeField> {
  return (await call(create, { body })).field;
}

/** Changes what a field of the workspace means. */
export async function saveMergeField({
  id,
  field_description,
}: {
  id: string;
  field_description: string;
}): Promise<MergeField> {
  return (await call(save, { params: { id }, body: { field_description } })).field;
}

export async function deleteMergeField(id: string): Promise<void> {
  await call(remove, { params: { id } });
}
