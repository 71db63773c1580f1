import { type SQL, sql } from 'drizzle-orm';
import { parsePathId } from '../../../platform/auth/policy.ts';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import { listOrder, type SortOf } from '../../../platform/list-order.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { containing } from '../../../platform/text-search.ts';
import type { INVOICE_KINDS } from '../invoices/read-invoices.ts';

/** An invoice in a list over all months, without its lines. */
export interface InvoiceEntry {
  id: number;
  number: string;
  kind: (typeof INVOICE_KINDS)[number];
  /** `YYYY-MM` */
  month: string;
  partyId: number;
  /** The name at the time of issue. */
  partyName: string;
  currency: string;
  totalMinor: number;
  /** The open amount. */
  openMinor: number;
  /** For a credit note: the credited invoice. */
  creditsId: number | null;
  /** Days are `YYYY-MM-DD`. */
  issuedOn: string;
  dueOn: string;
  paidAt: string | null;
  /** For a store’s invoice: the time of its release before payment. */
  releasedAt: string | null;
  axId: string | null;
}

export const PAYMENT_STATES = ['unpaid', 'overdue', 'paid'] as const;

export interface InvoiceRequest {
  /** Contained in the number, the party's name or the accounting system's id. */
  query?: string | undefined;
  kind?: InvoiceEntry['kind'] | undefined;
  month?: string | undefined;
  state?: (typeof PAYMENT_STATES)[number] | undefined;
  sort?: SortOf<typeof INVOICE_ORDER>;
  page: PageRequest;
  /** The statistics' day. */
  today: string;
}

const PARTY_NAME = sql`(i.parties -> CASE i.kind WHEN 'store' THEN 'buyer' ELSE 'seller' END ->> 'name')`;

/** The orders of the list. */
export const INVOICE_ORDER = listOrder(
  {
    number: sql`i.number`,
    party: sql`lower(${PARTY_NAME})`,
    total: [sql`i.currency`, sql`i.total_minor`],
    payment_date: sql`i.payment_date`,
    month: sql`i.month`,
  },
  { tie: [sql`i.id`], usual: sql`i.number DESC, i.id DESC` },
);

/** Lists the invoices of all months. */
export function listAllInvoices(
  { db }: Pick<Context, 'db'>,
  { query, kind, month, state, sort, page, today }: InvoiceRequest,
): Promise<Page<InvoiceEntry>> {
  const conditions: SQL[] = [sql`true`];
  if (kind !== undefined) conditions.push(sql`i.kind = ${kind}`);
  if (month !== undefined) conditions.push(sql`i.month = ${`${month}-01`}::date`);
  if (state !== undefined) conditions.push(state === 'paid' ? sql`i.paid_at IS NOT NULL` : sql`i.paid_at IS NULL`);
  if (state === 'overdue') conditions.push(sql`i.payment_date < ${today}::date`);
  if (query !== undefined) {
    const like = containing(query);
    conditions.push(
      sql`(i.id = ${parsePathId(query)} OR i.number ILIKE ${like} OR i.ax_id ILIKE ${like} OR ${PARTY_NAME} ILIKE ${like})`,
    );
  }
  return readPage<InvoiceEntry & Record<string, unknown>>(
    db,
    {
      columns: sql`i.id, i.number, i.kind, to_char(i.month, 'YYYY-MM') AS month, coalesce(i.store_id, i.agency_id, i.user_id) AS "partyId",
        coalesce(${PARTY_NAME}, '') AS "partyName", i.currency, i.total_minor AS "totalMinor", i.open_minor AS "openMinor", i.credits_id AS "creditsId", i.issued_on AS "issuedOn",
        i.payment_date AS "dueOn", i.paid_at AS "paidAt", i.released_at AS "releasedAt", i.ax_id AS "axId"`,
      from: sql`invoices i WHERE ${sql.join(conditions, sql` AND `)}`,
      order: INVOICE_ORDER.by(sort),
    },
    page,
  );
}
