-- Adds to the unpaid costs of a store, and to its promised sums. Every writer of amounts calls it, in its own transaction
-- and for one store after the other in key order; record_clicks does the same with its own locks. Raises TRB04 when both together exceed the store's
-- credit limit, so that every promise is covered. A decrease is always accepted, and so is an increase when p_refuse is false (a reversed payment).
-- p_campaigns, p_used: how much of both is of which campaigns. What is left of their guarantees covers it first.
CREATE OR REPLACE FUNCTION add_store_exposure(p_store bigint, p_minor bigint, p_promised bigint DEFAULT 0, p_refuse boolean DEFAULT true,
  p_campaigns bigint[] DEFAULT '{}', p_used bigint[] DEFAULT '{}')
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_credit store_credit;
  v_more bigint := p_minor + p_promised;
BEGIN
  IF p_minor = 0 AND p_promised = 0 AND coalesce((SELECT every(u = 0) FROM unnest(p_used) AS u), true) THEN
    RETURN;
  END IF;
  -- A store whose exposure falls to half of its limit is warned again when it approaches the limit.
  UPDATE store_credit SET incurred_minor = incurred_minor + p_minor, promised_minor = promised_minor + p_promised,
    warned_at = CASE WHEN (incurred_minor + p_minor + promised_minor + p_promised) * 2 >= limit_minor THEN warned_at END
  WHERE store_id = p_store RETURNING * INTO v_credit;
  IF v_credit.is_guaranteed AND cardinality(p_campaigns) > 0 THEN
    v_more := v_more - v_credit.reserved_minor;
    PERFORM use_guarantees(p_campaigns, p_used);
    SELECT * INTO v_credit FROM store_credit WHERE store_id = p_store;
    v_more := v_more + v_credit.reserved_minor;
  END IF;
  IF p_refuse AND v_more > 0 AND v_credit.incurred_minor + v_credit.promised_minor + v_credit.reserved_minor > v_credit.limit_minor THEN
    RAISE EXCEPTION 'store % has reached its credit limit', p_store USING ERRCODE = 'TRB04';
  END IF;
END $$;

