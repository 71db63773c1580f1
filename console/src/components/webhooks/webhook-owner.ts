/** The owner of webhooks and postbacks. */
export type WebhookOwner = { store_id: number } | { client_id: number } | { user_id: number };

/** An owner has at most this many of each. */
export const OWNED = { size: 20 };
