-- What a price row pays creators, by kind of price: amounts in minor units, parts in millionths. Prices of traffic from social networks have a prefix.
CREATE OR REPLACE FUNCTION priced_terms(p_store bigint, p_campaign bigint, p_participant bigint) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_object_agg(CASE e.source WHEN 1 THEN 'social_' ELSE '' END || v.key, v.value)
  FROM effective_prices(p_store, p_campaign, p_participant) e CROSS JOIN LATERAL jsonb_each(jsonb_build_object(
    'cpc_minor', e.cpc_minor, 'cpa_ppm', (e.cpa * 1000000)::int,
    'cpo_minor', CASE WHEN e.invoice_cpo_minor > 0 THEN e.cpo_minor END,
    'cpo_mode', CASE WHEN e.invoice_cpo_minor > 0 AND e.cpo_minor > 0 THEN coalesce(e.cpo_mode, 'added') END,
    'minimum_order_minor', nullif(e.minimum_order_minor, 0),
    'user_share_ppm', (e.user_share * 1000000)::int, 'agency_share_ppm', (e.agency_share * 1000000)::int)) v
$$;

-- By what clicks of a campaign and their orders earn, without its limits: prices, rates, bonuses, window and rule of attribution.
CREATE OR REPLACE FUNCTION earning_terms(o campaigns) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(priced_terms(o.store_id, o.id, NULL), '{}') || jsonb_build_object(
    'attribution_rule', coalesce(o.attribution, r.attribution),
    'attribution_window_days', coalesce(o.attribution_window_days, r.window_days),
    'commission_rules', coalesce((SELECT jsonb_agg(jsonb_strip_nulls(n.rule) - 'margin_ppm' - 'margin_cpo_minor' ORDER BY n.place)
      FROM commission_rules c CROSS JOIN LATERAL jsonb_array_elements(c.rules) WITH ORDINALITY AS n (rule, place)
      WHERE c.campaign_id = o.id AND c.ended_at IS NULL), '[]'),
    'events', coalesce((SELECT jsonb_object_agg(k.code, jsonb_build_object('cpl_minor', p.cpl_minor, 'window_days', coalesce(k.window_days, o.attribution_window_days, r.window_days), 'pays_value', k.pays_value, 'once_days', k.once_days,
        'max_of_creator', k.max_of_creator, 'max_of_month', k.max_of_month))
      FROM event_kinds k JOIN event_prices p ON p.id = event_price_at(k.id, o.id, 'infinity') WHERE k.store_id = o.store_id AND k.archived_at IS NULL), '{}'),
    'bonus', (SELECT jsonb_build_object('first_month', t.first_month, 'tiers', t.tiers, 'budget_minor', t.budget_minor)
      FROM bonus_tiers t WHERE t.campaign_id = o.id ORDER BY t.version DESC LIMIT 1))
  FROM current_order_rules(o.store_id, NULL) r
$$;

-- The running campaigns of the store that price clicks of creators before this one, without asking them, with their terms. p_user null: those of a higher
-- precedence, and, as a `standard` campaign is for many, those for one creator and those that are attached to a link. Otherwise only for this creator.
CREATE OR REPLACE FUNCTION preceding_campaigns(o campaigns, p_user bigint, p_at timestamptz) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_object_agg(c.id, earning_terms(c)), '{}') FROM campaigns c
  WHERE c.store_id = o.store_id AND c.id <> o.id AND c.active AND c.deleted_at IS NULL AND (c.valid_until IS NULL OR c.valid_until > p_at) AND o.only_user_id IS NULL
    AND CASE
      WHEN c.only_user_id IS NOT NULL THEN CASE WHEN p_user IS NULL THEN o.type = 'standard' ELSE c.only_user_id = p_user END
      WHEN c.type = 'standard' AND campaign_precedence(c) < campaign_precedence(o) THEN true
      WHEN p_user IS NULL AND o.type <> 'standard' THEN false
      ELSE EXISTS (SELECT FROM campaign_links a JOIN links l ON l.id = a.link_id WHERE a.campaign_id = c.id AND (p_user IS NULL OR l.user_id = p_user))
    END
$$;

