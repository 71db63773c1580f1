-- A number of minor units multiplied by the factor of its currency. Raises TRB08 when a unit would be lost, or the result exceeds 2^53-1. p_place names the
-- column in the message.
CREATE OR REPLACE FUNCTION rescaled(p_minor numeric, p_factor numeric, p_place text) RETURNS bigint LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  v_minor numeric := p_minor * p_factor;
BEGIN
  IF v_minor <> trunc(v_minor) OR abs(v_minor) > 9007199254740991 THEN
    RAISE EXCEPTION '% contains % minor units, which are no whole number of the new unit or too many', p_place, p_minor USING ERRCODE = 'TRB08';
  END IF;
  RETURN v_minor;
END $$;

-- A document whose amounts are multiplied: numbers named minor, %_minor or as one of p_keys, by the factor of the currency that is stated beside or above
-- them, else of p_currency. p_factors: factors by code; other currencies stay as they are.
CREATE OR REPLACE FUNCTION rescaled_json(p_json jsonb, p_currency text, p_factors jsonb, p_place text, p_keys text[] DEFAULT '{}')
RETURNS jsonb LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  v_currency text;
BEGIN
  IF jsonb_typeof(p_json) = 'array' THEN
    RETURN (SELECT coalesce(jsonb_agg(rescaled_json(e.value, p_currency, p_factors, p_place, p_keys) ORDER BY e.n), '[]')
      FROM jsonb_array_elements(p_json) WITH ORDINALITY AS e (value, n));
  ELSIF jsonb_typeof(p_json) = 'object' THEN
    v_currency := coalesce(p_json ->> 'currency', p_currency);
    RETURN (SELECT coalesce(jsonb_object_agg(e.key, CASE
        WHEN jsonb_typeof(e.value) <> 'number' THEN rescaled_json(e.value, v_currency, p_factors, p_place, p_keys)
        WHEN p_factors ? v_currency AND (e.key = 'minor' OR e.key LIKE '%\_minor' OR e.key = ANY (p_keys))
          THEN to_jsonb(rescaled(e.value::numeric, (p_factors ->> v_currency)::numeric, p_place))
        ELSE e.value END), '{}')
      FROM jsonb_each(p_json) AS e);
  END IF;
  RETURN p_json;
END $$;

-- The figures of clicks.passed_over (choose_terms): "clicks,spent,clicks,spent,spent,maximum" of each candidate, and "credit:" with the rest.
CREATE OR REPLACE FUNCTION rescaled_figures(p_figures text, p_factor numeric) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(CASE WHEN c.entry LIKE 'credit:%' THEN 'credit:' || rescaled(substr(c.entry, 8)::numeric, p_factor, 'clicks.passed_over')
    ELSE (SELECT string_agg(CASE WHEN f.n IN (2, 4, 5, 6) AND f.figure <> '' THEN rescaled(f.figure::numeric, p_factor, 'clicks.passed_over')::text
        ELSE f.figure END, ',' ORDER BY f.n) FROM unnest(string_to_array(c.entry, ',')) WITH ORDINALITY AS f (figure, n)) END, ';' ORDER BY c.n)
  FROM unnest(string_to_array(p_figures, ';')) WITH ORDINALITY AS c (entry, n)
$$;

-- The id of the terms of a click in other units. Ids of terms have 52 bits.
CREATE OR REPLACE FUNCTION rescaled_terms_id(p_id bigint, p_currency text, p_factor numeric) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ('x' || substr(md5(concat_ws(' ', p_id, p_currency, trim_scale(p_factor))), 1, 13))::bit(52)::bigint + 1
$$;

-- The refunds of lines in a history entry, "1: 500, 3: 250" (order_events.details), in other units.
CREATE OR REPLACE FUNCTION rescaled_lines(p_lines text, p_factor numeric) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(split_part(l.entry, ': ', 1) || ': ' || rescaled(split_part(l.entry, ': ', 2)::numeric, p_factor, 'order_events.details'), ', ' ORDER BY l.n)
  FROM unnest(string_to_array(p_lines, ', ')) WITH ORDINALITY AS l (entry, n)
$$;

