import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { handler, type JobHandler } from '../../../platform/jobs/handler.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import { type Mail, sendMail } from '../../../platform/mail/mail.ts';
import { type CodeKind, deliverCode, hashCode, newCode } from './account-code.ts';
import { type CodeMail, codeMail } from './mails.ts';

/** Mails with codes that one address gets within an hour, whoever asks for them. */
const MAX_MAILS_AN_HOUR = 20;

type CodeDeps = Pick<Context, 'db' | 'now' | 'publicUrl'>;
type CodeRow = { id: number; kind: CodeKind; email: string; user_id: number | null; expires_at: string };

/** Does the jobs of `deliverCode`; once each, since a code that has a hash has been mailed. */
export function createCodeDelivery({ db, now, publicUrl }: CodeDeps): JobHandler {
  return handler(deliverCode, ({ code_id: id }) =>
    db.transaction(async (tx) => {
      const { rows } = await tx.execute<CodeRow>(sql`
        SELECT id, kind, email, user_id, expires_at FROM account_codes
        WHERE id = ${id} AND hash IS NULL AND used_at IS NULL AND expires_at > ${now().toISOString()}::timestamptz FOR UPDATE`);
      const code = rows[0];
      if (code === undefined) return;
      const mail = (await isMailedEnough(tx, code, now())) ? null : await mailFor(tx, code, publicUrl);
      if (mail !== null) await enqueue(tx, sendMail, mail);
      // A row without a code keeps nothing but its place in the count of mails.
      await tx.execute(sql`
        UPDATE account_codes SET used_at = ${now().toISOString()}::timestamptz,
          sign_up = CASE WHEN sign_up IS NULL THEN NULL ELSE '{}'::jsonb END
        WHERE id = ${id} AND hash IS NULL`);
    }),
  );
}

async function isMailedEnough(tx: Database, { id, email }: CodeRow, now: Date): Promise<boolean> {
  const { rows } = await tx.execute<{ mails: number }>(sql`
    SELECT count(*)::integer AS mails FROM account_codes
    WHERE lower(email) = lower(${email}) AND id < ${id}
      AND created_at > ${new Date(now.getTime() - 3_600_000).toISOString()}::timestamptz`);
  return rows[0]!.mails >= MAX_MAILS_AN_HOUR;
}

/** The mail, with a code where there is something to prove; null: there is nobody to write to. */
async function mailFor(tx: Database, code: CodeRow, publicUrl: string): Promise<Mail | null> {
  const known = await findKnown(tx, code.email);
  const withCode = async (kind: CodeMail['kind']) =>
    codeMail({ kind, to: code.email, publicUrl, code: await give(tx, code) });
  switch (code.kind) {
    case 'sign_up':
      return known === 'proven' ? codeMail({ kind: 'known', to: code.email, publicUrl }) : withCode('sign_up');
    case 'password_reset':
      return known === null || known === 'elsewhere' ? null : withCode('password_reset');
    case 'email_change':
      return known === 'proven' ? codeMail({ kind: 'taken', to: code.email, publicUrl }) : withCode('email_change');
  }
}

/**
 * What is known of an address: the account of somebody who has shown that the mailbox is theirs; an account that nobody has
 * shown to be theirs; one that signs in at the identity provider and has only claimed the address.
 */
async function findKnown(tx: Database, email: string): Promise<'proven' | 'unproven' | 'elsewhere' | null> {
  const { rows } = await tx.execute<{ email_unproven: boolean; has_identity: boolean }>(sql`
    SELECT email_unproven, identity_id IS NOT NULL AS has_identity FROM users WHERE lower(email) = lower(${email}) AND erased_at IS NULL`);
  const user = rows[0];
  if (user === undefined) return null;
  if (!user.email_unproven) return 'proven';
  return user.has_identity ? 'elsewhere' : 'unproven';
}

/** Makes the code; the raw text goes into the mail alone. */
async function give(tx: Database, { id }: CodeRow): Promise<string> {
  const code = newCode();
  await tx.execute(sql`UPDATE account_codes SET hash = ${hashCode(code)} WHERE id = ${id}`);
  return code;
}
