-- What orders pay beside the part of their value, as `clicks.fixed`, by a row of effective_prices; null: nothing. src/modules/clicks/terms-price.ts computes the
-- same for clicks.
CREATE OR REPLACE FUNCTION fixed_terms(p_cpo_minor bigint, p_invoice_cpo_minor bigint, p_cpo_mode text, p_minimum_order_minor bigint) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT nullif(jsonb_strip_nulls(jsonb_build_object(
    'cpo_minor', CASE WHEN p_invoice_cpo_minor > 0 THEN p_cpo_minor END,
    'invoice_cpo_minor', nullif(p_invoice_cpo_minor, 0),
    'cpo_mode', CASE WHEN p_invoice_cpo_minor > 0 AND p_cpo_mode = 'larger' THEN p_cpo_mode END,
    'minimum_order_minor', nullif(p_minimum_order_minor, 0))), '{}'::jsonb)
$$;
