import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { addMinor, TooMuchMoney } from '../../../platform/money.ts';
import type { Publication } from '../reports/publication.ts';

/** What a store pays for a publication, in minor units of the store's currency, before VAT. */
interface PublicationCost {
  /** One-time payments and the agreed sum that is not paid yet. */
  fixedMinor: number;
  clicksMinor: number;
  /** Commission of approved orders. */
  ordersMinor: number;
  /** The value of gifts that were sent. */
  giftsMinor: number;
  totalMinor: number;
}

/** The amounts of a participant, whose publications have equal parts of them, and their number. */
interface ParticipantAmounts extends Omit<PublicationCost, 'totalMinor'> {
  participantId: number;
  orders: number;
  /** Ids of all publications of the participant, in their order. */
  publications: number[];
}

/** A publication's part of the cost, and the counts by which it is divided. */
export interface CostOfPublication extends PublicationCost {
  perThousandViewsMinor: number | null;
  perEngagementMinor: number | null;
  perOrderMinor: number | null;
}

/**
 * Reads what a store pays for participants, as the ledger will say: clicks, approved orders, one-time payments and agreed sums; and the value of gifts, which is
 * in no invoice (`campaignFigures` counts the same gifts).
 * @param condition over `participants p` and `campaigns o`; only participants with publications are read
 */
async function readAmounts({ db }: Pick<Context, 'db'>, condition: SQL): Promise<ParticipantAmounts[]> {
  const { rows } = await db.execute<{
    id: number;
    fixed_minor: number;
    clicks_minor: number;
    orders_minor: number;
    orders: number;
    gifts_minor: number;
    publications: number[];
  }>(sql`
    WITH wanted AS MATERIALIZED (
      SELECT p.id, p.user_id, o.id AS campaign_id, o.store_id, promised_sum(p.status, p.payment_amount_minor, o, t.user_minor) AS agreed_minor,
        ARRAY (SELECT b.id FROM publications b WHERE b.participant_id = p.id ORDER BY b.id) AS publications
      FROM participants p JOIN campaigns o ON o.id = p.campaign_id LEFT JOIN one_time_payments t ON t.participant_id = p.id
      WHERE ${condition} AND EXISTS (SELECT FROM publications b WHERE b.participant_id = p.id)
    ), sums AS (
      SELECT w.id, x.origin_kind, sum(x.quantity) AS quantity, sum(x.cost_minor) AS minor
      FROM wanted w JOIN owed x ON x.store_id = w.store_id AND x.user_id = w.user_id AND x.campaign_id = w.campaign_id
      WHERE x.user_id = ANY (ARRAY (SELECT user_id FROM wanted)) AND x.campaign_id = ANY (ARRAY (SELECT campaign_id FROM wanted))
      GROUP BY w.id, x.origin_kind
    )
    SELECT w.id, (w.agreed_minor + coalesce(sum(s.minor) FILTER (WHERE s.origin_kind = 'one_time'), 0))::bigint AS fixed_minor,
      coalesce(sum(s.minor) FILTER (WHERE s.origin_kind = 'clicks'), 0)::bigint AS clicks_minor,
      coalesce(sum(s.minor) FILTER (WHERE s.origin_kind = 'commission'), 0)::bigint AS orders_minor,
      coalesce(sum(s.quantity) FILTER (WHERE s.origin_kind = 'commission'), 0)::bigint AS orders,
      coalesce((SELECT x.value_minor FROM participant_gifts x WHERE x.participant_id = w.id AND x.sent_at IS NOT NULL), 0)::bigint AS gifts_minor, w.publications
    FROM wanted w LEFT JOIN sums s ON s.id = w.id GROUP BY w.id, w.agreed_minor, w.publications`);
  return rows.map((row) => ({
    participantId: row.id,
    fixedMinor: row.fixed_minor,
    clicksMinor: row.clicks_minor,
    ordersMinor: row.orders_minor,
    orders: row.orders,
    giftsMinor: row.gifts_minor,
    publications: row.publications.map(Number),
  }));
}

/** Reads the costs of publications of one page, by the id of the publication. */
export async function costsOf(
  ctx: Pick<Context, 'db'>,
  publications: readonly Publication[],
): Promise<Map<number, CostOfPublication>> {
  if (publications.length === 0) return new Map();
  const ids = [...new Set(publications.map(({ participantId }) => participantId))];
  const amounts = await readAmounts(ctx, sql`p.id = ANY (${sql.param(ids)}::bigint[])`);
  const of = new Map(amounts.map((one) => [one.participantId, one]));
  return new Map(publications.map((one) => [one.id, costOf(one, of.get(one.participantId)!)]));
}

