-- Computes the amounts of an order, and the rates of its lines, whenever it is written: they always follow from its value, refunds, status and terms. An order
-- without lines is one line without product and category: it has the rate of the first rule that names neither and that it fulfils. `fixed` follows from the
-- fixed amount of its terms (`terms_fixed`) and its rules. A step (`rate_step`) raises the order rate and the fixed amount of the terms before the rules apply.
CREATE OR REPLACE FUNCTION price_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_amounts record;
  v_rules jsonb := (SELECT r.rules FROM commission_rules r WHERE r.id = NEW.commission_rules_id);
  v_rate jsonb;
  v_terms record;
BEGIN
  IF NOT may_have_step(NEW) THEN
    NEW.rate_steps_id := NULL;
    NEW.rate_step := NULL;
    NEW.rate_step_orders := NULL;
    NEW.rate_step_minor := NULL;
  END IF;
  -- Whoever writes other rates writes those of the terms.
  IF TG_OP = 'UPDATE' AND NEW.terms_cpa_ppm = OLD.terms_cpa_ppm AND NEW.cpa_ppm <> OLD.cpa_ppm THEN
    NEW.terms_cpa_ppm := NEW.cpa_ppm;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.terms_invoice_cpa_ppm = OLD.terms_invoice_cpa_ppm AND NEW.invoice_cpa_ppm <> OLD.invoice_cpa_ppm THEN
    NEW.terms_invoice_cpa_ppm := NEW.invoice_cpa_ppm;
  END IF;
  v_terms := stepped_terms(NEW);
  IF NEW.terms_cpa_ppm IS NOT NULL THEN
    v_rate := CASE WHEN NEW.lines IS NULL AND v_rules IS NOT NULL THEN
      priced_lines('[{}]', v_rules, NEW.customer, NEW.attribution, v_terms.cpa_ppm, v_terms.invoice_cpa_ppm) -> 0 END;
    NEW.order_rule := (v_rate ->> 'rule')::smallint;
    NEW.cpa_ppm := coalesce((v_rate ->> 'cpa_ppm')::int, v_terms.cpa_ppm);
    NEW.invoice_cpa_ppm := coalesce((v_rate ->> 'invoice_cpa_ppm')::int, v_terms.invoice_cpa_ppm);
  ELSE
    NEW.order_rule := NULL;
  END IF;
  IF NEW.lines IS NOT NULL THEN
    NEW.lines := priced_lines(NEW.lines, v_rules, NEW.customer, NEW.attribution, NEW.cpa_ppm, NEW.invoice_cpa_ppm);
  END IF;
  NEW.fixed := order_fixed(v_terms.fixed, CASE WHEN NEW.terms_cpa_ppm IS NOT NULL THEN v_rules END, NEW.lines, NEW.order_rule);
  v_amounts := order_amounts(order_base(NEW), NEW.lines,
    NEW.cpa_ppm, NEW.invoice_cpa_ppm, NEW.fixed, NEW.user_share_ppm, NEW.agency_share_ppm);
  NEW.cost_minor := v_amounts.cost_minor;
  NEW.user_minor := v_amounts.user_minor;
  NEW.agency_minor := v_amounts.agency_minor;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER orders_price BEFORE INSERT OR UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION price_order();
