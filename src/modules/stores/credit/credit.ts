import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';

/** The unpaid costs and the credit limit of a store; minor units of its currency. */
export interface StoreCredit {
  currency: string;
  incurredMinor: number;
  /** Sums that are agreed with participants of campaigns and not yet incurred. */
  promisedMinor: number;
  /** What is left of the guarantees of campaigns. */
  reservedMinor: number;
  /** The applicable limit: the store's own, otherwise the marketplace's, plus the part of prepaidMinor without VAT. With a guarantee, only the latter. */
  limitMinor: number;
  /** Null if the store has no individual limit. */
  ownLimitMinor: number | null;
  /** The prepaid amount that the store has not used. */
  prepaidMinor: number;
  /** Paid clicks of one network, on a day and in a minute; null: the setting of the marketplace. */
  networkDaily: number | null;
  networkMinute: number | null;
}

/** Reads a store's credit. @throws NotFound when there is no such store, or it is deleted */
export async function readStoreCredit({ db }: Pick<Context, 'db'>, storeId: number): Promise<StoreCredit> {
  const { rows } = await db.execute<StoreCredit & Record<string, unknown>>(sql`
    SELECT s.currency, c.incurred_minor AS "incurredMinor", c.promised_minor AS "promisedMinor", c.reserved_minor AS "reservedMinor", c.limit_minor AS "limitMinor", c.own_limit_minor AS "ownLimitMinor", c.prepaid_minor AS "prepaidMinor",
      c.network_daily AS "networkDaily", c.network_minute AS "networkMinute"
    FROM stores s JOIN store_credit c ON c.store_id = s.id WHERE s.id = ${storeId} AND s.deleted_at IS NULL`);
  if (rows[0] === undefined) throw new NotFound('store');
  return rows[0];
}

/** Changes of a store's limits; null removes the store's own, and omitted fields are unchanged. */
export interface CreditChanges {
  ownLimitMinor?: number | null | undefined;
  networkDaily?: number | null | undefined;
  networkMinute?: number | null | undefined;
}

/** Locks a store's credit for a change, in the caller's transaction, and reads it. @throws NotFound as `readStoreCredit` */
export async function lockStoreCredit({ db }: Pick<Context, 'db'>, storeId: number): Promise<StoreCredit> {
  await db.execute(sql`SELECT FROM store_credit WHERE store_id = ${storeId} FOR NO KEY UPDATE`);
  return readStoreCredit({ db }, storeId);
}

/**
 * Changes a store's individual limits, from the next click.
 * @throws NotFound when there is no such store, or it is deleted
 */
export async function changeStoreCredit(ctx: Context, storeId: number, changes: CreditChanges): Promise<StoreCredit> {
  return ctx.db.transaction(async (tx) => {
    const before = await lockStoreCredit({ db: tx }, storeId);
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const after: StoreCredit = { ...before, ...given };
    await tx.execute(sql`
      UPDATE store_credit SET own_limit_minor = ${after.ownLimitMinor}, network_daily = ${after.networkDaily},
        network_minute = ${after.networkMinute} WHERE store_id = ${storeId}`);
    await tx.execute(sql`SELECT refresh_credit_limits(ARRAY[${storeId}::bigint])`);
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'store.limits_changed',
      subjectKind: 'store',
      subjectId: storeId,
      details: { before: ownOf(before), after: ownOf(after) },
    });
    return readStoreCredit({ db: tx }, storeId);
  });
}

const ownOf = ({ ownLimitMinor, networkDaily, networkMinute }: StoreCredit) => ({
  ownLimitMinor,
  networkDaily,
  networkMinute,
});
