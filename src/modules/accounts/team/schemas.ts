import { Type } from 'typebox';
import { TEAM_ROLES } from '../../../platform/auth/team-role.ts';
import { dateTime, id, nameSchemas, oneOf } from '../../../platform/http/fields.ts';
import { pageQuery, v2Envelope } from '../../../platform/pagination.ts';
import type { TeamMember } from './list-team.ts';

export const teamRole = (description?: string) => oneOf(TEAM_ROLES, description === undefined ? {} : { description });

export const TeamList = v2Envelope(
  Type.Object({
    id: id({ description: 'The user.' }),
    name: Type.String(),
    email: Type.String(),
    role: teamRole(),
    since: dateTime(),
    has_second_factor: Type.Boolean({ description: 'Has a passkey or an authenticator app.' }),
  }),
);

export const teamQuery = pageQuery();

export const RoleBody = Type.Object({
  role: teamRole(
    'owner: everything. manager: everything except money and the team. finance: reads, and payments. read_only: reads.',
  ),
});

export function presentMember({ since, hasSecondFactor, ...member }: TeamMember) {
  const { id, name, email, role } = member;
  return { id, name, email, role, since: since.toISOString(), has_second_factor: hasSecondFactor };
}

nameSchemas({ TeamMemberPage: TeamList });
