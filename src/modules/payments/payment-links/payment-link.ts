import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import type {
  HostedPaymentProvider,
  PaymentProvider,
  PaymentState,
} from '../../../platform/payment-provider/provider.ts';

export const LINK_STATUSES = [
  'requested',
  'open',
  'processing',
  'paid',
  'failed',
  'expired',
  'refunded',
  'partly_refunded',
  'disputed',
] as const satisfies readonly ('requested' | PaymentState)[];

/** The reason why a received payment does not pay the invoice. */
export const LINK_PROBLEMS = ['differs', 'already_paid', 'invoice_changed'] as const;

/** A page of the payment provider on which a store pays an invoice. */
export interface PaymentLink {
  id: number;
  invoiceId: number;
  invoiceNumber: string;
  storeId: number;
  storeName: string;
  requestKey: string;
  amountMinor: number;
  currency: string;
  sessionId: string | null;
  paymentId: string | null;
  url: string | null;
  expiresAt: Date;
  status: (typeof LINK_STATUSES)[number];
  problem: (typeof LINK_PROBLEMS)[number] | null;
  /** Whether the invoice is marked as paid by this payment. */
  isBooked: boolean;
  revision: number;
  createdAt: Date;
}

type Row = Omit<PaymentLink, 'expiresAt' | 'createdAt'> & { expiresAt: string; createdAt: string };

const COLUMNS = sql`l.id, l.invoice_id AS "invoiceId", i.number AS "invoiceNumber", i.store_id AS "storeId",
  s.name AS "storeName", l.request_key AS "requestKey", l.amount_minor AS "amountMinor", l.currency, l.session_id AS "sessionId", l.payment_id AS "paymentId", l.url, l.expires_at AS "expiresAt", l.status,
  l.problem, l.is_booked AS "isBooked", l.revision, l.created_at AS "createdAt"`;
const FROM = sql`payment_links l JOIN invoices i ON i.id = l.invoice_id JOIN stores s ON s.id = i.store_id`;

const linkOf = (row: Row): PaymentLink => ({
  ...row,
  expiresAt: new Date(row.expiresAt),
  createdAt: new Date(row.createdAt),
});

/** Reads the payment link that fulfils a condition on `l`; null when there is none. */
async function readOne(db: Database, condition: SQL): Promise<PaymentLink | null> {
  const { rows } = await db.execute<Row>(sql`SELECT ${COLUMNS} FROM ${FROM} WHERE ${condition}`);
  return rows[0] === undefined ? null : linkOf(rows[0]);
}

export const readLink = (db: Database, id: number): Promise<PaymentLink | null> => readOne(db, sql`l.id = ${id}`);

/** Locks a payment link until the end of the transaction, and reads it. */
export async function lockLink(tx: Database, id: number): Promise<PaymentLink | null> {
  await tx.execute(sql`SELECT FROM payment_links WHERE id = ${id} FOR UPDATE`);
  return readLink(tx, id);
}

/** Reads the link of an invoice that can still be paid, or that is being created. */
export const readCurrentLink = (db: Database, invoiceId: number): Promise<PaymentLink | null> =>
  readOne(db, sql`l.invoice_id = ${invoiceId} AND l.status IN ('requested', 'open', 'processing')`);

/** Finds a link by the provider's ids of its page or payment. */
export const findLink = (
  db: Database,
  { sessionId, paymentId }: { sessionId: string | null; paymentId: string | null },
): Promise<PaymentLink | null> =>
  sessionId === null ? readOne(db, sql`l.payment_id = ${paymentId}`) : readOne(db, sql`l.session_id = ${sessionId}`);

/** A condition over `payment_links l`: a problem, a dispute or a partial refund. */
export const NEEDS_ATTENTION = sql`(l.problem IS NOT NULL OR l.status IN ('partly_refunded', 'disputed'))`;

/** Lists payment links, the latest first. @param attention only those with a problem, a dispute or a partial refund */
export async function listLinks(
  { db }: Pick<Context, 'db'>,
  { attention }: { attention: boolean },
  page: PageRequest,
): Promise<Page<PaymentLink>> {
  const where = attention ? NEEDS_ATTENTION : sql`true`;
  const found = await readPage<Row>(
    db,
    { columns: COLUMNS, from: sql`${FROM} WHERE ${where}`, order: sql`l.id DESC` },
    page,
  );
  return { ...found, items: found.items.map(linkOf) };
}

/**
 * Requires a provider that can take payments of invoices and that reports them.
 * @throws RuleRefused `payment_links_not_configured`, naming the missing setting
 */
export function requirePaymentPages(provider: PaymentProvider): HostedPaymentProvider {
  const missing =
    provider.name === 'manual' ? 'STRIPE_SECRET_KEY' : provider.hasEvents ? null : 'STRIPE_WEBHOOK_SECRET';
  if (provider.name === 'manual' || missing !== null)
    throw new RuleRefused('payment_links_not_configured', `Payment links need Stripe: ${missing} is not set.`);
  return provider;
}
