import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { keepPromisedTerms } from '../../stores/index.ts';
import { listKinds } from './kinds.ts';

/** The price of a kind of events with the terms of a campaign, in minor units of the store. */
export interface CampaignPrice {
  kindId: number;
  kind: string;
  name: string;
  cplMinor: number;
  /** Whether the campaign sets it; otherwise it is the store's. */
  isOwn: boolean;
}

/** Reads the prices of the kinds of events of a store with the terms of one of its campaigns. Archived kinds are left out. */
export async function readCampaignPrices(
  { db }: { db: Database },
  { storeId, campaignId }: { storeId: number; campaignId: number },
): Promise<CampaignPrice[]> {
  const { rows } = await db.execute<CampaignPrice & Record<string, unknown>>(sql`
    SELECT k.id AS "kindId", k.code AS kind, k.name, p.cpl_minor AS "cplMinor", p.campaign_id IS NOT NULL AS "isOwn"
    FROM event_kinds k JOIN event_prices p ON p.id = event_price_at(k.id, ${campaignId}, 'infinity')
    WHERE k.store_id = ${storeId} AND k.archived_at IS NULL ORDER BY k.id`);
  return rows;
}

/**
 * Replaces the prices of events that a campaign sets. They apply to events of later clicks.
 * @throws InvalidInput naming the kind that the store does not have, or has twice
 */
export async function setCampaignPrices(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  {
    storeId,
    campaignId,
    prices,
  }: { storeId: number; campaignId: number; prices: readonly { kind: string; cplMinor: number }[] },
): Promise<void> {
  const at = ctx.now().toISOString();
  await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT FROM campaigns WHERE id = ${campaignId} FOR NO KEY UPDATE`);
    const kinds = (await listKinds({ db: tx }, storeId)).filter(({ archivedAt }) => archivedAt === null);
    const wanted = new Map(prices.map(({ kind, cplMinor }) => [kind, cplMinor]));
    const errors: Record<string, string[]> = {};
    for (const [index, { kind }] of prices.entries()) {
      if (!kinds.some(({ code }) => code === kind))
        errors[`prices.${index}.kind`] = ['must be the code of a kind of events of the store'];
      else if (prices.findIndex((one) => one.kind === kind) < index)
        errors[`prices.${index}.kind`] = ['must be listed once'];
    }
    if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
    const before = await readCampaignPrices({ db: tx }, { storeId, campaignId });
    const changed = before.filter(({ kind, cplMinor, isOwn }) =>
      wanted.has(kind) ? !isOwn || wanted.get(kind) !== cplMinor : isOwn,
    );
    if (changed.length === 0) return;
    await tx.execute(sql`
      INSERT INTO event_prices (event_kind_id, store_id, campaign_id, cpl_minor, valid_from)
      SELECT n.kind_id, ${storeId}, ${campaignId}, n.cpl_minor, ${at}
      FROM unnest(${sql.param(changed.map(({ kindId }) => kindId))}::bigint[],
        ${sql.param(changed.map(({ kind }) => wanted.get(kind) ?? null))}::bigint[]) AS n (kind_id, cpl_minor)`);
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'offer.event_prices_changed',
      subjectKind: 'offer',
      subjectId: campaignId,
      details: Object.fromEntries(changed.map(({ kind }) => [kind, wanted.get(kind) ?? null])),
    });
    await keepPromisedTerms({ ...ctx, db: tx }, { storeId });
  });
}
