import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import { enqueueAll } from '../../platform/jobs/job.ts';
import { type Mail, onOneLine, sendMail } from '../../platform/mail/mail.ts';
import type { PauseReason } from './webhook.ts';

const MAX_RECIPIENTS = 100;

const REASONS: Record<PauseReason, string> = {
  owner: 'You paused it.',
  failing: 'It has not accepted anything for three days.',
  gone: 'It replied 410 Gone, which says that it wants no more events.',
};

type RecipientRow = { email: string; kind: 'webhook' | 'postback'; url: string; paused_at: string };

/** Asks for a mail to those who manage a webhook that was paused. Call it in the transaction that paused it. */
export async function mailPaused(
  ctx: Pick<Context, 'db' | 'publicUrl'>,
  webhookId: number,
  reason: PauseReason,
): Promise<void> {
  const { rows } = await ctx.db.execute<RecipientRow>(sql`
    SELECT u.email, w.kind, w.url, w.paused_at FROM webhooks w JOIN users u ON u.suspended_at IS NULL AND u.erased_at IS NULL AND
      CASE WHEN w.store_id IS NOT NULL THEN u.id IN (SELECT m.user_id FROM store_members m WHERE m.store_id = w.store_id)
        WHEN w.agency_id IS NOT NULL THEN u.id IN (SELECT m.user_id FROM agency_members m WHERE m.agency_id = w.agency_id)
        WHEN w.user_id IS NOT NULL THEN u.id = w.user_id ELSE u.is_admin END
    WHERE w.id = ${webhookId} ORDER BY u.id LIMIT ${MAX_RECIPIENTS}`);
  await enqueueAll(
    ctx.db,
    sendMail,
    rows.map((row) => pausedMail(ctx.publicUrl, webhookId, row, reason)),
  );
}

function pausedMail(
  publicUrl: string,
  id: number,
  { email, kind, url, paused_at }: RecipientRow,
  reason: PauseReason,
): Mail {
  const replay = `POST ${publicUrl}/v2/${kind}s/${id}/replay {"since": "${new Date(paused_at).toISOString()}"}`;
  const text = [
    'Hello,',
    '',
    `the ${kind} ${id} is paused, and receives no events:`,
    '',
    onOneLine(url),
    '',
    REASONS[reason],
    '',
    `Its delivery log says what happened. To resume, set its status to "active":`,
    '',
    `PATCH ${publicUrl}/v2/${kind}s/${id} {"status": "active"}`,
    '',
    'Then ask for the events since it was paused:',
    '',
    replay,
    '',
  ].join('\n');
  return { to: email, subject: `The ${kind} ${id} is paused`, text };
}
