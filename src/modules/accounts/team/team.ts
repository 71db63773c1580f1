import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { type InviteTarget, TARGETS } from '../invites/target.ts';

/** The people of a store or of an agency. */
export type Team = Pick<InviteTarget, 'kind' | 'id'>;

export const TEAM_ERRORS = ['last_owner'] as const;

/**
 * Serializes changes of a team's owners until the transaction ends. It is a separate lock, because other work locks the rows of
 * stores.
 */
export async function lockTeam(tx: Database, { kind, id }: Team): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`team:${kind}:${id}`}, 0))`);
}

/** Owners who can act: neither suspended nor erased. */
function ownersOf({ kind, id }: Team): SQL {
  const { members, column } = TARGETS[kind];
  return sql`${members} m JOIN users u ON u.id = m.user_id
    WHERE m.${column} = ${id} AND m.role = 'owner' AND u.suspended_at IS NULL AND u.erased_at IS NULL`;
}

export async function hasOwner(db: Database, team: Team): Promise<boolean> {
  const { rows } = await db.execute(sql`SELECT FROM ${ownersOf(team)} LIMIT 1`);
  return rows.length > 0;
}

/**
 * Call it in the transaction that ends the user's ownership, after `lockTeam`.
 * @throws RuleRefused `last_owner` when the team has no other owner
 */
export async function keepAnOwner(tx: Database, team: Team, userId: number): Promise<void> {
  const { rows } = await tx.execute(sql`SELECT FROM ${ownersOf(team)} AND m.user_id <> ${userId} LIMIT 1`);
  if (rows.length === 0)
    throw new RuleRefused('last_owner', 'This is the last owner of the team. Make another member an owner first.');
}

/**
 * Refuses to leave teams with other members and without another owner.
 * @throws RuleRefused `last_owner`
 */
export async function requireOtherOwners(tx: Database, userId: number): Promise<void> {
  const orphans = (kind: Team['kind']) => {
    const { members, column } = TARGETS[kind];
    return sql`
      SELECT FROM ${members} own WHERE own.user_id = ${userId} AND own.role = 'owner'
        AND EXISTS (SELECT FROM ${members} m WHERE m.${column} = own.${column} AND m.user_id <> ${userId})
        AND NOT EXISTS (SELECT FROM ${members} m JOIN users u ON u.id = m.user_id
          WHERE m.${column} = own.${column} AND m.user_id <> ${userId} AND m.role = 'owner'
            AND u.suspended_at IS NULL AND u.erased_at IS NULL)`;
  };
  const { rows } = await tx.execute(
    sql`SELECT FROM (${orphans('store')} UNION ALL ${orphans('client')}) orphan LIMIT 1`,
  );
  if (rows.length > 0)
    throw new RuleRefused('last_owner', 'You are the last owner of a team. Make another member an owner first.');
}
