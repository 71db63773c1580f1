import { sql } from 'drizzle-orm';
import { onResource, parsePathId } from '../../platform/auth/policy.ts';
import type { Context } from '../../platform/context.ts';
import { findStore, type StoreFacts, storeAccess } from '../stores/index.ts';

/** The data of an order that policies need, for a path that names its store. */
export interface OrderFacts {
  id: number;
  store: StoreFacts;
  /** Whether the store has the record. */
  exists: boolean;
}

type OfStore = 'orders' | 'vouchers' | 'event_kinds' | 'customer_bindings';

/**
 * The policy of a record of a store, in a path that contains the store. Access to the store is checked first, so that others cannot
 * find out which ids a store has.
 */
const ofStore = (name: string, kind: string, param: string, table: OfStore) =>
  onResource<OrderFacts>({
    name,
    describe: 'Members of its store, an administrator.',
    param,
    kind,
    load: (ctx, id, params) => findOfStore(ctx, { table, id, storeId: parsePathId(params.store ?? '') }),
    access: (actor, { store, exists }) => {
      const access = storeAccess(actor, store);
      return access === 'allow' && !exists ? 'hide' : access;
    },
  });

async function findOfStore(
  ctx: Pick<Context, 'db'>,
  { table, id, storeId }: { table: OfStore; id: number; storeId: number | null },
): Promise<OrderFacts | null> {
  const store = storeId === null ? null : await findStore(ctx, storeId);
  if (store === null) return null;
  const { rows } = await ctx.db.execute(
    sql`SELECT FROM ${sql.identifier(table)} WHERE id = ${id} AND store_id = ${store.id}${table === 'vouchers' ? sql` AND valid_until IS NULL` : sql``}`,
  );
  return { id, store, exists: rows.length > 0 };
}

/** The policy of every path that names an order of a store. */
export const onOrder = ofStore('order', 'order', 'order', 'orders');

/** The policy of every path that names a voucher of a store. */
export const onVoucher = ofStore('voucher', 'voucher', 'voucher', 'vouchers');

/** The policy of every path that names a kind of events of a store. */
export const onEventKind = ofStore('event kind', 'event_kind', 'event_kind', 'event_kinds');

/** The policy of every path that names the binding of a customer of a store. */
export const onCustomerBinding = ofStore(
  'customer binding',
  'customer_binding',
  'customer_binding',
  'customer_bindings',
);
