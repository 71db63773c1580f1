-- Recounts past days when a link becomes a tag. The lock is exclusive, so that no other transaction counts the link as its previous kind in the meantime.
CREATE OR REPLACE FUNCTION recount_tag_clicks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('close_days'));
  UPDATE creator_days t SET tag_clicks = t.tag_clicks + CASE NEW.kind WHEN 'tag' THEN d.clicks ELSE -d.clicks END
  FROM (
    SELECT d.store_id, d.day, d.user_id, sum(d.clicks) AS clicks FROM link_days d, closed_days c
    WHERE d.link_id = NEW.id AND d.day <= c.through GROUP BY d.store_id, d.day, d.user_id
  ) d WHERE t.store_id = d.store_id AND t.day = d.day AND t.user_id = d.user_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER links_kind AFTER UPDATE OF kind ON links
  FOR EACH ROW WHEN (OLD.kind <> NEW.kind) EXECUTE FUNCTION recount_tag_clicks();
