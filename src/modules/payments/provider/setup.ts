import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { PaymentMethod, PaymentProvider, ProviderSetup } from '../../../platform/payment-provider/provider.ts';
import { writeAudit } from '../../accounts/index.ts';

/** How a store pays, at the provider that is configured. */
export interface PaymentSetup {
  provider: PaymentProvider['name'];
  /** What it set up, by the provider's own id; null until it has. */
  id: string | null;
  /** Since when that holds. */
  setAt: Date | null;
  /** What is charged; null for whoever pays by invoice, too. */
  method: PaymentMethod | null;
}

/** A store's row at one provider, as those who write it need it. */
interface KnownSetup extends PaymentSetup {
  /** The store at the provider. */
  customerId: string | null;
  revision: number;
}

/** Reads how a store pays, with what the provider knows it by. A store without a row has set up nothing. */
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

/** Reads how a store pays. */
export async function readPaymentSetup(
  ctx: Pick<Context, 'db'>,
  which: { storeId: number; provider: PaymentProvider['name'] },
): Promise<PaymentSetup> {
  const { provider, id, setAt, method } = await readKnownSetup(ctx, which);
  return { provider, id, setAt, method };
}

/** What is to be noted of a store. */
interface News {
  storeId: number;
  provider: PaymentProvider['name'];
  /** What holds now; null: nothing any more. */
  setup: Pick<ProviderSetup, 'id' | 'method'> | null;
  /** Who said so; null: the provider itself. */
  actorId: number | null;
  /** The revision that was read before the provider was asked; null: nobody was asked. */
  askedAt: number | null;
}

/**
 * Notes how a store pays, and writes down what changed.
 * @returns false, with nothing noted, when somebody has noted something since the provider was asked: its answer may be the older one
 */
export async function noteSetup({ db, now }: Pick<Context, 'db' | 'now'>, news: News): Promise<boolean> {
  const { storeId, provider, setup, actorId, askedAt } = news;
  return db.transaction(async (tx) => {
    await makeRow(tx, storeId, provider);
    const known = await readKnownSetup({ db: tx }, { storeId, provider }, sql`FOR NO KEY UPDATE`);
    if (askedAt !== null && known.revision !== askedAt) return false;
    // The same again is no news: it holds since it was said first.
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

/** Makes the store's row at a provider, unless there is one. */
export async function makeRow(db: Database, storeId: number, provider: PaymentProvider['name']): Promise<void> {
  await db.execute(
    sql`INSERT INTO payment_setups (store_id, provider) VALUES (${storeId}, ${provider}) ON CONFLICT DO NOTHING`,
  );
}
