CREATE OR REPLACE FUNCTION set_influencer_defaults() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.followers := coalesce((SELECT sum(a.followers)::bigint FROM social_accounts a WHERE a.user_id = NEW.user_id), 0);
  IF NEW.locale = '' THEN
    NEW.locale := coalesce((SELECT coalesce(u.preferred_locale, g.locale) FROM users u LEFT JOIN agencies c ON c.id = u.agency_id
      LEFT JOIN store_groups g ON g.id = coalesce(u.store_group_id, c.store_group_id) WHERE u.id = NEW.user_id), '');
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER influencers_set_defaults BEFORE INSERT ON influencers FOR EACH ROW EXECUTE FUNCTION set_influencer_defaults();
