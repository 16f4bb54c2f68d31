/** Limits of phone numbers. No zod: the web app loads them. */

/** In characters. */
export const numberNameMaxLength = 100;

/** Numbers one workspace may have. */
export const numberLimit = 1_000;

/** How long a test ring of a number is waited for, in ms. */
export const ringWaitMs = 120_000;

/** Numbers on a page of the table (NUM-1). */
export const numberPageSize = 10;

/** How far back the health of a number looks, in days. */
export const numberHealthDays = 30;

/** What carriers rent out: numbers of a place, those whose caller pays nothing, and those of mobile phones. */
export const numberKinds = ['local', 'toll_free', 'mobile'] as const;
export type NumberKind = (typeof numberKinds)[number];

/** In characters. */
export const areaCodeMaxLength = 5;
export const numberDigitsMaxLength = 10;

/** Numbers a search for numbers to buy tells of at most. */
export const offeredNumberLimit = 20;
