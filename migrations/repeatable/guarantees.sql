-- Guarantees: prepaid money that a store has reserved for one campaign (docs/promises.md). For every store with a guarantee, at every moment:
-- incurred + promised + what is left of its guarantees <= its prepaid balance without VAT. What a guaranteed campaign costs is taken from what is left first.
-- Every writer of guarantees holds the lock of the store's row of store_credit.

-- All costs and promised sums of a campaign: clicks, orders that count against the credit, one-time payments, and promises.
CREATE OR REPLACE FUNCTION costs_of_campaign(p_campaign bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT ((SELECT coalesce(sum(d.cost_minor + d.order_cost_minor), 0) FROM link_days d WHERE d.campaign_id = p_campaign)
    - (SELECT coalesce(sum(o.cost_minor), 0) FROM orders o WHERE o.campaign_id = p_campaign AND o.credit_released AND o.counts)
    + (SELECT coalesce(sum(t.user_minor), 0) FROM one_time_payments t WHERE t.bonus_campaign_id = p_campaign AND t.void_id IS NULL)
    + (SELECT coalesce(sum(t.user_minor), 0) FROM one_time_payments t JOIN participants p ON p.id = t.participant_id
        WHERE p.campaign_id = p_campaign AND t.bonus_campaign_id IS NULL AND t.void_id IS NULL)
    + (SELECT coalesce(sum(m.minor), 0) FROM promises m WHERE m.campaign_id = p_campaign))::bigint
$$;

-- Takes changed costs of campaigns from their guarantees. The caller holds the credit of the stores.
CREATE OR REPLACE FUNCTION use_guarantees(p_campaigns bigint[], p_minors bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_stores bigint[];
BEGIN
  WITH used AS (
    UPDATE guarantees g SET used_minor = g.used_minor + x.minor
      FROM (SELECT campaign_id, sum(minor)::bigint AS minor FROM unnest(p_campaigns, p_minors) AS u (campaign_id, minor) GROUP BY campaign_id) x
      WHERE g.campaign_id = x.campaign_id AND g.released_at IS NULL AND x.minor <> 0 RETURNING g.store_id
  ) SELECT array_agg(DISTINCT store_id) INTO v_stores FROM used;
  PERFORM count_reserved(v_stores);
END $$;

-- Adds up what is left of the guarantees of stores.
CREATE OR REPLACE FUNCTION count_reserved(p_stores bigint[]) RETURNS void LANGUAGE sql AS $$
  UPDATE store_credit c SET reserved_minor = x.minor FROM (
    SELECT s.id, coalesce(sum(g.left_minor), 0)::bigint AS minor FROM unnest(p_stores) AS s (id)
    LEFT JOIN guarantees g ON g.store_id = s.id AND g.released_at IS NULL GROUP BY s.id
  ) x WHERE c.store_id = x.id AND c.reserved_minor <> x.minor
$$;

-- Reserves prepaid money for a campaign, or more of it, until the same or a later day; the caller has checked the day. The amount never falls and the day never
-- comes earlier. Raises TRB11 when the balance does not cover it with everything that the store owes and has promised, TRB12 when orders wait for the store,
-- TRB13 when rates rise with approved orders, because an approved order has its step whatever the credit.
-- p_vat_ppm: the rate of the store's invoices now.
CREATE OR REPLACE FUNCTION reserve_guarantee(p_campaign bigint, p_minor bigint, p_until date, p_time_zone text, p_vat_ppm integer, p_actor bigint, p_at timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_store bigint;
  v_days smallint;
  v_free bigint;
BEGIN
  SELECT store_id INTO v_store FROM campaigns WHERE id = p_campaign;
  PERFORM FROM store_credit WHERE store_id = v_store FOR NO KEY UPDATE;
  v_days := approval_days_of(v_store, p_campaign);
  IF v_days IS NULL THEN
    RAISE EXCEPTION 'Orders of this campaign wait until the store decides. Set an approval period first.' USING ERRCODE = 'TRB12';
  END IF;
  IF EXISTS (SELECT FROM rate_steps v JOIN campaigns o ON o.id = v.campaign_id WHERE o.store_id = v_store AND v.steps <> '[]') THEN
    RAISE EXCEPTION 'A campaign of the store has, or had, rates that rise with approved orders. They are paid whatever the balance covers.' USING ERRCODE = 'TRB13';
  END IF;
  INSERT INTO guarantees AS g (campaign_id, store_id, amount_minor, earlier_minor, until, time_zone, approval_days, created_by, created_at, updated_at)
    VALUES (p_campaign, v_store, p_minor, costs_of_campaign(p_campaign), p_until, p_time_zone, v_days, p_actor, p_at, p_at)
    ON CONFLICT (campaign_id) WHERE released_at IS NULL DO UPDATE SET amount_minor = greatest(g.amount_minor, excluded.amount_minor),
      until = greatest(g.until, excluded.until), approval_days = least(g.approval_days, excluded.approval_days), updated_at = excluded.updated_at;
  UPDATE store_credit SET is_guaranteed = true, prepaid_vat_ppm = p_vat_ppm WHERE store_id = v_store;
  PERFORM count_reserved(ARRAY[v_store]);
  PERFORM refresh_credit_limits(ARRAY[v_store]);
  SELECT c.limit_minor - c.incurred_minor - c.promised_minor - c.reserved_minor INTO v_free FROM store_credit c WHERE c.store_id = v_store;
  IF v_free < 0 THEN
    RAISE EXCEPTION 'The prepaid balance does not cover this together with everything that the store owes and has promised.' USING ERRCODE = 'TRB11';
  END IF;
END $$;

-- Releases guarantees: what is left is free again, and the store's own limit counts again if it has no other. p_reason: why the administration ends them.
CREATE OR REPLACE FUNCTION release_guarantees(p_ids bigint[], p_at timestamptz, p_reason text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_stores bigint[] := ARRAY (SELECT DISTINCT store_id FROM guarantees WHERE id = ANY (p_ids) AND released_at IS NULL ORDER BY store_id);
BEGIN
  PERFORM FROM store_credit WHERE store_id = ANY (v_stores) ORDER BY store_id FOR NO KEY UPDATE;
  UPDATE guarantees SET released_at = p_at, ended_reason = p_reason, updated_at = p_at WHERE id = ANY (p_ids) AND released_at IS NULL;
  PERFORM count_reserved(v_stores);
  UPDATE store_credit c SET is_guaranteed = false WHERE c.store_id = ANY (v_stores)
    AND NOT EXISTS (SELECT FROM guarantees g WHERE g.store_id = c.store_id AND g.released_at IS NULL);
  PERFORM refresh_credit_limits(v_stores);
END $$;

-- The guarantees that bind no more: their last day is over, clicks until that day can lead to no more orders, and everything that creators have earned until
-- then is decided, billed in closed months and paid.
CREATE OR REPLACE FUNCTION finished_guarantees(p_at timestamptz) RETURNS bigint[] LANGUAGE sql STABLE AS $$
  WITH closed AS (SELECT last_day(max(month)) AS through FROM payment_periods WHERE closed_at IS NOT NULL), ended AS (
    SELECT g.id, g.campaign_id, g.store_id, g.until + greatest((SELECT r.window_days FROM order_rules_at(g.store_id, g.campaign_id, p_at) r),
      (SELECT r.window_days FROM order_rules_at(g.store_id, NULL, p_at) r), (SELECT max(k.window_days) FROM event_kinds k WHERE k.store_id = g.store_id), 0)::int AS day
    FROM guarantees g WHERE g.released_at IS NULL AND g.until < (p_at AT TIME ZONE g.time_zone)::date
  )
  SELECT ARRAY (SELECT e.id FROM ended e, closed c WHERE e.day <= c.through
    AND NOT EXISTS (SELECT FROM invoices i WHERE i.store_id = e.store_id AND i.kind = 'store' AND i.paid_at IS NULL AND i.open_minor > 0)
    AND NOT EXISTS (SELECT FROM orders o WHERE o.campaign_id = e.campaign_id AND o.day <= e.day AND o.link_id IS NOT NULL
      AND (o.status = 'pending' OR o.updated_at >= c.through + 1)) ORDER BY e.id)
$$;

-- The data of a store that decide what its invoices cost and whether its orders are paid do not change while it has a guarantee.
CREATE OR REPLACE FUNCTION keep_guaranteed_store() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM store_credit WHERE store_id = NEW.id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM store_credit WHERE store_id = NEW.id AND is_guaranteed) THEN
    RAISE EXCEPTION 'The store has reserved money for a campaign. Its country, VAT number and currency cannot change, and it cannot stop, until the guarantee has ended.'
      USING ERRCODE = 'TRB10';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER stores_guaranteed AFTER UPDATE OF currency, country, vat_number, deactivated_at, deleted_at, approval ON stores FOR EACH ROW
  WHEN ((NEW.currency, NEW.country, nullif(NEW.vat_number, '')) IS DISTINCT FROM (OLD.currency, OLD.country, nullif(OLD.vat_number, ''))
    OR (NEW.deactivated_at IS NOT NULL AND OLD.deactivated_at IS NULL) OR (NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL)
    OR (NEW.approval <> 'approved' AND OLD.approval = 'approved'))
  EXECUTE FUNCTION keep_guaranteed_store();

-- Orders of guaranteed campaigns decide themselves no later than creators were promised, and no rate rises with approved orders, which are paid whatever the credit.
CREATE OR REPLACE FUNCTION keep_guaranteed_rules() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_store bigint := CASE TG_TABLE_NAME WHEN 'rate_steps' THEN (SELECT o.store_id FROM campaigns o WHERE o.id = (to_jsonb(NEW) ->> 'campaign_id')::bigint)
    ELSE (to_jsonb(coalesce(NEW, OLD)) ->> 'store_id')::bigint END;
BEGIN
  PERFORM FROM store_credit WHERE store_id = v_store FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM guarantees g WHERE g.store_id = v_store AND g.released_at IS NULL
    AND (TG_TABLE_NAME = 'rate_steps' OR coalesce(approval_days_of(g.store_id, g.campaign_id), 91) > g.approval_days))
  THEN
    RAISE EXCEPTION '%', CASE TG_TABLE_NAME WHEN 'rate_steps' THEN 'The store has reserved money for a campaign. Rates cannot rise with approved orders until the guarantee has ended.'
      ELSE 'The campaign guarantees that orders decide themselves. The approval period cannot become longer until the guarantee has ended.' END USING ERRCODE = 'TRB10';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER campaigns_guaranteed AFTER UPDATE OF approval_days ON campaigns FOR EACH ROW
  WHEN (NEW.approval_days IS DISTINCT FROM OLD.approval_days) EXECUTE FUNCTION keep_guaranteed_rules();

CREATE OR REPLACE TRIGGER order_rules_guaranteed AFTER UPDATE OF approval_days OR DELETE ON order_rules FOR EACH ROW EXECUTE FUNCTION keep_guaranteed_rules();

CREATE OR REPLACE TRIGGER rate_steps_guaranteed AFTER INSERT ON rate_steps FOR EACH ROW
  WHEN (NEW.steps <> '[]') EXECUTE FUNCTION keep_guaranteed_rules();
