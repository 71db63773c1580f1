import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import type { Delivery } from './delivery.ts';
import { RECEIVES_SQL, REMOVED_AT_SQL } from './delivery.ts';

const MAX_AT_ONCE = 10_000;

type DeliveryInput = Omit<Delivery, 'updatedAt' | 'keptUntil'>;

/**
 * Saves the delivery details of the actor, who takes part in a campaign that sends products.
 * @throws RuleRefused `no_delivery` for a participant who receives nothing
 */
export async function saveDelivery(ctx: Context, participantId: number, input: DeliveryInput): Promise<void> {
  const at = ctx.now().toISOString();
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ receives: boolean }>(sql`
      SELECT ${RECEIVES_SQL} AS receives FROM participants p JOIN campaigns o ON o.id = p.campaign_id
      WHERE p.id = ${participantId} AND p.user_id = ${ctx.actor.userId} FOR SHARE OF p`);
    if (rows[0]?.receives !== true)
      throw new RuleRefused('no_delivery', 'The store sends you nothing in this campaign, or not any more.');
    await tx.execute(sql`
      INSERT INTO participant_deliveries (participant_id, user_id, recipient, street, postal_code, city, country, phone, size, colour, note, updated_at)
      VALUES (${participantId}, ${ctx.actor.userId}, ${input.recipient}, ${input.street}, ${input.postalCode}, ${input.city}, ${input.country}, ${input.phone},
        ${input.size}, ${input.colour}, ${input.note}, ${at})
      ON CONFLICT (participant_id) DO UPDATE SET user_id = excluded.user_id, recipient = excluded.recipient, street = excluded.street,
        postal_code = excluded.postal_code, city = excluded.city, country = excluded.country, phone = excluded.phone, size = excluded.size,
        colour = excluded.colour, note = excluded.note, updated_at = excluded.updated_at`);
  });
}

/** Removes the delivery details of a participant. Harmless to repeat. */
export async function removeDelivery({ db }: Pick<Context, 'db'>, participantId: number): Promise<void> {
  await db.execute(sql`DELETE FROM participant_deliveries WHERE participant_id = ${participantId}`);
}

/**
 * Removes the delivery details of campaigns and participations that ended 30 days ago (`DELIVERY_KEPT_DAYS`).
 * @returns their number
 */
export async function purgeDeliveries({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  const { rowCount } = await db.execute(sql`
    DELETE FROM participant_deliveries WHERE participant_id IN (
      SELECT d.participant_id FROM participant_deliveries d JOIN participants p ON p.id = d.participant_id JOIN campaigns o ON o.id = p.campaign_id
      WHERE ${REMOVED_AT_SQL} <= ${now().toISOString()}::timestamptz LIMIT ${MAX_AT_ONCE})`);
  return rowCount ?? 0;
}
