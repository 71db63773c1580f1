import { type SQL, sql } from 'drizzle-orm';

/** One check: its title, the number of checked rows, and a sentence for each row that violates it. */
export interface Check {
  title: string;
  /** One column, one row: the number of checked rows. */
  examined: SQL;
  /** One column, `fault`: a sentence for each row that is wrong. */
  faults: SQL;
}

/** Compares two sets of rows. Returns a sentence for each row that only one of them contains. */
const differences = (what: string, raw: SQL, kept: SQL): SQL => sql`
  SELECT ${`${what}: `}::text || side || ' ' || x::text AS fault FROM (
    SELECT 'worked out' AS side, r AS x FROM (${raw} EXCEPT ${kept}) r UNION ALL SELECT 'kept', k FROM (${kept} EXCEPT ${raw}) k) d`;

/** Clicks of this day and later exist, or were summed up when they were purged (migration 0012). */
const FIRST_DAY = sql`(SELECT first_day_with_clicks())`;
/** Condition of clicks that may be purged: all earlier ones, except those with orders. */
const KEPT_FROM = sql`(SELECT click_floor(kept_from) FROM click_retention)`;
const LAST_ID = sql`'ffffffff-ffff-ffff-ffff-ffffffffffff'`;
/** Events of other kinds are in the money, and not in the number and value of orders. */
const ORDER_SUMS = sql`count(*) FILTER (WHERE event_kind_id IS NULL), coalesce(sum(value_minor - refunded_minor) FILTER (WHERE event_kind_id IS NULL), 0)::bigint,
  sum(cost_minor)::bigint, sum(user_minor)::bigint, sum(agency_minor)::bigint`;
const NO_ORDERS = sql`(orders, order_minor, order_cost_minor, order_user_minor, order_agency_minor) <> (0, 0, 0, 0, 0)`;

/**
 * The items of voids of one kind, with their ids as numbers or UUIDs. PostgreSQL may convert an item before it compares the kind of its void, and the items of
 * other kinds cannot be converted.
 */
const itemsAs = (kind: 'clicks' | 'orders', type: 'uuid' | 'bigint'): SQL => sql`
  SELECT i.*, CASE WHEN k.kind = ${kind} THEN i.item::${sql.raw(type)} END AS id FROM void_items i JOIN voids k ON k.id = i.void_id WHERE k.kind = ${kind}`;

/**
 * Joins the unit to which the computed amounts of a row were rounded, in minor units, as `unit.minor`. It is 1 unless the amounts of the currency were
 * computed with fewer decimals and converted (`tributary currencies`). A computed amount is wrong when it differs by a unit or more.
 */
export const roundedBy = (currency: SQL): SQL => sql`LEFT JOIN (
  SELECT code, 10 ^ (exponent - coarsest_exponent) AS minor FROM currencies) rounding ON rounding.code = ${currency}
  CROSS JOIN LATERAL (SELECT coalesce(rounding.minor, 1) AS minor) unit`;

