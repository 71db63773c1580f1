import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput, NotFound } from '../../../platform/errors/errors.ts';
import type { GivenAmount } from '../../../platform/http/given-amount.ts';
import { writeAudit } from '../../accounts/index.ts';
import { lockCampaign, readGuarantee, refuseInvalidDay } from '../../campaigns/index.ts';
import { requireTrading } from '../../stores/index.ts';
import { vatOf } from '../company.ts';
import type { PaymentDeps } from '../deps.ts';

/** The errors of the database with which `reserveGuarantee` is refused (`reserve_guarantee`), beside those of stores that do not trade. */
export const GUARANTEE_ERRORS = ['balance_too_low', 'approval_period_missing', 'rates_rise'] as const;

/** The part of the dependencies that guarantees need. */
export type GuaranteeDeps = Pick<PaymentDeps, 'calendar' | 'company'>;

/**
 * Reserves a part of the prepaid balance of a store for one of its campaigns, or more of it, or for longer. The amount never falls, and the day never comes
 * earlier. As long as the guarantee binds, only the prepaid balance of the store covers its other costs, too.
 * @param amount the whole amount, without VAT, in the store's currency
 * @param until `YYYY-MM-DD`, the last day, in the platform's time zone
 * @throws NotFound when the campaign has been deleted; InvalidInput naming the amount or `until`; RuleRefused when the store does not trade; QueryFailed with
 *   one of GUARANTEE_ERRORS
 */
export async function reserveGuarantee(
  ctx: Context,
  { calendar, company }: GuaranteeDeps,
  { campaignId, amount, until }: { campaignId: number; amount: GivenAmount; until: string },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { storeId } = await lockCampaign(tx, campaignId);
    await requireTrading(tx, storeId);
    await tx.execute(sql`SELECT FROM store_credit WHERE store_id = ${storeId} FOR NO KEY UPDATE`);
    const at = ctx.now();
    const latest = await readGuarantee({ ...ctx, db: tx }, campaignId);
    const before = latest?.endedReason === null ? latest : null;
    const today = calendar.dayOf(at.getTime());
    if (before !== null && amount.minor < before.amountMinor)
      throw new InvalidInput({ [amount.field]: [`must be at least ${before.amountMinor}`] });
    const kept = before?.isBinding ? before.until : null;
    refuseInvalidDay({ until, kept, isSame: until === before?.until, today });
    if (before !== null && before.amountMinor === amount.minor && before.until === until) return;
    const { rows } = await tx.execute<{ country: string; vat_number: string | null }>(
      sql`SELECT country, nullif(vat_number, '') AS vat_number FROM stores WHERE id = ${storeId}`,
    );
    const { country, vat_number: vatNumber } = rows[0]!;
    const { ratePpm } = vatOf(company, { country, vatNumber });
    await tx.execute(sql`
      SELECT reserve_guarantee(${campaignId}, ${amount.minor}, ${until}::date, ${calendar.timeZone}, ${ratePpm}::int, ${ctx.actor.userId}, ${at.toISOString()})`);
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'offer.guarantee_changed',
      subjectKind: 'offer',
      subjectId: campaignId,
      details: { amount_minor: amount.minor, until },
    });
  });
}

/**
 * Ends the guarantee of a campaign at once, as the administration does to stop fraud. What is left is free again, and creators read the reason. Nothing happens
 * if nothing is reserved. A deleted campaign can have a guarantee.
 * @returns the store
 * @throws NotFound
 */
export async function endGuarantee(
  ctx: Context,
  { campaignId, reason }: { campaignId: number; reason: string },
): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ store_id: number }>(
      sql`SELECT store_id FROM campaigns WHERE id = ${campaignId} FOR SHARE`,
    );
    if (rows[0] === undefined) throw new NotFound('offer');
    const storeId = rows[0].store_id;
    const before = await readGuarantee({ ...ctx, db: tx }, campaignId);
    if (before === null || before.endedReason !== null) return storeId;
    await tx.execute(
      sql`SELECT release_guarantees(ARRAY[${before.id}::bigint], ${ctx.now().toISOString()}, ${reason})`,
    );
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'offer.guarantee_ended',
      subjectKind: 'offer',
      subjectId: campaignId,
      details: { reason },
    });
    return storeId;
  });
}
