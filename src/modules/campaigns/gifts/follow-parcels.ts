import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { notify } from '../../accounts/index.ts';
import { RECEIVES_SQL } from '../deliveries/delivery.ts';
import { setStatus } from '../participants/move-participant.ts';
import { RECEIVED_AT_SQL } from './parcel-times.ts';

/** Maximum number of participants in one round; the next round, an hour later, continues. */
const MAX_AT_ONCE = 2_000;

/**
 * Records that the actor, to whom something was sent, has not received it. It then does not count as received by itself, and waits for the store.
 * @throws RuleRefused `nothing_sent`
 */
export async function reportNotReceived(ctx: Context, participantId: number, text: string): Promise<void> {
  const at = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ store_id: number; campaign_id: number; title: string; store_name: string }>(sql`
      SELECT o.store_id, o.id AS campaign_id, o.shown_title AS title, s.name AS store_name
      FROM participants p JOIN campaigns o ON o.id = p.campaign_id JOIN stores s ON s.id = o.store_id
      WHERE p.id = ${participantId} AND p.status = 'product_sent' AND o.deleted_at IS NULL FOR UPDATE OF p`);
    const campaign = rows[0];
    if (campaign === undefined) throw new RuleRefused('nothing_sent', 'Nothing is on the way to you.');
    const { rows: before } = await tx.execute<{ is_known: boolean }>(
      sql`SELECT not_received_at IS NOT NULL AS is_known FROM participant_gifts WHERE participant_id = ${participantId}`,
    );
    await tx.execute(sql`
      INSERT INTO participant_gifts (participant_id, assigned_at, sent_at, not_received_at, not_received)
      VALUES (${participantId}, ${at.toISOString()}, ${at.toISOString()}, ${at.toISOString()}, ${text})
      ON CONFLICT (participant_id) DO UPDATE SET not_received_at = excluded.not_received_at, not_received = excluded.not_received`);
    if (before[0]?.is_known === true) return;
    const { store_id: storeId, campaign_id: campaignId, title, store_name: store } = campaign;
    await notify(tx, at, [
      {
        message: 'parcel_missing',
        values: { campaign: title, store },
        to: { storeId, need: 'manage' },
        path: `/console/shop/${storeId}/campaigns/${campaignId}?tab=participants&participant=${participantId}`,
      },
    ]);
  });
}

/**
 * Moves participants to `have_received` whose parcels count as received by now.
 * @returns their number
 */
export async function receiveParcels({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  const at = now();
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      SELECT p.id FROM participant_gifts x JOIN participants p ON p.id = x.participant_id JOIN campaigns o ON o.id = p.campaign_id
      LEFT JOIN campaign_gifts g ON g.id = x.gift_id
      WHERE x.sent_at IS NOT NULL AND x.received_at IS NULL AND x.not_received_at IS NULL AND p.status = 'product_sent' AND o.deleted_at IS NULL
        AND ${RECEIVED_AT_SQL} <= ${at.toISOString()}::timestamptz
      ORDER BY x.sent_at LIMIT ${MAX_AT_ONCE} FOR UPDATE OF p SKIP LOCKED`);
    const participantIds = rows.map(({ id }) => id);
    if (participantIds.length > 0)
      await setStatus(tx, { participantIds, from: 'product_sent', to: 'have_received', actorId: null, at });
    return participantIds.length;
  });
}

/** Days after the acceptance on which a creator without an address is reminded. */
const REMINDED_AFTER_DAYS = [3, 7] as const;

/**
 * Reminds creators who have been accepted and have not said where the product is to be sent, three and seven days after the acceptance.
 * @returns their number
 */
export async function remindOfAddresses({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  const at = now();
  const [first, second] = REMINDED_AFTER_DAYS;
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{
      participant_id: number;
      user_id: number;
      campaign_id: number;
      title: string;
      store_name: string;
    }>(sql`
      UPDATE participant_gifts x SET address_reminders = CASE WHEN x.assigned_at <= ${at.toISOString()}::timestamptz - make_interval(days => ${second}) THEN 2 ELSE 1 END
      FROM participants p JOIN campaigns o ON o.id = p.campaign_id JOIN stores s ON s.id = o.store_id
      WHERE p.id = x.participant_id AND x.participant_id IN (
        SELECT x.participant_id FROM participant_gifts x JOIN participants p ON p.id = x.participant_id JOIN campaigns o ON o.id = p.campaign_id
        WHERE x.sent_at IS NULL AND x.address_reminders < 2 AND p.status = 'accepted' AND p.user_id IS NOT NULL AND ${RECEIVES_SQL}
          AND (o.valid_until IS NULL OR o.valid_until > ${at.toISOString()}::timestamptz)
          AND x.assigned_at <= ${at.toISOString()}::timestamptz - make_interval(days => CASE x.address_reminders WHEN 0 THEN ${first}::int ELSE ${second}::int END)
          AND NOT EXISTS (SELECT FROM participant_deliveries d WHERE d.participant_id = x.participant_id)
        ORDER BY x.assigned_at LIMIT ${MAX_AT_ONCE} FOR UPDATE OF x)
      RETURNING x.participant_id, p.user_id, o.id AS campaign_id, o.shown_title AS title, s.name AS store_name`);
    await notify(
      tx,
      at,
      rows.map(({ user_id: userId, campaign_id: campaignId, title: campaign, store_name: store }) => ({
        message: 'address_wanted' as const,
        values: { campaign, store },
        to: { userId },
        path: `/console/creator/campaigns/${campaignId}`,
      })),
    );
    return rows.length;
  });
}
