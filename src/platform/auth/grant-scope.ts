/**
 * The scopes that a person can permit to a program. They exclude everything about money, orders and the administration of anything; what
 * they reach is declared on each operation (`assistants`).
 */
export const GRANT_SCOPES = ['read', 'links', 'campaigns'] as const;
export type GrantScope = (typeof GRANT_SCOPES)[number];
