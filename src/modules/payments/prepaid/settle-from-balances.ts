import { sql } from 'drizzle-orm';
import type { Calendar } from '../../../platform/calendar.ts';
import type { Database } from '../../../platform/database/database.ts';
import { publishInvoices } from '../events.ts';
import { holdImports } from '../imports/find-named.ts';
import { lockCredit } from './lock-credit.ts';

/**
 * Pays open invoices of stores from their prepaid balances, the oldest first and as far as the balance suffices, in the transaction
 * of the caller. Afterwards, a store with an open invoice has no balance. Only one transaction at a time settles invoices, so that
 * no amount is used twice. A store with guarantees has kept money for everything that it owes, except for invoices whose payment was reversed: these are paid
 * last, and only from what guarantees and other costs do not need.
 * @param storeIds the stores whose invoices are paid; null: all
 * @returns the ids of the invoices that are now paid
 */
export async function settleFromBalances(
  tx: Database,
  { now, calendar }: { now: Date; calendar: Calendar },
  storeIds: readonly number[] | null = null,
): Promise<number[]> {
  await holdImports(tx);
  const given = storeIds === null ? null : sql.param([...storeIds]);
  await lockCredit(tx, { invoiceIds: [], storeIds: await storesThatWait(tx, storeIds) });
  const { rows } = await tx.execute<{ id: number; store_id: number; part: number; is_paid: boolean }>(sql`
    WITH open AS MATERIALIZED (
      SELECT i.id, i.store_id, i.open_minor, i.net_minor - i.covered_net_minor AS net_minor, c.is_guaranteed AND i.taken_back_at IS NOT NULL AS waits
      FROM invoices i JOIN store_credit c ON c.store_id = i.store_id JOIN stores s ON s.id = i.store_id
      WHERE c.prepaid_minor > 0 AND i.kind = 'store' AND i.paid_at IS NULL AND i.open_minor > 0 AND i.currency = s.currency
        AND (${given}::bigint[] IS NULL OR i.store_id = ANY (${given}::bigint[]))
      ORDER BY i.id FOR UPDATE OF i
    ), shares AS (
      SELECT o.id, o.store_id, o.open_minor, least(o.open_minor, c.prepaid_minor
        - CASE WHEN o.waits THEN prepaid_needed((c.incurred_minor + c.promised_minor + c.reserved_minor + guarantee_rounding()
          - sum(o.net_minor) OVER (PARTITION BY o.store_id))::bigint, c.prepaid_vat_ppm) ELSE 0 END
        - sum(o.open_minor) OVER (PARTITION BY o.store_id ORDER BY o.waits, o.id) + o.open_minor)::bigint AS part
      FROM open o JOIN store_credit c ON c.store_id = o.store_id
    )
    SELECT id, store_id, part, part = open_minor AS is_paid FROM shares WHERE part > 0 ORDER BY id`);
  if (rows.length === 0) return [];
  const at = now.toISOString();
  const ids = sql.param(rows.map(({ id }) => id));
  const parts = sql.param(rows.map(({ part }) => part));
  await tx.execute(sql`
    UPDATE invoices i SET prepaid_minor = i.prepaid_minor + g.part, paid_at = CASE WHEN i.open_minor = g.part THEN ${at}::timestamptz END,
      updated_at = ${at}::timestamptz
    FROM unnest(${ids}::bigint[], ${parts}::bigint[]) AS g (id, part) WHERE i.id = g.id`);
  await tx.execute(
    sql`SELECT change_prepaid(${sql.param(rows.map((row) => row.store_id))}::bigint[], ARRAY (SELECT -x FROM unnest(${parts}::bigint[]) x))`,
  );
  await bookFromBalances(tx, { now, calendar }, rows);
  const paid = rows.filter((row) => row.is_paid).map(({ id }) => id);
  await publishInvoices(tx, 'paid', { ids: paid, at: now });
  return paid;
}

/** The stores with guarantees that have an open invoice whose payment was reversed. What they owe must not change while such an invoice is paid. */
async function storesThatWait(tx: Database, storeIds: readonly number[] | null): Promise<number[]> {
  const given = storeIds === null ? null : sql.param([...storeIds]);
  const { rows } = await tx.execute<{ store_id: number }>(sql`
    SELECT c.store_id FROM store_credit c WHERE c.is_guaranteed AND (${given}::bigint[] IS NULL OR c.store_id = ANY (${given}::bigint[]))
      AND EXISTS (SELECT FROM invoices i WHERE i.store_id = c.store_id AND i.kind = 'store' AND i.paid_at IS NULL AND i.open_minor > 0 AND i.taken_back_at IS NOT NULL)
    ORDER BY c.store_id`);
  return rows.map((row) => row.store_id);
}

/**
 * Books amounts between the account of a store and its prepaid balance: positive pays an invoice from the balance, negative adds a credit note to it.
 */
export async function bookFromBalances(
  tx: Database,
  { now, calendar }: { now: Date; calendar: Calendar },
  parts: readonly { id: number; part: number }[],
): Promise<void> {
  const month = `${calendar.dayOf(now.getTime()).slice(0, 7)}-01`;
  await tx.execute(sql`INSERT INTO payment_periods (month) VALUES (${month}) ON CONFLICT DO NOTHING`);
  await tx.execute(sql`
    WITH booked AS MATERIALIZED (
      SELECT nextval('bookings') AS booking, i.id, i.store_id, i.currency, g.part
      FROM unnest(${sql.param(parts.map(({ id }) => id))}::bigint[], ${sql.param(parts.map(({ part }) => part))}::bigint[]) AS g (id, part)
      JOIN invoices i ON i.id = g.id ORDER BY i.id
    )
    INSERT INTO single_entries (booking, at, month, account, part, store_id, currency, amount_minor, origin_kind, origin_id)
    SELECT b.booking, ${now.toISOString()}, ${month}, e.account, 'payment', b.store_id, b.currency, e.minor, 'prepaid', b.id::text
    FROM booked b CROSS JOIN LATERAL (VALUES ('store', b.part), ('prepaid', -b.part)) AS e (account, minor)`);
}
