import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { actedBy, writeAudit } from '../audit.ts';
import { hashToken } from '../tokens/create-token.ts';

/** Revokes the token of the request regardless of its kind. */
export async function signOut({ db, now, actor }: Context, { token }: { token: string }): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number; purpose: string }>(sql`
      UPDATE tokens SET revoked_at = ${now().toISOString()}::timestamptz
      WHERE hash = ${hashToken(token)} AND revoked_at IS NULL RETURNING id, purpose`);
    const ended = rows[0];
    // A concurrent sign-out may already have revoked it.
    if (ended === undefined) return;
    const action = ended.purpose === 'session' ? 'session.ended' : 'token.revoked';
    const details = { user_id: actor.userId, purpose: ended.purpose };
    await writeAudit(tx, { ...actedBy(actor, details), action, subjectKind: 'token', subjectId: ended.id });
  });
}