function costOf({ id, figures }: Publication, amounts: ParticipantAmounts): CostOfPublication {
  const parts = amounts.publications.length;
  const place = amounts.publications.indexOf(id);
  const fixedMinor = partOf(amounts.fixedMinor, parts, place);
  const clicksMinor = partOf(amounts.clicksMinor, parts, place);
  const ordersMinor = partOf(amounts.ordersMinor, parts, place);
  const giftsMinor = partOf(amounts.giftsMinor, parts, place);
  const totalMinor = addMinor(fixedMinor, clicksMinor, ordersMinor, giftsMinor);
  const whole = addMinor(amounts.fixedMinor, amounts.clicksMinor, amounts.ordersMinor, amounts.giftsMinor);
  return {
    fixedMinor,
    clicksMinor,
    ordersMinor,
    giftsMinor,
    totalMinor,
    perThousandViewsMinor: dividedBy(totalMinor, figures?.views ?? 0, 1_000),
    perEngagementMinor: dividedBy(totalMinor, engagementsOf(figures)),
    // Orders belong to the participant, so that each publication has the participant's cost of an order.
    perOrderMinor: dividedBy(whole, amounts.orders),
  };
}

/** Likes, comments and shares. */
const engagementsOf = (figures: Publication['figures']): number =>
  (figures?.likes ?? 0) + (figures?.comments ?? 0) + (figures?.shares ?? 0);

/** Publications of a campaign together. */
export interface CampaignPublicationCosts extends CostOfPublication {
  publications: number;
  views: number;
  /** Likes, comments and shares. */
  engagements: number;
  /** Approved orders of participants with publications. */
  orders: number;
}

/** Sums the publications of a campaign: the cost of participants who have published, and the newest figures. */
export async function costsOfCampaign(ctx: Pick<Context, 'db'>, campaignId: number): Promise<CampaignPublicationCosts> {
  const amounts = await readAmounts(ctx, sql`p.campaign_id = ${campaignId}`);
  const { rows } = await ctx.db.execute<{ publications: number; views: number; engagements: number }>(sql`
    SELECT count(*) AS publications, coalesce(sum(f.views), 0)::bigint AS views,
      coalesce(sum(coalesce(f.likes, 0) + coalesce(f.comments, 0) + coalesce(f.shares, 0)), 0)::bigint AS engagements
    FROM participants p JOIN publications b ON b.participant_id = p.id LEFT JOIN LATERAL (
      SELECT x.views, x.likes, x.comments, x.shares FROM publication_figures x WHERE x.publication_id = b.id ORDER BY x.measured_at DESC, x.id DESC LIMIT 1
    ) f ON true WHERE p.campaign_id = ${campaignId}`);
  const counts = rows[0]!;
  const sum = (name: 'fixedMinor' | 'clicksMinor' | 'ordersMinor' | 'giftsMinor') =>
    addMinor(...amounts.map((one) => one[name]));
  const parts = {
    fixedMinor: sum('fixedMinor'),
    clicksMinor: sum('clicksMinor'),
    ordersMinor: sum('ordersMinor'),
    giftsMinor: sum('giftsMinor'),
  };
  const totalMinor = addMinor(parts.fixedMinor, parts.clicksMinor, parts.ordersMinor, parts.giftsMinor);
  const orders = amounts.reduce((all, one) => all + one.orders, 0);
  return {
    ...parts,
    ...counts,
    totalMinor,
    orders,
    perThousandViewsMinor: dividedBy(totalMinor, counts.views, 1_000),
    perEngagementMinor: dividedBy(totalMinor, counts.engagements),
    perOrderMinor: dividedBy(totalMinor, orders),
  };
}

/**
 * One of equal parts of an amount in whole minor units. All parts add up to the amount.
 * @param place from 0
 */
export function partOf(minor: number, parts: number, place: number): number {
  const until = (count: number) => (BigInt(minor) * BigInt(count)) / BigInt(parts);
  return Number(until(place + 1) - until(place));
}

/** An amount for each of a number of things, or for each `times` of them, to the nearest minor unit; null: there are none. */
export function dividedBy(minor: number, count: number, times = 1): number | null {
  if (count === 0) return null;
  const result = Number((BigInt(minor) * BigInt(times) * 2n + BigInt(count)) / (BigInt(count) * 2n));
  if (!Number.isSafeInteger(result)) throw new TooMuchMoney(`${result} is not exact`);
  return result;
}
