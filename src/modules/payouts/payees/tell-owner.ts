import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { enqueueAll } from '../../../platform/jobs/job.ts';
import { sendMail } from '../../../platform/mail/mail.ts';
import type { Owner } from '../owner.ts';

/** Most people who are written to at once. */
const MAX_RECIPIENTS = 1_000;

/** What a payee is told. */
export interface OwnerNews {
  owner: Owner;
  subject: string;
  /** Sentences, one in a line. */
  lines: readonly string[];
}

/** Asks for mails to creators, and to the representatives of agencies, in the transaction that makes the news. */
export async function tellOwners(tx: Database, news: readonly OwnerNews[]): Promise<void> {
  if (news.length === 0) return;
  const owners = news.map(({ owner: { account, id } }, index) => ({ index, account, id }));
  const { rows } = await tx.execute<{ index: number; email: string }>(sql`
    SELECT o.index, u.email FROM jsonb_to_recordset(${JSON.stringify(owners)}::jsonb) AS o (index int, account text, id bigint)
    LEFT JOIN agency_members m ON o.account = 'client' AND m.agency_id = o.id
    JOIN users u ON u.id = CASE o.account WHEN 'creator' THEN o.id ELSE m.user_id END
    WHERE u.erased_at IS NULL AND (o.account = 'creator' OR u.suspended_at IS NULL)
    ORDER BY o.index, u.id LIMIT ${MAX_RECIPIENTS}`);
  const mails = rows.map(({ index, email: to }) => {
    const { subject, lines } = news[index]!;
    return { to, subject, text: ['Hello,', '', ...lines, ''].join('\n') };
  });
  await enqueueAll(tx, sendMail, mails);
}
