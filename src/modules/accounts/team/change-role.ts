import { sql } from 'drizzle-orm';
import type { TeamRole } from '../../../platform/auth/team-role.ts';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { actedBy, writeAudit } from '../audit.ts';
import { notifyPerson } from '../codes/security-mail.ts';
import { TARGETS } from '../invites/target.ts';
import { keepAnOwner, lockTeam, type Team } from './team.ts';

/**
 * Changes the role of a member of a team. The same role changes nothing.
 * @throws NotFound when the user is not a member; RuleRefused `last_owner`
 */
export async function changeRole(ctx: Context, team: Team, userId: number, role: TeamRole): Promise<void> {
  const { members, column } = TARGETS[team.kind];
  await ctx.db.transaction(async (tx) => {
    await lockTeam(tx, team);
    const { rows } = await tx.execute<{ role: TeamRole }>(
      sql`SELECT role FROM ${members} WHERE ${column} = ${team.id} AND user_id = ${userId}`,
    );
    const before = rows[0]?.role;
    if (before === undefined) throw new NotFound('member');
    if (before === role) return;
    if (before === 'owner') await keepAnOwner(tx, team, userId);
    await tx.execute(sql`UPDATE ${members} SET role = ${role} WHERE ${column} = ${team.id} AND user_id = ${userId}`);
    await notifyPerson({ ...ctx, db: tx }, userId, 'role_changed');
    await writeAudit(tx, {
      ...actedBy(ctx.actor, { user: userId, from: before, to: role }),
      action: 'member.role_changed',
      subjectKind: team.kind,
      subjectId: team.id,
    });
  });
}
