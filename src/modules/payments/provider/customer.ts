import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { HostedPaymentProvider } from '../../../platform/payment-provider/provider.ts';
import { makeRow, noteSetup } from './setup.ts';

/**
 * Creates a customer for a store at the provider, once, outside any transaction. Concurrent requests use the same idempotency key, so
 * that the provider creates one customer.
 * @returns the provider's id of the store
 * @throws Unavailable
 */
export async function makeCustomer(
  { db }: Pick<Context, 'db'>,
  provider: HostedPaymentProvider,
  { id: storeId, name }: { id: number; name: string },
): Promise<string> {
  await makeRow(db, storeId, provider.name);
  const ofStore = sql`store_id = ${storeId} AND provider = ${provider.name}`;
  const known = await db.execute<{ customer_id: string | null; key: string }>(
    sql`SELECT customer_id, customer_key AS key FROM payment_setups WHERE ${ofStore}`,
  );
  const { customer_id: customerId, key } = known.rows[0]!;
  if (customerId !== null) return customerId;
  const made = await provider.createCustomer({ reference: `store-${storeId}`, name }, key).catch(async (error) => {
    // The provider may repeat a failure for the same key.
    await db.execute(sql`
      UPDATE payment_setups SET customer_key = gen_random_uuid()
      WHERE ${ofStore} AND customer_key = ${key} AND customer_id IS NULL`);
    throw error;
  });
  const { rows } = await db.execute<{ customer_id: string }>(
    sql`UPDATE payment_setups SET customer_id = coalesce(customer_id, ${made}) WHERE ${ofStore} RETURNING customer_id`,
  );
  return rows[0]?.customer_id ?? made;
}

/** Removes a customer that the provider no longer knows, together with its set-up. */
export async function removeCustomer(
  { db, now }: Pick<Context, 'db' | 'now'>,
  provider: HostedPaymentProvider,
  { storeId, customerId }: { storeId: number; customerId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ revision: number; setup_id: string | null }>(sql`
      UPDATE payment_setups SET customer_id = NULL, customer_key = gen_random_uuid()
      WHERE store_id = ${storeId} AND provider = ${provider.name} AND customer_id = ${customerId}
      RETURNING revision, setup_id`);
    const before = rows[0];
    if (before === undefined) return;
    await noteSetup(
      { db: tx, now },
      { storeId, provider: provider.name, setup: null, actorId: null, askedAt: before.revision },
    );
  });
}
