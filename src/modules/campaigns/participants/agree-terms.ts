import { sql } from 'drizzle-orm';
import { type AmountInput, amountInput } from '../../../platform/amount-input.ts';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { MAX_FIXED_MINOR, MAX_MINIMUM_ORDER_MINOR } from '../../../platform/limits.ts';
import { fromDecimalString, majorToMinor } from '../../../platform/money.ts';
import { writeAudit } from '../../accounts/index.ts';
import { type CpoMode, keepPromisedTerms, refuseTermsAtLimit, refuseToAgree } from '../../stores/index.ts';
import type { ParticipantFacts } from '../policy.ts';

/** A participant's price for one source, in place of the campaign's; `cpa` is a fraction of an order. */
export interface CostOverride {
  source: 0 | 1;
  cpc?: AmountInput | undefined;
  cpa?: number | undefined;
  /** A fixed amount for each order, and how it is paid with the part of the value. */
  cpo?: AmountInput | undefined;
  cpo_mode?: CpoMode | undefined;
  /** The minimum value of orders. */
  minimum_order?: AmountInput | undefined;
}

/** The maximum agreed sum, in major units: the same as for a campaign's one-time payment. */
export const MAX_PAYMENT_MAJOR = 1_000_000;
/** The maximum cost of a click, in minor units: the same as for a campaign's prices. */
const MAX_CPC_MINOR = 1000;

/** Locks a participant for a change of its terms, in the caller's transaction. */
export async function lockParticipant(tx: Database, participantId: number): Promise<void> {
  await tx.execute(sql`SELECT FROM participants WHERE id = ${participantId} FOR UPDATE`);
}

/**
 * Agrees on a sum that a participant is paid in addition to earnings from clicks and orders. Once the participant takes part, it
 * is reserved against the store's credit limit.
 * @throws InvalidInput when it is too much, or in another currency than the store's; RuleRefused with a code of PROMISE_REFUSALS
 */
export async function setPaymentAmount(
  ctx: Context,
  participant: ParticipantFacts,
  payment: AmountInput,
): Promise<void> {
  const minor = minorOf(payment, participant.campaign.currency, 'payment_amount');
  if (minor > majorToMinor(MAX_PAYMENT_MAJOR, participant.campaign.currency))
    throw new InvalidInput({ 'payment_amount.amount': [`must be at most ${MAX_PAYMENT_MAJOR}`] });
  await ctx.db.transaction(async (tx) => {
    // Locked before the store's credit, which the database locks when the sum is written.
    await lockParticipant(tx, participant.id);
    if (minor > 0) await refuseToAgree(tx, participant.campaign.storeId);
    const before = await readTerms(tx, participant.id);
    await tx.execute(sql`
      UPDATE participants SET payment_amount_minor = ${minor}, payment_currency = ${payment.currency}, updated_at = ${ctx.now().toISOString()}
      WHERE id = ${participant.id}`);
    await auditTerms(tx, ctx.actor, { participant, before });
    await keepTerms({ ...ctx, db: tx }, participant);
  });
}

/** Limits a participant's own clicks, from the next click; null removes the limit. The next terms price the clicks beyond it. */
export async function setClickLimit(
  ctx: Context,
  participant: ParticipantFacts,
  clickLimit: number | null,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockParticipant(tx, participant.id);
    const before = await readTerms(tx, participant.id);
    await tx.execute(sql`
      UPDATE participants SET click_limit = ${clickLimit}, updated_at = ${ctx.now().toISOString()} WHERE id = ${participant.id}`);
    await auditTerms(tx, ctx.actor, { participant, before });
    await keepTerms({ ...ctx, db: tx }, participant);
  });
}

/**
 * Sets a participant's own prices, from the next click. Sources that are not named are unchanged. A price that is omitted is the campaign's. The store
 * pays the price with its margin, at least that of the campaign (`effective_prices`). A price that stays as it is keeps what the store pays for it.
 * @throws InvalidInput for another currency than the store's, a price above the limit, or a source named twice
 */
