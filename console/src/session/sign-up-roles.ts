/** Whom somebody can sign up as. */
export const SIGN_UP_ROLES = ['creator', 'store', 'agency'] as const;
export type SignUpRole = (typeof SIGN_UP_ROLES)[number];
