import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import type { ParticipantStatus } from '../participants/transitions.ts';

/**
 * A user's participation in a campaign. `userId` null: a pending one that matches the user's e-mail address or
 * social identifier.
 */
export interface OwnParticipation {
  id: number;
  userId: number | null;
  status: ParticipantStatus;
}

/**
 * Finds a user's participation in a campaign: the user's own, else the oldest pending one for the user's proven
 * e-mail address or one of the user's accounts; null when there is none. `lock`: locks the row until the
 * end of the transaction.
 */
export async function findParticipation(
  db: Database,
  { campaignId, userId, lock = false }: { campaignId: number; userId: number; lock?: boolean },
): Promise<OwnParticipation | null> {
  const { rows } = await db.execute<{ id: number; user_id: number | null; status: ParticipantStatus }>(sql`
    SELECT p.id, p.user_id, p.status FROM participants p
    WHERE (p.user_id IS NULL OR p.user_id = ${userId}) AND p.id IN (SELECT own.id FROM participations_of(${userId}) own WHERE own.campaign_id = ${campaignId}) ${lock ? sql`FOR UPDATE OF p` : sql``}`);
  return rows[0] === undefined ? null : { id: rows[0].id, userId: rows[0].user_id, status: rows[0].status };
}

/**
 * Finds a user's participation in the campaign with this token; null when there is none. @throws NotFound when the
 * campaign does not exist
 */
export async function findParticipationByToken(
  { db }: Pick<Context, 'db'>,
  { token, userId }: { token: string; userId: number },
): Promise<OwnParticipation | null> {
  const { rows } = await db.execute<{ id: number }>(
    sql`SELECT id FROM campaigns WHERE token = ${token} AND deleted_at IS NULL`,
  );
  if (rows[0] === undefined) throw new NotFound('offer');
  return findParticipation(db, { campaignId: rows[0].id, userId });
}
