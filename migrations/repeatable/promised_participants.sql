-- Who of these creators takes part in the campaigns of a store that have promised something: named as users, or as those of agencies and tags.
CREATE OR REPLACE FUNCTION promised_participants(p_store bigint, p_users bigint[], p_agencies bigint[], p_tags bigint[]) RETURNS bigint[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(p.id ORDER BY p.id), '{}') FROM terms_promises t JOIN participants p ON p.campaign_id = t.campaign_id JOIN users u ON u.id = p.user_id
  WHERE t.store_id = p_store AND t.version = 1 AND earns_terms(p.status) AND (u.id = ANY (p_users) OR u.agency_id = ANY (p_agencies)
    OR u.id IN (SELECT m.user_id FROM user_tag_members m WHERE m.user_tag_id = ANY (p_tags)))
$$;
