import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { CHOICE_ERRORS, type GiftChoice, saveChoices } from '../gifts/save-choices.ts';
import type { Delivery } from './delivery.ts';
import { IS_UNSENT_SQL, RECEIVES_SQL, REMOVED_AT_SQL } from './delivery.ts';

const MAX_AT_ONCE = 10_000;

type DeliveryInput = Omit<Delivery, 'updatedAt' | 'keptUntil'>;

/** Codes of the refusals of `saveDelivery`. */
export const DELIVERY_ERRORS = ['no_delivery', 'already_sent', ...CHOICE_ERRORS] as const;

/**
 * Saves the delivery details of the actor, who has been accepted in a campaign that sends products, and what the actor chooses.
 * @param choices undefined: those that were saved before
 * @throws InvalidInput naming `choices`; RuleRefused with a code of DELIVERY_ERRORS
 */
export async function saveDelivery(
  ctx: Context,
  participantId: number,
  { delivery: input, choices }: { delivery: DeliveryInput; choices: readonly GiftChoice[] | undefined },
): Promise<void> {
  const at = ctx.now().toISOString();
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ receives: boolean; is_unsent: boolean }>(sql`
      SELECT ${RECEIVES_SQL} AS receives, ${IS_UNSENT_SQL} AS is_unsent FROM participants p JOIN campaigns o ON o.id = p.campaign_id
      WHERE p.id = ${participantId} AND p.user_id = ${ctx.actor.userId} FOR UPDATE OF p`);
    if (rows[0]?.receives !== true)
      throw new RuleRefused('no_delivery', 'The store sends you nothing in this campaign, or not any more.');
    if (!rows[0].is_unsent)
      throw new RuleRefused('already_sent', 'The store has sent it, so the address cannot be changed any more.');
    await saveChoices(tx, { participantId, choices });
    await tx.execute(sql`
      INSERT INTO participant_deliveries (participant_id, user_id, recipient, street, postal_code, city, country, phone, size, colour, note, updated_at)
      VALUES (${participantId}, ${ctx.actor.userId}, ${input.recipient}, ${input.street}, ${input.postalCode}, ${input.city}, ${input.country}, ${input.phone},
        ${input.size}, ${input.colour}, ${input.note}, ${at})
      ON CONFLICT (participant_id) DO UPDATE SET user_id = excluded.user_id, recipient = excluded.recipient, street = excluded.street,
        postal_code = excluded.postal_code, city = excluded.city, country = excluded.country, phone = excluded.phone, size = excluded.size,
        colour = excluded.colour, note = excluded.note, updated_at = excluded.updated_at`);
  });
}

/** Removes the delivery details of a participant, and the sizes of what was chosen. Harmless to repeat. */
export async function removeDelivery({ db }: Pick<Context, 'db'>, participantId: number): Promise<void> {
  await db.execute(sql`
    WITH sizes AS (UPDATE participant_gift_products SET options = '' WHERE participant_id = ${participantId} AND options <> '')
    DELETE FROM participant_deliveries WHERE participant_id = ${participantId}`);
}

/**
 * Removes the delivery details of campaigns and participations that ended 30 days ago (`DELIVERY_KEPT_DAYS`), and of products that were received then.
 * @returns their number
 */
export async function purgeDeliveries({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    WITH removed AS (
      DELETE FROM participant_deliveries WHERE participant_id IN (
        SELECT d.participant_id FROM participant_deliveries d JOIN participants p ON p.id = d.participant_id JOIN campaigns o ON o.id = p.campaign_id
        WHERE ${REMOVED_AT_SQL} <= ${now().toISOString()}::timestamptz LIMIT ${MAX_AT_ONCE}) RETURNING participant_id
    ), sizes AS (
      UPDATE participant_gift_products c SET options = '' FROM removed r WHERE c.participant_id = r.participant_id AND c.options <> ''
    ) SELECT count(*) AS count FROM removed`);
  return rows[0]!.count;
}
