-- Ends the binding promises of campaigns at once, because the administration or the platform stops what they promise. Creators read the reason.
CREATE OR REPLACE FUNCTION end_promises(p_campaigns bigint[], p_at timestamptz, p_actor bigint, p_reason text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO terms_promises (campaign_id, store_id, version, begins_on, time_zone, created_by, created_at, ended_reason)
  SELECT t.campaign_id, t.store_id, t.version + 1, n.today, t.time_zone, p_actor, p_at, p_reason
  FROM unnest(p_campaigns) AS c (id)
  CROSS JOIN LATERAL (SELECT x.* FROM terms_promises x WHERE x.campaign_id = c.id ORDER BY x.version DESC LIMIT 1) t
  CROSS JOIN LATERAL promise_at(c.id, p_at) n
  WHERE n.is_binding OR n.until >= n.today OR n.next_begins_on IS NOT NULL ORDER BY t.campaign_id
$$;
