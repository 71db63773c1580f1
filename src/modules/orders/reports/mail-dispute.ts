import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { enqueueAll } from '../../../platform/jobs/job.ts';
import { type Mail, onOneLine, sendMail } from '../../../platform/mail/mail.ts';

/** The most members of a store that are told. */
const MAX_TOLD = 20;

/**
 * Tells the members of a store that an order of theirs is disputed, at most once a day (UTC): who knows a store's tracking key can dispute any
 * number of orders, and the console lists them all.
 */
export async function tellOfDispute(tx: Database, { storeId, now }: { storeId: number; now: Date }): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    INSERT INTO order_rules AS r (store_id, dispute_mailed_on) VALUES (${storeId}, (${now.toISOString()}::timestamptz AT TIME ZONE 'UTC')::date)
    ON CONFLICT (store_id) DO UPDATE SET dispute_mailed_on = excluded.dispute_mailed_on
    WHERE r.dispute_mailed_on IS NULL OR r.dispute_mailed_on < excluded.dispute_mailed_on`);
  if (rowCount !== 1) return;
  const { rows } = await tx.execute<{ email: string; store_name: string }>(sql`
    SELECT u.email, s.name AS store_name FROM store_members m JOIN users u ON u.id = m.user_id JOIN stores s ON s.id = m.store_id
    WHERE m.store_id = ${storeId} AND u.suspended_at IS NULL AND u.erased_at IS NULL AND NOT u.email_unproven
    ORDER BY u.id LIMIT ${MAX_TOLD}`);
  if (rows.length === 0) return;
  await enqueueAll(
    tx,
    sendMail,
    rows.map(({ email: to, store_name: storeName }) => disputeMail(to, storeName)),
  );
}

/** The order's number is not in it: it may be a stranger's text. */
function disputeMail(to: string, storeName: string): Mail {
  return {
    to,
    subject: 'An order needs your decision',
    text: [
      `An order of ${onOneLine(storeName)} was reported more than once, and the reports contradict each other about its click or its value.`,
      '',
      'It brings no commission until you say which report is right: open the order in the console under “Orders”, where all of its reports are ' +
        'listed. There may be more orders like this; the filter “Needs your decision” shows them all. You are told at most once a day.',
      '',
    ].join('\n'),
  };
}
