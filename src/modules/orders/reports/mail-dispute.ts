import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { enqueueAll } from '../../../platform/jobs/job.ts';
import { type Mail, onOneLine, sendMail } from '../../../platform/mail/mail.ts';

/** The most members of a store that are told. */
const MAX_TOLD = 20;

/** What reports have done to an order: it waits for a decision, or contradicts the decision that was made. */
type ReportNews = 'disputed' | 'contradicted';

const MAILED_ON: Record<ReportNews, SQL> = {
  disputed: sql`dispute_mailed_on`,
  contradicted: sql`contradiction_mailed_on`,
};

/**
 * Notifies the members of a store that reports of an order of theirs contradict each other or what was decided, each at most once a day (UTC):
 * whoever knows a store's tracking key can report any number of orders, and the console lists them all.
 */
export async function tellOfReports(
  tx: Database,
  { storeId, now, news }: { storeId: number; now: Date; news: ReportNews },
): Promise<void> {
  const mailedOn = MAILED_ON[news];
  const { rowCount } = await tx.execute(sql`
    INSERT INTO order_rules AS r (store_id, ${mailedOn}) VALUES (${storeId}, (${now.toISOString()}::timestamptz AT TIME ZONE 'UTC')::date)
    ON CONFLICT (store_id) DO UPDATE SET ${mailedOn} = excluded.${mailedOn}
    WHERE r.${mailedOn} IS NULL OR r.${mailedOn} < excluded.${mailedOn}`);
  if (rowCount !== 1) return;
  const { rows } = await tx.execute<{ email: string; store_name: string }>(sql`
    SELECT u.email, s.name AS store_name FROM store_members m JOIN users u ON u.id = m.user_id JOIN stores s ON s.id = m.store_id
    WHERE m.store_id = ${storeId} AND u.suspended_at IS NULL AND u.erased_at IS NULL AND NOT u.email_unproven
    ORDER BY u.id LIMIT ${MAX_TOLD}`);
  if (rows.length === 0) return;
  await enqueueAll(
    tx,
    sendMail,
    rows.map(({ email: to, store_name: storeName }) => ({ to, ...WORDS[news](onOneLine(storeName)) })),
  );
}

/** The order's number is in neither: it may be a stranger's text. */
const WORDS: Record<ReportNews, (storeName: string) => Omit<Mail, 'to'>> = {
  disputed: (storeName) => ({
    subject: 'An order needs your decision',
    text: [
      `An order of ${storeName} was reported more than once, and the reports contradict each other about its click or its value.`,
      '',
      'It brings no commission until you say which report is right: open the order in the console under “Orders”, where all of its reports are ' +
        'listed. There may be more orders like this; the filter “Needs your decision” shows them all. You are told at most once a day.',
      '',
    ].join('\n'),
  }),
  contradicted: (storeName) => ({
    subject: 'A report contradicts an order that was decided',
    text: [
      `After an order of ${storeName} was decided, a report arrived that names another click or value.`,
      '',
      'The order stays as it was decided. Open it in the console under “Orders” to compare its reports. If the decision was wrong, record a refund, or ask ' +
        'the marketplace to void the order. There may be more orders like this. You receive this mail at most once a day.',
      '',
    ].join('\n'),
  }),
};
