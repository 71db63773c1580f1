-- What a store pays for a fixed amount with this margin and this ratio of the margin to the price (`price_margins`), of which the larger applies, if no cost is
-- set with it; to the nearest minor unit. A price of 0 costs nothing; null: there is no price. src/modules/stores/record/fixed-margin.ts computes the same.
CREATE OR REPLACE FUNCTION fixed_cost(p_price bigint, p_margin bigint, p_ratio numeric) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT charged_price(p_price, greatest(p_margin, round(p_price * p_ratio)), 10000000)::bigint
$$;
