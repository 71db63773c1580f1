import { MAX_PAGE_SIZE } from '../../../../src/platform/page-size.ts';

/** The owner of webhooks and postbacks. */
export type WebhookOwner = { store_id: number } | { client_id: number } | { user_id: number };

/** An owner has at most 20 of each: one page shows them all. */
export const OWNED = { size: MAX_PAGE_SIZE };
