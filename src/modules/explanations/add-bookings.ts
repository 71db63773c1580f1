import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import type { Concerned, Explaining } from './explanation.ts';
import type { ExplanationTexts } from './words/texts.en.ts';

/** Maximum number of lines shown for an origin; each closing adds at most one for each party. */
const MAX_LINES = 60;
const MAX_VOIDS = 20;

/** The records that are booked together. */
type Booked = Parameters<ExplanationTexts['booked']>[0]['what'];

/** The origin of a booking: see the view `owed`. */
export interface Origin {
  kind: 'clicks' | 'commission' | 'one_time';
  id: string;
}

type LineRow = {
  invoice_id: number;
  number: string;
  position: number;
  month: string;
  kind: 'store' | 'client' | 'creator';
  amount_minor: number;
  quantity: number;
  is_paid: boolean;
  part: 'cost' | 'user' | 'client';
};

/**
 * Adds the invoice lines that state an origin, as far as the reader may know of the invoice.
 * @param what the records that are booked together
 */
export async function addBookings(explaining: Explaining, db: Database, origin: Origin, what: Booked): Promise<void> {
  const { reader, words } = explaining;
  const { rows } = await db.execute<LineRow>(sql`
    SELECT i.id AS invoice_id, i.number, l.position, to_char(i.month, 'YYYY-MM') AS month, i.kind, e.part, i.paid_at IS NOT NULL AS is_paid,
      (CASE e.part WHEN 'cost' THEN -1 ELSE 1 END * sum(e.amount_minor))::bigint AS amount_minor, sum(e.quantity)::bigint AS quantity
    FROM ledger_entries e JOIN invoice_lines l ON l.id = e.invoice_line_id JOIN invoices i ON i.id = l.invoice_id
    WHERE e.origin_kind = ${origin.kind} AND e.origin_id = ${origin.id} AND e.part <> 'platform'
    GROUP BY i.id, l.position, e.part ORDER BY i.month, i.id, l.position LIMIT ${MAX_LINES}`);
  const mayKnow = { cost: reader.store, user: reader.creator, client: reader.agency };
  if (!reader.store) explaining.omit('store_invoices');
  if (!reader.creator) explaining.omit('payee_statements');
  for (const line of rows.filter(({ part }) => mayKnow[part]))
    explaining.add('booked', {
      inputs: {
        booked_in: line.month,
        invoice_number: line.number,
        quantity: line.quantity,
        part: line.part,
        is_paid: line.is_paid,
      },
      result: line.amount_minor,
      because: words.texts.booked({
        month: words.formats.month(line.month),
        amount: explaining.money(line.amount_minor),
        what,
        line: line.position,
        invoice: line.number,
      }),
      record: { kind: 'invoice_line', id: `${line.invoice_id}/${line.position}` },
    });
  if (rows.length === 0) explaining.add('booked', { result: 'not_yet', because: words.texts.notBooked });
}

/** Adds the voids of a record, including undone ones. */
export async function addVoids(
  explaining: Explaining,
  db: Database,
  { kind, id }: { kind: 'clicks' | 'orders' | 'one_time_payments'; id: string },
): Promise<void> {
  const { texts } = explaining.words;
  const { rows } = await db.execute<{
    id: number;
    reason: string;
    created_at: string;
    undone_at: string | null;
    undo_reason: string | null;
    status_before: string | null;
  }>(sql`
    SELECT v.id, v.reason, v.created_at, v.undone_at, v.undo_reason, i.status_before FROM void_items i JOIN voids v ON v.id = i.void_id
    WHERE i.item = ${id} AND v.kind = ${kind} ORDER BY v.id LIMIT ${MAX_VOIDS}`);
  for (const row of rows) {
    const voidedAt = new Date(row.created_at).toISOString();
    const undoneAt = row.undone_at === null ? null : new Date(row.undone_at).toISOString();
    explaining.add('void', {
      inputs: { voided_at: voidedAt, undone_at: undoneAt },
      result: undoneAt === null ? 'voided' : 'undone',
      because: undoneAt === null ? texts.voided(row.reason) : texts.restored(row.undo_reason ?? '').trim(),
      record: { kind: 'void', id: String(row.id) },
    });
  }
}

/** Adds the holds that currently prevent the payout of the earnings. They are between the platform, the creator and the agency. */
export async function addHolds(
  explaining: Explaining,
  db: Database,
  { storeId, userId, agencyId }: Concerned,
): Promise<void> {
  if (!explaining.reader.creator) return;
  const { rows } = await db.execute<{ id: number; of: 'store' | 'creator' | 'agency'; created_at: string }>(sql`
    SELECT id, CASE WHEN store_id IS NOT NULL THEN 'store' WHEN user_id IS NOT NULL THEN 'creator' ELSE 'agency' END AS of, created_at
    FROM payout_holds WHERE released_at IS NULL AND (store_id = ${storeId} OR user_id = ${userId} OR agency_id = ${agencyId}) ORDER BY id`);
  for (const row of rows)
    explaining.add('hold', {
      inputs: { hold_of: row.of, held_at: new Date(row.created_at).toISOString() },
      result: 'on_hold',
      because: explaining.words.texts.held[row.of],
      record: { kind: 'hold', id: String(row.id) },
    });
}