-- Whether a participant in this status has agreed to the campaign, and has not been declined or withdrawn since.
CREATE OR REPLACE FUNCTION takes_part(p_status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT earns_terms(p_status) OR p_status = 'done'
$$;

-- The sum that a participant has been promised and that no closing has booked: the agreed amount, otherwise the campaign's one-time payment, less
-- p_paid, the participant's one-time payment. A deleted campaign owes only participants who have completed it. Members of the store also count, although
-- a closing pays them nothing, because memberships change and a reservation that is too large has no cost.
CREATE OR REPLACE FUNCTION promised_sum(p_status text, p_agreed bigint, c campaigns, p_paid bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN takes_part(p_status) AND (p_status = 'done' OR c.deleted_at IS NULL)
    THEN greatest(coalesce(p_agreed, CASE WHEN c.has_onetime_payment THEN c.one_time_payment_minor END, 0) - coalesce(p_paid, 0), 0) ELSE 0 END
$$;

-- Every promise that is reserved: sums of participants, and bonuses by campaign and month; store_credit.promised_minor is its sum by store.
CREATE OR REPLACE VIEW promises AS
  SELECT c.store_id, p.id AS participant_id, promised_sum(p.status, p.payment_amount_minor, c, t.user_minor) AS minor, c.id AS campaign_id
  FROM participants p JOIN campaigns c ON c.id = p.campaign_id LEFT JOIN one_time_payments t ON t.participant_id = p.id
  WHERE takes_part(p.status)
  UNION ALL
  SELECT c.store_id, NULL, b.reserved_minor, c.id FROM bonus_months b JOIN campaigns c ON c.id = b.campaign_id;

-- Triggers on the three tables that determine promises. Each locks the store's credit first and reads the other two tables afterwards. They then show
-- the commits of earlier holders of the lock, so that the differences add up to the sum under concurrency.
CREATE OR REPLACE FUNCTION participant_promise() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_store bigint;
  v_more bigint;
BEGIN
  SELECT store_id INTO v_store FROM campaigns WHERE id = NEW.campaign_id;
  PERFORM FROM store_credit WHERE store_id = v_store FOR NO KEY UPDATE;
  SELECT promised_sum(NEW.status, NEW.payment_amount_minor, c, t.user_minor)
    - CASE WHEN TG_OP = 'UPDATE' THEN promised_sum(OLD.status, OLD.payment_amount_minor, c, t.user_minor) ELSE 0 END INTO v_more
    FROM campaigns c LEFT JOIN one_time_payments t ON t.participant_id = NEW.id WHERE c.id = NEW.campaign_id;
  PERFORM add_store_exposure(v_store, 0, v_more, true, ARRAY[NEW.campaign_id], ARRAY[v_more]);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER participants_promise_insert AFTER INSERT ON participants
  FOR EACH ROW WHEN (takes_part(NEW.status)) EXECUTE FUNCTION participant_promise();

CREATE OR REPLACE TRIGGER participants_promise_update AFTER UPDATE OF status, payment_amount_minor ON participants FOR EACH ROW
  WHEN ((takes_part(NEW.status) OR takes_part(OLD.status))
    AND (NEW.status, NEW.payment_amount_minor) IS DISTINCT FROM (OLD.status, OLD.payment_amount_minor))
  EXECUTE FUNCTION participant_promise();

CREATE OR REPLACE FUNCTION campaign_promises() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_more bigint;
BEGIN
  PERFORM FROM store_credit WHERE store_id = NEW.store_id FOR NO KEY UPDATE;
  SELECT coalesce(sum(promised_sum(p.status, p.payment_amount_minor, NEW, t.user_minor)
    - promised_sum(p.status, p.payment_amount_minor, OLD, t.user_minor)), 0)::bigint INTO v_more
    FROM participants p LEFT JOIN one_time_payments t ON t.participant_id = p.id WHERE p.campaign_id = NEW.id AND takes_part(p.status);
  PERFORM add_store_exposure(NEW.store_id, 0, v_more, true, ARRAY[NEW.id], ARRAY[v_more]);
  RETURN NULL;
END $$;

-- Counters of caps are locked before credit: the trigger on changed caps (lock_changed_cap) fires before the row is written.
CREATE OR REPLACE TRIGGER campaigns_promises AFTER UPDATE OF has_onetime_payment, one_time_payment_minor, deleted_at ON campaigns FOR EACH ROW
  WHEN ((NEW.has_onetime_payment, NEW.one_time_payment_minor, NEW.deleted_at IS NULL)
    IS DISTINCT FROM (OLD.has_onetime_payment, OLD.one_time_payment_minor, OLD.deleted_at IS NULL))
  EXECUTE FUNCTION campaign_promises();

-- One-time payments are incurred in full, unless they are voided. Payments of agreed sums and bonuses are created by closing a month: a booked amount is
-- no longer promised.
CREATE OR REPLACE FUNCTION one_time_payment_exposure() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_changes text := concat_ws(' UNION ALL ',
    CASE WHEN TG_OP <> 'DELETE' THEN 'SELECT *, 1 AS sign FROM added' END,
    CASE WHEN TG_OP <> 'INSERT' THEN 'SELECT *, -1 AS sign FROM removed' END);
  -- The amounts that are taken from the reservations of bonuses, by campaign.
  v_taken jsonb;
  v_store record;
BEGIN
  EXECUTE 'SELECT FROM store_credit WHERE store_id IN (SELECT store_id FROM (' || v_changes || ') x) ORDER BY store_id FOR NO KEY UPDATE';
  EXECUTE 'WITH paid AS (
      SELECT store_id, bonus_campaign_id AS campaign_id, date_trunc(''month'', payment_date)::date AS month, sum(sign * user_minor)::bigint AS minor
      FROM (' || v_changes || ') x WHERE bonus_campaign_id IS NOT NULL GROUP BY 1, 2, 3 HAVING sum(sign * user_minor) > 0
    ), taken AS (
      SELECT store_id, campaign_id, month, least(minor, b.reserved_minor) AS minor FROM paid JOIN bonus_months b USING (campaign_id, month)
    ), updated AS (
      UPDATE bonus_months b SET reserved_minor = b.reserved_minor - t.minor FROM taken t WHERE b.campaign_id = t.campaign_id AND b.month = t.month
    )
    SELECT coalesce(jsonb_object_agg(campaign_id, minor), ''{}'') FROM (SELECT campaign_id, sum(minor)::bigint AS minor FROM taken GROUP BY campaign_id) y' INTO v_taken;
  FOR v_store IN EXECUTE 'SELECT y.store_id, sum(y.minor)::bigint AS minor, sum(y.promised)::bigint AS promised, array_agg(y.campaign_id) AS campaigns,
      array_agg(y.minor + y.promised) AS used FROM (
        SELECT x.store_id, coalesce(x.bonus_campaign_id, c.id, 0) AS campaign_id, coalesce(sum(x.sign * x.user_minor) FILTER (WHERE x.void_id IS NULL), 0)::bigint AS minor,
          (coalesce(sum(x.sign * (promised_sum(p.status, p.payment_amount_minor, c, x.user_minor) - promised_sum(p.status, p.payment_amount_minor, c, 0))), 0)
            - coalesce(($1 ->> x.bonus_campaign_id::text)::bigint, 0))::bigint AS promised
        FROM (' || v_changes || ') x LEFT JOIN participants p ON p.id = x.participant_id LEFT JOIN campaigns c ON c.id = p.campaign_id
        GROUP BY x.store_id, x.bonus_campaign_id, c.id
      ) y GROUP BY y.store_id ORDER BY y.store_id' USING v_taken
  LOOP
    PERFORM add_store_exposure(v_store.store_id, v_store.minor, v_store.promised, true, v_store.campaigns, v_store.used);
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER one_time_payments_exposure_insert AFTER INSERT ON one_time_payments REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION one_time_payment_exposure();

CREATE OR REPLACE TRIGGER one_time_payments_exposure_update AFTER UPDATE ON one_time_payments
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION one_time_payment_exposure();

CREATE OR REPLACE TRIGGER one_time_payments_exposure_delete AFTER DELETE ON one_time_payments REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION one_time_payment_exposure();

-- The paid amounts of a store's invoice are no longer incurred costs. They are incurred again when the payment is withdrawn.
CREATE OR REPLACE FUNCTION invoice_exposure() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_store record;
  v_dunned bigint[];
BEGIN
  FOR v_store IN SELECT a.store_id, sum(r.covered_net_minor - a.covered_net_minor)::bigint AS minor
    FROM added a JOIN removed r ON r.id = a.id
    WHERE a.kind = 'store' AND a.covered_net_minor <> r.covered_net_minor GROUP BY a.store_id ORDER BY a.store_id
  LOOP
    PERFORM add_store_exposure(v_store.store_id, v_store.minor, p_refuse => false);
  END LOOP;
  -- A payment ends the block of dunning, and taking it back restores it.
  SELECT array_agg(DISTINCT a.store_id) INTO v_dunned FROM added a JOIN removed r ON r.id = a.id
    WHERE a.kind = 'store' AND ((a.paid_at IS NULL) <> (r.paid_at IS NULL) OR a.dunning_paused_until IS DISTINCT FROM r.dunning_paused_until)
      AND EXISTS (SELECT FROM dunning_notices n WHERE n.invoice_id = a.id AND n.blocks);
  IF v_dunned IS NOT NULL THEN
    PERFORM refresh_credit_limits(v_dunned);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER invoices_exposure AFTER UPDATE ON invoices REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION invoice_exposure();

-- Changes the prepaid balances of stores, and with them their limits. Raises TRB05 when one would be negative. p_vat_ppm: the rates of their invoices, in
-- millionths; null: as before.
CREATE OR REPLACE FUNCTION change_prepaid(p_stores bigint[], p_minors bigint[], p_vat_ppm integer[] DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM store_credit WHERE store_id = ANY (p_stores) ORDER BY store_id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM unnest(p_stores, p_minors) AS g (store_id, minor) JOIN store_credit c USING (store_id)
      GROUP BY c.store_id, c.prepaid_minor HAVING c.prepaid_minor + sum(g.minor) < 0) THEN
    RAISE EXCEPTION 'a prepaid balance is not sufficient' USING ERRCODE = 'TRB05';
  END IF;
  UPDATE store_credit c SET prepaid_minor = c.prepaid_minor + g.minor, prepaid_vat_ppm = coalesce(g.vat_ppm, c.prepaid_vat_ppm)
    FROM (SELECT store_id, sum(minor)::bigint AS minor, max(vat_ppm) AS vat_ppm FROM unnest(p_stores, p_minors, p_vat_ppm) AS g (store_id, minor, vat_ppm)
      GROUP BY store_id) g WHERE g.store_id = c.store_id;
  PERFORM refresh_credit_limits(p_stores);
END $$;
