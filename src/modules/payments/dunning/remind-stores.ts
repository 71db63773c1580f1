import { sql } from 'drizzle-orm';
import type { Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { enqueueAll } from '../../../platform/jobs/job.ts';
import { languageOf } from '../../../platform/locale.ts';
import { type Mail, sendMail } from '../../../platform/mail/mail.ts';
import { composeMail, LOCALE_OF_USER, readMarketName } from '../../accounts/index.ts';
import { settleFromBalances } from '../prepaid/settle-from-balances.ts';

/** The schedule of reminders. */
export interface DunningSettings {
  calendar: Calendar;
  /** Days after the due date, ascending; with the last reminder, the store's credit limit becomes zero. Empty: no reminders. */
  days: readonly number[];
}

/** Maximum number of invoices in one call. */
const MAX_AT_ONCE = 200;
/** Maximum number of members of a store who receive a reminder. */
const MAX_RECIPIENTS = 100;

type Notice = {
  invoice_id: number;
  level: number;
  number: string;
  open_minor: number;
  currency: string;
  payment_date: string;
  store_id: number;
  store_name: string;
};

type Member = { store_id: number; email: string; locale: string | null };

/**
 * Sends the reminders of unpaid invoices of stores that are due today, in one transaction. Amounts that prepaid balances and
 * credit notes cover are excluded. Reminders of an invoice are sent in order, with the intervals of the schedule, even if the
 * schedule was set late. With the last reminder, the store's credit limit becomes zero; a payment restores it. Several processes
 * can call it concurrently, and any number of times.
 * @returns the number of sent reminders
 */
export async function remindStores(
  ctx: Pick<Context, 'db' | 'now' | 'publicUrl'>,
  { calendar, days }: DunningSettings,
): Promise<number> {
  const now = ctx.now();
  const today = calendar.dayOf(now.getTime());
  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('dunning'))`);
    await settleFromBalances(tx, { now, calendar });
    await tx.execute(sql`UPDATE invoices SET dunning_paused_until = NULL WHERE dunning_paused_until < ${today}::date`);
    if (days.length === 0) return 0;
    const due = await readDue(tx, days, today);
    if (due.length === 0) return 0;
    const rows = due.map(({ invoice_id, level }) => ({ invoice_id, level, blocks: level === days.length }));
    await tx.execute(sql`
      INSERT INTO dunning_notices (invoice_id, level, blocks, sent_on, sent_at)
      SELECT n.invoice_id, n.level, n.blocks, ${today}, ${now.toISOString()}
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS n (invoice_id bigint, level int, blocks boolean)`);
    const blocked = [...new Set(due.filter(({ level }) => level === days.length).map((notice) => notice.store_id))];
    if (blocked.length > 0) await tx.execute(sql`SELECT refresh_credit_limits(${sql.param(blocked)}::bigint[])`);
    await sendMails(tx, due, { days, publicUrl: ctx.publicUrl });
    return due.length;
  });
}

/** The next reminder of each invoice for which enough time has passed since the due date, or since the previous reminder. */
async function readDue(tx: Database, days: readonly number[], today: string): Promise<Notice[]> {
  const { rows } = await tx.execute<Notice>(sql`
    WITH schedule AS (SELECT level::int, days, days - lag(days, 1, 0) OVER (ORDER BY level) AS pause
      FROM unnest(${sql.param([...days])}::int[]) WITH ORDINALITY AS s (days, level))
    SELECT i.id AS invoice_id, s.level, i.number, i.open_minor, i.currency, i.payment_date, i.store_id, t.name AS store_name
    FROM invoices i JOIN stores t ON t.id = i.store_id
    CROSS JOIN LATERAL (SELECT coalesce(max(n.level), 0) AS level, max(n.sent_on) AS sent_on FROM dunning_notices n WHERE n.invoice_id = i.id) last
    JOIN schedule s ON s.level = last.level + 1
    WHERE i.kind = 'store' AND i.paid_at IS NULL AND i.open_minor > 0 AND i.dunning_paused_until IS NULL
      AND i.payment_date + s.days <= ${today}::date AND (last.sent_on IS NULL OR last.sent_on + s.pause <= ${today}::date)
    ORDER BY i.id LIMIT ${MAX_AT_ONCE} FOR NO KEY UPDATE OF i`);
  return rows;
}

/** Reminders are not notifications: all members receive them in their own language regardless of their settings. */
async function sendMails(
  tx: Database,
  due: readonly Notice[],
  { days, publicUrl }: { days: readonly number[]; publicUrl: string },
): Promise<void> {
  const stores = [...new Set(due.map((notice) => notice.store_id))];
  const { rows } = await tx.execute<Member>(sql`
    SELECT s.id AS store_id, m.email, m.locale FROM unnest(${sql.param(stores)}::bigint[]) AS s (id) CROSS JOIN LATERAL (
      SELECT u.email, ${LOCALE_OF_USER} AS locale FROM store_members x JOIN users u ON u.id = x.user_id
      WHERE x.store_id = s.id AND u.suspended_at IS NULL AND u.erased_at IS NULL ORDER BY u.id LIMIT ${MAX_RECIPIENTS}) m`);
  const market = await readMarketName(tx);
  const mails = due.flatMap((notice) =>
    rows
      .filter((row) => row.store_id === notice.store_id)
      .map((member) => mailTo(member, notice, { levels: days.length, market, publicUrl })),
  );
  await enqueueAll(tx, sendMail, mails);
}

function mailTo(
  { email: to, locale }: Member,
  { store_id: storeId, store_name: store, number, level, open_minor: minor, currency, payment_date: due }: Notice,
  { levels, market, publicUrl }: { levels: number; market: string; publicUrl: string },
): Mail {
  return composeMail(languageOf(locale), {
    to,
    market,
    name: 'invoice_reminder',
    url: `${publicUrl}/console/shop/${storeId}/invoices`,
    values: { store, number, open: { minor, currency }, due, level, levels },
  });
}
