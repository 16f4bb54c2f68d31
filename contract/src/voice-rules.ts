/** Where a voice is heard, below `/api/v1`: a short sample, as audio. */
export const voicePreviewPath = (id: string): string => `/voice-profiles/${id}/preview`;

/** Where the picture of a voice is, below `/api/v1`: SVG. */
export const voiceAvatarPath = (id: string): string => `/voice-profiles/${id}/avatar`;

/** How old a voice sounds (VOICE-1), in the order of the filter. */
export const voiceAges = ['Young', 'Middle Aged', 'Old'] as const;
