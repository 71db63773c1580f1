import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';

/** How a store pays us: what it set up at the payment provider, by the provider's own id. Null until it has. */
export interface PaymentSetup {
  id: string | null;
  /** When it was set last. */
  setAt: Date | null;
}

/** Reads a store's payment set-up. @throws NotFound when there is no such store */
export async function readPaymentSetup({ db }: Pick<Context, 'db'>, storeId: number): Promise<PaymentSetup> {
  const { rows } = await db.execute<{ setup_id: string | null; set_at: string | null }>(
    sql`SELECT payment_setup_id AS setup_id, payment_setup_at AS set_at FROM stores WHERE id = ${storeId}`,
  );
  if (rows[0] === undefined) throw new NotFound('store');
  return { id: rows[0].setup_id, setAt: rows[0].set_at === null ? null : new Date(rows[0].set_at) };
}

/** Puts a payment set-up in the place of whichever the store had. @throws NotFound when there is no such store */
export async function setPaymentSetup(
  { db, actor, now }: Context,
  { storeId, setupId }: { storeId: number; setupId: string },
): Promise<PaymentSetup> {
  const setAt = now();
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ setup_id: string | null }>(
      sql`SELECT payment_setup_id AS setup_id FROM stores WHERE id = ${storeId} FOR NO KEY UPDATE`,
    );
    if (rows[0] === undefined) throw new NotFound('store');
    await tx.execute(
      sql`UPDATE stores SET payment_setup_id = ${setupId}, payment_setup_at = ${setAt.toISOString()} WHERE id = ${storeId}`,
    );
    await writeAudit(tx, {
      actorId: actor.userId,
      action: 'store.payment_setup_set',
      subjectKind: 'store',
      subjectId: storeId,
      details: { replaced: rows[0].setup_id !== null },
    });
  });
  return { id: setupId, setAt };
}
