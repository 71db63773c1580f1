import { sql } from 'drizzle-orm';
import type { Scope } from '../../../platform/auth/scopes.ts';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { notifyPerson } from '../codes/security-mail.ts';
import { DEFAULT_SCOPES, DEFAULT_TOKEN_DAYS, daysOf } from './lifetime.ts';
import { issueToken, type TokenRow } from './manage-tokens.ts';

/** Maximum number of valid API tokens of a person. */
const MAX_TOKENS = 100;

export const OWN_TOKEN_ERRORS = ['too_many_tokens'] as const;

export interface OwnToken {
  name: string;
  scopes?: readonly Scope[] | undefined;
  days?: number | undefined;
  /** Replaces `days`. */
  expiresAt?: Date | undefined;
}

/**
 * Creates an API token for the caller's own programs, in a session. The raw text is returned once, and the person is notified by mail.
 * Without scopes it reads, and without a lifetime it is valid for 90 days.
 * @throws InvalidInput naming `days` or `expires_at`; RuleRefused `too_many_tokens`
 */
export async function createOwnToken(ctx: Context, input: OwnToken): Promise<TokenRow & { raw: string }> {
  const { actor, now } = ctx;
  const { scopes = DEFAULT_SCOPES } = input;
  const days = daysOf(input, now()) ?? DEFAULT_TOKEN_DAYS;
  return ctx.db.transaction(async (tx) => {
    await refuseMore(tx, actor.userId, now());
    const token = await issueToken(
      { db: tx, now },
      { userId: actor.userId, name: input.name, days, scopes, madeBy: actor.userId },
    );
    await notifyPerson({ db: tx, now }, actor.userId, 'token_created');
    return token;
  });
}

/** The lock of the account makes the limit exact under concurrency. */
async function refuseMore(tx: Context['db'], userId: number, now: Date): Promise<void> {
  await tx.execute(sql`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`);
  const { rows } = await tx.execute<{ tokens: number }>(sql`
    SELECT count(*)::integer AS tokens FROM tokens WHERE user_id = ${userId} AND purpose = 'api' AND revoked_at IS NULL
      AND (expires_at IS NULL OR expires_at > ${now.toISOString()}::timestamptz)`);
  if (rows[0]!.tokens >= MAX_TOKENS)
    throw new RuleRefused('too_many_tokens', `A person has at most ${MAX_TOKENS} API tokens; revoke some first.`);
}
