import { z } from 'zod';
import { campaignLimits } from './campaign-rules.ts';
import { route } from './route.ts';

/** An uploaded file; `secure_url` is what `csv_url` wants. */
export const Upload = z.object({
  id: z.string(),
  secure_url: z.string(),
  original_filename: z.string(),
  bytes: z.int(),
  /** How many columns its first line has, and what they are called. */
  columns: z.array(z.string()),
  created_at: z.string(),
});
export type Upload = z.output<typeof Upload>;

export const uploadRoutes = {
  create: route({
    method: 'POST',
    path: '/uploads',
    summary: 'Stores a CSV file for a campaign or the do-not-call list. It is kept for 30 days.',
    tag: 'Contacts',
    access: 'edit',
    upload: { fileBytes: campaignLimits.fileBytes },
    status: 201,
    answer: Upload.extend({ success: z.literal(true) }),
    errors: ['upload_not_csv', 'uploads_at_limit'],
    perMinute: 60,
  }),
};

/** Path, below `/api/v1`, of an uploaded file. */
export const uploadFilePath = (uploadId: string): string => `/uploads/${uploadId}`;
