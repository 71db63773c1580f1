-- Returns the stores whose visibility to a creator is set by a campaign at an instant. If there are several campaigns, the one whose terms apply first
-- decides. Audiences are evaluated as for prices (src/modules/clicks/load-profiles.ts).
CREATE OR REPLACE FUNCTION store_visibility_for(creator bigint, at timestamptz) RETURNS TABLE (store_id bigint, shown boolean)
  LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT DISTINCT ON (o.store_id) o.store_id, o.store_visibility = 2
    FROM campaigns o, users u LEFT JOIN agencies c ON c.id = u.agency_id
    WHERE u.id = creator AND o.store_visibility <> 0 AND o.active AND o.deleted_at IS NULL
      AND (o.valid_from IS NULL OR o.valid_from <= at) AND (o.valid_until IS NULL OR o.valid_until >= at)
      AND (o.only_user_id = u.id OR o.only_user_id IS NULL AND (
        o.type <> 'standard' AND EXISTS (SELECT FROM participants p WHERE p.campaign_id = o.id AND p.user_id = u.id
          AND p.status IN ('accepted', 'product_sent', 'have_received', 'have_posted'))
        OR o.type = 'standard' AND (
          NOT EXISTS (SELECT FROM campaign_targets x WHERE x.campaign_id = o.id)
          OR EXISTS (SELECT FROM campaign_targets x WHERE x.campaign_id = o.id AND (
            x.user_id = u.id OR x.agency_id = u.agency_id OR x.revenue_tier_id = u.revenue_tier_id
            OR x.store_group_id = coalesce(u.store_group_id, c.store_group_id)
            OR lower(x.email) = lower(u.email) AND NOT u.email_unproven
            OR x.user_tag_id IN (SELECT m.user_tag_id FROM user_tag_members m WHERE m.user_id = u.id)
            OR lower(x.social_identifier) IN (SELECT lower(i.identifier) FROM social_accounts i WHERE i.user_id = u.id)
          )))))
    ORDER BY o.store_id, (o.only_user_id IS NOT NULL) DESC, campaign_precedence(o);
$$;
