import { MAX_PAGE_SIZE } from '../../../../src/platform/page-size.ts';

/** The owner of webhooks and postbacks. */
export type WebhookOwner = { store_id: number } | { client_id: number } | { user_id: number };

/** Identifies an owner in the name of a form, such as `store_id:7`. */
export const nameOf = (owner: WebhookOwner): string => Object.entries(owner)[0]!.join(':');

/** An owner has at most 20 of each: one page shows them all. */
export const OWNED = { size: MAX_PAGE_SIZE };
