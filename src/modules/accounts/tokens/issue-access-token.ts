import { type SQL, sql } from 'drizzle-orm';
import { SCOPES } from '../../../platform/auth/scopes.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { Forbidden, NotFound } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../audit.ts';
import { notifyPerson } from '../codes/security-mail.ts';
import { createToken } from './create-token.ts';
import type { DefaultAgency } from './policy.ts';

export const ACCESS_SECONDS = 3600;

/** The scopes of tokens on behalf of a creator. They exclude the creator's account. */
const ACCESS_SCOPES = SCOPES.filter((scope) => scope !== 'administration');

/** The creator that the token acts for. */
export type TokenTarget = { email: string } | { userId: number };

/**
 * Creates a token that acts for a creator of the default agency for an hour. Any other user (of another agency, or one who
 * administers something) is treated as unknown: one query finds the creator or nothing. The token names the caller
 * as the actor (`on_behalf_of`), has no scope that the caller's credentials lack, and is announced to the creator by mail, once a month for each
 * caller.
 * @throws NotFound; Forbidden `insufficient_scope`
 */
export async function issueAccessToken(
  { db, now, actor }: Context,
  { target, defaultAgencyId }: { target: TokenTarget } & DefaultAgency,
): Promise<{ raw: string; expiresAt: Date }> {
  const scopes = ACCESS_SCOPES.filter((scope) => actor.token?.scopes.includes(scope) ?? true);
  if (scopes.length === 0)
    throw new Forbidden('insufficient_scope', 'The token has no scope that a token for a creator can have.');
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      SELECT u.id FROM users u
      WHERE ${named(target)} AND u.agency_id = ${defaultAgencyId} AND u.erased_at IS NULL AND NOT u.is_admin
        AND NOT EXISTS (SELECT FROM store_members m WHERE m.user_id = u.id)
        AND NOT EXISTS (SELECT FROM agency_members m WHERE m.user_id = u.id AND m.agency_id <> ${defaultAgencyId})`);
    if (rows[0] === undefined) throw new NotFound('user');
    const userId = rows[0].id;
    const isFirst = await isFirstOfMonth(tx, { userId, actorId: actor.userId, now: now() });
    const token = await createToken(
      { db: tx, now },
      {
        userId,
        purpose: 'access',
        lifetimeSeconds: ACCESS_SECONDS,
        scopes,
        createdBy: actor.userId,
        onBehalfOf: actor.userId,
      },
    );
    const details = { user_id: userId, purpose: 'access', found_by: 'email' in target ? 'email' : 'id' };
    await writeAudit(tx, {
      actor,
      action: 'token.created',
      subjectKind: 'token',
      subjectId: token.id,
      details,
    });
    if (isFirst) await notifyPerson({ db: tx, now }, userId, 'token_created_by_other');
    return { raw: token.raw, expiresAt: token.expiresAt! };
  });
}

/** Whether the actor has created no token for the user within thirty days. */
async function isFirstOfMonth(
  tx: Database,
  { userId, actorId, now }: { userId: number; actorId: number; now: Date },
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    SELECT FROM tokens WHERE user_id = ${userId} AND on_behalf_of = ${actorId}
      AND created_at > ${new Date(now.getTime() - 30 * 86_400_000).toISOString()}::timestamptz LIMIT 1`);
  return rows.length === 0;
}

/**
 * An unproven address does not identify its owner. Otherwise a token for the owner of the mailbox would act for the person who
 * entered the address.
 */
function named(target: TokenTarget): SQL {
  if ('userId' in target) return sql`u.id = ${target.userId}`;
  return sql`lower(u.email) = lower(${target.email}) AND NOT u.email_unproven`;
}
