-- When an undecided order is approved by itself. An order keeps the rule under which it was placed: the store's, or a shorter one of the campaign whose
-- terms it has. An order that is attributed later gets the shortest of its own rule and those that apply then, so that no later rule delays it. An order that
-- is reported after a period was introduced or shortened is treated like one that had been reported before.
-- A correction of the time at which an order was placed cannot postpone the deadline beyond that of an order that was placed when it was first reported.

-- The days after which orders of the store, or of one of its campaigns, are approved by themselves; null: they wait.
CREATE OR REPLACE FUNCTION approval_days_of(p_store bigint, p_campaign bigint) RETURNS smallint LANGUAGE sql STABLE AS $$
  SELECT least((SELECT c.approval_days FROM campaigns c WHERE c.id = p_campaign), (SELECT r.approval_days FROM order_rules r WHERE r.store_id = p_store))
$$;

-- The notice that a store has before a rule applies to orders that were placed without it.
CREATE OR REPLACE FUNCTION approval_notice() RETURNS interval LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT interval '168 hours' $$;

-- The time at which an order is approved under a rule, not considering extensions.
CREATE OR REPLACE FUNCTION approved_at(p_order_at timestamptz, p_created_at timestamptz, p_days smallint) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT least(p_order_at, p_created_at) + p_days * interval '24 hours'
$$;

CREATE OR REPLACE FUNCTION order_deadline() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_days smallint;
  v_since timestamptz;
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT least(s.approval_days, c.approval_days) INTO v_days FROM order_rules_at(NEW.store_id, NULL, NEW.order_at) s
      LEFT JOIN order_rules_at(NEW.store_id, NEW.campaign_id, NEW.order_at) c ON NEW.campaign_id IS NOT NULL;
    NEW.approval_days := v_days;
    SELECT least(s.approval_days, c.approval_days), greatest(s.valid_from, c.valid_from) INTO v_days, v_since
      FROM order_rules_at(NEW.store_id, NULL, NEW.created_at) s
      LEFT JOIN order_rules_at(NEW.store_id, NEW.campaign_id, NEW.created_at) c ON NEW.campaign_id IS NOT NULL;
    IF v_days IS NOT NULL AND coalesce(greatest(approved_at(NEW.order_at, NEW.created_at, v_days), v_since + approval_notice())
      < approved_at(NEW.order_at, NEW.created_at, NEW.approval_days), true)
    THEN
      NEW.approval_days := v_days;
      NEW.decide_not_before := v_since + approval_notice();
    END IF;
    -- An event has the period of its kind, if it has one.
    SELECT k.approval_days INTO v_days FROM event_kinds k WHERE k.id = NEW.event_kind_id;
    IF v_days IS NOT NULL THEN
      NEW.approval_days := v_days;
      NEW.decide_not_before := NULL;
    END IF;
  ELSIF NEW.link_id IS NOT NULL AND OLD.link_id IS DISTINCT FROM NEW.link_id
    AND (OLD.approval_days IS NULL OR NOT EXISTS (SELECT FROM event_kinds k WHERE k.id = NEW.event_kind_id AND k.approval_days IS NOT NULL)) THEN
    v_days := least(OLD.approval_days, approval_days_of(NEW.store_id, NEW.campaign_id));
    IF v_days IS NOT NULL AND OLD.approval_days IS NULL THEN
      NEW.decide_not_before := NEW.updated_at + approval_notice();
    END IF;
    NEW.approval_days := v_days;
  END IF;
  -- A decided order counts against the credit again, and so does one that is attributed to somebody else.
  IF TG_OP = 'UPDATE' AND OLD.credit_released AND (NEW.status <> 'pending' OR NEW.link_id IS DISTINCT FROM OLD.link_id) THEN
    NEW.credit_released := false;
  END IF;
  NEW.decide_by := greatest(approved_at(NEW.order_at, NEW.created_at, NEW.approval_days), CASE WHEN NEW.approval_days IS NOT NULL THEN NEW.decide_not_before END);
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER orders_deadline BEFORE INSERT OR UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION order_deadline();

-- A store that introduces or shortens its period also decides its undecided orders earlier, with a notice. A longer period, or none, does not change them.
-- Orders that no longer count against its credit keep waiting, because their approval could exceed the credit.
CREATE OR REPLACE FUNCTION shorten_order_deadlines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE orders o SET approval_days = NEW.approval_days, decide_not_before = NEW.updated_at + approval_notice(), updated_at = NEW.updated_at
    WHERE o.store_id = NEW.store_id AND o.status = 'pending' AND o.link_id IS NOT NULL AND o.extended_at IS NULL AND NOT o.credit_released
      AND NOT EXISTS (SELECT FROM event_kinds k WHERE k.id = o.event_kind_id AND k.approval_days IS NOT NULL)
      AND (o.decide_by IS NULL
        OR o.decide_by > greatest(approved_at(o.order_at, o.created_at, NEW.approval_days), NEW.updated_at + approval_notice()));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER order_rules_deadlines AFTER INSERT OR UPDATE OF approval_days ON order_rules FOR EACH ROW
  WHEN (NEW.approval_days IS NOT NULL) EXECUTE FUNCTION shorten_order_deadlines();
