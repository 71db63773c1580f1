-- Credit of stores. Every store has a row of store_credit. Its limit is the one that an administrator has set for the store, otherwise that of the
-- marketplace, which depends on whether the store's payment setup is verified. It is zero while an invoice is unpaid after its last reminder
-- (dunning_notices), and while a campaign of the store has a guarantee (guarantees). The prepaid amount is added. Limits of the marketplace are in euros,
-- converted at the latest known rate.

-- Minor units of a currency in one major unit; null for a currency without recorded decimals.
CREATE OR REPLACE FUNCTION minor_units(currency text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT (10 ^ c.exponent)::bigint FROM currencies c WHERE c.code = currency
$$;

-- Whether a store has an unpaid invoice whose last reminder was sent, and whose dunning is not paused.
CREATE OR REPLACE FUNCTION store_is_dunned(p_store bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM dunning_notices n JOIN invoices i ON i.id = n.invoice_id
    WHERE n.blocks AND i.kind = 'store' AND i.store_id = p_store AND i.paid_at IS NULL AND i.dunning_paused_until IS NULL)
$$;

-- The net amount that a prepaid balance pays together with its VAT.
CREATE OR REPLACE FUNCTION prepaid_cover(p_minor bigint, p_vat_ppm integer) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT floor(p_minor::numeric * 1000000 / (1000000 + p_vat_ppm))::bigint
$$;

-- The part of the prepaid balance of a store with guarantees that covers nothing, in minor units: each paid invoice can take one more unit than the cover of
-- its net amount, because its VAT is rounded.
CREATE OR REPLACE FUNCTION guarantee_rounding() RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT 100::bigint $$;

-- The balance that covers a net amount together with its VAT: the smallest one of which prepaid_cover is at least the amount.
CREATE OR REPLACE FUNCTION prepaid_needed(p_net_minor bigint, p_vat_ppm integer) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ceil(greatest(p_net_minor, 0)::numeric * (1000000 + p_vat_ppm) / 1000000)::bigint
$$;

-- Recalculates the limits of these stores; null: of all stores.
CREATE OR REPLACE FUNCTION refresh_credit_limits(p_stores bigint[] DEFAULT NULL) RETURNS void LANGUAGE sql AS $$
  WITH limits AS (
    SELECT s.id, CASE WHEN c.is_guaranteed OR store_is_dunned(s.id) THEN 0 ELSE coalesce(c.own_limit_minor, floor(minor_units(s.currency) * coalesce(r.units_per_eur, 1)
      * CASE WHEN EXISTS (SELECT FROM payment_setups p WHERE p.store_id = s.id AND p.provider <> 'manual' AND p.method_id IS NOT NULL)
          THEN greatest(m.credit_limit_eur, m.verified_credit_limit_eur) ELSE m.credit_limit_eur END)::bigint) END
      + greatest(prepaid_cover(c.prepaid_minor, c.prepaid_vat_ppm) - CASE WHEN c.is_guaranteed THEN guarantee_rounding() ELSE 0 END, 0) AS minor
    FROM stores s JOIN store_credit c ON c.store_id = s.id CROSS JOIN marketplace_settings m
    LEFT JOIN LATERAL (SELECT e.units_per_eur FROM exchange_rates e WHERE e.currency = s.currency ORDER BY e.day DESC LIMIT 1) r ON true
    WHERE p_stores IS NULL OR s.id = ANY (p_stores)
  ), held AS (
    SELECT c.store_id FROM store_credit c JOIN limits l ON l.id = c.store_id WHERE c.limit_minor <> l.minor ORDER BY c.store_id FOR NO KEY UPDATE OF c
  )
  UPDATE store_credit c SET limit_minor = l.minor FROM limits l WHERE l.id = c.store_id AND c.store_id IN (SELECT store_id FROM held);
$$;

CREATE OR REPLACE FUNCTION store_has_credit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO store_credit (store_id) SELECT id FROM added ORDER BY id ON CONFLICT DO NOTHING;
  PERFORM refresh_credit_limits(ARRAY (SELECT id FROM added));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER stores_credit AFTER INSERT ON stores REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION store_has_credit();

CREATE OR REPLACE FUNCTION credit_limit_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_credit_limits(CASE TG_TABLE_NAME WHEN 'payment_setups' THEN ARRAY[(to_jsonb(NEW) ->> 'store_id')::bigint] END);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER payment_setups_credit AFTER INSERT OR UPDATE OF method_id ON payment_setups
  FOR EACH ROW EXECUTE FUNCTION credit_limit_changes();

CREATE OR REPLACE TRIGGER marketplace_settings_credit AFTER UPDATE OF credit_limit_eur, verified_credit_limit_eur ON marketplace_settings
  FOR EACH ROW EXECUTE FUNCTION credit_limit_changes();

-- Rows created by a migration have no limit yet. Without recorded currencies, the limits stay as they are until the starting process records them.
SELECT refresh_credit_limits();
