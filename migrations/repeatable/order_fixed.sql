-- The fixed amount of an order: that of its terms, unless the commission rules that it fulfils set another. p_fixed: see `clicks.fixed`. p_lines: null, or its
-- lines with the rules that they fulfil; p_rule: the rule that an order without lines fulfils.
-- An order has one fixed amount, however many lines it has: the largest of the lines that are not fully refunded. A line has that of its rule; if the rule sets
-- none, that of the terms, or none if the rule excludes the line (`cpa_ppm` 0). A rule that sets an amount is billed with the margin of the terms, for a smaller
-- amount in the same ratio, and at least with the one with which the rule was set (`margin_cpo_minor`).
CREATE OR REPLACE FUNCTION order_fixed(p_fixed jsonb, p_rules jsonb, p_lines jsonb, p_rule int) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  v_terms bigint := coalesce((p_fixed ->> 'cpo_minor')::bigint, 0);
  v_terms_cost bigint := coalesce((p_fixed ->> 'invoice_cpo_minor')::bigint, 0);
  v_margin numeric := v_terms_cost - v_terms;
  v_amount bigint;
  v_cost bigint;
BEGIN
  IF p_rules IS NULL OR (p_fixed IS NULL AND NOT p_rules @? '$[*].cpo_minor') THEN
    RETURN p_fixed;
  END IF;
  SELECT f.amount, f.cost INTO v_amount, v_cost FROM (
    SELECT (l.line ->> 'rule')::int AS place
    FROM jsonb_array_elements(coalesce(p_lines, jsonb_build_array(jsonb_build_object('rule', p_rule)))) AS l (line)
    WHERE p_lines IS NULL OR (l.line ->> 'value_minor')::bigint > (l.line ->> 'refunded_minor')::bigint
  ) l
  CROSS JOIN LATERAL (SELECT p_rules -> (l.place - 1) AS rule) r
  CROSS JOIN LATERAL (SELECT (r.rule ->> 'cpo_minor')::bigint AS cpo, (r.rule ->> 'margin_cpo_minor')::bigint AS margin,
    (r.rule ->> 'cpa_ppm')::int = 0 AS excludes) s
  CROSS JOIN LATERAL (SELECT CASE WHEN s.cpo IS NOT NULL THEN s.cpo WHEN s.excludes THEN 0 ELSE v_terms END AS amount,
    CASE WHEN s.cpo > 0 THEN s.cpo + greatest(least(v_margin, round(v_margin * s.cpo / nullif(v_terms, 0)))::bigint, s.margin, 0)
      WHEN s.cpo = 0 OR s.excludes THEN 0 ELSE v_terms_cost END AS cost) f
  ORDER BY f.amount DESC, f.cost DESC LIMIT 1;
  IF v_amount IS NULL OR (v_amount = v_terms AND v_cost = v_terms_cost) THEN
    RETURN p_fixed;
  END IF;
  RETURN coalesce(p_fixed, '{}') || jsonb_build_object('cpo_minor', v_amount, 'invoice_cpo_minor', v_cost);
END $$;