-- All terms of a campaign that can be promised, as they are now. worse_terms compares them; docs/promises.md lists them.
CREATE OR REPLACE FUNCTION terms_of_campaign(p_campaign bigint, p_at timestamptz) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT earning_terms(o) || jsonb_build_object(
    'active', o.active AND o.deleted_at IS NULL,
    'store_active', store_may_spend(s),
    'currency', s.currency,
    'valid_from', o.valid_from,
    'valid_until', o.valid_until,
    'max_clicks', o.max_clicks,
    'max_money_minor', least(o.max_money_minor, o.budget_limit_minor),
    'per_user_limit', o.per_user_limit,
    'shared_budget', o.shared_budget_id,
    'shared_budget_minor', b.amount_minor,
    'one_time_payment_minor', CASE WHEN o.has_onetime_payment THEN o.one_time_payment_minor END,
    'rate_steps', (SELECT jsonb_build_object('counts', r.counts, 'period', r.period, 'applies', r.applies, 'user_tag_id', r.user_tag_id,
        'steps', (SELECT jsonb_agg(n.step - 'margin_ppm' - 'margin_cpo_minor' ORDER BY n.place) FROM jsonb_array_elements(r.steps) WITH ORDINALITY AS n (step, place)))
      FROM rate_steps r WHERE r.id = rate_steps_at(o.id, 'infinity')),
    'customers', (SELECT jsonb_build_object('pays_first', c.pays_first, 'steps', (SELECT coalesce(jsonb_agg(n.step - 'margin_ppm' ORDER BY n.place), '[]')
        FROM jsonb_array_elements(c.steps) WITH ORDINALITY AS n (step, place)))
      FROM customer_programmes c WHERE c.store_id = o.store_id ORDER BY c.version DESC LIMIT 1),
    -- Without addresses and accounts, which are personal data and change when a person is erased.
    'audience', CASE WHEN o.type = 'standard' THEN (SELECT jsonb_agg(t.target ORDER BY t.target) FROM (
      SELECT jsonb_strip_nulls(jsonb_build_object('user_id', x.user_id, 'user_tag_id', x.user_tag_id, 'store_group_id', x.store_group_id, 'agency_id', x.agency_id,
        'revenue_tier_id', x.revenue_tier_id)) AS target FROM campaign_targets x WHERE x.campaign_id = o.id) t WHERE t.target <> '{}') END,
    'people', CASE WHEN o.type = 'standard' THEN (SELECT count(*) FROM campaign_targets x WHERE x.campaign_id = o.id AND coalesce(x.email, x.social_identifier) IS NOT NULL) END,
    'attached_links', (SELECT count(*) FROM campaign_links a WHERE a.campaign_id = o.id),
    'preceded_by', preceding_campaigns(o, NULL, p_at),
    'domains', (SELECT coalesce(jsonb_agg(d.host ORDER BY d.host), '[]') FROM store_domains d WHERE d.store_id = o.store_id AND d.standing <> 'unproven'),
    'allowed_pages', (SELECT coalesce(jsonb_agg(DISTINCT jsonb_build_array(u.url, u.keyword)), '[]') FROM url_rules u WHERE u.store_id = o.store_id AND u.type = 'allow'),
    'blocked_pages', (SELECT coalesce(jsonb_agg(DISTINCT jsonb_build_array(u.url, u.keyword)), '[]') FROM url_rules u WHERE u.store_id = o.store_id AND u.type = 'block'))
  FROM campaigns o JOIN stores s ON s.id = o.store_id
  LEFT JOIN shared_budgets b ON b.id = o.shared_budget_id
  WHERE o.id = p_campaign
$$;

-- What applies to a participant alone, with the prices if any of them is the participant's own.
CREATE OR REPLACE FUNCTION terms_of_participant(p_participant bigint, p_at timestamptz) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN EXISTS (SELECT FROM prices o WHERE o.participant_id = p.id) THEN priced_terms(c.store_id, c.id, p.id) ELSE '{}' END || jsonb_build_object(
    'takes_part', earns_terms(p.status),
    'own_preceded_by', CASE WHEN p.user_id IS NULL THEN '{}' ELSE preceding_campaigns(c, p.user_id, p_at) END,
    'is_blocked', u.id IS NOT NULL AND EXISTS (SELECT FROM blocklist b WHERE b.store_id = c.store_id AND NOT b.validate_clicks
      AND (b.user_id = u.id OR b.agency_id = u.agency_id OR b.user_tag_id IN (SELECT m.user_tag_id FROM user_tag_members m WHERE m.user_id = u.id))),
    'click_limit', p.click_limit,
    'payment_minor', p.payment_amount_minor,
    'vouchers', coalesce((SELECT jsonb_agg(v.id ORDER BY v.id) FROM vouchers v WHERE v.store_id = c.store_id AND v.user_id = p.user_id AND v.valid_until IS NULL), '[]'))
  FROM participants p JOIN campaigns c ON c.id = p.campaign_id LEFT JOIN users u ON u.id = p.user_id
  WHERE p.id = p_participant
$$;
