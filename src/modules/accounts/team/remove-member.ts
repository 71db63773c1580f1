import { sql } from 'drizzle-orm';
import type { TeamRole } from '../../../platform/auth/team-role.ts';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { actedBy, writeAudit } from '../audit.ts';
import { notifyPerson } from '../codes/security-mail.ts';
import { endGrantsOfUser } from '../grants/end-grants.ts';
import { TARGETS } from '../invites/target.ts';
import { keepAnOwner, lockTeam, type Team } from './team.ts';

/**
 * Ends a membership. The actor's own membership ends the same way. Their sessions and tokens stay valid and no longer
 * reach the team, because memberships are read with each request. What the user permits to programs ends, because it was permitted with the
 * reach of the team.
 * @throws NotFound when the user is not a member; RuleRefused `last_owner`
 */
export async function removeMember(ctx: Context, team: Team, userId: number): Promise<void> {
  const { members, column } = TARGETS[team.kind];
  await ctx.db.transaction(async (tx) => {
    await lockTeam(tx, team);
    const { rows } = await tx.execute<{ role: TeamRole }>(
      sql`DELETE FROM ${members} WHERE ${column} = ${team.id} AND user_id = ${userId} RETURNING role`,
    );
    if (rows[0] === undefined) throw new NotFound('member');
    if (rows[0].role === 'owner') await keepAnOwner(tx, team, userId);
    await endGrantsOfUser(tx, userId, ctx.now());
    if (userId !== ctx.actor.userId) await notifyPerson({ ...ctx, db: tx }, userId, 'removed_from_team');
    await writeAudit(tx, {
      ...actedBy(ctx.actor, { user: userId, role: rows[0].role }),
      action: userId === ctx.actor.userId ? 'member.left' : 'member.removed',
      subjectKind: team.kind,
      subjectId: team.id,
    });
  });
}
