import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { handler, type JobHandler } from '../../../platform/jobs/handler.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import { type Language, languageOf } from '../../../platform/locale.ts';
import { type Mail, sendMail } from '../../../platform/mail/mail.ts';
import { LOCALE_OF_USER } from '../language.ts';
import { readMarketName } from '../messages/market-name.ts';
import { type CodeKind, deliverCode, hashCode, newCode } from './account-code.ts';
import { codeMail } from './code-mail.ts';

/** Maximum number of mails with codes that an address receives within an hour. */
const MAX_MAILS_AN_HOUR = 20;

type CodeDeps = Pick<Context, 'db' | 'now' | 'publicUrl'>;
type CodeRow = {
  id: number;
  kind: CodeKind;
  email: string;
  user_id: number | null;
  expires_at: string;
  language: string | null;
};

/** Handles the jobs of `deliverCode`, each once: a code that has a hash has been mailed. */
export function createCodeDelivery({ db, now, publicUrl }: CodeDeps): JobHandler {
  return handler(deliverCode, ({ code_id: id }) =>
    db.transaction(async (tx) => {
      const { rows } = await tx.execute<CodeRow>(sql`
        SELECT id, kind, email, user_id, expires_at, sign_up ->> 'language' AS language FROM account_codes
        WHERE id = ${id} AND hash IS NULL AND used_at IS NULL AND expires_at > ${now().toISOString()}::timestamptz FOR UPDATE`);
      const code = rows[0];
      if (code === undefined) return;
      const mail = (await isMailedEnough(tx, code, now())) ? null : await mailFor(tx, code, publicUrl);
      if (mail !== null) await enqueue(tx, sendMail, mail);
      // A row without a code only counts as a request for a mail.
      await tx.execute(sql`
        UPDATE account_codes SET used_at = ${now().toISOString()}::timestamptz,
          sign_up = CASE WHEN sign_up IS NULL THEN NULL ELSE '{}'::jsonb END
        WHERE id = ${id} AND hash IS NULL`);
    }),
  );
}

/** Codes for sign-ins are counted apart: others cannot use up the mails of somebody who knows the password. */
async function isMailedEnough(tx: Database, { id, email, kind }: CodeRow, now: Date): Promise<boolean> {
  const { rows } = await tx.execute<{ mails: number }>(sql`
    SELECT count(*)::integer AS mails FROM account_codes
    WHERE lower(email) = lower(${email}) AND id < ${id} AND (kind = 'sign_in') = ${kind === 'sign_in'} AND (kind <> 'sign_in' OR user_id IS NOT NULL)
      AND created_at > ${new Date(now.getTime() - 3_600_000).toISOString()}::timestamptz`);
  return rows[0]!.mails >= MAX_MAILS_AN_HOUR;
}

/** The mail to send, with a code if the address is to be proven; null: no recipient. */
async function mailFor(tx: Database, code: CodeRow, publicUrl: string): Promise<Mail | null> {
  const { known, language } = await findKnown(tx, code);
  const mail = { to: code.email, publicUrl, market: await readMarketName(tx) };
  const withCode = async (kind: CodeKind) => codeMail(language, { ...mail, kind, code: await give(tx, code) });
  switch (code.kind) {
    case 'sign_up':
      return known === 'proven' ? codeMail(language, { ...mail, kind: 'known' }) : withCode('sign_up');
    case 'password_reset':
      return known === null || known === 'elsewhere' ? null : withCode('password_reset');
    case 'sign_in':
      return code.user_id === null ? null : withCode('sign_in');
    case 'email_change':
      return known === 'proven' ? codeMail(language, { ...mail, kind: 'taken' }) : withCode('email_change');
  }
}

/**
 * The owner of an address: an account whose owner has proven the mailbox, an account whose owner has not, or an account of
 * the identity provider that has only claimed the address. The language is that of the account, otherwise that of the requester,
 * otherwise that of the request.
 */
async function findKnown(
  tx: Database,
  { email, user_id: userId, language: requested }: CodeRow,
): Promise<{ known: 'proven' | 'unproven' | 'elsewhere' | null; language: Language }> {
  const { rows } = await tx.execute<{
    email_unproven: boolean;
    has_identity: boolean;
    is_asker: boolean;
    locale: string | null;
  }>(sql`
    SELECT u.email_unproven, u.identity_id IS NOT NULL AS has_identity, u.id IS NOT DISTINCT FROM ${userId}::bigint AND
      lower(u.email) <> lower(${email}) AS is_asker, ${LOCALE_OF_USER} AS locale
    FROM users u
    WHERE (lower(u.email) = lower(${email}) OR u.id = ${userId}::bigint) AND u.erased_at IS NULL ORDER BY is_asker DESC`);
  const user = rows.find((row) => !row.is_asker);
  const language = languageOf((user ?? rows[0])?.locale ?? requested);
  if (user === undefined) return { known: null, language };
  if (!user.email_unproven) return { known: 'proven', language };
  return { known: user.has_identity ? 'elsewhere' : 'unproven', language };
}

/** Creates the code. The raw text is only in the mail. */
async function give(tx: Database, { id }: CodeRow): Promise<string> {
  const code = newCode();
  await tx.execute(sql`UPDATE account_codes SET hash = ${hashCode(code)} WHERE id = ${id}`);
  return code;
}
