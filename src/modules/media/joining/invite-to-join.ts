import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { isPublicName } from '../../../platform/text/public-name.ts';
import { countAgencyInvites, lockAgencyInvites, notify, writeAudit } from '../../accounts/index.ts';
import { belongsTo, isFoundBy } from '../finding/conditions.ts';

/** Most creators and addresses of one request; the limit of a day is lower (`countAgencyInvites`). */
export const MAX_JOIN_INVITED = 100;
/** Days in which an invitation can be accepted. */
const OPEN_DAYS = 30;
/** Days for which an answered or expired invitation is kept. An agency does not invite a creator again who has declined in this time. */
const KEPT_DAYS = 90;

export interface JoinInvitation {
  agency: { id: number; name: string };
  userIds: readonly number[];
  /** All whom the agency finds of this list of the agency. */
  listId?: number | undefined;
  /** Of people who may not be here yet: they have the invitation once they have proven the address. */
  emails: readonly string[];
}

/**
 * Invites creators to be represented by an agency: those whom it finds, without learning their addresses, and people whose addresses it knows. The reply, its
 * errors and the use of the limit are the same for an address with an account and one without. Repeating a pending invitation changes nothing.
 * @returns the found creators who are invited now, and the skipped ids: those whom the agency does not find, who belong to it, or who have declined
 * @throws NotFound when the agency has no such list; RuleRefused `too_many_invites`
 */
export async function inviteToJoin(
  ctx: Context,
  { agency, userIds, listId, emails }: JoinInvitation,
): Promise<{ invitedUserIds: number[]; skippedUserIds: number[] }> {
  const at = ctx.now();
  const searcher = { kind: 'agency', id: agency.id } as const;
  const asked = [...new Set(userIds)];
  return ctx.db.transaction(async (tx) => {
    // Two requests at once neither invite twice nor exceed the limit.
    await lockAgencyInvites({ ...ctx, db: tx }, agency.id);
    const ofList = listId === undefined ? [] : await membersOf(tx, agency.id, listId);
    const { rows: found } = await tx.execute<{ user_id: number }>(sql`
      SELECT l.user_id FROM listed_creators l
      WHERE l.user_id = ANY (${sql.param([...asked, ...ofList])}::bigint[]) AND ${isFoundBy(searcher)} AND l.agency_id IS DISTINCT FROM ${agency.id}
        AND NOT EXISTS (SELECT FROM agency_invitations i WHERE i.user_id = l.user_id AND ${belongsTo('i', searcher)} AND i.answer = 'declined')
      ORDER BY l.user_id LIMIT ${MAX_JOIN_INVITED + 1}`);
    const invitable = found.map((row) => row.user_id);
    const addresses = [...new Set(emails.map((email) => email.toLowerCase()))];
    const fresh = await newOnes(tx, agency.id, { userIds: invitable, emails: addresses, at });
    if (fresh.length > 0) {
      await countAgencyInvites({ ...ctx, db: tx }, { agencyId: agency.id, count: fresh.length });
      await insert(tx, { agencyId: agency.id, invitedBy: ctx.actor.userId, fresh, at });
      await writeAudit(tx, {
        actor: ctx.actor,
        action: 'invite.sent',
        subjectKind: 'client',
        subjectId: agency.id,
        // Without addresses, which would outlive their owners here.
        details: { creators: fresh.flatMap((one) => one.user_id ?? []), count: fresh.length },
      });
      await tell(tx, agency, fresh, at);
    }
    const invited = new Set(invitable);
    return { invitedUserIds: invitable, skippedUserIds: asked.filter((id) => !invited.has(id)) };
  });
}

async function membersOf(tx: Database, agencyId: number, listId: number): Promise<number[]> {
  const { rows } = await tx.execute<{ user_id: number | null }>(sql`
    SELECT m.user_id FROM creator_lists x LEFT JOIN creator_list_members m ON m.list_id = x.id WHERE x.id = ${listId} AND x.agency_id = ${agencyId}`);
  if (rows.length === 0) throw new NotFound('list');
  return rows.flatMap(({ user_id: id }) => (id === null ? [] : [id]));
}

type Named = { user_id: number | null; email: string | null };

/** Those of them who have no open invitation of the agency, and have not declined one. */
async function newOnes(
  tx: Database,
  agencyId: number,
  { userIds, emails, at }: { userIds: readonly number[]; emails: readonly string[]; at: Date },
): Promise<Named[]> {
  const { rows } = await tx.execute<Named>(sql`
    SELECT n.user_id, n.email FROM (
      SELECT id AS user_id, NULL::text AS email FROM unnest(${sql.param([...userIds])}::bigint[]) AS id
      UNION ALL SELECT NULL, address FROM unnest(${sql.param([...emails])}::text[]) AS address
    ) n WHERE NOT EXISTS (SELECT FROM agency_invitations i WHERE i.agency_id = ${agencyId} AND i.user_id IS NOT DISTINCT FROM n.user_id
      AND lower(i.email) IS NOT DISTINCT FROM n.email
      AND (i.answer = 'declined' OR i.answer IS NULL AND i.expires_at > ${at.toISOString()}::timestamptz))`);
  return rows;
}

async function insert(
  tx: Database,
  { agencyId, invitedBy, fresh, at }: { agencyId: number; invitedBy: number; fresh: readonly Named[]; at: Date },
): Promise<void> {
  const expiresAt = new Date(at.getTime() + OPEN_DAYS * 86_400_000).toISOString();
  await tx.execute(sql`
    INSERT INTO agency_invitations AS i (agency_id, user_id, email, invited_by, created_at, expires_at)
    SELECT ${agencyId}, n.user_id, n.email, ${invitedBy}, ${at.toISOString()}::timestamptz, ${expiresAt}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) AS n (user_id bigint, email text)
    ON CONFLICT (agency_id, user_id, lower(email)) WHERE answer IS NULL
    DO UPDATE SET invited_by = excluded.invited_by, created_at = excluded.created_at, expires_at = excluded.expires_at`);
}

/** Notifies those who have an account. A mail goes to the address of the account only, and nobody else is told of it. */
async function tell(tx: Database, agency: { name: string }, fresh: readonly Named[], at: Date): Promise<void> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    SELECT u.id FROM users u WHERE u.id = ANY (${sql.param(fresh.flatMap((one) => one.user_id ?? []))}::bigint[])
    UNION SELECT u.id FROM users u WHERE lower(u.email) = ANY (${sql.param(fresh.flatMap((one) => one.email ?? []))}::text[])
      AND NOT u.email_unproven AND NOT u.is_admin AND u.erased_at IS NULL
    ORDER BY 1`);
  // Agencies that were named before names were checked are not named.
  const name = isPublicName(agency.name) ? agency.name : null;
  await notify(
    tx,
    at,
    rows.map(({ id }) => ({
      message: 'agency_invited' as const,
      values: { agency: name },
      to: { userId: id },
      path: '/console/account#agency-invitations',
    })),
  );
}

/** Removes invitations that were answered or have expired long ago, with the addresses in them. @returns their number */
export async function purgeAgencyInvitations({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  const before = new Date(now().getTime() - KEPT_DAYS * 86_400_000).toISOString();
  const { rowCount } = await db.execute(sql`
    DELETE FROM agency_invitations WHERE expires_at < ${before}::timestamptz AND (answered_at IS NULL OR answered_at < ${before}::timestamptz)`);
  return rowCount ?? 0;
}
