-- Keeps promised terms at the commit of every change of a table that they depend on, whoever has written it (keep_promised_terms). A writer that has called
-- keep_promised_terms itself finds nothing more to compare. The argument says how the row names its store or its participants.
CREATE OR REPLACE FUNCTION refuse_broken_promise() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_rows jsonb[] := ARRAY[CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END, CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END];
  v_row jsonb;
  v_stores bigint[];
  v_participants bigint[];
BEGIN
  FOREACH v_row IN ARRAY v_rows LOOP
    CONTINUE WHEN v_row IS NULL;
    v_participants := NULL;
    CASE TG_ARGV[0]
      WHEN 'id' THEN v_stores := ARRAY[(v_row ->> 'id')::bigint];
      WHEN 'store_id' THEN
        v_stores := ARRAY[(v_row ->> 'store_id')::bigint];
        v_participants := CASE WHEN v_row ->> 'participant_id' IS NOT NULL THEN ARRAY[(v_row ->> 'participant_id')::bigint] END;
      WHEN 'campaign_id' THEN v_stores := ARRAY (SELECT c.store_id FROM campaigns c WHERE c.id = (v_row ->> 'campaign_id')::bigint);
      WHEN 'participant' THEN
        v_stores := ARRAY (SELECT c.store_id FROM campaigns c WHERE c.id = (v_row ->> 'campaign_id')::bigint);
        v_participants := ARRAY[(v_row ->> 'id')::bigint];
      WHEN 'creators' THEN
        v_stores := ARRAY[(v_row ->> 'store_id')::bigint];
        v_participants := promised_participants(v_stores[1], ARRAY[(v_row ->> 'user_id')::bigint], ARRAY[(v_row ->> 'agency_id')::bigint],
          ARRAY[(v_row ->> 'user_tag_id')::bigint]);
    END CASE;
    IF cardinality(v_stores) > 0 THEN
      PERFORM keep_promised_terms(v_stores[1], v_participants, now(), NULL);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

DO $$
DECLARE
  v_watched record;
BEGIN
  -- Table, events, how the row names its store or its participants, and the columns that matter in an update.
  FOR v_watched IN SELECT * FROM (VALUES
    ('campaigns', 'INSERT OR UPDATE', 'store_id', 'active, deleted_at, valid_from, valid_until, max_clicks, max_money_minor, budget_limit_minor, per_user_limit,
      shared_budget_id, has_onetime_payment, one_time_payment_minor, attribution, attribution_window_days, priority, type, only_user_id, store_id'),
    ('prices', 'INSERT OR UPDATE OR DELETE', 'store_id', NULL),
    ('participants', 'INSERT OR UPDATE', 'participant', 'status, click_limit, payment_amount_minor, user_id, campaign_id'),
    ('commission_rules', 'INSERT OR UPDATE OR DELETE', 'campaign_id', NULL),
    ('bonus_tiers', 'INSERT OR UPDATE OR DELETE', 'campaign_id', NULL),
    ('rate_steps', 'INSERT OR UPDATE OR DELETE', 'campaign_id', NULL),
    ('event_prices', 'INSERT OR UPDATE OR DELETE', 'store_id', NULL),
    ('event_kinds', 'UPDATE', 'store_id', 'archived_at, window_days, pays_value, once_days, max_of_creator, max_of_month'),
    ('stores', 'UPDATE', 'id', 'deactivated_at, deleted_at, approval, currency, attribution_window_days'),
    ('order_rules', 'INSERT OR UPDATE OR DELETE', 'store_id', 'attribution'),
    ('vouchers', 'INSERT OR UPDATE OR DELETE', 'creators', NULL),
    ('customer_programmes', 'INSERT OR UPDATE OR DELETE', 'store_id', NULL),
    ('campaign_targets', 'INSERT OR UPDATE OR DELETE', 'campaign_id', 'user_id, user_tag_id, store_group_id, agency_id, revenue_tier_id, campaign_id'),
    ('campaign_links', 'INSERT OR UPDATE OR DELETE', 'campaign_id', NULL),
    ('shared_budgets', 'UPDATE', 'store_id', 'amount_minor'),
    ('blocklist', 'INSERT OR UPDATE', 'creators', NULL),
    ('url_rules', 'INSERT OR UPDATE OR DELETE', 'store_id', 'type, url, keyword'),
    ('store_domains', 'UPDATE OR DELETE', 'store_id', 'standing, host'),
    ('terms_promises', 'INSERT', 'store_id', NULL)
  ) AS w (tab, events, named_by, cols) LOOP
    EXECUTE format('DROP TRIGGER IF EXISTS %I ON %I', v_watched.tab || '_promised', v_watched.tab);
    EXECUTE format('CREATE CONSTRAINT TRIGGER %I AFTER %s ON %I DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_broken_promise(%L)',
      v_watched.tab || '_promised', replace(v_watched.events, 'UPDATE', 'UPDATE' || coalesce(' OF ' || v_watched.cols, '')), v_watched.tab, v_watched.named_by);
  END LOOP;
END $$;
