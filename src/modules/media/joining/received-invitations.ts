import { sql } from 'drizzle-orm';
import type { Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { DEFAULT_USER_SHARE_PPM, joinAgency, notify, writeAudit } from '../../accounts/index.ts';

/** Most open invitations that a creator sees. */
export const MAX_RECEIVED = 100;
const MILLION = 1_000_000;

/** An open invitation as the creator sees it, with what accepting it changes about money. */
export interface ReceivedInvitation {
  id: number;
  agency: { id: number; name: string };
  createdAt: Date;
  expiresAt: Date;
  /** The creator's part of a commission where no campaign says otherwise, from 0 to 1: now, and with the agency. */
  shareNow: number;
  shareThen: number;
  /** Whether the agency then receives the creator's payouts, and pays the creator. */
  isPaidByAgency: boolean;
}

type Row = {
  id: number;
  agency_id: number;
  agency_name: string;
  created_at: string;
  expires_at: string;
  share_now: string | null;
  share_then: string | null;
  is_paid_by_agency: boolean;
};

/** Condition over `agency_invitations i` and `users u`: the open invitations of the user, by id or by the proven address. An administrator is represented by nobody. */
const isOpenFor = (
  at: Date,
) => sql`i.answer IS NULL AND i.expires_at > ${at.toISOString()}::timestamptz AND NOT u.is_admin
  AND u.erased_at IS NULL AND u.agency_id IS DISTINCT FROM i.agency_id`;

const toUser = (userId: number) => sql`(
  SELECT x.* FROM agency_invitations x WHERE x.user_id = ${userId}
  UNION ALL SELECT x.* FROM users me JOIN agency_invitations x ON lower(x.email) = lower(me.email) WHERE me.id = ${userId} AND NOT me.email_unproven)`;

/** Lists the open invitations of agencies to a creator, newest first. Only the creator sees them: not the agency that the creator has. */
export async function listReceivedInvitations(
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: number,
  calendar: Calendar,
): Promise<ReceivedInvitation[]> {
  const at = now();
  const { rows } = await db.execute<Row>(sql`
    SELECT i.id, i.agency_id, a.name AS agency_name, i.created_at, i.expires_at, coalesce(t.user_share, c.user_share) AS share_now,
      coalesce(t.user_share, a.user_share) AS share_then, payment_system_of(u.id, a.id, ${calendar.dayOf(at.getTime())}::date) = 2 AS is_paid_by_agency
    FROM ${toUser(userId)} i JOIN users u ON u.id = ${userId} JOIN agencies a ON a.id = i.agency_id LEFT JOIN agencies c ON c.id = u.agency_id
      LEFT JOIN revenue_tiers t ON t.id = u.revenue_tier_id
    WHERE ${isOpenFor(at)} ORDER BY i.id DESC LIMIT ${MAX_RECEIVED}`);
  const share = (value: string | null) => (value === null ? DEFAULT_USER_SHARE_PPM / MILLION : Number(value));
  return rows.map((row) => ({
    id: row.id,
    agency: { id: row.agency_id, name: row.agency_name },
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
    shareNow: share(row.share_now),
    shareThen: share(row.share_then),
    isPaidByAgency: row.is_paid_by_agency,
  }));
}

/**
 * Answers an invitation. With an acceptance, the creator belongs to the agency from the commit on. As for every change of an agency, an administrator ends
 * it, and a creator who has an agency is moved by an administrator only.
 * @throws NotFound when the creator has no such open invitation; RuleRefused `has_agency` when accepting with an agency
 */
export async function answerInvitation(
  ctx: Context,
  { userId, invitationId, answer }: { userId: number; invitationId: number; answer: 'accepted' | 'declined' },
): Promise<void> {
  const at = ctx.now();
  await ctx.db.transaction(async (tx) => {
    // The account first, as everywhere: two acceptances at once wait for each other.
    await tx.execute(sql`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`);
    const invitation = await lockOpen(tx, userId, invitationId, at);
    if (invitation === null) throw new NotFound('invitation');
    const { agency_id: agencyId } = invitation;
    if (answer === 'accepted') await joinAgency(tx, { userId, agencyId, at });
    await tx.execute(
      sql`UPDATE agency_invitations SET answer = ${answer}, answered_at = ${at.toISOString()} WHERE id = ${invitationId}`,
    );
    await writeAudit(tx, {
      actor: ctx.actor,
      action: answer === 'accepted' ? 'invite.accepted' : 'invite.declined',
      subjectKind: 'user',
      subjectId: userId,
      details: { creator_invitation: invitationId, client: agencyId },
    });
    await notify(tx, at, [
      {
        message: 'agency_invitation_answered',
        values: { creator: invitation.name ?? invitation.email ?? '', answer },
        to: { agencyId, need: 'manage' },
        path:
          answer === 'accepted'
            ? `/console/agency/${agencyId}/creators/${userId}`
            : `/console/agency/${agencyId}/find-creators`,
        aboutUserId: userId,
      },
    ]);
  });
}

type OpenRow = { agency_id: number; email: string | null; name: string | null };

async function lockOpen(tx: Database, userId: number, invitationId: number, at: Date): Promise<OpenRow | null> {
  await tx.execute(sql`SELECT FROM agency_invitations WHERE id = ${invitationId} FOR NO KEY UPDATE`);
  const { rows } = await tx.execute<OpenRow>(sql`
    SELECT i.agency_id, i.email, CASE WHEN i.email IS NULL THEN u.public_name END AS name
    FROM ${toUser(userId)} i JOIN users u ON u.id = ${userId} WHERE i.id = ${invitationId} AND ${isOpenFor(at)}`);
  return rows[0] ?? null;
}
