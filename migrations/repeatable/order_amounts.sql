-- The cost and the earnings of an attributed order. p_base: its value less refunds, in the store's currency. p_lines: null, or the lines
-- with their rates. The rate of an order with lines is the average of their rates, weighted by the value of each line after its
-- own refunds. The average is not rounded:
-- each amount is rounded down once, so that equal rates of all lines lead to the amounts of an order without lines.
-- p_fixed: the fixed amount that applies (`order_fixed`), null: none. It is added to the part of the value, or the larger of both is paid; what creator and
-- agency share decides which one, and the store is billed for the same. An order below the minimum value earns nothing, and neither does one whose value is
-- 0 or refunded completely; other refunds leave the fixed amount as it is. An event (`p_fixed` has `event`) of no value has the fixed amount, unless p_base is
-- null, which says that nothing is owed (`order_base`).
-- fixed_minor, fixed_cost_minor: the fixed amount in the shared amount and in the cost. by_value: the part of the value is paid. reaches_minimum: as it says.
CREATE OR REPLACE FUNCTION order_amounts(p_base bigint, p_lines jsonb, p_cpa_ppm int, p_invoice_cpa_ppm int, p_fixed jsonb, p_user_share_ppm int,
  p_agency_share_ppm int, OUT cost_minor bigint, OUT user_minor bigint, OUT agency_minor bigint, OUT fixed_minor bigint, OUT fixed_cost_minor bigint,
  OUT by_value boolean, OUT reaches_minimum boolean) LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  v_left numeric := 1;
  v_cpa numeric := p_cpa_ppm;
  v_invoice numeric := p_invoice_cpa_ppm;
  v_shared numeric;
  v_is_owed boolean := p_base > 0 OR (p_base IS NOT NULL AND p_fixed ? 'event');
BEGIN
  p_base := coalesce(p_base, 0);
  IF p_lines IS NOT NULL THEN
    SELECT sum(l.value_minor - l.refunded_minor), sum((l.value_minor - l.refunded_minor)::numeric * l.cpa_ppm),
      sum((l.value_minor - l.refunded_minor)::numeric * l.invoice_cpa_ppm) INTO v_left, v_cpa, v_invoice
    FROM jsonb_to_recordset(p_lines) AS l (value_minor bigint, refunded_minor bigint, cpa_ppm int, invoice_cpa_ppm int);
    -- All lines are refunded, so the base is 0.
    IF v_left = 0 THEN
      v_left := 1;
    END IF;
  END IF;
  fixed_minor := 0;
  fixed_cost_minor := 0;
  by_value := true;
  reaches_minimum := p_base >= coalesce((p_fixed ->> 'minimum_order_minor')::bigint, 0);
  IF NOT reaches_minimum THEN
    by_value := false;
  ELSIF p_fixed IS NOT NULL AND v_is_owed THEN
    fixed_minor := coalesce((p_fixed ->> 'cpo_minor')::bigint, 0);
    fixed_cost_minor := coalesce((p_fixed ->> 'invoice_cpo_minor')::bigint, 0);
    IF p_fixed ->> 'cpo_mode' = 'larger' THEN
      by_value := p_base * v_cpa >= fixed_minor * v_left * 1000000;
      IF by_value THEN
        fixed_minor := 0;
        fixed_cost_minor := 0;
      END IF;
    END IF;
  END IF;
  IF NOT by_value THEN
    v_cpa := 0;
    v_invoice := 0;
  END IF;
  v_shared := p_base * v_cpa + fixed_minor * v_left * 1000000;
  cost_minor := div(p_base * v_invoice + fixed_cost_minor * v_left * 1000000, v_left * 1000000);
  user_minor := div(v_shared * p_user_share_ppm, v_left * 1000000000000);
  agency_minor := div(v_shared * p_agency_share_ppm, v_left * 1000000000000);
END $$;
