import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { PaymentMethod, PaymentProvider, ProviderSetup } from '../../../platform/payment-provider/provider.ts';
import { writeAudit } from '../../accounts/index.ts';

/** A store's payment set-up at the configured provider. */
export interface PaymentSetup {
  provider: PaymentProvider['name'];
  /** The provider's id of the set-up; null if there is none. */
  id: string | null;
  /** When the set-up was stored. */
  setAt: Date | null;
  /** The payment method; null for stores that pay by invoice. */
  method: PaymentMethod | null;
}

/** A store's row for one provider, for use cases that write it. */
interface KnownSetup extends PaymentSetup {
  /** The provider's id of the store. */
  customerId: string | null;
  revision: number;
}

/** Reads a store's payment set-up with the provider's id of the store. A store without a row has no set-up. */
export async function readKnownSetup(
  { db }: Pick<Context, 'db'>,
  { storeId, provider }: { storeId: number; provider: PaymentProvider['name'] },
  lock = sql``,
): Promise<KnownSetup> {
  const { rows } = await db.execute<{
    setup_id: string | null;
    set_at: string | null;
    method: PaymentMethod | null;
    customer_id: string | null;
    revision: number;
  }>(sql`
    SELECT setup_id, set_at, method, customer_id, revision FROM payment_setups
    WHERE store_id = ${storeId} AND provider = ${provider} ${lock}`);
  const row = rows[0];
  return {
    provider,
    id: row?.setup_id ?? null,
    setAt: row === undefined || row.set_at === null ? null : new Date(row.set_at),
    method: row?.method ?? null,
    customerId: row?.customer_id ?? null,
    revision: row?.revision ?? 0,
  };
}

/** Reads a store's payment set-up. */
export async function readPaymentSetup(
  ctx: Pick<Context, 'db'>,
  which: { storeId: number; provider: PaymentProvider['name'] },
): Promise<PaymentSetup> {
  const { provider, id, setAt, method } = await readKnownSetup(ctx, which);
  return { provider, id, setAt, method };
}

/** A change of a store's payment set-up. */
interface SetupResult {
  storeId: number;
  provider: PaymentProvider['name'];
  /** The current set-up; null if none. */
  setup: Pick<ProviderSetup, 'id' | 'method'> | null;
  /** The user who made the change; null: the provider. */
  actorId: number | null;
  /** The revision read before the request to the provider; null: no request was made. */
  askedAt: number | null;
}

/**
 * Stores a store's payment set-up and writes an audit entry of the changes.
 * @returns false, without a change, if the row has changed since the request to the provider, whose answer may then be outdated
 */
export async function noteSetup({ db, now }: Pick<Context, 'db' | 'now'>, news: SetupResult): Promise<boolean> {
  const { storeId, provider, setup, actorId, askedAt } = news;
  return db.transaction(async (tx) => {
    await makeRow(tx, storeId, provider);
    const known = await readKnownSetup({ db: tx }, { storeId, provider }, sql`FOR NO KEY UPDATE`);
    if (askedAt !== null && known.revision !== askedAt) return false;
    // An unchanged set-up keeps its time.
    const isNews = known.id !== (setup?.id ?? null);
    const setAt = isNews ? now() : known.setAt;
    await tx.execute(sql`
      UPDATE payment_setups SET revision = revision + 1, setup_id = ${setup?.id ?? null},
        set_at = ${setup === null ? null : (setAt?.toISOString() ?? null)},
        method_id = ${setup?.method?.id ?? null}, method = ${setup?.method ? JSON.stringify(setup.method) : null}::jsonb
      WHERE store_id = ${storeId} AND provider = ${provider}`);
    if (isNews) {
      const action = setup === null ? 'store.payment_setup_removed' : 'store.payment_setup_set';
      const details = setup === null ? { provider } : { provider, replaced: known.id !== null };
      await writeAudit(tx, { actorId, action, subjectKind: 'store', subjectId: storeId, details });
    }
    return true;
  });
}

/** Inserts the store's row for a provider, unless it exists. */
export async function makeRow(db: Database, storeId: number, provider: PaymentProvider['name']): Promise<void> {
  await db.execute(
    sql`INSERT INTO payment_setups (store_id, provider) VALUES (${storeId}, ${provider}) ON CONFLICT DO NOTHING`,
  );
}
