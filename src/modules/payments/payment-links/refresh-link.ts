import { sql } from 'drizzle-orm';
import type { Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import type {
  HostedPaymentProvider,
  ProviderEvent,
  ProviderPayment,
} from '../../../platform/payment-provider/provider.ts';
import { writeAudit } from '../../accounts/index.ts';
import { holdImports } from '../imports/find-named.ts';
import { settleInvoices } from '../imports/mark-paid.ts';
import { reversePayment } from '../invoices/take-back-payment.ts';
import { findLink, lockLink, type PaymentLink, readLink } from './payment-link.ts';

type Ctx = Pick<Context, 'db' | 'now'>;
interface Deps {
  provider: HostedPaymentProvider;
  calendar: Calendar;
}

/**
 * Refreshes the payment link that an event of the provider affects.
 * @returns whether the event affects a payment link
 * @throws Unavailable
 */
export async function refreshLinkOf(
  ctx: Ctx,
  deps: Deps,
  payment: NonNullable<ProviderEvent['payment']>,
): Promise<boolean> {
  const known = await findLink(ctx.db, payment);
  if (known !== null) return refresh(ctx, deps, known);
  if (payment.paymentId === null || payment.sessionId !== null) return false;
  // A refund or dispute can be reported before the payment itself.
  const sessionId = await deps.provider.findSession(payment.paymentId);
  const link = sessionId === null ? null : await findLink(ctx.db, { sessionId, paymentId: null });
  return link === null ? false : refresh(ctx, deps, link);
}

async function refresh(ctx: Ctx, deps: Deps, { id }: PaymentLink): Promise<true> {
  await refreshLink(ctx, deps, id);
  return true;
}

/**
 * Reads a payment from the provider and stores its state. The invoice is marked as paid while the provider has the whole amount,
 * through the same use case as a bank's payment, and is reopened after a refund, a dispute or a returned debit. However often and
 * concurrently this runs, the provider's current state is finally stored: if another reply was stored meanwhile, this queries
 * again (see `refreshSetup`).
 * @throws Unavailable
 */
export async function refreshLink(ctx: Ctx, { provider, calendar }: Deps, linkId: number): Promise<void> {
  for (let tries = 0; tries < 2; tries += 1) {
    const link = await readLink(ctx.db, linkId);
    if (link === null || link.sessionId === null) return;
    const payment = await provider.readPayment(link.sessionId);
    if (payment === null || (await store(ctx, calendar, { link, payment }))) return;
  }
}

/** @returns false, without a change, if another answer was stored since `link` was read */
async function store(
  { db, now }: Ctx,
  calendar: Calendar,
  { link: asked, payment }: { link: PaymentLink; payment: ProviderPayment },
): Promise<boolean> {
  const at = now();
  return db.transaction(async (tx) => {
    await holdImports(tx);
    // Reversing a payment also locks the invoice first.
    await tx.execute(sql`SELECT FROM invoices WHERE id = ${asked.invoiceId} FOR UPDATE`);
    const link = await lockLink(tx, asked.id);
    if (link === null || link.revision !== asked.revision) return false;
    const { state } = payment;
    const isSame = isWhatWasAsked(link, payment);
    // The invoice follows changes of the state, so that a payment that was taken back by hand is not booked again by a repeated event.
    const isNewlyPaid = state === 'paid' && link.status !== 'paid';
    let problem = state === 'paid' && !isNewlyPaid ? link.problem : null;
    // A fully refunded payment needs no attention any more.
    if (!isSame && state !== 'refunded') problem = 'differs';
    if (isNewlyPaid && isSame) problem = await findObstacle(tx, link);
    const books = isNewlyPaid && problem === null;
    const reverses = link.isBooked && (state !== 'paid' || problem !== null);
    if (books) await settleInvoices(tx, [{ invoiceId: link.invoiceId, paidAt: at }], { now: at, calendar });
    // This also records that the link no longer pays the invoice.
    if (reverses) await reversePayment(tx, { now: at, calendar }, link);
    await tx.execute(sql`
      UPDATE payment_links SET status = ${state}, problem = ${problem}, payment_id = coalesce(${payment.paymentId}, payment_id),
        is_booked = ${books || (link.isBooked && !reverses)}, revision = revision + 1, updated_at = ${at.toISOString()}
      WHERE id = ${link.id}`);
    if (state !== link.status || problem !== link.problem) await note(tx, link, { state, problem, books, reverses });
    return true;
  });
}

function isWhatWasAsked(link: PaymentLink, { reference, money }: ProviderPayment): boolean {
  return reference === `payment-${link.id}` && money?.minor === link.amountMinor && money.currency === link.currency;
}

/** Returns why a payment of the requested amount does not pay the invoice; null: it does. */
async function findObstacle(tx: Database, link: PaymentLink): Promise<'already_paid' | 'invoice_changed' | null> {
  const { rows } = await tx.execute<{ minor: number; currency: string; paid: boolean }>(sql`
    SELECT open_minor AS minor, currency, paid_at IS NOT NULL AS paid FROM invoices WHERE id = ${link.invoiceId}`);
  const invoice = rows[0]!;
  if (invoice.paid) return 'already_paid';
  return invoice.minor === link.amountMinor && invoice.currency === link.currency ? null : 'invoice_changed';
}

async function note(
  tx: Database,
  link: PaymentLink,
  { state, problem, books, reverses }: { state: string; problem: string | null; books: boolean; reverses: boolean },
): Promise<void> {
  const action = books
    ? 'invoice.paid_by_link'
    : reverses
      ? 'invoice.payment_taken_back'
      : 'invoice.payment_link_changed';
  await writeAudit(tx, {
    actorId: null,
    action,
    subjectKind: 'invoice',
    subjectId: link.invoiceId,
    details: { payment_link_id: link.id, was: link.status, state, problem },
  });
}
