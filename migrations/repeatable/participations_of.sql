-- The participations of a person: the person's own, and in each other campaign the oldest one that is registered for the person's proven address or for
-- one of the person's accounts that the operator vouches for. The latter become the person's own when the person acts; until then, stores do not learn who the person is.
CREATE OR REPLACE FUNCTION participations_of(p_user bigint) RETURNS SETOF participants LANGUAGE sql STABLE AS $$
  SELECT p.* FROM participants p WHERE p.user_id = p_user
  UNION ALL
  SELECT p.* FROM participants p WHERE p.id IN (
    SELECT DISTINCT ON (named.campaign_id) named.id FROM (
      SELECT w.id, w.campaign_id FROM users u JOIN participants w ON lower(w.pre_registered_email) = lower(u.email)
        WHERE u.id = p_user AND NOT u.email_unproven AND w.user_id IS NULL
      UNION ALL
      SELECT w.id, w.campaign_id FROM social_accounts i JOIN participants w ON lower(w.pre_registered_identifier) = lower(i.identifier)
        WHERE i.user_id = p_user AND i.is_theirs AND w.user_id IS NULL
    ) named WHERE NOT EXISTS (SELECT FROM participants own WHERE own.campaign_id = named.campaign_id AND own.user_id = p_user)
    ORDER BY named.campaign_id, named.id)
$$;
