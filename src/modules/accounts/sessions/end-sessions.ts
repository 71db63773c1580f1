import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { writeAudit } from '../audit.ts';
import { endGrantsOfUser } from '../grants/end-grants.ts';

/** Ends all sessions of the actor, or all except that of the request, and what the actor permits to programs. API tokens remain valid. */
export async function endSessions(
  { db, now, actor }: Context,
  { keepCurrent }: { keepCurrent: boolean },
): Promise<void> {
  const kept = keepCurrent ? (actor.token?.id ?? null) : null;
  await db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      UPDATE tokens SET revoked_at = ${now().toISOString()}::timestamptz
      WHERE user_id = ${actor.userId} AND purpose = 'session' AND revoked_at IS NULL AND id IS DISTINCT FROM ${kept}::bigint`);
    const grants = await endGrantsOfUser(tx, actor.userId, now());
    const details = { sessions_ended: rowCount ?? 0, grants_ended: grants };
    const subject = { subjectKind: 'user', subjectId: actor.userId };
    await writeAudit(tx, { actor, action: 'user.sessions_ended', ...subject, details });
  });
}
