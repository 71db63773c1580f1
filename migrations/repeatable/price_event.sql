-- Decides whether an event is paid, and by which price, whenever it is attributed: by its report, a later one, a user, or when its denial or void is undone. Runs
-- before `orders_price`, which computes the amounts.
-- An event beyond the limits of its kind is stored without attribution. Events that are attributed concurrently wait for the row of their kind, so that limits
-- are exact. Events of one customer are those with one reference, or with one click if either has none.
CREATE OR REPLACE FUNCTION price_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_kind event_kinds;
  v_price event_prices;
  v_month date := date_trunc('month', NEW.day)::date;
  v_others bigint;
  v_own bigint;
BEGIN
  IF NEW.link_id IS NOT NULL AND NEW.status <> 'denied' AND (TG_OP = 'INSERT' OR OLD.link_id IS NULL OR OLD.status = 'denied'
    OR NEW.user_id <> OLD.user_id OR v_month <> date_trunc('month', OLD.day)) THEN
    SELECT * INTO v_kind FROM event_kinds WHERE id = NEW.event_kind_id AND coalesce(once_days, max_of_creator, max_of_month) IS NOT NULL FOR NO KEY UPDATE;
    IF v_kind.once_days IS NOT NULL AND EXISTS (SELECT FROM orders o WHERE o.event_kind_id = NEW.event_kind_id AND o.id <> NEW.id
      AND o.link_id IS NOT NULL AND o.status <> 'denied' AND o.order_at > NEW.order_at - v_kind.once_days * interval '24 hours'
      AND o.order_at < NEW.order_at + v_kind.once_days * interval '24 hours'
      AND (o.customer_hash = NEW.customer_hash OR (o.customer_hash IS NULL OR NEW.customer_hash IS NULL) AND o.click_id = NEW.click_id)) THEN
      NEW.unattributed_reason := 'event_repeated';
    ELSIF coalesce(v_kind.max_of_creator, v_kind.max_of_month) IS NOT NULL THEN
      SELECT count(*), count(*) FILTER (WHERE o.user_id = NEW.user_id) INTO v_others, v_own FROM orders o
        WHERE o.event_kind_id = NEW.event_kind_id AND o.id <> NEW.id AND o.link_id IS NOT NULL AND o.status <> 'denied'
          AND o.day BETWEEN v_month AND last_day(v_month) AND (v_kind.max_of_month IS NOT NULL OR o.user_id = NEW.user_id);
      IF v_others >= v_kind.max_of_month OR v_own >= v_kind.max_of_creator THEN
        NEW.unattributed_reason := 'event_limit';
      END IF;
    END IF;
    IF NEW.unattributed_reason IS NOT NULL THEN
      NEW.attribution := 'none';
      NEW.link_id := NULL;
      NEW.user_id := NULL;
      NEW.agency_id := NULL;
      NEW.campaign_id := NULL;
      NEW.terms := 0;
      NEW.user_share_ppm := 0;
      NEW.agency_share_ppm := 0;
    END IF;
  END IF;
  IF NEW.link_id IS NULL THEN
    NEW.event_price_id := NULL;
    NEW.commission_rules_id := NULL;
    NEW.terms_cpa_ppm := NULL;
    NEW.terms_invoice_cpa_ppm := NULL;
    NEW.cpa_ppm := 0;
    NEW.invoice_cpa_ppm := 0;
    NEW.terms_fixed := NULL;
  ELSIF TG_OP = 'INSERT' OR (NEW.link_id, NEW.campaign_id, NEW.click_id, NEW.attribution, NEW.terms_cpa_ppm, NEW.terms_invoice_cpa_ppm, NEW.terms_fixed)
    IS DISTINCT FROM (OLD.link_id, OLD.campaign_id, OLD.click_id, OLD.attribution, OLD.terms_cpa_ppm, OLD.terms_invoice_cpa_ppm, OLD.terms_fixed) THEN
    SELECT * INTO v_price FROM event_prices WHERE id = event_price_at(NEW.event_kind_id, NEW.campaign_id,
      CASE NEW.attribution WHEN 'click' THEN click_time(NEW.click_id) ELSE NEW.order_at END);
    IF NOT (SELECT pays_value FROM event_kinds WHERE id = NEW.event_kind_id) THEN
      NEW.terms_cpa_ppm := 0;
      NEW.terms_invoice_cpa_ppm := 0;
    END IF;
    NEW.cpa_ppm := NEW.terms_cpa_ppm;
    NEW.invoice_cpa_ppm := NEW.terms_invoice_cpa_ppm;
    NEW.commission_rules_id := NULL;
    NEW.event_price_id := v_price.id;
    NEW.terms_fixed := jsonb_build_object('cpo_minor', v_price.cpl_minor, 'invoice_cpo_minor', event_cost(v_price.id, NEW.campaign_id), 'event', true);
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER orders_event BEFORE INSERT OR UPDATE ON orders FOR EACH ROW WHEN (NEW.event_kind_id IS NOT NULL) EXECUTE FUNCTION price_event();
