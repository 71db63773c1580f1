/** The permissions of a token. Sessions, and tokens created without a choice, have all of them. */
export const SCOPES = ['read', 'links', 'orders', 'campaigns', 'money', 'administration'] as const;
export type Scope = (typeof SCOPES)[number];
