import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { enqueueAll } from '../../../platform/jobs/job.ts';
import { type Mail, onOneLine, sendMail } from '../../../platform/mail/mail.ts';

/** What members of a store hear of it: a decision of an administrator, or that it nears its credit limit. */
export type StoreNews =
  | { approval: 'approved' | 'rejected' | 'pending'; reason: string | null }
  | { incurred: string; limit: string };

/** Most members who are written to. */
const MAX_RECIPIENTS = 100;

/**
 * Asks for a mail from the marketplace to a store's members, not on the store's behalf, so that its quota has no part in it. Call it in the transaction
 * that makes the news. Who is suspended gets none.
 */
export async function notifyMembers(
  { db, publicUrl }: Pick<Context, 'db' | 'publicUrl'>,
  { storeId, name, news }: { storeId: number; name: string; news: StoreNews },
): Promise<void> {
  const { rows } = await db.execute<{ email: string }>(sql`
    SELECT u.email FROM store_members m JOIN users u ON u.id = m.user_id
    WHERE m.store_id = ${storeId} AND u.suspended_at IS NULL AND u.erased_at IS NULL ORDER BY u.id LIMIT ${MAX_RECIPIENTS}`);
  await enqueueAll(
    db,
    sendMail,
    rows.map(({ email: to }) => ({ to, ...wordsOf(onOneLine(name), news, publicUrl) })),
  );
}

function wordsOf(store: string, news: StoreNews, publicUrl: string): Omit<Mail, 'to'> {
  const { subject, says } = 'limit' in news ? creditWords(store, news) : approvalWords(store, news);
  return { subject, text: ['Hello,', '', ...says, '', publicUrl, ''].join('\n') };
}

function approvalWords(store: string, { approval, reason }: Extract<StoreNews, { approval: string }>) {
  const because = reason === null ? [] : ['', `What the marketplace says: ${onOneLine(reason)}`];
  if (approval === 'approved')
    return {
      subject: `The store "${store}" is approved`,
      says: [`your store "${store}" is approved. Creators see it now, and its campaigns can run.`, ...because],
    };
  return {
    subject: `The store "${store}" is not approved`,
    says: [`your store "${store}" was not approved. Its links earn nothing, and its campaigns do not run.`, ...because],
  };
}

function creditWords(store: string, { incurred, limit }: Extract<StoreNews, { limit: string }>) {
  return {
    subject: `The store "${store}" nears its credit limit`,
    says: [
      `your store "${store}" has incurred and promised ${incurred} that is not paid yet. Its credit limit is ${limit}.`,
      'When it is reached, clicks are no longer paid and campaigns promise nothing. Pay open invoices, or ask the marketplace for a higher limit.',
    ],
  };
}
