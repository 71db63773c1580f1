import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { ParticipantStatus } from '../participants/transitions.ts';

/**
 * Keeps what participants are given in step with their status. Call it in the transaction that changes the status and locks their rows.
 * - Whoever joins is given the gift of this moment, also when the store decides on the application later.
 * - Whoever leaves before anything was sent is given nothing.
 * - A sent and a received product have a date, also without a parcel.
 */
export async function followGift(
  tx: Database,
  { ids, to, at }: { ids: readonly number[]; to: ParticipantStatus; at: Date },
): Promise<void> {
  const of = sql`${sql.param([...ids])}::bigint[]`;
  const when = at.toISOString();
  if (to === 'applied' || to === 'accepted') {
    // The days of reminders count from the acceptance.
    await tx.execute(sql`
      INSERT INTO participant_gifts (participant_id, gift_id, value_minor, assigned_at)
      SELECT p.id, g.id, CASE WHEN g.kind <> 'choice' THEN g.value_minor END, ${when}
      FROM participants p JOIN campaigns o ON o.id = p.campaign_id LEFT JOIN campaign_gifts g ON g.campaign_id = o.id AND g.ended_at IS NULL
      WHERE p.id = ANY (${of}) AND o.has_product_seeding
      ON CONFLICT (participant_id) DO UPDATE SET assigned_at = excluded.assigned_at,
        gift_id = coalesce(participant_gifts.gift_id, excluded.gift_id), value_minor = CASE WHEN participant_gifts.gift_id IS NULL THEN excluded.value_minor ELSE participant_gifts.value_minor END
        WHERE participant_gifts.sent_at IS NULL`);
  } else if (to === 'product_sent') {
    await tx.execute(sql`
      INSERT INTO participant_gifts (participant_id, assigned_at, sent_at) SELECT p.id, ${when}, ${when} FROM participants p WHERE p.id = ANY (${of})
      ON CONFLICT (participant_id) DO UPDATE SET sent_at = coalesce(participant_gifts.sent_at, excluded.sent_at)`);
  } else if (to === 'have_received') {
    await tx.execute(sql`
      UPDATE participant_gifts SET received_at = coalesce(received_at, ${when}), not_received_at = NULL, not_received = ''
      WHERE participant_id = ANY (${of})`);
  } else if (['open', 'suggestion', 'denied', 'store_denied'].includes(to)) {
    await tx.execute(sql`DELETE FROM participant_gifts WHERE participant_id = ANY (${of}) AND sent_at IS NULL`);
  }
}
