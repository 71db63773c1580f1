import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { Conflict } from '../../../platform/errors/errors.ts';
import { arrayOf, fixedArgument } from '../candidate-columns.ts';
import type { ReplayTerms } from './prepare-replay.ts';
import { segmentsOf } from './segments.ts';

/** Counted clicks, attributed orders, and what the store pays for them, in minor units of its currency. */
export interface ReplayFigures {
  clicks: number;
  clickMinor: number;
  orders: number;
  orderMinor: number;
}

/** Figures under the terms of a replay, or those that were charged: of the campaign, and of the store with all its terms. */
interface ReplaySide {
  campaign: ReplayFigures;
  store: ReplayFigures;
}

export interface ReplayResult {
  replayed: ReplaySide;
  charged: ReplaySide;
  /** The time of the first click that the campaign would have paid if its caps had not been exhausted, ISO 8601; null: none. */
  capReachedAt: string | null;
  /** The number of such clicks. */
  clicksBeyondCap: number;
}

/** A longer replay is cancelled by PostgreSQL. */
const TIMEOUT_MS = 20_000;
/** "rply" in ASCII: a store has one replay at a time, which is as much of the database as it may use for this. */
const LOCK = 0x72706c79;

/**
 * Prices the past clicks of a store again, with the functions that price new ones: the same candidates, and the same choice (`choose_terms`) with the
 * counters as they were when the window began. Clicks that were counted count, others do not. Orders of clicks in the window have the terms that their
 * click has in the replay; orders of earlier clicks, and by voucher, have those that they were charged by. Reads only.
 * @throws Conflict `replay_running` while the clicks of the store are being replayed
 */
export async function replayClicks(db: Database, terms: ReplayTerms): Promise<ReplayResult> {
  return db.transaction(
    async (tx) => {
      await tx.execute(sql`SELECT set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`);
      const { storeId } = terms.window;
      const lock = await tx.execute<{ ours: boolean }>(
        sql`SELECT pg_try_advisory_xact_lock(${LOCK}, (${storeId}::bigint % 2147483647)::int) AS ours`,
      );
      if (!lock.rows[0]!.ours)
        throw new Conflict('replay_running', 'Another forecast of this store is running. Wait for its end.');
      const { rows } = await tx.execute<ReplayRow>(statementOf(terms));
      return resultOf(rows[0]!);
    },
    { accessMode: 'read only' },
  );
}

const PARTS = ['replayed_mine', 'replayed_all', 'charged_mine', 'charged_all'] as const;
type Part = (typeof PARTS)[number];

type ReplayRow = Record<`${Part}_${'clicks' | 'click_minor' | 'orders' | 'order_minor'}`, number> & {
  cap_reached_at: string | null;
  clicks_beyond_cap: number;
};

function resultOf(row: ReplayRow): ReplayResult {
  const figures = (part: Part): ReplayFigures => ({
    clicks: row[`${part}_clicks`],
    clickMinor: row[`${part}_click_minor`],
    orders: row[`${part}_orders`],
    orderMinor: row[`${part}_order_minor`],
  });
  return {
    replayed: { campaign: figures('replayed_mine'), store: figures('replayed_all') },
    charged: { campaign: figures('charged_mine'), store: figures('charged_all') },
    capReachedAt: row.cap_reached_at === null ? null : new Date(row.cap_reached_at).toISOString(),
    clicksBeyondCap: row.clicks_beyond_cap,
  };
}

