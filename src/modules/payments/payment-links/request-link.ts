import { sql } from 'drizzle-orm';
import type { Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { NotFound, RuleRefused, Unavailable } from '../../../platform/errors/errors.ts';
import type { HostedPaymentProvider, PaymentProvider } from '../../../platform/payment-provider/provider.ts';
import { writeAudit } from '../../accounts/index.ts';
import { type PaymentLink, readCurrentLink, readLink, requirePaymentPages } from './payment-link.ts';
import { refreshLink } from './refresh-link.ts';

const MINUTE_MS = 60_000;
/** The validity of a page. Stripe permits 30 minutes to 24 hours. */
const LIFE_MS = 12 * 60 * MINUTE_MS;
/** A page with a shorter remaining validity is replaced. */
const MIN_LEFT_MS = 10 * MINUTE_MS;
/** A request without a reply is repeated only while the provider accepts the expiry time in it. */
const MIN_LEFT_TO_ASK_MS = 60 * MINUTE_MS;
/** Maximum number of attempts. Each attempt that does not return expires an older page. */
const MAX_ATTEMPTS = 3;

type Ctx = Pick<Context, 'db' | 'now' | 'actor' | 'publicUrl'>;

/**
 * Returns the page for paying an invoice at the payment provider. An invoice has at most one payable page: an open page for the
 * open amount is returned again, and any other one is expired first. Runs outside any transaction, because it queries the
 * provider.
 * @throws NotFound when the store has no such invoice; RuleRefused `payment_links_not_configured`, `already_paid`,
 *   `nothing_to_pay`, `payment_processing`; Unavailable
 */
export async function requestPaymentLink(
  ctx: Ctx,
  { paymentProvider, calendar }: { paymentProvider: PaymentProvider; calendar: Calendar },
  { storeId, invoiceId }: { storeId: number; invoiceId: number },
): Promise<PaymentLink> {
  // The store's access to the invoice is checked first, so that errors about settings reach only those who may see the invoice.
  const { rows } = await ctx.db.execute(
    sql`SELECT FROM invoices WHERE id = ${invoiceId} AND store_id = ${storeId} AND kind = 'store'`,
  );
  if (rows.length === 0) throw new NotFound('invoice');
  const provider = requirePaymentPages(paymentProvider);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { link, next } = await claim(ctx, { storeId, invoiceId });
    if (next === 'use') return link;
    if (next === 'ask') return ask(ctx, provider, link);
    await provider.closePayment(link.sessionId!);
    await refreshLink(ctx, { provider, calendar }, link.id);
  }
  throw new Unavailable('The payment provider has not expired the previous payment page. Try again.');
}

interface Claim {
  link: PaymentLink;
  next: 'use' | 'ask' | 'end';
}

async function claim(ctx: Ctx, { storeId, invoiceId }: { storeId: number; invoiceId: number }): Promise<Claim> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ number: string; minor: number; currency: string; paid: boolean }>(sql`
      SELECT number, open_minor AS minor, currency, paid_at IS NOT NULL AS paid FROM invoices
      WHERE id = ${invoiceId} AND store_id = ${storeId} AND kind = 'store' FOR NO KEY UPDATE`);
    const invoice = rows[0];
    if (invoice === undefined) throw new NotFound('invoice');
    const { number, minor, currency } = invoice;
    if (invoice.paid) throw new RuleRefused('already_paid', `Invoice ${number} is paid.`);
    if (minor <= 0) throw new RuleRefused('nothing_to_pay', `Invoice ${number} has no amount that the store owes.`);
    const link = await readCurrentLink(tx, invoiceId);
    if (link?.status === 'processing')
      throw new RuleRefused('payment_processing', `A payment of invoice ${number} is being collected.`);
    const left = link === null ? 0 : link.expiresAt.getTime() - now.getTime();
    const isSame = link?.amountMinor === minor && link.currency === currency;
    if (link?.status === 'open') return { link, next: isSame && left > MIN_LEFT_MS ? 'use' : 'end' };
    if (link !== null && isSame && left > MIN_LEFT_TO_ASK_MS) return { link, next: 'ask' };
    // If the reply was lost, the address of the page is unknown, so it cannot be paid.
    if (link !== null) await markFailed(tx, link.id, now);
    const made = await tx.execute<{ id: number }>(sql`
      INSERT INTO payment_links (invoice_id, amount_minor, currency, expires_at, created_by, created_at, updated_at)
      VALUES (${invoiceId}, ${minor}, ${currency}, ${new Date(now.getTime() + LIFE_MS).toISOString()}, ${ctx.actor.userId}, ${now.toISOString()},
        ${now.toISOString()}) RETURNING id`);
    const { id } = made.rows[0]!;
    const entry = { actor: ctx.actor, subjectKind: 'invoice', subjectId: invoiceId };
    await writeAudit(tx, { ...entry, action: 'invoice.payment_link_requested', details: { payment_link_id: id } });
    return { link: (await readLink(tx, id))!, next: 'ask' };
  });
}

/** Concurrent requests use the same key, so that the provider creates one page. */
async function ask(ctx: Ctx, provider: HostedPaymentProvider, link: PaymentLink): Promise<PaymentLink> {
  const { id, requestKey, invoiceNumber, amountMinor: minor, currency, expiresAt, storeId } = link;
  const request = {
    reference: `payment-${id}`,
    title: `Invoice ${invoiceNumber}`,
    money: { minor, currency },
    expiresAt,
    returnUrl: `${ctx.publicUrl}/console/shop/${storeId}/invoices`,
  };
  const page = await provider.requestPayment(request, requestKey).catch(async (error) => {
    // The provider may repeat a failure for the same key.
    await markFailed(ctx.db, id, ctx.now());
    throw error;
  });
  await ctx.db.execute(sql`
    UPDATE payment_links SET status = 'open', session_id = ${page.sessionId}, url = ${page.url}, updated_at = ${ctx.now().toISOString()}
    WHERE id = ${id} AND status = 'requested'`);
  const opened = await readLink(ctx.db, id);
  if (opened?.sessionId !== page.sessionId) throw new Unavailable('The payment page was replaced. Try again.');
  return opened;
}

async function markFailed(db: Database, id: number, at: Date): Promise<void> {
  await db.execute(sql`
    UPDATE payment_links SET status = 'failed', updated_at = ${at.toISOString()} WHERE id = ${id} AND status = 'requested'`);
}
