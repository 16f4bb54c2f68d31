/** Where a voice is heard, below `/api/v1`: a short sample, as audio. */
export const voicePreviewPath = (id: string): string => `/voice-profiles/${id}/preview`;

/** Where the picture of a voice is, below `/api/v1`: SVG. */
export const voiceAvatarPath = (id: string): string => `/voice-profiles/${id}/avatar`;

/** What can be heard before a call: longest text and value of a merge field in characters, and how many values. */
export const sayLimits = { textLength: 1_000, fields: 50, fieldNameLength: 50, valueLength: 200 } as const;

/** How old a voice sounds (VOICE-1), in the order of the filter. */
export const voiceAges = ['Young', 'Middle Aged', 'Old'] as const;
