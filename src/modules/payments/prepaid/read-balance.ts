import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { referenceOf } from './reference.ts';

export const MOVEMENT_KINDS = ['paid_in', 'refunded', 'invoice', 'credit_note'] as const;

/** A change of a prepaid balance; minor units, negative for a decrease. */
interface BalanceMovement {
  kind: (typeof MOVEMENT_KINDS)[number];
  at: string;
  amountMinor: number;
  /** For an invoice that was paid from the balance, or a credit note that was added to it. */
  invoiceId: number | null;
  number: string | null;
}

/** The unused prepaid amount of a store. */
export interface StoreBalance {
  currency: string;
  balanceMinor: number;
  /** The reference that payments into the balance name. */
  reference: string;
  /** The latest movements first. */
  movements: BalanceMovement[];
}

/** Reads a store's prepaid balance from the ledger. @param max movements @throws NotFound */
export async function readStoreBalance(
  { db }: Pick<Context, 'db'>,
  storeId: number,
  max: number,
): Promise<StoreBalance> {
  const { rows } = await db.execute<{ currency: string; balance: number }>(sql`
    SELECT s.currency, coalesce((SELECT sum(amount_minor) FROM ledger_entries e WHERE e.account = 'prepaid' AND e.store_id = s.id), 0)::bigint AS balance
    FROM stores s WHERE s.id = ${storeId}`);
  if (rows[0] === undefined) throw new NotFound('store');
  const { rows: movements } = await db.execute<BalanceMovement & Record<string, unknown>>(sql`
    SELECT CASE WHEN e.origin_kind = 'prepayment' THEN CASE WHEN e.amount_minor > 0 THEN 'paid_in' ELSE 'refunded' END
        WHEN i.credits_id IS NULL THEN 'invoice' ELSE 'credit_note' END AS kind,
      e.at, e.amount_minor AS "amountMinor", i.id AS "invoiceId", i.number
    FROM ledger_entries e LEFT JOIN invoices i ON e.origin_kind = 'prepaid' AND i.store_id = e.store_id AND i.id::text = e.origin_id
    WHERE e.account = 'prepaid' AND e.store_id = ${storeId} ORDER BY e.id DESC LIMIT ${max}`);
  const { currency, balance } = rows[0];
  return { currency, balanceMinor: balance, reference: referenceOf(storeId), movements };
}
