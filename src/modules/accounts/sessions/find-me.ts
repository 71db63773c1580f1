import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { TeamRole } from '../../../platform/auth/team-role.ts';
import type { Context } from '../../../platform/context.ts';
import { param, prepared } from '../../../platform/database/prepared.ts';

/** The maximum number of stores, and of agencies, that the reply lists. */
export const MAX_SHOWN = 1000;

export const USER_ROLES = ['admin', 'advertiser', 'agency', 'creator'] as const;
export type UserRole = (typeof USER_ROLES)[number];

type Named = { id: number; name: string };
type InTeam = Named & { role: TeamRole };

/** The current user, with the stores and agencies that the user may act for. */
export interface Me {
  id: number;
  username: string;
  displayName: string;
  email: string;
  roles: UserRole[];
  stores: InTeam[];
  agencies: InTeam[];
  /** The agency that the user belongs to as a creator. */
  agency: Named | null;
  /** The user's market, otherwise that of the agency. */
  storeGroup: (Named & { currency: string }) | null;
  /** Such as `sv_SE`. */
  locale: string;
  /** The locale that the person has chosen; null: none. */
  preferredLocale: string | null;
  isSuspended: boolean;
  hasPassword: boolean;
  awaitsApproval: boolean;
  /** Whether roles are withheld until the session has a second factor. */
  lacksSecondFactor: boolean;
  /** When the account will be erased, if its owner has requested that. */
  deletionDueAt: string | null;
}

type Teams = { stores: Named[]; agencies: Named[] };

type MeRow = Omit<Me, 'roles' | 'locale' | keyof Teams | 'lacksSecondFactor'> & { locale: string | null };

/** The locale if neither the user nor the market has one. */
const PLAIN_LOCALE = 'en_GB';

const COLUMNS = sql`u.id, u.username, u.email, u.suspended_at IS NOT NULL AS "isSuspended", u.password_hash IS NOT NULL AS "hasPassword", u.awaits_approval AS "awaitsApproval", u.deletion_due_at AS "deletionDueAt",
    u.full_name AS "displayName",
    u.preferred_locale AS "preferredLocale", coalesce(u.preferred_locale, g.locale) AS locale,
    CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'name', c.name) END AS agency,
    CASE WHEN g.id IS NOT NULL THEN json_build_object('id', g.id, 'name', g.name, 'currency', g.currency) END AS "storeGroup"`;
// The module `stores` depends on this one. Only the names of stores are read here.
const TEAMS = sql`ARRAY (SELECT json_build_object('id', s.id, 'name', s.name) FROM stores s
      WHERE s.id = ANY (${param('storeIds')}::bigint[]) AND s.deleted_at IS NULL ORDER BY s.name, s.id LIMIT ${MAX_SHOWN}) AS stores,
    ARRAY (SELECT json_build_object('id', r.id, 'name', r.name) FROM agencies r
      WHERE r.id = ANY (${param('agencyIds')}::bigint[]) ORDER BY r.name, r.id LIMIT ${MAX_SHOWN}) AS agencies`;
const THEIRS = sql`FROM users u LEFT JOIN agencies c ON c.id = u.agency_id
  LEFT JOIN store_groups g ON g.id = coalesce(u.store_group_id, c.store_group_id)
  WHERE u.id = ${param('userId')}`;

const readWithTeams = prepared<MeRow & Teams, Pick<Actor, 'userId' | 'storeIds' | 'agencyIds'>>(
  sql`SELECT ${COLUMNS}, ${TEAMS} ${THEIRS}`,
);
/** Without the look-up of teams, which is more than a quarter of the statement, even if there are none. */
const readAlone = prepared<MeRow, Pick<Actor, 'userId'>>(sql`SELECT ${COLUMNS} ${THEIRS}`);

/** Reads the current user. The actor is an existing user. */
export async function findMe({ db }: Pick<Context, 'db'>, actor: Actor): Promise<Me> {
  const hasTeams = actor.storeIds.length + actor.agencyIds.length > 0;
  const { stores, agencies, ...row } = hasTeams
    ? (await readWithTeams(db, actor))[0]!
    : { ...(await readAlone(db, actor))[0]!, stores: [], agencies: [] };
  const inTeam = (teams: Named[], roles: Actor['storeRoles']): InTeam[] =>
    teams.map((team) => ({ ...team, role: roles?.[team.id] ?? 'owner' }));
  return {
    ...row,
    stores: inTeam(stores, actor.storeRoles),
    agencies: inTeam(agencies, actor.agencyRoles),
    roles: rolesOf(actor),
    lacksSecondFactor: actor.lacksSecondFactor === true,
    locale: row.locale ?? PLAIN_LOCALE,
  };
}

/**
 * Returns the roles of a user. A creator is a user with no other role, or one who belongs to an
 * agency as one.
 */
export function rolesOf(actor: Actor): UserRole[] {
  const roles: UserRole[] = [];
  if (actor.isAdmin) roles.push('admin');
  if (actor.storeIds.length > 0) roles.push('advertiser');
  if (actor.agencyIds.length > 0) roles.push('agency');
  if (roles.length === 0 || actor.memberOfAgencyId !== null) roles.push('creator');
  return roles;
}

/** The same as a condition: whether a user is a creator. @param user the alias of the row of `users` */
export const isCreator = (user: SQL): SQL => sql`(${user}.agency_id IS NOT NULL
  OR NOT ${user}.is_admin AND NOT EXISTS (SELECT FROM store_members m WHERE m.user_id = ${user}.id)
    AND NOT EXISTS (SELECT FROM agency_members m WHERE m.user_id = ${user}.id))`;
