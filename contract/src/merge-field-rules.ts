/** Limits of merge fields (MERGE-1), in characters; `fields` is how many a workspace may have. No zod: the web app loads them. */
export const mergeFieldLimits = { nameLength: 50, descriptionLength: 200, fields: 200 } as const;

/** Lower-case letters with single underscores between them. */
export const mergeFieldPattern = /^[a-z]+(?:_[a-z]+)*$/;

/** Fields every workspace has (MERGE-2), with what they mean to the agent. */
export const defaultMergeFields = [
  { field_name: 'first_name', field_description: "The person's first name" },
  { field_name: 'last_name', field_description: "The person's last name" },
  { field_name: 'phone_number', field_description: 'The number the person is called at' },
  { field_name: 'email', field_description: "The person's email address" },
  { field_name: 'company_name', field_description: 'The company the person works for' },
] as const;

/** Every `{name}` in a text, each once, in the order they come. */
export function findMergeFields(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{?\s*([A-Za-z0-9_]{1,50})\s*\}?\}/g)].map((match) => match[1]!))];
}
