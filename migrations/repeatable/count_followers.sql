CREATE OR REPLACE FUNCTION count_followers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_users bigint[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    v_users := ARRAY (SELECT user_id FROM changed UNION SELECT user_id FROM former);
  ELSE
    v_users := ARRAY (SELECT DISTINCT user_id FROM changed);
  END IF;
  -- The row is locked before counting: a concurrent change of another account of this influencer counts later and includes this one.
  PERFORM FROM influencers WHERE user_id = ANY (v_users) ORDER BY user_id FOR NO KEY UPDATE;
  UPDATE influencers i SET followers = n.followers FROM (
    SELECT w.user_id, coalesce(sum(a.followers), 0)::bigint AS followers
    FROM unnest(v_users) AS w (user_id) LEFT JOIN social_accounts a ON a.user_id = w.user_id GROUP BY w.user_id
  ) n WHERE i.user_id = n.user_id AND i.followers <> n.followers;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER social_accounts_count_insert AFTER INSERT ON social_accounts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_followers();

CREATE OR REPLACE TRIGGER social_accounts_count_update AFTER UPDATE ON social_accounts REFERENCING OLD TABLE AS former NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_followers();

CREATE OR REPLACE TRIGGER social_accounts_count_delete AFTER DELETE ON social_accounts REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_followers();
