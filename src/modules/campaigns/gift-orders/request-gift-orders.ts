import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { publish } from '../../../platform/events/publish.ts';
import { writeAudit } from '../../accounts/index.ts';
import { RECEIVES_SQL } from '../deliveries/delivery.ts';
import { GIFT_ORDER_EVENTS } from './events.ts';

/** Maximum number of gift orders in one request. */
export const MAX_GIFT_ORDERS = 500;

/**
 * Requests orders in the shop for participants who have been accepted and have said where and what. A request that has failed is made again; one that
 * waits or has been fulfilled stays as it is.
 * @throws InvalidInput naming a participant who cannot be sent anything
 */
export async function requestGiftOrders(
  ctx: Context,
  { campaignId, storeId, participantIds }: { campaignId: number; storeId: number; participantIds: readonly number[] },
): Promise<void> {
  const at = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      SELECT p.id FROM participants p JOIN campaigns o ON o.id = p.campaign_id JOIN participant_deliveries d ON d.participant_id = p.id
      JOIN participant_gifts x ON x.participant_id = p.id
      WHERE p.campaign_id = ${campaignId} AND p.id = ANY (${sql.param([...participantIds])}::bigint[]) AND p.status = 'accepted' AND ${RECEIVES_SQL}
        AND x.gift_id IS NOT NULL AND x.value_minor IS NOT NULL
      FOR UPDATE OF p`);
    const ready = new Set(rows.map(({ id }) => id));
    const errors: Record<string, string[]> = {};
    for (const [index, id] of participantIds.entries())
      if (!ready.has(id))
        errors[`participant_ids.${index}`] = [
          'must be accepted, with a gift, its choice and an address, and not have been sent it',
        ];
    if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
    const { rows: made } = await tx.execute<{ id: number; participant_id: number }>(sql`
      INSERT INTO gift_orders AS w (participant_id, store_id, status, requested_at, updated_at)
      SELECT x.id, ${storeId}, 'requested', ${at.toISOString()}, ${at.toISOString()} FROM unnest(${sql.param([...ready])}::bigint[]) AS x (id) ORDER BY x.id
      ON CONFLICT (participant_id) DO UPDATE SET status = 'requested', shop_order = NULL, failure = '', requested_at = excluded.requested_at,
        updated_at = excluded.updated_at WHERE w.status = 'failed'
      RETURNING w.id, w.participant_id`);
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'offer.gift_orders_requested',
      subjectKind: 'offer',
      subjectId: campaignId,
      details: { participants: made.map((row) => row.participant_id) },
    });
    const events = made.map(({ id, participant_id: participantId }) => ({
      subject: `gift_order/${id}`,
      storeId,
      userId: null,
      agencyId: null,
      data: { id, store_id: storeId, offer_id: campaignId, participant_id: participantId },
      privateData: {},
    }));
    await publish(tx, GIFT_ORDER_EVENTS.requested, at, events);
  });
}
