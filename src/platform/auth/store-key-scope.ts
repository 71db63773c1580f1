/**
 * The scopes that a store's API key can have: neither payments nor the administration of anything. `webhooks`, which only keys have, permits managing
 * webhooks that a key of the store has set up, and `gifts` reading the addresses of creators to whom the shop sends gifts.
 */
export const STORE_KEY_SCOPES = ['read', 'orders', 'campaigns', 'webhooks', 'gifts'] as const;
export type StoreKeyScope = (typeof STORE_KEY_SCOPES)[number];
/** The scope that a route requires of a key. `any`: every key is accepted. */
export type StoreKeyRouteScope = StoreKeyScope | 'any';
