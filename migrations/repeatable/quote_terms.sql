-- The terms by which clicks would be priced now, without recording them. Arguments: those of record_clicks that describe
-- candidates, and the first candidate and the store of each click. choose_terms chooses, with the current counters and each click
-- on its own. Reads without locks. chosen: position of the candidate; 0: none. beyond_credit: the store's credit does not cover
-- the click. passed_over: see choose_terms.
CREATE OR REPLACE FUNCTION quote_terms(
  p_store bigint[], p_first int[], c_next int[], c_cost int[], c_total int[], c_own int[], c_pool int[],
  k_campaign bigint[], k_user bigint[], k_max_clicks bigint[], k_max_minor bigint[], b_id bigint[], c_campaign bigint[] DEFAULT '{}',
  OUT chosen int[], OUT beyond_credit boolean[], OUT passed_over text[]
) LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_clicks bigint[] := ARRAY (SELECT coalesce(s.clicks, 0) FROM unnest(k_campaign, k_user) WITH ORDINALITY AS k (campaign_id, user_id, n)
    LEFT JOIN campaign_spend s ON s.campaign_id = k.campaign_id AND s.user_id = k.user_id ORDER BY k.n);
  v_spent bigint[] := ARRAY (SELECT coalesce(s.spent_minor, 0) FROM unnest(k_campaign, k_user) WITH ORDINALITY AS k (campaign_id, user_id, n)
      LEFT JOIN campaign_spend s ON s.campaign_id = k.campaign_id AND s.user_id = k.user_id ORDER BY k.n)
    || ARRAY (SELECT b.spent_minor FROM shared_budgets b WHERE b.id = ANY (b_id) ORDER BY b.id);
  v_max_minor bigint[] := k_max_minor || ARRAY (SELECT b.amount_minor FROM shared_budgets b WHERE b.id = ANY (b_id) ORDER BY b.id);
BEGIN
  SELECT t.chosen, t.passed_over INTO chosen, passed_over FROM choose_terms(
    p_first, array_fill(false, ARRAY[cardinality(p_first)]), c_next, c_cost, c_total, c_own, c_pool, v_clicks, v_spent, k_max_clicks, v_max_minor,
    array_fill(0, ARRAY[cardinality(p_first)]), '{}') t;
  -- A store that has no row here has no credit.
  beyond_credit := ARRAY (SELECT coalesce(c_cost[g.chosen] > 0 AND c_cost[g.chosen] > coalesce(greatest(s.limit_minor - s.incurred_minor - s.promised_minor - s.reserved_minor, 0) + coalesce(k.left_minor, 0), 0), false)
    FROM unnest(p_store, quote_terms.chosen) WITH ORDINALITY AS g (store_id, chosen, n) LEFT JOIN store_credit s ON s.store_id = g.store_id
    LEFT JOIN guarantees k ON k.campaign_id = c_campaign[g.chosen] AND k.released_at IS NULL ORDER BY g.n);
END $$;
