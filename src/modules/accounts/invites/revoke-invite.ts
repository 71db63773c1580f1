import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../audit.ts';
import { readInvite } from './list-invites.ts';
import { type InviteTarget, TARGETS } from './target.ts';

/**
 * Revokes an invitation. Repeating it is not an error.
 * @throws NotFound when the store or agency has no invitation with this id; RuleRefused `invite_accepted`
 */
export async function revokeInvite(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  target: Pick<InviteTarget, 'kind' | 'id'>,
  id: number,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      UPDATE invites SET revoked_at = ${ctx.now().toISOString()}::timestamptz
      WHERE id = ${id} AND ${TARGETS[target.kind].column} = ${target.id} AND accepted_at IS NULL AND revoked_at IS NULL`);
    if (rowCount === 0) {
      const { status } = await readInvite({ ...ctx, db: tx }, target, id);
      if (status === 'accepted') throw new RuleRefused('invite_accepted', 'The invitation has been accepted.');
      return;
    }
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'invite.revoked',
      subjectKind: target.kind,
      subjectId: target.id,
      details: { invite: id },
    });
  });
}
