import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { enqueue, jobKind } from '../../../platform/jobs/job.ts';
import type { Language } from '../../../platform/locale.ts';
import { countByNetwork } from '../sessions/sign-in-attempts.ts';

/**
 * Determines the recipient of a requested code, and mails the code. Runs after the reply, so that neither body nor duration
 * reveals which addresses have an account.
 */
export const deliverCode = jobKind<{ code_id: number }>('deliver_account_code');

/** The validity of a mailed code, in seconds. */
const CODE_SECONDS = 3600;
/** 144 bits are 24 characters, so that the URL of the code fits on one line of a mail. */
const CODE_BYTES = 18;
/** Wrong codes of one network within a quarter of an hour. */
const MAX_WRONG_CODES = 30;
/** Requests for codes of one network within a quarter of an hour. */
const MAX_REQUESTS = 200;

export const CODE_ERRORS = ['code_invalid'] as const;

export type CodeKind = 'sign_up' | 'password_reset' | 'email_change' | 'sign_in';

/** The data of a sign-up. The password is hashed before it is stored. */
export interface SignUpDraft {
  name: string;
  role: 'creator' | 'agency';
  password_hash: string;
  offer_token: string | null;
  /** Versions of the terms that were accepted with the sign-up, and when (ISO 8601). */
  accepted?: { kind: 'terms' | 'privacy'; version: string }[];
  accepted_at?: string;
  /** The language of the request, for the mail; absent: English. */
  language?: Language;
}

/** A code that can be used now. */
export type OpenCode = {
  id: number;
  email: string;
  user_id: number | null;
  sign_up: SignUpDraft | null;
};

type CodeContext = Pick<Context, 'db' | 'now'>;

/** The text that proves a mailbox. */
export function newCode(): string {
  return randomBytes(CODE_BYTES).toString('base64url');
}

/** The stored hash of a code. */
export function hashCode(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}

/**
 * Requests the mailing of a code. The work is the same for known and unknown addresses; the job that writes the mail looks the
 * address up.
 * @throws TooManyRequests when the network has made too many requests
 */
export async function requestCode(
  { db, now }: CodeContext,
  request: { kind: CodeKind; email: string; userId?: number | null; signUp?: SignUpDraft },
): Promise<void> {
  const { kind, email, userId = null, signUp } = request;
  const at = now();
  const expiresAt = new Date(at.getTime() + CODE_SECONDS * 1000);
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      INSERT INTO account_codes (kind, email, user_id, sign_up, created_at, expires_at)
      VALUES (${kind}, ${email}, ${userId}, ${signUp === undefined ? null : JSON.stringify(signUp)}::jsonb,
        ${at.toISOString()}::timestamptz, ${expiresAt.toISOString()}::timestamptz)
      RETURNING id`);
    await enqueue(tx, deliverCode, { code_id: rows[0]!.id });
  });
}

/**
 * Counts a request for a code.
 * @throws TooManyRequests until the window ends
 */
export function countCodeRequest(ctx: CodeContext, network: string): Promise<void> {
  return countByNetwork(ctx, { what: 'code-request', network, max: MAX_REQUESTS });
}

/**
 * Finds a valid code. Wrong codes are counted by network. A correct code is never refused because of wrong guesses of others.
 * @param userId the required owner, for a change of address
 * @throws RuleRefused `code_invalid` (unknown, used, expired, or of another user, without distinction); TooManyRequests
 */
export async function findCode(
  ctx: CodeContext,
  { kind, code, network, userId }: { kind: CodeKind; code: string; network: string; userId?: number },
): Promise<OpenCode> {
  const { rows } = await ctx.db.execute<OpenCode>(sql`
    SELECT id, email, user_id, sign_up FROM account_codes
    WHERE hash = ${hashCode(code)} AND kind = ${kind} AND used_at IS NULL AND expires_at > ${ctx.now().toISOString()}::timestamptz
      AND (${userId ?? null}::bigint IS NULL OR user_id = ${userId ?? null})`);
  if (rows[0] !== undefined) return rows[0];
  await countByNetwork(ctx, { what: 'wrong-code', network, max: MAX_WRONG_CODES });
  throw codeInvalid();
}

/**
 * Uses a code, in the transaction that performs its action. Of several concurrent requests with the code, one succeeds. Accounts are
 * locked before codes everywhere.
 * @throws RuleRefused `code_invalid`
 */
export async function claimCode(tx: Database, { now }: Pick<Context, 'now'>, { id }: OpenCode): Promise<void> {
  const at = sql`${now().toISOString()}::timestamptz`;
  // The data of the sign-up is no longer needed, because the account contains the hash of the password.
  const { rowCount } = await tx.execute(sql`
    UPDATE account_codes SET used_at = ${at}, sign_up = CASE WHEN sign_up IS NULL THEN NULL ELSE '{}'::jsonb END
    WHERE id = ${id} AND used_at IS NULL AND expires_at > ${at}`);
  if (rowCount === 0) throw codeInvalid();
}

/** Ends codes that were mailed to an address, or for an account, and must not be used any more. */
export async function voidCodes(tx: Database, { email, userId }: { email: string; userId: number }): Promise<void> {
  await tx.execute(sql`
    DELETE FROM account_codes WHERE used_at IS NULL AND kind <> 'sign_up' AND (lower(email) = lower(${email}) OR user_id = ${userId})`);
}

export function codeInvalid(): RuleRefused {
  return new RuleRefused('code_invalid', 'The code is not valid: it may have been used or have expired.');
}
