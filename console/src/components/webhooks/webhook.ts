import type { paths } from '@tributary/client';

/** A webhook without its secret. */
export type Webhook = paths['/v2/webhooks']['get']['responses']['200']['content']['application/json']['data'][number];

/** Whose webhooks. */
export type WebhookOwner = { store_id: number } | { client_id: number } | { user_id: number };
