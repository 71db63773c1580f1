import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import { listOrder, type SortOf } from '../../../platform/list-order.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import type { Party, Vat } from '../company.ts';
import { describeLine, type LineFacts } from './line-words.ts';

export const INVOICE_KINDS = ['store', 'client', 'creator'] as const;
type InvoiceKind = (typeof INVOICE_KINDS)[number];

/** A line of an invoice; amounts are minor units of the invoice's currency. */
interface InvoiceLine {
  kind: LineFacts['kind'];
  /** The text of the document, in the invoice's language. */
  description: string;
  /** The number of clicks or orders. */
  quantity: number;
  amountMinor: number;
  /** The earlier month that the line adjusts, `YYYY-MM`. */
  adjusts: string | null;
}

/** An issued invoice and its current state. */
export interface Invoice {
  id: number;
  /** `store`: the platform invoices. `client`, `creator`: the platform pays. */
  kind: InvoiceKind;
  number: string;
  storeId: number | null;
  agencyId: number | null;
  userId: number | null;
  /** `YYYY-MM` */
  month: string;
  currency: string;
  netMinor: number;
  vat: Vat;
  totalMinor: number;
  seller: Party;
  buyer: Party;
  locale: string;
  /** Days are `YYYY-MM-DD`. */
  issuedOn: string;
  dueOn: string;
  axId: string | null;
  paidAt: Date | null;
  /** The open amount, after credit notes and payments from the prepaid balance. */
  openMinor: number;
  /** The total of its credit notes with VAT, as a positive number. */
  creditedMinor: number;
  /** For a credit note: the credited invoice. */
  credits: { id: number; number: string; issuedOn: string } | null;
  /** Whether its earnings become payable only by a release, because it was credited by more than the platform keeps. */
  needsRelease: boolean;
  lines: InvoiceLine[];
}

/** The orders of the invoices of one party. */
export const PARTY_LIST_ORDER = listOrder(
  {
    number: sql`i.number`,
    month: sql`i.month`,
    payment_date: sql`i.payment_date`,
    net: [sql`i.currency`, sql`i.net_minor`],
    total: [sql`i.currency`, sql`i.total_minor`],
  },
  { tie: [sql`i.id`], usual: sql`i.month DESC, i.kind, i.id` },
);

/** Filters; omitted fields do not restrict the list. */
export interface InvoiceFilters {
  id?: number | undefined;
  kind?: InvoiceKind | undefined;
  /** `YYYY-MM` */
  month?: string | undefined;
  storeId?: number | undefined;
  agencyId?: number | undefined;
  userId?: number | undefined;
}

type Row = {
  id: number;
  kind: InvoiceKind;
  number: string;
  store_id: number | null;
  agency_id: number | null;
  user_id: number | null;
  month: string;
  currency: string;
  net_minor: number;
  vat_minor: number;
  total_minor: number;
  vat_rate_ppm: number;
  vat_note: Vat['note'];
  parties: { seller: Party; buyer: Party };
  locale: string;
  issued_on: string;
  payment_date: string;
  ax_id: string | null;
  paid_at: string | null;
  open_minor: number;
  credited_minor: number;
  needs_release: boolean;
  credits_id: number | null;
  credits_number: string | null;
  credits_issued_on: string | null;
};

type LineRow = Record<string, unknown> & LineFacts & { invoice_id: number; quantity: number; amount_minor: number };

const COLUMNS = sql`i.id, i.kind, i.number, i.store_id, i.agency_id, i.user_id, to_char(i.month, 'YYYY-MM') AS month, i.currency, i.net_minor,
  i.vat_minor, i.total_minor, i.vat_rate_ppm, i.vat_note, i.parties, i.locale, i.issued_on, i.payment_date, i.ax_id, i.paid_at, i.open_minor,
  i.needs_release, coalesce((SELECT -sum(n.total_minor) FROM invoices n WHERE n.credits_id = i.id), 0)::bigint AS credited_minor,
  i.credits_id, (SELECT o.number FROM invoices o WHERE o.id = i.credits_id) AS credits_number,
  (SELECT o.issued_on FROM invoices o WHERE o.id = i.credits_id) AS credits_issued_on`;

/** Lists invoices with their lines; by month (latest first), kind and number unless `sort` is given. */
export async function listInvoices(
  { db }: Pick<Context, 'db'>,
  filters: InvoiceFilters,
  page: PageRequest,
  sort?: SortOf<typeof PARTY_LIST_ORDER>,
): Promise<Page<Invoice>> {
  const from = sql`invoices i WHERE ${matching(filters)}`;
  const { items, total } = await readPage<Row>(db, { columns: COLUMNS, from, order: PARTY_LIST_ORDER.by(sort) }, page);
  return { items: await withLines(db, items), total };
}

