-- Gives the orders of periods whose sums have reached, or lost, a step for the whole period the step that the sums reach now. Returns the orders that have
-- changed, of at most p_limit periods. Locks orders by id and then the sums, as every change of orders does. A period whose sums change meanwhile is settled again.
CREATE OR REPLACE FUNCTION settle_rate_steps(p_at timestamptz, p_limit int) RETURNS TABLE (periods int, order_ids bigint[]) LANGUAGE plpgsql AS $$
DECLARE
  v_sums rate_step_sums[] := ARRAY (SELECT t FROM rate_step_sums t WHERE NOT t.is_settled ORDER BY t.campaign_id, t.user_id, t.period, t.first_day LIMIT p_limit);
  v_ids bigint[];
BEGIN
  periods := cardinality(v_sums);
  order_ids := '{}';
  IF periods > 0 THEN
    v_ids := ARRAY (SELECT o.id FROM unnest(v_sums) t JOIN orders o ON o.campaign_id = t.campaign_id AND o.user_id = t.user_id AND o.day >= t.first_day
        AND o.day < t.first_day + CASE t.period WHEN 'month' THEN interval '1 month' ELSE interval '3 months' END
      JOIN rate_steps v ON v.id = o.rate_steps_id AND v.period = t.period AND v.applies = 'whole' ORDER BY o.id FOR UPDATE OF o);
    PERFORM FROM rate_step_sums t WHERE (t.campaign_id, t.user_id, t.period, t.first_day) IN (SELECT s.campaign_id, s.user_id, s.period, s.first_day FROM unnest(v_sums) s)
      ORDER BY t.campaign_id, t.user_id, t.period, t.first_day FOR UPDATE;
    WITH wanted AS (
      SELECT o.id, v.steps, v.counts, CASE v.counts WHEN 'orders' THEN t.orders ELSE t.value_minor END AS reached
      FROM orders o JOIN rate_steps v ON v.id = o.rate_steps_id AND v.applies = 'whole'
      JOIN rate_step_sums t ON t.campaign_id = o.campaign_id AND t.user_id = o.user_id AND t.period = v.period AND t.first_day = step_period(v.period, o.day)
      WHERE o.id = ANY (v_ids)
    ), changed AS (
      UPDATE orders o SET rate_step = reached_step(w.steps, w.reached), rate_step_orders = CASE w.counts WHEN 'orders' THEN w.reached END,
        rate_step_minor = CASE w.counts WHEN 'value' THEN w.reached END, updated_at = p_at
      FROM wanted w WHERE o.id = w.id AND o.rate_step IS DISTINCT FROM reached_step(w.steps, w.reached) RETURNING o.id
    )
    SELECT coalesce(array_agg(c.id ORDER BY c.id), '{}') INTO order_ids FROM changed c;
    UPDATE rate_step_sums t SET is_settled = true FROM unnest(v_sums) s
      WHERE t.campaign_id = s.campaign_id AND t.user_id = s.user_id AND t.period = s.period AND t.first_day = s.first_day AND t.changes = s.changes;
  END IF;
  RETURN NEXT;
END $$;