function statementOf(terms: ReplayTerms) {
  const { window, campaignId, isFresh, budgets } = terms;
  const rules = terms.rules === null ? null : JSON.stringify(terms.rules);
  const { storeId, first, last } = window;
  const segments = segmentsOf(terms);
  const { next, campaign, cost, cpa, invoiceCpa, total, own, pool } = segments.candidates;
  const { columns } = segments.counters;
  const [counterCampaign, counterUser, maxClicks, maxMinor] = columns.map(arrayOf);
  const budgetIds = columns[4]!.map(Number);
  const budgetIdArray = sql`${sql.param(budgetIds)}::bigint[]`;
  const budgetAmounts = sql`${sql.param(budgetIds.map((id) => budgets.get(id) ?? 0))}::bigint[]`;
  // A fresh campaign has used nothing.
  const fresh = isFresh ? campaignId : 0;
  // Classes as in `ClickClass`. Clicks that are not counted have terms too, because orders may come of them: duplicate, prefetch, network and credit limit.
  return sql`
    WITH segments AS (
      SELECT link_id, source, click_floor(to_timestamp(from_ms / 1000.0)) AS from_id, click_floor(to_timestamp(until_ms / 1000.0)) AS until_id, first, mine
      FROM unnest(${arrayOf(segments.link)}::bigint[], ${arrayOf(segments.source)}::smallint[], ${arrayOf(segments.from)}::bigint[],
        ${arrayOf(segments.until)}::bigint[], ${arrayOf(segments.first)}::int[], ${arrayOf(segments.mine)}::int[])
        AS s (link_id, source, from_ms, until_ms, first, mine)
    ), candidates AS (
      SELECT * FROM unnest(${arrayOf(campaign)}::bigint[], ${arrayOf(cost)}::bigint[], ${arrayOf(cpa)}::int[], ${arrayOf(invoiceCpa)}::int[])
        WITH ORDINALITY AS c (campaign_id, cost_minor, cpa_ppm, invoice_cpa_ppm, n)
    ), counted_since AS (
      SELECT d.campaign_id, w.who, sum(d.clicks) AS clicks, sum(d.cost_minor) AS spent FROM link_days d
      CROSS JOIN LATERAL (VALUES (0::bigint), (d.user_id)) AS w (who)
      WHERE d.campaign_id = ANY (${counterCampaign}::bigint[]) AND d.campaign_id <> 0 AND d.day >= ${first}::date GROUP BY d.campaign_id, w.who
    ), counters AS (
      SELECT coalesce(array_agg(u.clicks ORDER BY u.n), '{}') AS clicks, coalesce(array_agg(u.spent ORDER BY u.n), '{}') AS spent FROM (
        SELECT k.n, CASE WHEN k.campaign_id = ${fresh}::bigint THEN 0 ELSE greatest(coalesce(s.clicks, 0) - coalesce(d.clicks, 0), 0) END::bigint AS clicks,
          CASE WHEN k.campaign_id = ${fresh}::bigint THEN 0 ELSE greatest(coalesce(s.spent_minor, 0) - coalesce(d.spent, 0), 0) END::bigint AS spent
        FROM unnest(${counterCampaign}::bigint[], ${counterUser}::bigint[]) WITH ORDINALITY AS k (campaign_id, user_id, n)
        LEFT JOIN campaign_spend s ON s.campaign_id = k.campaign_id AND s.user_id = k.user_id
        LEFT JOIN counted_since d ON d.campaign_id = k.campaign_id AND d.who = k.user_id
      ) u
    ), pools AS (
      SELECT coalesce(array_agg(p.spent ORDER BY p.n), '{}') AS spent FROM (
        SELECT b.n, greatest(coalesce(s.spent_minor, 0) - coalesce((
            SELECT sum(d.cost_minor) FROM campaigns o JOIN link_days d ON d.campaign_id = o.id AND d.campaign_id <> 0
            WHERE o.shared_budget_id = b.id AND d.day >= ${first}::date), 0), 0)::bigint AS spent
        FROM unnest(${budgetIdArray}) WITH ORDINALITY AS b (id, n) LEFT JOIN shared_budgets s ON s.id = b.id
      ) p
    ), past AS MATERIALIZED (
      SELECT row_number() OVER (ORDER BY c.id) AS n, c.id, c.class = 0 AS booked, coalesce(s.first, 0) AS first, coalesce(s.mine, 0) AS mine,
        c.campaign_id, c.cost_minor
      FROM clicks c LEFT JOIN segments s ON s.link_id = c.link_id AND s.source = c.source AND c.id >= s.from_id AND c.id < s.until_id
      WHERE c.store_id = ${storeId} AND c.user_id = ANY (ARRAY (
          SELECT DISTINCT d.user_id FROM link_days d WHERE d.store_id = ${storeId} AND d.day BETWEEN ${first}::date AND ${last}::date))
        AND c.day BETWEEN ${first}::date AND ${last}::date
        AND c.id >= click_floor((${first}::date - 1)::timestamp AT TIME ZONE 'UTC') AND c.id < click_floor((${last}::date + 2)::timestamp AT TIME ZONE 'UTC')
        AND (c.class = 0 OR c.class IN (2, 3, 9, 10) AND EXISTS (SELECT FROM orders o WHERE o.click_id = c.id AND o.counts))
    ), chosen AS MATERIALIZED (
      SELECT u.candidate, u.n FROM (
        SELECT coalesce(array_agg(first ORDER BY n), '{}') AS first, coalesce(array_agg(booked ORDER BY n), '{}') AS booked FROM past
      ) g CROSS JOIN counters k CROSS JOIN pools p
      CROSS JOIN LATERAL choose_terms(g.first, g.booked, ${arrayOf(next)}::int[], ${arrayOf(cost)}::int[], ${arrayOf(total)}::int[], ${arrayOf(own)}::int[],
        ${arrayOf(pool)}::int[], k.clicks, k.spent || p.spent, ${maxClicks}::bigint[], ${maxMinor}::bigint[] || ${budgetAmounts},
        array_fill(0, ARRAY[cardinality(g.first)]), '{}') t
      CROSS JOIN LATERAL unnest(t.chosen) WITH ORDINALITY AS u (candidate, n)
    ), replayed AS MATERIALIZED (
      SELECT p.id, p.booked, p.campaign_id, p.cost_minor, coalesce(c.cost_minor, 0) AS new_minor, c.campaign_id AS new_campaign_id,
        coalesce(c.cpa_ppm, 0) AS new_cpa_ppm, coalesce(c.invoice_cpa_ppm, 0) AS new_invoice_cpa_ppm,
        ${fixedArgument(segments.candidates)}::jsonb -> t.candidate::text AS new_fixed,
        p.mine <> 0 AND t.candidate = p.mine AS is_mine, p.mine <> 0 AND (t.candidate = 0 OR t.candidate > p.mine) AS is_beyond_cap
      FROM past p JOIN chosen t USING (n) LEFT JOIN candidates c ON c.n = t.candidate
    ), of_clicks AS (
      SELECT count(*) FILTER (WHERE is_mine) AS replayed_mine_clicks, coalesce(sum(new_minor) FILTER (WHERE is_mine), 0)::bigint AS replayed_mine_click_minor,
        count(*) AS replayed_all_clicks, coalesce(sum(new_minor), 0)::bigint AS replayed_all_click_minor,
        count(*) FILTER (WHERE campaign_id = ${campaignId}) AS charged_mine_clicks,
        coalesce(sum(cost_minor) FILTER (WHERE campaign_id = ${campaignId}), 0)::bigint AS charged_mine_click_minor,
        count(*) AS charged_all_clicks, coalesce(sum(cost_minor), 0)::bigint AS charged_all_click_minor,
        click_time((min(id::text) FILTER (WHERE is_beyond_cap))::uuid) AS cap_reached_at, count(*) FILTER (WHERE is_beyond_cap) AS clicks_beyond_cap
      FROM replayed WHERE booked
    ), of_orders AS (
      SELECT count(*) FILTER (WHERE n.is_mine) AS replayed_mine_orders, coalesce(sum(n.minor) FILTER (WHERE n.is_mine), 0)::bigint AS replayed_mine_order_minor,
        count(*) AS replayed_all_orders, coalesce(sum(n.minor), 0)::bigint AS replayed_all_order_minor,
        count(*) FILTER (WHERE o.campaign_id = ${campaignId}) AS charged_mine_orders,
        coalesce(sum(o.cost_minor) FILTER (WHERE o.campaign_id = ${campaignId}), 0)::bigint AS charged_mine_order_minor,
        count(*) AS charged_all_orders, coalesce(sum(o.cost_minor), 0)::bigint AS charged_all_order_minor
      FROM orders o LEFT JOIN replayed r ON r.id = o.click_id AND o.attribution = 'click' AND o.customer_programme_id IS NULL
      LEFT JOIN commission_rules w ON w.campaign_id = r.new_campaign_id AND w.ended_at IS NULL
      -- With the functions that price orders (price_order).
      CROSS JOIN LATERAL (SELECT CASE WHEN ${rules}::text IS NOT NULL AND r.new_campaign_id = ${campaignId} THEN ${rules}::jsonb ELSE w.rules END AS rules) d
      CROSS JOIN LATERAL (SELECT
        CASE WHEN o.lines IS NOT NULL THEN priced_lines(o.lines, d.rules, o.customer, o.attribution, r.new_cpa_ppm, r.new_invoice_cpa_ppm) END AS lines,
        CASE WHEN o.lines IS NULL AND d.rules IS NOT NULL THEN priced_lines('[{}]', d.rules, o.customer, o.attribution, r.new_cpa_ppm, r.new_invoice_cpa_ppm) -> 0 END AS rate) p
      CROSS JOIN LATERAL (SELECT order_fixed(r.new_fixed, d.rules, p.lines, (p.rate ->> 'rule')::int) AS fixed) f
      CROSS JOIN LATERAL (SELECT CASE WHEN r.id IS NULL THEN o.cost_minor ELSE (order_amounts(o.value_minor - o.refunded_minor, p.lines,
          coalesce((p.rate ->> 'cpa_ppm')::int, r.new_cpa_ppm), coalesce((p.rate ->> 'invoice_cpa_ppm')::int, r.new_invoice_cpa_ppm), f.fixed, 0, 0)).cost_minor END AS minor,
        CASE WHEN r.id IS NOT NULL THEN r.is_mine ELSE coalesce(o.campaign_id = ${campaignId} AND ${!isFresh}, false) END AS is_mine) n
      WHERE o.store_id = ${storeId} AND o.day BETWEEN ${first}::date AND ${last}::date AND o.counts AND o.event_kind_id IS NULL
    )
    SELECT * FROM of_clicks CROSS JOIN of_orders`;
}