/** Reads one invoice with its lines; null if none matches. */
export async function readInvoice(
  { db }: Pick<Context, 'db'>,
  filters: InvoiceFilters & { id: number },
): Promise<Invoice | null> {
  const { rows } = await db.execute<Row>(sql`SELECT ${COLUMNS} FROM invoices i WHERE ${matching(filters)}`);
  return (await withLines(db, rows))[0] ?? null;
}

/** Lists a store's invoices without their lines, latest first. @param max the maximum number */
export async function listStoreInvoices(
  { db }: Pick<Context, 'db'>,
  storeId: number,
  max: number,
): Promise<Pick<Invoice, 'id' | 'dueOn' | 'totalMinor'>[]> {
  const { rows } = await db.execute<{ id: number; payment_date: string; total_minor: number }>(sql`
    SELECT id, payment_date, total_minor FROM invoices WHERE kind = 'store' AND store_id = ${storeId} ORDER BY month DESC, id DESC LIMIT ${max}`);
  return rows.map((row) => ({ id: row.id, dueOn: row.payment_date, totalMinor: row.total_minor }));
}

/** Reads a creator's statements, with their lines, of the latest closed month that has any; one for each currency. */
export async function readLatestStatements({ db }: Pick<Context, 'db'>, userId: number): Promise<Invoice[]> {
  const { rows } = await db.execute<Row>(sql`
    SELECT ${COLUMNS} FROM invoices i WHERE i.kind = 'creator' AND i.user_id = ${userId} AND i.month = (
      SELECT max(x.month) FROM invoices x JOIN payment_periods p ON p.month = x.month
      WHERE x.kind = 'creator' AND x.user_id = ${userId} AND p.closed_at IS NOT NULL)
    ORDER BY i.currency`);
  return withLines(db, rows);
}

function matching({ id, kind, month, storeId, agencyId, userId }: InvoiceFilters): SQL {
  const conditions: SQL[] = [sql`true`];
  if (id !== undefined) conditions.push(sql`i.id = ${id}`);
  if (kind !== undefined) conditions.push(sql`i.kind = ${kind}`);
  if (month !== undefined) conditions.push(sql`i.month = ${`${month}-01`}::date`);
  if (storeId !== undefined) conditions.push(sql`i.store_id = ${storeId}`);
  if (agencyId !== undefined) conditions.push(sql`i.agency_id = ${agencyId}`);
  if (userId !== undefined) conditions.push(sql`i.user_id = ${userId}`);
  return sql.join(conditions, sql` AND `);
}

/** Adds the lines with one query for all invoices. */
async function withLines(db: Database, rows: readonly Row[]): Promise<Invoice[]> {
  const { rows: lines } = await db.execute<LineRow>(sql`
    SELECT invoice_id, kind, description AS about, quantity, amount_minor, adjusts FROM invoice_lines
    WHERE invoice_id = ANY (${sql.param(rows.map(({ id }) => id))}::bigint[]) ORDER BY invoice_id, position`);
  const byInvoice = new Map<number, LineRow[]>(rows.map(({ id }) => [id, []]));
  for (const line of lines) byInvoice.get(line.invoice_id)!.push(line);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    number: row.number,
    month: row.month,
    currency: row.currency,
    locale: row.locale,
    storeId: row.store_id,
    agencyId: row.agency_id,
    userId: row.user_id,
    netMinor: row.net_minor,
    totalMinor: row.total_minor,
    vat: { ratePpm: row.vat_rate_ppm, minor: row.vat_minor, note: row.vat_note },
    seller: row.parties.seller,
    buyer: row.parties.buyer,
    issuedOn: row.issued_on,
    dueOn: row.payment_date,
    axId: row.ax_id,
    paidAt: row.paid_at === null ? null : new Date(row.paid_at),
    openMinor: row.open_minor,
    creditedMinor: row.credited_minor,
    needsRelease: row.needs_release,
    credits:
      row.credits_id === null
        ? null
        : { id: row.credits_id, number: row.credits_number!, issuedOn: row.credits_issued_on! },
    lines: byInvoice.get(row.id)!.map((line) => ({
      kind: line.kind,
      quantity: line.quantity,
      amountMinor: line.amount_minor,
      description: describeLine(row, line),
      adjusts: line.adjusts === null ? null : line.adjusts.slice(0, 7),
    })),
  }));
}
