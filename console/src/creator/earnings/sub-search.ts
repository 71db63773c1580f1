export const SUBS = ['sub1', 'sub2', 'sub3', 'sub4', 'sub5'] as const;
export type Sub = (typeof SUBS)[number];

/** The sub-id in the URL; the first is the default and is left out. */
export const readSub = (given: unknown): Sub | undefined => SUBS.slice(1).find((sub) => sub === given);
