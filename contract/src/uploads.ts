import { z } from 'zod';

/** Where files are sent (multipart/form-data, one part `file`), below `/api/v1`. */
export const uploadPath = '/uploads';

/** An uploaded file; `secure_url` is what `csv_url` wants. */
export const Upload = z.object({
  id: z.string(),
  secure_url: z.string(),
  original_filename: z.string(),
  bytes: z.int(),
  created_at: z.string(),
});
export type Upload = z.output<typeof Upload>;

export const UploadAnswer = Upload.extend({ success: z.literal(true) });
export type UploadAnswer = z.output<typeof UploadAnswer>;