-- Every column that stores amounts in minor units. currency: the currency of a row t, as an expression; null: the documents in the column state their
-- currencies. value: the converted column, as an expression of the row t, of the code and the factor of its currency (x.code, x.f), and of all factors ($1).
-- A test compares this list with the schema. Not listed are generated columns, limits that refresh_credit_limits computes, and the audit log and the replies of idempotent
-- requests, which repeat what was said.
CREATE OR REPLACE FUNCTION amount_columns() RETURNS TABLE (table_name text, column_name text, is_number boolean, currency text, value text)
LANGUAGE sql IMMUTABLE AS $$
  WITH currency_of (kind, currency) AS (VALUES
    ('own', 't.currency'),
    ('original', 't.original_currency'),
    ('store', '(SELECT s.currency FROM stores s WHERE s.id = t.store_id)'),
    ('link', '(SELECT s.currency FROM links l JOIN stores s ON s.id = l.store_id WHERE l.id = t.link_id)'),
    ('campaign', '(SELECT s.currency FROM campaigns c JOIN stores s ON s.id = c.store_id WHERE c.id = t.campaign_id)'),
    ('gift', '(SELECT s.currency FROM campaign_gifts g JOIN campaigns c ON c.id = g.campaign_id JOIN stores s ON s.id = c.store_id WHERE g.id = t.gift_id)'),
    ('participant', '(SELECT s.currency FROM participants p JOIN campaigns c ON c.id = p.campaign_id JOIN stores s ON s.id = c.store_id WHERE p.id = t.participant_id)'),
    ('agreed', 'coalesce(t.payment_currency, (SELECT s.currency FROM campaigns c JOIN stores s ON s.id = c.store_id WHERE c.id = t.campaign_id))'),
    ('invoice', '(SELECT i.currency FROM invoices i WHERE i.id = t.invoice_id)'),
    ('run', '(SELECT r.currency FROM payout_runs r WHERE r.id = t.run_id)'),
    ('euro', $e$'EUR'$e$),
    ('stated', NULL)
  ), numbers (table_name, kind, columns) AS (VALUES
    ('bank_entries', 'own', 'amount_minor entry_minor charges_minor'),
    ('billing_records', 'own', 'amount_minor paid_minor'),
    ('bonus_months', 'campaign', 'reached_minor reserved_minor'),
    ('bonus_tiers', 'campaign', 'budget_minor'),
    ('campaign_gift_products', 'gift', 'value_minor'),
    ('campaign_gifts', 'campaign', 'value_minor'),
    ('campaign_spend', 'campaign', 'spent_minor'),
    ('campaigns', 'store', 'one_time_payment_minor max_money_minor budget_limit_minor'),
    ('clicks', 'own', 'cost_minor user_minor agency_minor cpc_minor'),
    ('closing_bookings', 'own', 'cost_minor user_minor agency_minor'),
    ('creator_currency_days', 'own', 'user_minor order_user_minor'),
    ('creator_days', 'store', 'cost_minor user_minor agency_minor order_minor order_cost_minor order_user_minor order_agency_minor'),
    ('imported_commissions', 'own', 'commission_minor sale_minor'),
    ('event_prices', 'store', 'cpl_minor invoice_cpl_minor'),
    ('guarantees', 'store', 'amount_minor used_minor earlier_minor'),
    ('invoice_lines', 'invoice', 'amount_minor'),
    ('invoices', 'own', 'net_minor vat_minor total_minor offset_minor prepaid_minor'),
    ('link_days', 'store', 'cost_minor user_minor agency_minor order_minor order_cost_minor order_user_minor order_agency_minor'),
    ('link_weeks', 'store', 'cost_minor order_minor order_cost_minor'),
    ('one_time_payments', 'own', 'user_minor'),
    ('order_claims', 'own', 'amount_minor'),
    ('order_reports', 'original', 'original_minor'),
    ('order_rules', 'store', 'max_order_minor'),
    ('orders', 'own', 'value_minor refunded_minor cost_minor user_minor agency_minor approved_minor approved_cost_minor rate_step_minor'),
    ('orders', 'original', 'original_minor original_refunded_minor'),
    ('participant_gifts', 'participant', 'value_minor'),
    ('participants', 'agreed', 'payment_amount_minor'),
    ('payment_links', 'own', 'amount_minor'),
    ('payout_files', 'run', 'total_minor'),
    ('payout_minimums', 'own', 'minimum_minor'),
    ('payout_runs', 'euro', 'eur_minor'),
    ('payouts', 'own', 'amount_minor'),
    ('prepayments', 'own', 'amount_minor'),
    ('prices', 'store', 'cpc_minor invoice_cpc_minor cpo_minor invoice_cpo_minor minimum_order_minor'),
    ('products', 'own', 'price_minor sale_price_minor previous_minor'),
    ('rate_step_sums', 'campaign', 'value_minor'),
    ('sealed_clicks', 'link', 'cost_minor user_minor agency_minor'),
    ('shared_budgets', 'store', 'amount_minor spent_minor'),
    ('single_entries', 'own', 'amount_minor'),
    ('store_credit', 'store', 'incurred_minor own_limit_minor promised_minor prepaid_minor reserved_minor'),
    ('store_days', 'store', 'cost_minor user_minor agency_minor order_minor order_cost_minor order_user_minor order_agency_minor'),
    ('store_groups', 'own', 'payment_limit_minor'),
    ('usage_rights', 'own', 'price_minor'),
    ('void_items', 'own', 'cost_minor user_minor agency_minor')
  ), others (table_name, kind, column_name, value) AS (VALUES
    ('bank_entries', 'stated', 'stated', $e$rescaled_json(t.stated, NULL, $1, 'bank_entries.stated', '{amountMinor}')$e$),
    ('bonus_tiers', 'campaign', 'tiers', $e$rescaled_json(t.tiers, x.code, $1, 'bonus_tiers.tiers')$e$),
    ('campaign_templates', 'store', 'content', $e$rescaled_json(t.content, x.code, $1, 'campaign_templates.content', '{cpc,invoice_cpc,creditMinor,valueMinor}')$e$),
    ('clicks', 'own', 'fixed', $e$rescaled_json(t.fixed, x.code, $1, 'clicks.fixed')$e$),
    ('commission_rules', 'campaign', 'rules', $e$rescaled_json(t.rules, x.code, $1, 'commission_rules.rules')$e$),
    ('creator_profiles', 'stated', 'rates', $e$rescaled_json(t.rates, NULL, $1, 'creator_profiles.rates')$e$),
    ('clicks', 'own', 'passed_over', 'rescaled_figures(t.passed_over, x.f)'),
    ('clicks', 'own', 'click_terms_id', 'rescaled_terms_id(t.click_terms_id, x.code, x.f)'),
    ('event_outbox', 'stated', 'data', $e$rescaled_json(t.data, NULL, $1, 'event_outbox.data')$e$),
    ('event_outbox', 'stated', 'private_data', $e$rescaled_json(t.private_data, NULL, $1, 'event_outbox.private_data')$e$),
    ('notifications', 'stated', 'data', $e$rescaled_json(t.data, NULL, $1, 'notifications.data')$e$),
    ('order_events', 'stated', 'details', $e$rescaled_json(t.details, NULL, $1, 'order_events.details') || CASE
      WHEN t.details ? 'lines' AND $1 ? (t.details ->> 'currency')
      THEN jsonb_build_object('lines', rescaled_lines(t.details ->> 'lines', ($1 ->> (t.details ->> 'currency'))::numeric)) ELSE '{}' END$e$),
    ('rate_steps', 'campaign', 'steps', $e$rescaled_json(t.steps, x.code, $1, 'rate_steps.steps')$e$),
    ('order_reports', 'original', 'lines', $e$rescaled_json(t.lines, x.code, $1, 'order_reports.lines')$e$),
    ('recorded_terms', 'campaign', 'terms', $e$rescaled_json(t.terms, x.code, $1, 'recorded_terms.terms')$e$),
    ('orders', 'own', 'fixed', $e$rescaled_json(t.fixed, x.code, $1, 'orders.fixed')$e$),
    ('orders', 'own', 'terms_fixed', $e$rescaled_json(t.terms_fixed, x.code, $1, 'orders.terms_fixed')$e$),
    ('orders', 'original', 'lines', $e$rescaled_json(t.lines, x.code, $1, 'orders.lines')$e$)
  )
  SELECT n.table_name, c.column_name, true, o.currency, format('rescaled(t.%I, x.f, %L)', c.column_name, n.table_name || '.' || c.column_name)
    FROM numbers n JOIN currency_of o USING (kind) CROSS JOIN LATERAL unnest(string_to_array(n.columns, ' ')) AS c (column_name)
  UNION ALL
  SELECT n.table_name, n.column_name, false, o.currency, n.value FROM others n JOIN currency_of o USING (kind)
$$;

-- The currencies in which amounts other than zero are stored; p_codes: of these.
CREATE OR REPLACE FUNCTION currencies_in_use(p_codes text[] DEFAULT NULL) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_sql text := (SELECT string_agg(format('SELECT DISTINCT %1$s FROM %2$I t WHERE ($1 IS NULL OR %1$s = ANY ($1)) AND (%3$s)', c.currency, c.table_name, c.filled), ' UNION ')
    FROM (SELECT currency, table_name, string_agg(format('t.%I <> 0', column_name), ' OR ') AS filled FROM amount_columns() WHERE is_number
      GROUP BY currency, table_name) c);
BEGIN
  RETURN QUERY EXECUTE format('SELECT code::text FROM (%s) c (code) WHERE code IS NOT NULL ORDER BY 1', v_sql) USING p_codes;
END $$;
