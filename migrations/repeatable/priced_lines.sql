-- The lines of an order with their rates. Each line has the rate of the first rule that it fulfils ("rule": its position, from 1), otherwise the order rate
-- of the terms. A rule names products, categories or a kind of customer; a line fulfils it if it matches all that it names. Letters match in either case.
-- Rules set what is shared. What the store is billed exceeds it by the margin of the terms, except for a line without commission, which costs nothing.
CREATE OR REPLACE FUNCTION priced_lines(p_lines jsonb, p_rules jsonb, p_customer text, p_cpa_ppm int, p_invoice_cpa_ppm int) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT jsonb_agg(l.line || jsonb_build_object('rule', r.place, 'cpa_ppm', coalesce(r.cpa_ppm, p_cpa_ppm), 'invoice_cpa_ppm',
      CASE WHEN r.place IS NULL THEN p_invoice_cpa_ppm WHEN r.cpa_ppm = 0 THEN 0
        ELSE least(r.cpa_ppm + greatest(p_invoice_cpa_ppm - p_cpa_ppm, 0), 1000000) END) ORDER BY l.place)
  FROM jsonb_array_elements(p_lines) WITH ORDINALITY AS l (line, place)
  LEFT JOIN LATERAL (
    SELECT n.place, (n.rule->>'cpa_ppm')::int AS cpa_ppm
    FROM jsonb_array_elements(p_rules) WITH ORDINALITY AS n (rule, place)
    WHERE (n.rule->>'customer' IS NULL OR n.rule->>'customer' = p_customer)
      AND (n.rule->>'skus' IS NULL
        OR EXISTS (SELECT FROM jsonb_array_elements_text(n.rule->'skus') AS s (sku) WHERE lower(s.sku) = lower(l.line->>'sku')))
      AND (n.rule->>'categories' IS NULL
        OR EXISTS (SELECT FROM jsonb_array_elements_text(n.rule->'categories') AS c (category) WHERE lower(c.category) = lower(l.line->>'category')))
    ORDER BY n.place LIMIT 1
  ) r ON true
$$;
