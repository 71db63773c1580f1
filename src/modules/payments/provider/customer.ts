import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { HostedPaymentProvider } from '../../../platform/payment-provider/provider.ts';
import { makeRow, noteSetup } from './setup.ts';

/**
 * Makes a store known to the provider, once, and leaves nothing open while it asks. Those who ask at the same time ask under the same key, so
 * that the provider makes one customer.
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
    // Under a key that failed the provider may go on answering with that failure.
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

/** Forgets a customer that the provider does not know (any more), and with it what it had set up. */
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
