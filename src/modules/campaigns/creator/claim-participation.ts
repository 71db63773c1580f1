import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';

/**
 * Makes a participation that is registered for a person's proven address or account the person's own, in the caller's transaction. Further ones for
 * the same person in the campaign are removed, unless the store has added comments or terms to them.
 * @returns whether it is the person's own afterwards
 */
export async function claimParticipation(
  tx: Database,
  { participantId, userId, at }: { participantId: number; userId: number; at: Date },
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    UPDATE participants SET user_id = ${userId}, updated_at = ${at.toISOString()}
    WHERE id = ${participantId} AND user_id IS NULL AND id IN (SELECT own.id FROM participations_of(${userId}) own)`);
  if (rowCount === 1)
    await tx.execute(sql`UPDATE conversations SET user_id = ${userId} WHERE participant_id = ${participantId}`);
  await tx.execute(sql`
    DELETE FROM participants w USING participants own
    WHERE own.id = ${participantId} AND own.user_id = ${userId} AND w.campaign_id = own.campaign_id AND w.user_id IS NULL
      AND (lower(w.pre_registered_email) IN (SELECT lower(u.email) FROM users u WHERE u.id = ${userId} AND NOT u.email_unproven)
        OR lower(w.pre_registered_identifier) IN (SELECT lower(i.identifier) FROM social_accounts i WHERE i.user_id = ${userId} AND i.is_theirs))
      AND NOT EXISTS (SELECT FROM prices r WHERE r.participant_id = w.id) AND NOT EXISTS (SELECT FROM comments c WHERE c.participant_id = w.id)
      AND NOT EXISTS (SELECT FROM activities a WHERE a.participant_id = w.id) AND NOT EXISTS (SELECT FROM activity_reads a WHERE a.participant_id = w.id)`);
  return rowCount === 1;
}
