-- Who changes a cap waits for the clicks that are being priced against it, and they see the new one.
CREATE OR REPLACE FUNCTION cap_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_offer bigint;
BEGIN
  v_offer := CASE TG_TABLE_NAME WHEN 'offers' THEN NEW.id ELSE (to_jsonb(NEW) ->> 'offer_id')::bigint END;
  INSERT INTO offer_spend (offer_id) VALUES (v_offer) ON CONFLICT DO NOTHING;
  PERFORM FROM offer_spend WHERE offer_id = v_offer AND user_id = 0 FOR UPDATE;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER offers_cap BEFORE UPDATE OF max_clicks, max_money_minor, budget_limit_minor, per_user_limit, shared_budget_id
  ON offers FOR EACH ROW EXECUTE FUNCTION cap_changes();

CREATE OR REPLACE TRIGGER participants_cap BEFORE UPDATE OF click_limit ON participants FOR EACH ROW EXECUTE FUNCTION cap_changes();
