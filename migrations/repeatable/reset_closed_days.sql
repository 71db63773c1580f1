CREATE OR REPLACE FUNCTION reset_closed_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  TRUNCATE creator_days, creator_currency_days, link_weeks;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER link_days_closed_truncate AFTER TRUNCATE ON link_days FOR EACH STATEMENT EXECUTE FUNCTION reset_closed_days();
