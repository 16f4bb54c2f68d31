import { mergeFieldLimits, mergeFieldPattern } from '@parley/contract/merge-field-rules';

/** What is wrong with a new merge field, in the words of MERGE-1. */
export const mergeFieldChecks = {
  field_name: (name: string): string | null => {
    const given = name.trim();
    if (given === '') return 'Field name is required';
    if (given.length > mergeFieldLimits.nameLength) return 'Field name must be 50 characters or less';
    return mergeFieldPattern.test(given)
      ? null
      : 'Field name must be lowercase with underscores only (e.g., prospect_owner_name)';
  },
  field_description: (description: string): string | null => {
    const given = description.trim();
    if (given === '') return 'Field description is required';
    return given.length > mergeFieldLimits.descriptionLength
      ? 'Field description must be 200 characters or less'
      : null;
  },
};
