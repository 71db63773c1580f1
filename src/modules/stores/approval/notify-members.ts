import type { Database } from '../../../platform/database/database.ts';
import type { Money } from '../../../platform/money.ts';
import { type News, notify } from '../../accounts/index.ts';

/** Notifications to members of a store: a decision of an administrator, or that the store approaches its credit limit. */
export type StoreNews =
  | { approval: 'approved' | 'rejected' | 'pending'; reason: string | null }
  | { incurred: Money; limit: Money };

/**
 * Notifies a store's members on behalf of the marketplace, so these mails do not count against the store's e-mail quota. Call it in
 * the transaction of the reported change.
 */
export async function notifyMembers(
  tx: Database,
  { storeId, name: store, news, at }: { storeId: number; name: string; news: StoreNews; at: Date },
): Promise<void> {
  await notify(tx, at, [newsOf(storeId, store, news)]);
}

function newsOf(storeId: number, store: string, news: StoreNews): News {
  const rest = { to: { storeId, need: 'read' as const }, path: `/console/shop/${storeId}` };
  if ('limit' in news)
    return {
      message: 'credit_near',
      values: { store, ...news },
      ...rest,
      path: `/console/shop/${storeId}/invoices`,
    };
  const { approval, reason } = news;
  const message = approval === 'approved' ? 'store_approved' : 'store_rejected';
  return { message, values: { store, reason }, ...rest };
}
