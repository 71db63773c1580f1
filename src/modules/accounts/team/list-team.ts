import { sql } from 'drizzle-orm';
import type { TeamRole } from '../../../platform/auth/team-role.ts';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { TARGETS } from '../invites/target.ts';
import { hasFactorSql } from '../second-factor/check-second-factor.ts';
import type { Team } from './team.ts';

export interface TeamMember {
  id: number;
  name: string;
  email: string;
  role: TeamRole;
  since: Date;
  /** Whether the member signs in with a passkey or with an authenticator app. */
  hasSecondFactor: boolean;
}

type MemberRow = {
  id: number;
  name: string;
  email: string;
  role: TeamRole;
  created_at: string;
  has_second_factor: boolean;
};

/** Lists the members of a team, the oldest first. */
export async function listTeam(
  { db }: Pick<Context, 'db'>,
  { kind, id }: Team,
  page: PageRequest,
): Promise<Page<TeamMember>> {
  const { members, column } = TARGETS[kind];
  const { items, total } = await readPage<MemberRow>(
    db,
    {
      columns: sql`u.id, u.full_name AS name,
        u.email, m.role, m.created_at,
        ${sql.raw(hasFactorSql('u.id'))} AS has_second_factor`,
      from: sql`${members} m JOIN users u ON u.id = m.user_id WHERE m.${column} = ${id}`,
      order: sql`m.created_at, u.id`,
    },
    page,
  );
  return {
    total,
    items: items.map(({ created_at, has_second_factor, ...row }) => ({
      ...row,
      since: new Date(created_at),
      hasSecondFactor: has_second_factor,
    })),
  };
}
