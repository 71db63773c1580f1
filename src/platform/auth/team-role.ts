/** The role of a member of a store or of a representative of an agency. */
export const TEAM_ROLES = ['owner', 'manager', 'finance', 'read_only'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

/** The permission that a route requires of a caller who acts for a store or an agency. */
export const TEAM_NEEDS = ['read', 'manage', 'finance', 'owner'] as const;
export type TeamNeed = (typeof TEAM_NEEDS)[number];

/** The permissions of each role, for the server and the console. */
const PERMITTED: Record<TeamRole, readonly TeamNeed[]> = {
  owner: ['read', 'manage', 'finance', 'owner'],
  manager: ['read', 'manage'],
  finance: ['read', 'finance'],
  read_only: ['read'],
};

/** Whether a role permits a need. */
export function permits(role: TeamRole, need: TeamNeed): boolean {
  return PERMITTED[role].includes(need);
}
