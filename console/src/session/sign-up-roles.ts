/** The roles of a sign-up. */
export const SIGN_UP_ROLES = ['creator', 'store', 'agency'] as const;
export type SignUpRole = (typeof SIGN_UP_ROLES)[number];
