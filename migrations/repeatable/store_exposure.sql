-- Adds to the amounts that stores have incurred and not paid, one store at a time in key order. Every writer of amounts calls it in its own transaction;
-- record_clicks does the same under its own locks. Raises TRB04 when an increase would exceed the store's credit limit, so that nothing uncovered is
-- promised. Decreases are always accepted, and so are increases when p_refuse is false (a withdrawn payment).
CREATE OR REPLACE FUNCTION add_store_exposure(p_store bigint, p_minor bigint, p_refuse boolean DEFAULT true) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_credit store_credit;
BEGIN
  IF p_minor = 0 THEN
    RETURN;
  END IF;
  -- A store that has paid down to half of its limit is warned again when it approaches the limit.
  UPDATE store_credit SET incurred_minor = incurred_minor + p_minor,
    warned_at = CASE WHEN (incurred_minor + p_minor) * 2 >= limit_minor THEN warned_at END
  WHERE store_id = p_store RETURNING * INTO v_credit;
  IF p_refuse AND p_minor > 0 AND v_credit.incurred_minor > v_credit.limit_minor THEN
    RAISE EXCEPTION 'store % has reached its credit limit', p_store USING ERRCODE = 'TRB04';
  END IF;
END $$;

-- One-time payments are promised in full, unless they are voided. Those of agreed sums come of closing a month, which takes no more of them than the credit covers.
CREATE OR REPLACE FUNCTION one_time_payment_exposure() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_store record;
BEGIN
  FOR v_store IN EXECUTE 'SELECT store_id, sum(minor)::bigint AS minor FROM ('
    || CASE WHEN TG_OP <> 'DELETE' THEN 'SELECT store_id, user_minor AS minor FROM added WHERE void_id IS NULL' ELSE '' END
    || CASE WHEN TG_OP = 'UPDATE' THEN ' UNION ALL ' ELSE '' END
    || CASE WHEN TG_OP <> 'INSERT' THEN 'SELECT store_id, -user_minor FROM removed WHERE void_id IS NULL' ELSE '' END
    || ') x (store_id, minor) GROUP BY store_id ORDER BY store_id'
  LOOP
    PERFORM add_store_exposure(v_store.store_id, v_store.minor);
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER one_time_payments_exposure_insert AFTER INSERT ON one_time_payments REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION one_time_payment_exposure();

CREATE OR REPLACE TRIGGER one_time_payments_exposure_update AFTER UPDATE ON one_time_payments
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION one_time_payment_exposure();

CREATE OR REPLACE TRIGGER one_time_payments_exposure_delete AFTER DELETE ON one_time_payments REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION one_time_payment_exposure();

-- The amounts of a store's invoice are covered once it is paid, and incurred again when the payment is withdrawn.
CREATE OR REPLACE FUNCTION invoice_exposure() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_store record;
BEGIN
  FOR v_store IN SELECT a.store_id, sum(CASE WHEN a.paid_at IS NULL THEN a.net_minor ELSE -a.net_minor END)::bigint AS minor
    FROM added a JOIN removed r ON r.id = a.id
    WHERE a.kind = 'store' AND (a.paid_at IS NULL) <> (r.paid_at IS NULL) GROUP BY a.store_id ORDER BY a.store_id
  LOOP
    PERFORM add_store_exposure(v_store.store_id, v_store.minor, false);
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER invoices_exposure AFTER UPDATE ON invoices REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION invoice_exposure();
