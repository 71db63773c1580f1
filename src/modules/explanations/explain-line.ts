import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { Explaining, type Explanation, type Input, type Reader } from './explanation.ts';
import type { Words } from './words/words.ts';

/** A line of an invoice with its invoice; amounts in minor units. */
export interface LineFacts {
  id: number;
  position: number;
  kind: 'clicks' | 'commission' | 'one_time' | 'earnings' | 'credit';
  about: string;
  quantity: number;
  amountMinor: number;
  adjusts: string | null;
  invoiceId: number;
  number: string;
  invoiceKind: 'store' | 'client' | 'creator';
  month: string;
  currency: string;
  netMinor: number;
  vatMinor: number;
  vatRatePpm: number;
  isPaid: boolean;
  storeId: number | null;
  agencyId: number | null;
  userId: number | null;
  /** The creator whose earnings the line states; null when it states those of several, or a store's cost. */
  creatorId: number | null;
  /** Agency of a creator whose invoice it is, now. */
  currentAgencyId: number | null;
}

/** A component of a line: the difference of one origin between the owed and the booked amounts. */
export interface LineItem {
  id: number;
  kind: 'clicks' | 'commission' | 'one_time';
  origin: string;
  /** The title of the link of clicks, otherwise its destination. */
  title: string | null;
  storeId: number | null;
  userId: number | null;
  quantity: number;
  amountMinor: number;
}

/** Reads a line by its invoice and its position on the invoice, from 1; null when it does not exist. */
export async function readLineFacts(db: Database, invoiceId: number, position: number): Promise<LineFacts | null> {
  const { rows } = await db.execute<LineFacts & Record<string, unknown>>(sql`
    SELECT l.id, l.position, l.kind, l.description AS about, l.quantity, l.amount_minor AS "amountMinor", l.adjusts, i.id AS "invoiceId", i.number,
      i.kind AS "invoiceKind", to_char(i.month, 'YYYY-MM') AS month, i.currency, i.net_minor AS "netMinor", i.vat_minor AS "vatMinor",
      i.vat_rate_ppm AS "vatRatePpm", i.paid_at IS NOT NULL AS "isPaid", i.store_id AS "storeId", i.agency_id AS "agencyId",
      i.user_id AS "userId", coalesce(i.user_id, (l.origin ->> 'user_id')::bigint) AS "creatorId", u.agency_id AS "currentAgencyId"
    FROM invoice_lines l JOIN invoices i ON i.id = l.invoice_id LEFT JOIN users u ON u.id = i.user_id
    WHERE l.invoice_id = ${invoiceId} AND l.position = ${position}`);
  return rows[0] ?? null;
}

/** The entries `e` of a line. Those with the part of a creator are found by the creator and the month of the invoice. */
const entriesOf = ({ id, creatorId, month }: LineFacts) =>
  sql`e.invoice_line_id = ${id} AND (e.part <> 'user' OR e.user_id = ${creatorId} AND e.month = ${`${month}-01`})`;

/**
 * Reads one page of the bookings in a line, in the order of booking. @param after the last item of the previous page; 0 for the
 * first page
 */
export async function listLineItems(
  { db }: Pick<Context, 'db'>,
  { line, after, size }: { line: LineFacts; after: number; size: number },
): Promise<LineItem[]> {
  const { rows } = await db.execute<LineItem & Record<string, unknown>>(sql`
    SELECT e.id, e.origin_kind AS kind, e.origin_id AS origin, coalesce(nullif(l.title, ''), l.url) AS title, e.store_id AS "storeId",
      e.user_id AS "userId", e.quantity,
      CASE e.part WHEN 'cost' THEN -e.amount_minor ELSE e.amount_minor END AS "amountMinor"
    FROM ledger_entries e LEFT JOIN links l ON l.id = CASE WHEN e.origin_kind = 'clicks' THEN split_part(e.origin_id, ':', 1)::bigint END
    WHERE ${entriesOf(line)} AND e.origin_kind <> 'credit_note' AND e.id > ${after} ORDER BY e.id LIMIT ${size}`);
  return rows;
}

/** The party of the invoice, if it is the reader. */
function voiceOf({ userId, storeIds, agencyIds }: Context['actor'], line: LineFacts): Reader['voice'] {
  if (line.invoiceKind === 'store') return storeIds.includes(line.storeId ?? 0) ? 'store' : null;
  if (line.invoiceKind === 'client') return agencyIds.includes(line.agencyId ?? 0) ? 'agency' : null;
  return userId === line.userId ? 'creator' : null;
}

/** Explains a line of an invoice: its components, its adjustments, and the VAT of the invoice. */
export async function explainLine(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  line: LineFacts,
  words: Words,
): Promise<Explanation> {
  const reader: Reader = {
    store: line.invoiceKind === 'store',
    creator: line.invoiceKind === 'creator' || line.kind === 'earnings' || line.kind === 'one_time',
    agency: line.invoiceKind === 'client',
    platform: false,
    voice: voiceOf(actor, line),
  };
  const explaining = new Explaining(reader, line.currency, words);
  const { texts, formats } = explaining.words;
  const record = { kind: 'invoice_line' as const, id: `${line.invoiceId}/${line.position}` };
  const { rows } = await db.execute<{ entries: number; minor: number; quantity: number }>(sql`
    SELECT count(*)::int AS entries, coalesce(sum(CASE part WHEN 'cost' THEN -amount_minor ELSE amount_minor END), 0)::bigint AS minor,
      coalesce(sum(quantity), 0)::bigint AS quantity FROM ledger_entries e WHERE ${entriesOf(line)}`);
  const { entries, minor, quantity } = rows[0]!;
  const inputs: Record<string, Input> = {
    invoice_number: line.number,
    closed_month: line.month,
    kind: line.kind,
    about: line.about,
    entries,
    quantity,
  };
  explaining.add('sum', {
    inputs,
    result: minor,
    because: line.kind === 'credit' ? texts.creditNote(line.about) : texts.sum(formats.number(entries)),
    record,
  });
  if (line.adjusts !== null)
    explaining.add('adjustment', {
      inputs: { adjusted_month: line.adjusts.slice(0, 7) },
      result: line.adjusts.slice(0, 7),
      because: texts.adjusts(formats.month(line.adjusts.slice(0, 7))),
      record,
    });
  explaining.add('vat', {
    inputs: { net_minor: line.netMinor, vat_rate_ppm: line.vatRatePpm, vat_minor: line.vatMinor },
    result: line.vatMinor,
    because: texts.vat(formats.percent(line.vatRatePpm)),
  });
  const outcome = line.isPaid ? 'paid' : 'invoiced';
  const amount = line.amountMinor;
  const split = {
    store: line.invoiceKind === 'store' ? amount : 0,
    creator: line.invoiceKind === 'creator' || line.kind === 'earnings' || line.kind === 'one_time' ? amount : 0,
    agency: line.invoiceKind === 'client' && line.kind !== 'earnings' ? amount : 0,
  };
  const summary = texts.summary.line({ amount: explaining.money(amount), month: formats.month(line.month) });
  const explanation = explaining.finish({ kind: 'invoice_line', id: record.id }, summary, outcome, split);
  // An administrator may know everything. A line states the amount that one party is billed or paid.
  return actor.isAdmin ? { ...explanation, omitted: [] } : explanation;
}
