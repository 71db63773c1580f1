import { sql } from 'drizzle-orm';
import { onResource, parsePathId } from '../../platform/auth/policy.ts';
import type { Context } from '../../platform/context.ts';
import { findStore, type StoreFacts, storeAccess } from '../stores/index.ts';

/** An order of a store that the path names, as far as policies look. */
export interface OrderFacts {
  id: number;
  store: StoreFacts;
}

/** Something of a store's, in a path that names the store before it. */
const ofStore = (name: string, kind: string, param: string, table: 'orders' | 'vouchers') =>
  onResource<OrderFacts>({
    name,
    describe: 'Members of its store, an administrator.',
    param,
    kind,
    load: (ctx, id, params) => findOfStore(ctx, { table, id, storeId: parsePathId(params.store ?? '') }),
    access: (actor, { store }) => storeAccess(actor, store),
  });

async function findOfStore(
  ctx: Pick<Context, 'db'>,
  { table, id, storeId }: { table: 'orders' | 'vouchers'; id: number; storeId: number | null },
): Promise<OrderFacts | null> {
  const { rows } = await ctx.db.execute<{ id: number }>(
    sql`SELECT id FROM ${sql.identifier(table)} WHERE id = ${id} AND store_id = ${storeId}`,
  );
  const store = rows[0] === undefined ? null : await findStore(ctx, storeId!);
  return store === null ? null : { id, store };
}

/** The policy of every path that names an order of a store. */
export const onOrder = ofStore('order', 'order', 'order', 'orders');

/** The policy of every path that names a voucher of a store. */
export const onVoucher = ofStore('voucher', 'voucher', 'voucher', 'vouchers');