/** Clicks and orders against their totals, and clicks against their terms. */
export const TOTALS: readonly Check[] = [
  {
    title: 'Totals of links are the sums of their clicks',
    examined: sql`SELECT count(*) FROM clicks`,
    faults: differences(
      'link and day',
      sql`SELECT link_id, day, campaign_id, agency_id, sum(clicks)::bigint, sum(social_clicks)::bigint, sum(uncounted)::bigint, sum(cost_minor)::bigint,
        sum(user_minor)::bigint, sum(agency_minor)::bigint
        FROM (SELECT * FROM sums_of_clicks(${KEPT_FROM}, ${LAST_ID}) UNION ALL SELECT * FROM sealed_clicks) c GROUP BY 1, 2, 3, 4`,
      sql`SELECT link_id, day, campaign_id, agency_id, clicks, social_clicks, uncounted, cost_minor, user_minor, agency_minor FROM link_days
        WHERE day >= ${FIRST_DAY} AND (clicks + uncounted > 0 OR cost_minor <> 0)`,
    ),
  },
  {
    title: 'Totals of links on days whose clicks are gone are what the clicks said',
    examined: sql`SELECT count(*) FROM sealed_days`,
    faults: sql`SELECT 'day ' || day AS fault FROM sealed_days s FULL JOIN fingerprints_of_days('1900-01-01', ${FIRST_DAY}) f USING (day)
      WHERE s.fingerprint IS DISTINCT FROM f.fingerprint`,
  },
  {
    title: 'Totals of links are the sums of their orders',
    examined: sql`SELECT count(*) FROM orders`,
    faults: differences(
      'link and day',
      sql`SELECT link_id, day, coalesce(campaign_id, 0), coalesce(agency_id, 0), ${ORDER_SUMS} FROM orders WHERE counts
        GROUP BY 1, 2, 3, 4 HAVING bool_or(event_kind_id IS NULL) OR sum(cost_minor) > 0`,
      sql`SELECT link_id, day, campaign_id, agency_id, orders, order_minor, order_cost_minor, order_user_minor, order_agency_minor
        FROM link_days WHERE ${NO_ORDERS}`,
    ),
  },
  {
    title: 'Totals of stores are the sums of their links’ totals',
    examined: sql`SELECT count(*) FROM store_days`,
    faults: differences(
      'store and day',
      sql`SELECT store_id, day, sum(clicks)::bigint, sum(social_clicks)::bigint, sum(uncounted)::bigint, sum(cost_minor)::bigint, sum(user_minor)::bigint,
        sum(agency_minor)::bigint, sum(orders)::bigint, sum(order_minor)::bigint, sum(order_cost_minor)::bigint, sum(order_user_minor)::bigint,
        sum(order_agency_minor)::bigint FROM link_days GROUP BY 1, 2`,
      sql`SELECT store_id, day, clicks, social_clicks, uncounted, cost_minor, user_minor, agency_minor, orders, order_minor, order_cost_minor,
        order_user_minor, order_agency_minor FROM store_days`,
    ),
  },
  {
    title: 'Totals of creators’ closed days are the sums of their links’ totals',
    examined: sql`SELECT count(*) FROM creator_days`,
    faults: differences(
      'creator and day',
      sql`SELECT d.store_id, day, d.user_id, sum(clicks)::bigint, coalesce(sum(clicks) FILTER (WHERE l.kind = 'tag'), 0)::bigint, sum(uncounted)::bigint, sum(cost_minor)::bigint, sum(user_minor)::bigint,
        sum(agency_minor)::bigint, sum(orders)::bigint, sum(order_minor)::bigint, sum(order_cost_minor)::bigint, sum(order_user_minor)::bigint,
        sum(order_agency_minor)::bigint FROM link_days d JOIN links l ON l.id = d.link_id
        WHERE day <= (SELECT through FROM closed_days) GROUP BY 1, 2, 3`,
      sql`SELECT store_id, day, user_id, clicks, tag_clicks, uncounted, cost_minor, user_minor, agency_minor, orders, order_minor, order_cost_minor,
        order_user_minor, order_agency_minor FROM creator_days`,
    ),
  },
  {
    title: 'Totals of creators’ closed days by currency are the sums of those by store',
    examined: sql`SELECT count(*) FROM creator_currency_days`,
    faults: differences(
      'creator, day and currency',
      sql`SELECT t.user_id, t.day, s.currency, sum(t.clicks)::bigint, sum(t.orders)::bigint, sum(t.user_minor)::bigint, sum(t.order_user_minor)::bigint
        FROM creator_days t JOIN stores s ON s.id = t.store_id GROUP BY 1, 2, 3`,
      sql`SELECT user_id, day, currency, clicks, orders, user_minor, order_user_minor FROM creator_currency_days`,
    ),
  },
  {
    title: 'Totals of links’ closed weeks are the sums of their days',
    examined: sql`SELECT count(*) FROM link_weeks`,
    faults: differences(
      'link and week',
      sql`SELECT link_id, date_trunc('week', day)::date, sum(clicks)::bigint, sum(uncounted)::bigint, sum(cost_minor)::bigint, sum(orders)::bigint,
        sum(order_minor)::bigint, sum(order_cost_minor)::bigint FROM link_days WHERE day <= (SELECT sunday_until(through) FROM closed_days) GROUP BY 1, 2`,
      sql`SELECT link_id, week, clicks, uncounted, cost_minor, orders, order_minor, order_cost_minor FROM link_weeks`,
    ),
  },
  {
    title:
      'What stores have incurred is the sum of their totals and one-time payments, less what they have paid and the undecided orders that no longer count',
    examined: sql`SELECT count(*) FROM store_credit`,
    faults: differences(
      'store',
      sql`SELECT store_id, sum(minor)::bigint FROM (
          SELECT store_id, cost_minor + order_cost_minor AS minor FROM store_days
          UNION ALL SELECT store_id, -cost_minor FROM orders WHERE credit_released AND counts
          UNION ALL SELECT store_id, user_minor FROM one_time_payments WHERE void_id IS NULL
          UNION ALL SELECT store_id, -covered_net_minor FROM invoices WHERE kind = 'store'
        ) x GROUP BY store_id HAVING sum(minor) <> 0`,
      sql`SELECT store_id, incurred_minor FROM store_credit WHERE incurred_minor <> 0`,
    ),
  },
  {
    title: 'What stores have promised is the sum of what is agreed with their participants and not booked',
    examined: sql`SELECT count(*) FROM promises`,
    faults: differences(
      'store',
      sql`SELECT store_id, sum(minor)::bigint FROM promises GROUP BY store_id HAVING sum(minor) <> 0`,
      sql`SELECT store_id, promised_minor FROM store_credit WHERE promised_minor <> 0`,
    ),
  },
  {
    title:
      'Bonuses that are reached are those of the creators’ orders, and what is reserved for them is not more than what is not paid',
    examined: sql`SELECT count(*) FROM bonus_months`,
    faults: sql`
      SELECT 'campaign ' || coalesce(b.campaign_id, o.campaign_id) || ' in ' || coalesce(b.month, o.month) || ': reached ' || coalesce(o.minor, 0)
        || ', kept ' || coalesce(b.reached_minor::text, 'nothing') || ', reserved ' || coalesce(b.reserved_minor, 0) AS fault
      FROM (
        SELECT c.campaign_id, c.month, sum(reached_bonuses(t.tiers, c.orders, c.value_minor))::bigint AS minor FROM (
          SELECT o.campaign_id, o.user_id, date_trunc('month', o.day)::date AS month, count(*) AS orders, sum(o.value_minor - o.refunded_minor)::bigint AS value_minor
          FROM orders o WHERE o.campaign_id IN (SELECT campaign_id FROM bonus_tiers) AND counts_for_bonus(o) GROUP BY 1, 2, 3
        ) c CROSS JOIN LATERAL bonus_tiers_of(c.campaign_id, c.month) t WHERE t.id IS NOT NULL GROUP BY c.campaign_id, c.month
      ) o FULL JOIN bonus_months b USING (campaign_id, month)
      WHERE coalesce(o.minor, 0) <> coalesce(b.reached_minor, 0) OR b.reserved_minor > unpaid_bonuses(b)`,
  },
  {
    title: 'What campaigns have spent is the sum of their links’ totals',
    examined: sql`SELECT count(*) FROM campaign_spend`,
    faults: differences(
      'campaign',
      sql`SELECT campaign_id, part.user_id, sum(clicks)::bigint, sum(cost_minor)::bigint FROM link_days
        CROSS JOIN LATERAL (VALUES (0::bigint), (user_id)) AS part (user_id) WHERE campaign_id <> 0 AND clicks > 0 GROUP BY 1, 2`,
      sql`SELECT campaign_id, user_id, clicks, spent_minor FROM campaign_spend WHERE clicks > 0 OR spent_minor > 0`,
    ),
  },
  {
    title: 'Clicks are split as their terms say, and those that do not count cost nothing',
    examined: sql`SELECT count(*) FROM clicks`,
    faults: sql`SELECT 'click ' || c.id AS fault FROM clicks c JOIN stores s ON s.id = c.store_id ${roundedBy(sql`c.currency`)}
      WHERE c.currency <> s.currency OR CASE WHEN class = 0
      THEN abs(user_minor - cpc_minor * user_share_ppm / 1000000) >= unit.minor OR abs(agency_minor - cpc_minor * agency_share_ppm / 1000000) >= unit.minor
        OR cost_minor < 0
      ELSE (cost_minor, user_minor, agency_minor) <> (0, 0, 0) END`,
  },
  {
    title: 'Voided clicks, orders and payments are void, and no others',
    examined: sql`SELECT count(*) FROM void_items`,
    faults: sql`
      SELECT 'void ' || coalesce(x.id::text, 'none') || ': click ' || coalesce(c.id::text, v.item) AS fault
      FROM (SELECT v.* FROM (${itemsAs('clicks', 'uuid')}) v JOIN voids x ON x.id = v.void_id AND x.undone_at IS NULL WHERE v.id >= ${KEPT_FROM}) v
      JOIN voids x ON x.id = v.void_id FULL JOIN (SELECT id FROM clicks WHERE class = 11 AND id >= ${KEPT_FROM}) c ON c.id = v.id
      WHERE c.id IS NULL OR v.item IS NULL
      UNION ALL
      SELECT 'void ' || x.id || ': order ' || v.item FROM (${itemsAs('orders', 'bigint')}) v JOIN voids x ON x.id = v.void_id AND x.undone_at IS NULL
      LEFT JOIN orders o ON o.id = v.id WHERE o.status IS DISTINCT FROM 'denied'
      UNION ALL
      SELECT 'payment ' || t.id FROM one_time_payments t LEFT JOIN voids x ON x.id = t.void_id
      LEFT JOIN void_items v ON v.void_id = t.void_id AND v.item = t.id::text
      WHERE t.void_id IS NOT NULL AND (x.undone_at IS NOT NULL OR v.item IS NULL)`,
  },
  {
    title: 'Orders have the terms of their click, and the value that was reported',
    examined: sql`SELECT count(*) FROM orders`,
    faults: sql`SELECT 'order ' || o.id AS fault FROM orders o JOIN stores s ON s.id = o.store_id
      LEFT JOIN clicks c ON o.attribution = 'click' AND c.id = o.click_id ${roundedBy(sql`o.currency`)}
      WHERE o.currency <> s.currency OR (o.original_currency = o.currency AND o.value_minor <> o.original_minor)
        OR abs(o.refunded_minor - coalesce(round(o.value_minor::numeric * o.original_refunded_minor / nullif(o.original_minor, 0)), 0)) >= unit.minor
        OR (o.attribution = 'click' AND (o.link_id, o.user_id, o.agency_id, o.campaign_id, o.user_share_ppm, o.agency_share_ppm)
          IS DISTINCT FROM (c.link_id, c.user_id, c.agency_id, c.campaign_id, c.user_share_ppm, c.agency_share_ppm))
        OR (o.attribution = 'click' AND o.event_kind_id IS NULL AND o.customer_programme_id IS NULL AND (coalesce(o.terms_cpa_ppm, o.cpa_ppm), coalesce(o.terms_invoice_cpa_ppm, o.invoice_cpa_ppm),
          o.terms_fixed) IS DISTINCT FROM (c.cpa_ppm, c.invoice_cpa_ppm, c.fixed))`,
  },
  {
    title: 'Repeated orders of customers have the rate of their month in the programme',
    examined: sql`SELECT count(*) FROM orders WHERE customer_programme_id IS NOT NULL`,
    faults: sql`SELECT 'order ' || o.id AS fault FROM orders o JOIN customer_programmes p ON p.id = o.customer_programme_id
      LEFT JOIN LATERAL (SELECT s.cpa_ppm, s.margin_ppm FROM (
          SELECT s.*, sum(s.months) OVER (ORDER BY n) AS until
          FROM ROWS FROM (jsonb_to_recordset(p.steps) AS (months int, cpa_ppm int, margin_ppm int)) WITH ORDINALITY AS s (months, cpa_ppm, margin_ppm, n)) s
        WHERE s.months IS NULL OR o.order_at < (o.customer_since AT TIME ZONE 'UTC' + make_interval(months => s.until::int)) AT TIME ZONE 'UTC'
        ORDER BY s.n LIMIT 1) s ON true
      WHERE o.link_id IS NOT NULL AND (p.store_id <> o.store_id OR o.commission_rules_id IS NOT NULL OR o.terms_fixed IS NOT NULL
        OR o.terms_cpa_ppm IS DISTINCT FROM s.cpa_ppm OR o.terms_invoice_cpa_ppm < least(s.cpa_ppm + CASE WHEN s.cpa_ppm > 0 THEN s.margin_ppm ELSE 0 END, 1000000))`,
  },
  {
    title:
      'Approved orders have the step of their campaign that was reached when they were approved, or is reached by their whole period',
    examined: sql`SELECT count(*) FROM orders WHERE rate_steps_id IS NOT NULL`,
    faults: sql`SELECT 'order ' || o.id AS fault FROM orders o LEFT JOIN rate_steps v ON v.id = o.rate_steps_id
      LEFT JOIN rate_step_sums t ON v.applies = 'whole' AND t.campaign_id = o.campaign_id AND t.user_id = o.user_id AND t.period = v.period
        AND t.first_day = step_period(v.period, o.day)
      CROSS JOIN LATERAL (SELECT rate_steps_of(o) AS id) w LEFT JOIN rate_steps a ON a.id = w.id
      WHERE CASE WHEN o.rate_steps_id IS NULL THEN may_have_step(o) AND a.id IS NOT NULL AND a.user_tag_id IS NULL
        ELSE NOT may_have_step(o) OR v.id IS DISTINCT FROM a.id OR o.rate_step IS DISTINCT FROM reached_step(v.steps, coalesce(o.rate_step_orders, o.rate_step_minor))
          OR (v.counts = 'orders') <> (o.rate_step_orders IS NOT NULL)
          OR v.applies = 'whole' AND coalesce(t.is_settled, true)
            AND o.rate_step IS DISTINCT FROM reached_step(v.steps, CASE v.counts WHEN 'orders' THEN coalesce(t.orders, 0) ELSE coalesce(t.value_minor, 0) END) END`,
  },
  {
    title: 'The counted orders of each month, quarter and in all are those that are approved',
    examined: sql`SELECT count(*) FROM rate_step_sums`,
    faults: sql`SELECT 'campaign ' || campaign_id || ', user ' || user_id || ', ' || period || ' of ' || first_day AS fault FROM (
        SELECT o.campaign_id, o.user_id, p.period, step_period(p.period, o.day) AS first_day, count(*) AS orders, sum(o.value_minor - o.refunded_minor) AS value_minor
        FROM orders o CROSS JOIN (VALUES ('ever'), ('month'), ('quarter')) AS p (period)
        WHERE o.campaign_id IS NOT NULL AND counts_for_bonus(o) GROUP BY 1, 2, 3, 4) c
      FULL JOIN rate_step_sums t USING (campaign_id, user_id, period, first_day)
      WHERE (coalesce(c.orders, 0), coalesce(c.value_minor, 0)) IS DISTINCT FROM (coalesce(t.orders, 0), coalesce(t.value_minor, 0)::numeric)`,
  },
  {
    title: 'Events have the price of their kind at their click, and at least that is billed',
    examined: sql`SELECT count(*) FROM orders WHERE event_kind_id IS NOT NULL`,
    faults: sql`SELECT 'event ' || o.id AS fault FROM orders o JOIN event_kinds k ON k.id = o.event_kind_id LEFT JOIN event_prices p ON p.id = o.event_price_id
      WHERE k.store_id <> o.store_id OR (o.link_id IS NULL) <> (p.id IS NULL) OR (o.link_id IS NOT NULL AND (p.event_kind_id <> k.id
        OR (p.campaign_id IS NOT NULL AND p.campaign_id IS DISTINCT FROM o.campaign_id)
        OR (o.terms_fixed ->> 'cpo_minor')::bigint IS DISTINCT FROM p.cpl_minor OR (o.terms_fixed ->> 'invoice_cpo_minor')::bigint < p.cpl_minor
        OR (o.attribution = 'click' AND p.id <> event_price_at(k.id, o.campaign_id, click_time(o.click_id)))))`,
  },
  {
    title: 'Orders without lines have the rate of the rule that they fulfil as a whole',
    examined: sql`SELECT count(*) FROM orders WHERE terms_cpa_ppm IS NOT NULL AND lines IS NULL`,
    faults: sql`SELECT 'order ' || o.id AS fault FROM orders o LEFT JOIN commission_rules r ON r.id = o.commission_rules_id
      CROSS JOIN LATERAL stepped_terms(o) t
      CROSS JOIN LATERAL (SELECT CASE WHEN r.id IS NOT NULL THEN
        priced_lines('[{}]', r.rules, o.customer, o.attribution, t.cpa_ppm, t.invoice_cpa_ppm) -> 0 END AS rate) p
      WHERE o.terms_cpa_ppm IS NOT NULL AND o.lines IS NULL AND (o.order_rule, o.cpa_ppm, o.invoice_cpa_ppm) IS DISTINCT FROM ((p.rate ->> 'rule')::smallint,
        coalesce((p.rate ->> 'cpa_ppm')::int, t.cpa_ppm), coalesce((p.rate ->> 'invoice_cpa_ppm')::int, t.invoice_cpa_ppm))`,
  },
  {
    title: 'Orders cost and earn what follows from their value, refunds, status and terms',
    examined: sql`SELECT count(*) FROM orders`,
    faults: sql`SELECT 'order ' || o.id AS fault FROM orders o
      CROSS JOIN LATERAL order_amounts(order_base(o), o.lines,
        o.cpa_ppm, o.invoice_cpa_ppm, o.fixed, o.user_share_ppm, o.agency_share_ppm) a ${roundedBy(sql`o.currency`)}
      WHERE greatest(abs(o.cost_minor - a.cost_minor), abs(o.user_minor - a.user_minor), abs(o.agency_minor - a.agency_minor)) >= unit.minor`,
  },
  {
    title: 'Orders have the fixed amount of their terms, or of the rules that they fulfil',
    examined: sql`SELECT count(*) FROM orders WHERE terms_fixed IS NOT NULL OR fixed IS NOT NULL`,
    faults: sql`SELECT 'order ' || o.id AS fault FROM orders o LEFT JOIN commission_rules r ON r.id = o.commission_rules_id
      CROSS JOIN LATERAL stepped_terms(o) t
      WHERE (o.terms_fixed IS NOT NULL OR o.fixed IS NOT NULL) AND o.fixed IS DISTINCT FROM
        order_fixed(t.fixed, CASE WHEN o.terms_cpa_ppm IS NOT NULL THEN r.rules END, o.lines, o.order_rule)`,
  },
  {
    title: 'Lines add up to their order, and have the rates of the rules at their click',
    examined: sql`SELECT count(*) FROM orders WHERE lines IS NOT NULL`,
    faults: sql`SELECT 'order ' || o.id AS fault FROM orders o LEFT JOIN commission_rules r ON r.id = o.commission_rules_id
      CROSS JOIN LATERAL (SELECT sum(l.value_minor) AS value, sum(l.refunded_minor) AS refunded, bool_or(l.refunded_minor > l.value_minor) AS beyond
        FROM jsonb_to_recordset(o.lines) AS l (value_minor bigint, refunded_minor bigint)) l
      WHERE o.lines IS NOT NULL AND (l.beyond OR l.value <> o.original_minor OR l.refunded > o.original_refunded_minor
        OR o.lines <> priced_lines(o.lines, r.rules, o.customer, o.attribution, o.cpa_ppm, o.invoice_cpa_ppm)
        OR (o.attribution = 'click' AND o.customer_programme_id IS NULL AND o.commission_rules_id IS DISTINCT FROM commission_rules_at(o.campaign_id, click_time(o.click_id))))`,
  },
  {
    title: 'Orders belong to a link of their store and creator',
    examined: sql`SELECT count(*) FROM orders WHERE link_id IS NOT NULL`,
    faults: sql`SELECT 'order ' || o.id AS fault FROM orders o JOIN links l ON l.id = o.link_id
      WHERE (o.store_id, o.user_id) IS DISTINCT FROM (l.store_id, l.user_id)`,
  },
];

