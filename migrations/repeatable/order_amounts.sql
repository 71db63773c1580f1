-- The cost and the earnings of an attributed order. p_base: its value less refunds, in the store's currency. p_lines: null, or the lines
-- with their rates. The rate of an order with lines is the average of their rates, weighted by the value of each line after its
-- own refunds. The average is not rounded:
-- each amount is rounded down once, so that equal rates of all lines lead to the amounts of an order without lines.
CREATE OR REPLACE FUNCTION order_amounts(p_base bigint, p_lines jsonb, p_cpa_ppm int, p_invoice_cpa_ppm int, p_user_share_ppm int, p_agency_share_ppm int,
  OUT cost_minor bigint, OUT user_minor bigint, OUT agency_minor bigint) LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  v_left numeric := 1;
  v_cpa numeric := p_cpa_ppm;
  v_invoice numeric := p_invoice_cpa_ppm;
BEGIN
  IF p_lines IS NOT NULL THEN
    SELECT sum(l.value_minor - l.refunded_minor), sum((l.value_minor - l.refunded_minor)::numeric * l.cpa_ppm),
      sum((l.value_minor - l.refunded_minor)::numeric * l.invoice_cpa_ppm) INTO v_left, v_cpa, v_invoice
    FROM jsonb_to_recordset(p_lines) AS l (value_minor bigint, refunded_minor bigint, cpa_ppm int, invoice_cpa_ppm int);
    -- All lines are refunded, so the base is 0.
    IF v_left = 0 THEN
      v_left := 1;
    END IF;
  END IF;
  cost_minor := div(p_base * v_invoice, v_left * 1000000);
  user_minor := div(p_base * v_cpa * p_user_share_ppm, v_left * 1000000000000);
  agency_minor := div(p_base * v_cpa * p_agency_share_ppm, v_left * 1000000000000);
END $$;
