import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import { NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { writeAudit } from '../../accounts/index.ts';

export const JOIN_STATUSES = ['pending', 'accepted', 'declined', 'revoked', 'expired'] as const;
export type JoinStatus = (typeof JOIN_STATUSES)[number];

/** An invitation as the agency sees it. */
export interface SentInvitation {
  id: number;
  /** A creator whom the agency has found, by the public name; null: an address was invited. */
  creator: { id: number; name: string } | null;
  /** The address that the agency has given. Never that of a found creator. */
  email: string | null;
  status: JoinStatus;
  createdAt: Date;
  expiresAt: Date;
  answeredAt: Date | null;
}

type Row = {
  id: number;
  user_id: number | null;
  name: string | null;
  email: string | null;
  status: JoinStatus;
  created_at: string;
  expires_at: string;
  answered_at: string | null;
};

/** Lists the invitations of an agency to creators, newest first. */
export async function listSentInvitations(
  { db, now }: Pick<Context, 'db' | 'now'>,
  agencyId: number,
  { status, page }: { status?: JoinStatus | undefined; page: PageRequest },
): Promise<Page<SentInvitation>> {
  const state = sql`coalesce(i.answer, CASE WHEN i.expires_at <= ${now().toISOString()}::timestamptz THEN 'expired' ELSE 'pending' END)`;
  const { items, total } = await readPage<Row>(
    db,
    {
      columns: sql`i.id, i.user_id, u.public_name AS name, i.email, ${state} AS status, i.created_at, i.expires_at, i.answered_at`,
      from: sql`agency_invitations i LEFT JOIN users u ON u.id = i.user_id
        WHERE i.agency_id = ${agencyId} AND ${status === undefined ? sql`true` : sql`${state} = ${status}`}`,
      order: sql`i.id DESC`,
    },
    page,
  );
  return {
    items: items.map((row) => ({
      id: row.id,
      creator: row.user_id === null ? null : { id: row.user_id, name: row.name ?? '' },
      email: row.email,
      status: row.status,
      createdAt: new Date(row.created_at),
      expiresAt: new Date(row.expires_at),
      answeredAt: row.answered_at === null ? null : new Date(row.answered_at),
    })),
    total,
  };
}

/**
 * Revokes an invitation. Repeating it is not an error.
 * @throws NotFound when the agency has no such invitation; RuleRefused `invitation_answered` when the creator has answered it
 */
export async function revokeSentInvitation(
  ctx: Context,
  { agencyId, invitationId }: { agencyId: number; invitationId: number },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ answer: 'accepted' | 'declined' | 'revoked' | null }>(
      sql`SELECT answer FROM agency_invitations WHERE id = ${invitationId} AND agency_id = ${agencyId} FOR NO KEY UPDATE`,
    );
    if (rows[0] === undefined) throw new NotFound('invitation');
    const { answer } = rows[0];
    if (answer === 'revoked') return;
    if (answer !== null) throw new RuleRefused('invitation_answered', 'The creator has answered this invitation.');
    await tx.execute(
      sql`UPDATE agency_invitations SET answer = 'revoked', answered_at = ${ctx.now().toISOString()} WHERE id = ${invitationId}`,
    );
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'invite.revoked',
      subjectKind: 'client',
      subjectId: agencyId,
      details: { creator_invitation: invitationId },
    });
  });
}
