-- Makes a transaction that changes a cap wait for clicks that are being priced against it, and later clicks use the new cap.
CREATE OR REPLACE FUNCTION lock_changed_cap() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_campaign bigint;
BEGIN
  v_campaign := CASE TG_TABLE_NAME WHEN 'campaigns' THEN NEW.id ELSE (to_jsonb(NEW) ->> 'campaign_id')::bigint END;
  INSERT INTO campaign_spend (campaign_id) VALUES (v_campaign) ON CONFLICT DO NOTHING;
  PERFORM FROM campaign_spend WHERE campaign_id = v_campaign AND user_id = 0 FOR UPDATE;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER campaigns_cap BEFORE UPDATE OF max_clicks, max_money_minor, budget_limit_minor, per_user_limit, shared_budget_id
  ON campaigns FOR EACH ROW EXECUTE FUNCTION lock_changed_cap();

CREATE OR REPLACE TRIGGER participants_cap BEFORE UPDATE OF click_limit ON participants FOR EACH ROW EXECUTE FUNCTION lock_changed_cap();
