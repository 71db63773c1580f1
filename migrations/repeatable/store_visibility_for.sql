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
          AND earns_terms(p.status))
        OR o.type = 'standard' AND (
          NOT EXISTS (SELECT FROM campaign_targets x WHERE x.campaign_id = o.id)
          OR EXISTS (SELECT FROM matching_targets(o.id, u.id, u.agency_id, u.revenue_tier_id, coalesce(u.store_group_id, c.store_group_id),
            CASE WHEN NOT u.email_unproven THEN u.email END)))))
    ORDER BY o.store_id, (o.only_user_id IS NOT NULL) DESC, campaign_precedence(o);
$$;
