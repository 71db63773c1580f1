-- The targets of a campaign that include a creator. p_email is null if the creator's address is not proven. The planner inlines it.
-- `campaignIsFor` in src/modules/campaigns/policy.ts finds the campaigns of a creator instead, by indexes on the creator.
CREATE OR REPLACE FUNCTION matching_targets(p_campaign bigint, p_user bigint, p_agency bigint, p_tier bigint, p_market bigint, p_email text)
  RETURNS SETOF campaign_targets LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT x.* FROM campaign_targets x WHERE x.campaign_id = p_campaign AND (
      x.user_id = p_user OR x.agency_id = p_agency OR x.revenue_tier_id = p_tier OR x.store_group_id = p_market OR lower(x.email) = lower(p_email)
      OR x.user_tag_id IN (SELECT m.user_tag_id FROM user_tag_members m WHERE m.user_id = p_user)
      OR lower(x.social_identifier) IN (SELECT lower(i.identifier) FROM social_accounts i WHERE i.user_id = p_user AND i.is_theirs))
$$;
