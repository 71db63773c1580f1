import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { actedBy, writeAudit } from '../audit.ts';

/**
 * Ends everything that a user has permitted to programs: their tokens, and codes that nobody has exchanged yet. Part of each event after
 * which nobody but the person may act for the account.
 * @returns the number of grants
 */
export async function endGrantsOfUser(tx: Database, userId: number, at: Date): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    UPDATE oauth_grants SET ended_at = ${at.toISOString()}::timestamptz WHERE user_id = ${userId} AND ended_at IS NULL RETURNING id`);
  await revokeTokens(
    tx,
    rows.map(({ id }) => id),
    at,
  );
  return rows.length;
}

/**
 * Ends one grant, for example because its refresh token was used twice. Harmless to repeat.
 * @param reason for the audit log
 */
export async function endGrant(
  tx: Database,
  { grantId, userId, at, reason }: { grantId: number; userId: number; at: Date; reason: string },
): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    UPDATE oauth_grants SET ended_at = ${at.toISOString()}::timestamptz WHERE id = ${grantId} AND ended_at IS NULL`);
  await revokeTokens(tx, [grantId], at);
  if (rowCount === 0) return;
  await writeAudit(tx, {
    actorId: null,
    action: 'grant.ended',
    subjectKind: 'grant',
    subjectId: grantId,
    details: { user_id: userId, reason },
  });
}

/**
 * Ends a grant of the caller.
 * @throws NotFound if the caller has no such grant
 */
export async function endOwnGrant({ db, now, actor }: Context, grantId: number): Promise<void> {
  const at = now();
  await db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      UPDATE oauth_grants SET ended_at = ${at.toISOString()}::timestamptz
      WHERE id = ${grantId} AND user_id = ${actor.userId} AND ended_at IS NULL`);
    if (rowCount === 0) throw new NotFound('grant');
    await revokeTokens(tx, [grantId], at);
    await writeAudit(tx, {
      ...actedBy(actor, { reason: 'revoked' }),
      action: 'grant.ended',
      subjectKind: 'grant',
      subjectId: grantId,
    });
  });
}

async function revokeTokens(tx: Database, grantIds: readonly number[], at: Date): Promise<void> {
  await tx.execute(sql`
    UPDATE tokens SET revoked_at = ${at.toISOString()}::timestamptz
    WHERE grant_id = ANY (${sql.param([...grantIds])}::bigint[]) AND revoked_at IS NULL`);
}
