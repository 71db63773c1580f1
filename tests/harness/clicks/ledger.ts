import type pg from 'pg';

const SUMS = `sum((class = 0)::int)::bigint AS clicks, sum((class = 0)::int * source)::bigint AS social_clicks,
  sum((class <> 0)::int)::bigint AS uncounted, sum(cost_minor)::bigint AS cost_minor,
  sum(user_minor)::bigint AS user_minor, sum(agency_minor)::bigint AS agency_minor`;

/** Each total that can be recomputed from the raw clicks: its name, its key, the raw and the stored query. */
const CHECKS = [
  {
    total: 'link_days',
    columns: ['link_id', 'day', 'campaign_id', 'agency_id', 'store_id', 'user_id'],
    sums: ['clicks', 'social_clicks', 'uncounted', 'cost_minor', 'user_minor', 'agency_minor'],
    raw: `SELECT link_id, day, CASE WHEN class = 0 THEN coalesce(campaign_id, 0) ELSE 0 END AS campaign_id, coalesce(agency_id, 0) AS agency_id, store_id,
      user_id, ${SUMS} FROM clicks GROUP BY 1, 2, 3, 4, 5, 6`,
    // Excludes days with orders only.
    kept: '(SELECT * FROM link_days WHERE clicks + uncounted > 0)',
  },
  {
    total: 'store_days',
    columns: ['store_id', 'day'],
    sums: ['clicks', 'social_clicks', 'uncounted', 'cost_minor', 'user_minor', 'agency_minor'],
    raw: `SELECT store_id, day, ${SUMS} FROM clicks GROUP BY 1, 2`,
    kept: '(SELECT * FROM store_days WHERE clicks + uncounted > 0)',
  },
  {
    total: 'campaign_spend of a campaign',
    columns: ['campaign_id'],
    sums: ['clicks', 'spent_minor'],
    raw: `SELECT campaign_id, count(*) AS clicks, sum(cost_minor)::bigint AS spent_minor FROM clicks
      WHERE campaign_id IS NOT NULL AND class = 0 GROUP BY 1`,
    kept: '(SELECT * FROM campaign_spend WHERE user_id = 0 AND (clicks > 0 OR spent_minor > 0))',
  },
  {
    total: 'campaign_spend of a creator',
    columns: ['campaign_id', 'user_id'],
    sums: ['clicks', 'spent_minor'],
    raw: `SELECT campaign_id, user_id, count(*) AS clicks, sum(cost_minor)::bigint AS spent_minor FROM clicks
      WHERE campaign_id IS NOT NULL AND class = 0 GROUP BY 1, 2`,
    kept: '(SELECT * FROM campaign_spend WHERE user_id <> 0 AND (clicks > 0 OR spent_minor > 0))',
  },
  {
    total: 'shared_budgets',
    columns: ['id'],
    sums: ['spent_minor'],
    raw: `SELECT o.shared_budget_id AS id, sum(c.cost_minor)::bigint AS spent_minor
      FROM clicks c JOIN campaigns o ON o.id = c.campaign_id WHERE o.shared_budget_id IS NOT NULL GROUP BY 1 HAVING sum(c.cost_minor) > 0`,
    kept: '(SELECT * FROM shared_budgets WHERE spent_minor > 0)',
  },
];

/** Current caps of the campaigns against booked amounts. Valid as long as no cap was lowered below its usage. */
const OVERRUNS = `
  WITH held AS (
    SELECT o.id, s.user_id, s.clicks, s.spent_minor, p.click_limit, o.per_user_limit = (s.user_id <> 0) AS capped,
      o.max_clicks, least(o.max_money_minor, o.budget_limit_minor) AS max_minor
    FROM campaigns o JOIN campaign_spend s ON s.campaign_id = o.id
    LEFT JOIN participants p ON p.campaign_id = o.id AND p.user_id = s.user_id
  )
  SELECT 'offer ' || id || ' of user ' || user_id || ': ' || clicks || ' clicks, ' || spent_minor || ' spent' AS overrun
  FROM held WHERE (capped AND (clicks > max_clicks OR spent_minor > max_minor)) OR clicks > click_limit
  UNION ALL
  SELECT 'shared budget ' || id || ': ' || spent_minor || ' of ' || amount_minor FROM shared_budgets WHERE spent_minor > amount_minor`;

/** Returns one sentence per difference between totals and raw clicks and per exceeded cap; empty when all is correct. */
export async function findFaultsInTotals(pool: pg.Pool): Promise<string[]> {
  const faults: string[] = [];
  for (const { total, columns, sums, raw, kept } of CHECKS) {
    const list = [...columns, ...sums].join(', ');
    const { rows } = await pool.query(
      `SELECT 'raw' AS side, x.* FROM (SELECT ${list} FROM (${raw}) r EXCEPT SELECT ${list} FROM ${kept} k) x
       UNION ALL SELECT 'kept', y.* FROM (SELECT ${list} FROM ${kept} k EXCEPT SELECT ${list} FROM (${raw}) r) y`,
    );
    for (const { side, ...row } of rows) faults.push(`${total}: only ${side} has ${JSON.stringify(row)}`);
  }
  const { rows } = await pool.query<{ overrun: string }>(OVERRUNS);
  return [...faults, ...rows.map(({ overrun }) => `overrun: ${overrun}`)];
}
