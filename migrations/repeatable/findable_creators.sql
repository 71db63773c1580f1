-- The creators whom stores or agencies may find, with what is searched of them: those who consent, and whose account is proven, approved and not suspended.
CREATE OR REPLACE VIEW findable_creators AS
  SELECT x.user_id, u.agency_id, u.country, x.languages,
    ARRAY (SELECT t.category_id FROM creator_topics t WHERE t.user_id = x.user_id ORDER BY t.category_id) AS topics,
    to_tsvector('simple', concat_ws(' ', u.public_name, x.bio, (SELECT string_agg(a.identifier, ' ') FROM social_accounts a
      WHERE a.user_id = x.user_id AND a.platform IS NOT NULL))) AS words,
    coalesce((SELECT max(coalesce(nullif(a.followers, 0), a.stated_followers, 0)) FROM social_accounts a
      WHERE a.user_id = x.user_id AND a.platform IS NOT NULL), 0) AS followers,
    EXISTS (SELECT FROM social_accounts a WHERE a.user_id = x.user_id AND a.platform IS NOT NULL AND a.proven_at IS NOT NULL) AS is_verified,
    x.shows_results, x.is_listed AS for_stores, x.is_listed_for_agencies AS for_agencies
  FROM creator_profiles x JOIN users u ON u.id = x.user_id
  WHERE (x.is_listed OR x.is_listed_for_agencies) AND u.suspended_at IS NULL AND u.erased_at IS NULL AND NOT u.awaits_approval AND NOT u.email_unproven AND NOT u.is_admin;