/** A change in progress while a month was closed has a time before the closing, but became visible after it. */
const UNDER_WAY = sql`interval '1 minute'`;

/** Whether clicks of an origin `o` were voided after an instant. */
const VOIDED_SINCE = (closedAt: SQL) => sql`EXISTS (SELECT FROM void_items v JOIN voids x ON x.id = v.void_id
  WHERE v.link_id = split_part(o.origin_id, ':', 1)::bigint AND v.day = o.day AND coalesce(v.campaign_id, 0) = coalesce(o.campaign_id, 0)
    AND coalesce(v.agency_id, 0) = coalesce(o.agency_id, 0) AND x.created_at > ${closedAt} - ${UNDER_WAY})`;

/** Compares the ledger with the sources of its bookings, and invoices with the ledger. */
export const LEDGER: readonly Check[] = [
  {
    title: 'Bookings balance, each in one currency',
    examined: sql`SELECT count(DISTINCT booking) FROM ledger_entries`,
    faults: sql`SELECT 'booking ' || booking AS fault FROM ledger_entries GROUP BY booking
      HAVING sum(amount_minor) <> 0 OR count(DISTINCT currency) > 1`,
  },
  {
    // Clicks are only added, so the booked amount cannot exceed that of the existing clicks, unless some were voided since.
    // Purged clicks were all booked. Orders and payments contain the time of their change.
    title: 'What is booked is what is owed, but for what came or changed after the closing',
    examined: sql`SELECT count(*) FROM booked`,
    faults: sql`
      WITH changed AS MATERIALIZED (
        SELECT b.*, o.day, o.campaign_id, o.agency_id, o.origin_id IS NOT NULL AS is_owed, o.cost_minor AS owed_minor,
          b.cost_minor > o.cost_minor OR b.user_minor > o.user_minor OR b.agency_minor > o.agency_minor AS is_beyond
        FROM booked b LEFT JOIN owed o USING (origin_kind, origin_id)
        WHERE (b.cost_minor, b.user_minor, b.agency_minor) IS DISTINCT FROM (o.cost_minor, o.user_minor, o.agency_minor)
      )
      SELECT o.origin_kind || ' ' || o.origin_id || ': booked ' || o.cost_minor || ', owed ' || coalesce(o.owed_minor::text, 'nothing') AS fault
      FROM changed o CROSS JOIN LATERAL (SELECT p.closed_at FROM ledger_entries e JOIN payment_periods p ON p.month = e.month
        WHERE e.origin_kind = o.origin_kind AND e.origin_id = o.origin_id AND e.part <> 'platform' ORDER BY e.id DESC LIMIT 1) last
      WHERE CASE o.origin_kind
          WHEN 'clicks' THEN NOT o.is_owed OR o.day < ${FIRST_DAY} OR o.is_beyond AND NOT ${VOIDED_SINCE(sql`last.closed_at`)}
          WHEN 'commission' THEN NOT EXISTS (SELECT FROM orders x WHERE x.id = o.origin_id::bigint AND x.updated_at > last.closed_at - ${UNDER_WAY})
          ELSE NOT EXISTS (SELECT FROM one_time_payments x WHERE x.id = o.origin_id::bigint AND x.updated_at > last.closed_at - ${UNDER_WAY}) END`,
  },
  {
    title: 'Everything of a closed month is booked, but for what came or changed after the closing',
    examined: sql`SELECT count(*) FROM payment_periods WHERE closed_at IS NOT NULL`,
    faults: sql`
      SELECT o.origin_kind || ' ' || o.origin_id || ': owed ' || o.cost_minor || ', not booked' AS fault
      FROM owed o JOIN payment_periods p ON p.month = date_trunc('month', o.day)::date AND p.closed_at IS NOT NULL
      LEFT JOIN booked b USING (origin_kind, origin_id)
      WHERE b.origin_id IS NULL AND (o.cost_minor, o.user_minor, o.agency_minor) <> (0, 0, 0) AND CASE o.origin_kind
        WHEN 'clicks' THEN o.day < ${FIRST_DAY}
        WHEN 'commission' THEN NOT EXISTS (SELECT FROM orders x WHERE x.id = o.origin_id::bigint AND x.updated_at > p.closed_at - ${UNDER_WAY})
        ELSE NOT EXISTS (SELECT FROM one_time_payments x WHERE x.id = o.origin_id::bigint AND x.updated_at > p.closed_at - ${UNDER_WAY}) END`,
  },
  {
    title: 'Lines of invoices are the sums of their bookings',
    examined: sql`SELECT count(*) FROM invoice_lines`,
    faults: sql`
      SELECT 'line ' || l.position || ' of invoice ' || i.number || ': says ' || l.amount_minor || ', booked ' || coalesce(e.minor, 0) AS fault
      FROM invoice_lines l JOIN invoices i ON i.id = l.invoice_id
      LEFT JOIN (
        SELECT invoice_line_id, sum(CASE part WHEN 'cost' THEN -amount_minor ELSE amount_minor END) AS minor, sum(quantity) AS quantity
        FROM ledger_entries GROUP BY invoice_line_id
      ) e ON e.invoice_line_id = l.id
      WHERE (l.amount_minor, l.quantity) IS DISTINCT FROM (coalesce(e.minor, 0), coalesce(e.quantity, 0))`,
  },
  {
    title: 'Invoices are the sums of their lines, with VAT at their rate',
    examined: sql`SELECT count(*) FROM invoices`,
    faults: sql`
      SELECT 'invoice ' || i.number || ': says ' || i.net_minor || ', lines ' || coalesce(l.minor, 0) AS fault FROM invoices i
      LEFT JOIN LATERAL (SELECT sum(amount_minor) AS minor FROM invoice_lines WHERE invoice_id = i.id) l ON true ${roundedBy(sql`i.currency`)}
      WHERE i.net_minor <> coalesce(l.minor, 0) OR i.credits_id IS NULL AND abs(i.vat_minor - vat_of(i.net_minor, i.vat_rate_ppm)) >= unit.minor`,
  },
  {
    title: 'Every booking of a party is on the party’s invoice of that month',
    examined: sql`SELECT count(*) FROM ledger_entries WHERE part IN ('cost', 'user', 'client')`,
    faults: sql`
      SELECT 'entry ' || e.id AS fault FROM ledger_entries e
      LEFT JOIN invoice_lines l ON l.id = e.invoice_line_id LEFT JOIN invoices i ON i.id = l.invoice_id
      WHERE e.part IN ('cost', 'user', 'client') AND (i.id IS NULL OR i.kind <> e.account OR i.month <> e.month OR i.currency <> e.currency
        OR CASE i.kind WHEN 'store' THEN i.store_id <> e.store_id WHEN 'client' THEN i.agency_id <> e.agency_id ELSE i.user_id <> e.user_id END)`,
  },
  {
    title: 'VAT and payments are booked as the invoices say',
    examined: sql`SELECT count(*) FROM invoices`,
    faults: sql`
      SELECT 'invoice ' || i.number || ': ' || x.what || ' ' || x.said || ', booked ' || coalesce(b.minor, 0) AS fault FROM invoices i
      CROSS JOIN LATERAL (VALUES ('vat', i.vat_minor), ('paid', CASE WHEN i.paid_at IS NULL THEN 0 ELSE i.total_minor - i.offset_minor - i.prepaid_minor END),
        ('prepaid', i.prepaid_minor)) AS x (what, said)
      LEFT JOIN LATERAL (SELECT sum(CASE WHEN (e.account = 'vat') = (i.kind = 'store') THEN e.amount_minor ELSE -e.amount_minor END) AS minor
        FROM ledger_entries e WHERE e.origin_kind = x.what AND e.origin_id = i.id::text AND e.account IN ('vat', 'bank', 'prepaid') AND e.part <> 'platform') b ON true
      WHERE x.said <> coalesce(b.minor, 0)`,
  },
  {
    // Payouts pay balances, not single statements.
    title: 'What is open on an account, but for payouts, is what its unpaid invoices say',
    examined: sql`SELECT count(*) FROM (SELECT DISTINCT account, store_id, agency_id, user_id, currency FROM ledger_entries) a`,
    faults: sql`
      SELECT a.account || ' ' || coalesce(a.party, 0) || ': open ' || sum(a.minor) || ' ' || a.currency || ' beside its unpaid invoices' AS fault FROM (
        SELECT account, CASE account WHEN 'store' THEN store_id WHEN 'client' THEN agency_id ELSE user_id END AS party, currency,
          amount_minor AS minor
        FROM ledger_entries WHERE account IN ('store', 'client', 'creator') AND origin_kind <> 'payout'
        UNION ALL
        SELECT kind, coalesce(store_id, agency_id, user_id), currency, CASE kind WHEN 'store' THEN open_minor ELSE -open_minor END
        FROM invoices WHERE paid_at IS NULL
      ) a GROUP BY a.account, a.party, a.currency HAVING sum(a.minor) <> 0`,
  },
  {
    title: 'Every booking is on the accounts of its parties, in their currency',
    examined: sql`SELECT count(*) FROM ledger_entries WHERE part IN ('cost', 'user', 'client')`,
    faults: sql`SELECT 'entry ' || e.id AS fault FROM ledger_entries e JOIN owed o USING (origin_kind, origin_id)
      WHERE (e.store_id, e.user_id, e.currency) IS DISTINCT FROM (o.store_id, o.user_id, o.currency)`,
  },
  {
    title: 'Accounting exports post what the ledger has, in each month, account and currency',
    examined: sql`SELECT count(*) FROM ledger_entries`,
    faults: sql`
      SELECT 'month ' || to_char(month, 'YYYY-MM') || ', ' || account || ': ledger ' || sum(minor) FILTER (WHERE is_ledger) || ', postings '
        || -coalesce(sum(minor) FILTER (WHERE NOT is_ledger), 0) || ' ' || currency AS fault FROM (
        SELECT month, account, currency, sum(amount_minor) AS minor, true AS is_ledger FROM ledger_entries GROUP BY month, account, currency
        UNION ALL
        SELECT p.month, CASE WHEN x.role = 'receivables' THEN 'store' WHEN x.role = 'payables_creators' THEN 'creator'
          WHEN x.role = 'payables_agencies' THEN 'client' WHEN x.role = 'bank' THEN 'bank' WHEN x.role = 'prepayments' THEN 'prepaid'
          WHEN x.role IN ('input_vat', 'output_vat') THEN 'vat'
          ELSE 'platform' END, p.currency, x.minor, false
        FROM (SELECT month, debit, credit, currency, sum(amount_minor) AS minor FROM accounting_postings GROUP BY month, debit, credit, currency) p
        CROSS JOIN LATERAL (VALUES (p.debit, p.minor), (p.credit, -p.minor)) AS x (role, minor)
      ) a GROUP BY month, account, currency HAVING sum(minor) <> 0`,
  },
  {
    title: 'Invoices are of closed months, and all that was closed stays closed',
    examined: sql`SELECT count(*) FROM payment_periods`,
    faults: sql`SELECT 'invoice ' || i.number AS fault FROM invoices i JOIN payment_periods p USING (month) WHERE p.closed_at IS NULL AND i.credits_id IS NULL`,
  },
  {
    title: 'Numbers of invoices have no gaps',
    examined: sql`SELECT count(*) FROM invoice_numbers`,
    faults: sql`
      SELECT n.kind || ' ' || n.year || ': numbers ' || coalesce(min(i.serial), 0) || ' to ' || coalesce(max(i.serial), 0) || ', ' || count(i.serial)
        || ' invoices, last number ' || n.last AS fault
      FROM invoice_numbers n LEFT JOIN (SELECT CASE WHEN credits_id IS NULL THEN kind ELSE 'credit_note' END AS kind, substr(number, 2, 4) AS year, substr(number, 7)::int AS serial FROM invoices) i
        ON i.kind = n.kind AND i.year = n.year::text
      GROUP BY n.kind, n.year, n.last HAVING (count(i.serial), coalesce(min(i.serial), 1), coalesce(max(i.serial), 0)) <> (n.last, 1, n.last)`,
  },
  {
    // Bonuses that were reached or lost after the last closing are booked by the next one. A due bonus may wait for the store's credit or
    // approval.
    title: 'Bonuses are paid once, within the budget of the month, for orders that reach their tier',
    examined: sql`SELECT count(*) FROM one_time_payments WHERE bonus_campaign_id IS NOT NULL`,
    faults: sql`
      WITH paid AS MATERIALIZED (
        SELECT t.*, date_trunc('month', t.payment_date)::date AS month FROM one_time_payments t WHERE t.bonus_campaign_id IS NOT NULL
      ), due AS MATERIALIZED (
        SELECT m.bonus_campaign_id, m.month, d.* FROM (SELECT DISTINCT bonus_campaign_id, month FROM paid) m
        CROSS JOIN LATERAL bonuses_due(m.bonus_campaign_id, m.month) d
      )
      SELECT 'payment ' || p.id || ': bonus ' || p.bonus_tier || ' of ' || p.user_minor || ' in ' || p.month || ', its orders reach ' || coalesce(d.bonus_minor::text, 'nothing') AS fault
      FROM paid p LEFT JOIN due d ON d.bonus_campaign_id = p.bonus_campaign_id AND d.month = p.month AND d.user_id = p.user_id AND d.tier = p.bonus_tier
      WHERE p.user_minor > 0 AND p.user_minor IS DISTINCT FROM d.bonus_minor
        AND NOT (d.bonus_minor IS NULL AND EXISTS (SELECT FROM bonus_months b WHERE b.campaign_id = p.bonus_campaign_id AND b.month = p.month AND NOT b.is_settled))
      UNION ALL
      SELECT 'campaign ' || p.bonus_campaign_id || ' in ' || p.month || ', creator ' || p.user_id || ': bonus ' || p.bonus_tier || ' is paid ' || count(*) || ' times'
      FROM paid p GROUP BY p.bonus_campaign_id, p.month, p.user_id, p.bonus_tier HAVING count(*) > 1
      UNION ALL
      SELECT 'campaign ' || p.bonus_campaign_id || ' in ' || p.month || ': bonuses of ' || p.minor || ', budget ' || coalesce(t.budget_minor, 0)
      FROM (SELECT bonus_campaign_id, month, sum(user_minor)::bigint AS minor FROM paid GROUP BY 1, 2) p
      CROSS JOIN LATERAL bonus_tiers_of(p.bonus_campaign_id, p.month) t WHERE p.minor > coalesce(t.budget_minor, 0)
      UNION ALL
      SELECT 'payment ' || p.id || ': the campaign is not of its store, or it is not dated the last day of a month' FROM paid p
      LEFT JOIN campaigns c ON c.id = p.bonus_campaign_id WHERE c.store_id IS DISTINCT FROM p.store_id OR p.payment_date <> last_day(p.month)`,
  },
];