export async function overrideCosts(
  ctx: Context,
  participant: ParticipantFacts,
  costs: readonly CostOverride[],
): Promise<void> {
  const rows = pricesOf(costs, participant.campaign.currency);
  await ctx.db.transaction(async (tx) => {
    if (rows.some(({ cpcMinor, cpa, cpoMinor }) => [cpcMinor, cpa, cpoMinor].some((price) => (price ?? 0) > 0)))
      await refuseTermsAtLimit(tx, participant.campaign.storeId);
    // Concurrent changes of the prices are serialized.
    await lockParticipant(tx, participant.id);
    const before = await readTerms(tx, participant.id);
    const sources = sql`${sql.param(rows.map(({ source }) => source))}::smallint[]`;
    const stated = rows.filter((row) =>
      [row.cpcMinor, row.cpa, row.cpoMinor, row.minimumOrderMinor].some((price) => price !== null),
    );
    await tx.execute(sql`
      DELETE FROM prices WHERE participant_id = ${participant.id} AND source = ANY (${sources})
        AND source <> ALL (${sql.param(stated.map(({ source }) => source))}::smallint[])`);
    await tx.execute(sql`
      INSERT INTO prices (store_id, campaign_id, participant_id, source, cpc_minor, cpa, cpo_minor, cpo_mode, minimum_order_minor)
      SELECT ${participant.campaign.storeId}, ${participant.campaign.id}, ${participant.id}, given.*
      FROM unnest(${sources}, ${sql.param(rows.map(({ cpcMinor }) => cpcMinor))}::bigint[],
        ${sql.param(rows.map(({ cpa }) => cpa))}::numeric[], ${sql.param(rows.map(({ cpoMinor }) => cpoMinor))}::bigint[],
        ${sql.param(rows.map(({ cpoMode }) => cpoMode))}::text[], ${sql.param(rows.map((row) => row.minimumOrderMinor))}::bigint[])
        AS given (source, cpc, cpa, cpo, cpo_mode, minimum_order)
      WHERE coalesce(given.cpc, given.cpo, given.minimum_order) IS NOT NULL OR given.cpa IS NOT NULL
      ON CONFLICT (store_id, campaign_id, participant_id, source) DO UPDATE SET cpc_minor = excluded.cpc_minor, cpa = excluded.cpa,
        cpo_minor = excluded.cpo_minor, cpo_mode = excluded.cpo_mode, minimum_order_minor = excluded.minimum_order_minor,
        invoice_cpc_minor = CASE WHEN prices.cpc_minor IS NOT DISTINCT FROM excluded.cpc_minor THEN prices.invoice_cpc_minor END,
        invoice_cpa = CASE WHEN prices.cpa IS NOT DISTINCT FROM excluded.cpa THEN prices.invoice_cpa END,
        invoice_cpo_minor = CASE WHEN prices.cpo_minor IS NOT DISTINCT FROM excluded.cpo_minor THEN prices.invoice_cpo_minor END`);
    await auditTerms(tx, ctx.actor, { participant, before });
    await keepTerms({ ...ctx, db: tx }, participant);
  });
}

const keepTerms = (ctx: Context, { id, campaign: { storeId } }: ParticipantFacts) =>
  keepPromisedTerms(ctx, { storeId, participantIds: [id] });

/** The individual terms of a participant as the audit log shows them. Those of social networks have a prefix. */
type Terms = Record<string, unknown>;

/** Reads the individual terms of a participant; amounts in minor units of the store's currency. */
async function readTerms(tx: Database, participantId: number): Promise<Terms> {
  const { rows } = await tx.execute<{ terms: Terms }>(sql`
    SELECT jsonb_strip_nulls(jsonb_build_object('payment_minor', p.payment_amount_minor, 'click_limit', p.click_limit)
      || coalesce((SELECT jsonb_object_agg(CASE o.source WHEN 1 THEN 'social_' ELSE '' END || price.key, price.value)
        FROM prices o CROSS JOIN jsonb_each(jsonb_build_object('cpc_minor', o.cpc_minor, 'cpa', o.cpa, 'cpo_minor', o.cpo_minor, 'cpo_mode', o.cpo_mode,
          'minimum_order_minor', o.minimum_order_minor, 'invoice_cpc_minor', o.invoice_cpc_minor, 'invoice_cpa', o.invoice_cpa,
          'invoice_cpo_minor', o.invoice_cpo_minor)) price
        WHERE o.participant_id = p.id), '{}')) AS terms
    FROM participants p WHERE p.id = ${participantId}`);
  return rows[0]!.terms;
}

/** Records who has changed the individual terms of a participant, if they differ from those before. */
async function auditTerms(
  tx: Database,
  actor: Actor,
  { participant: { id, userId, campaign }, before }: { participant: ParticipantFacts; before: Terms },
): Promise<void> {
  const after = await readTerms(tx, id);
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => before[key] !== after[key],
  );
  if (changed.length === 0) return;
  const { currency } = campaign;
  const those = (terms: Terms) => ({
    currency,
    ...Object.fromEntries(changed.map((key) => [key, terms[key] ?? null])),
  });
  await writeAudit(tx, {
    actor,
    action: 'participant.terms_changed',
    subjectKind: 'offer',
    subjectId: campaign.id,
    details: { user_id: userId, before: those(before), after: those(after) },
  });
}

function pricesOf(costs: readonly CostOverride[], currency: string) {
  const errors: Record<string, string[]> = {};
  const seen = new Set<number>();
  const rows = costs.map(({ source, cpc, cpa, cpo, cpo_mode: cpoMode, minimum_order: minimum }, index) => {
    const path = `traffic_sources_costs.${index}`;
    if (seen.has(source)) errors[`${path}.source`] = ['must not be named twice'];
    seen.add(source);
    const amount = (given: AmountInput | undefined, name: string, max: number) =>
      amountInput(given ?? null, { currency, path: `${path}.${name}`, max, errors });
    if (cpoMode !== undefined && cpo === undefined) errors[`${path}.cpo_mode`] = ['must be given with cpo'];
    return {
      source,
      cpcMinor: amount(cpc, 'cpc', MAX_CPC_MINOR),
      cpa: cpa ?? null,
      cpoMinor: amount(cpo, 'cpo', MAX_FIXED_MINOR),
      cpoMode: cpoMode ?? null,
      minimumOrderMinor: amount(minimum, 'minimum_order', MAX_MINIMUM_ORDER_MINOR),
    };
  });
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  return rows;
}

function minorOf({ amount, currency }: AmountInput, wanted: string, path: string): number {
  if (currency !== wanted) throw new InvalidInput(otherCurrency(path, wanted));
  return fromDecimalString(amount, currency);
}

const otherCurrency = (path: string, wanted: string) => ({
  [`${path}.currency`]: [`must be ${wanted}, the store’s currency`],
});
