CREATE OR REPLACE FUNCTION influencer_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.followers := coalesce((SELECT sum(a.followers)::bigint FROM social_accounts a WHERE a.user_id = NEW.user_id), 0);
  IF NEW.locale = '' THEN
    NEW.locale := coalesce((SELECT coalesce(u.preferred_locale, g.locale) FROM users u LEFT JOIN clients c ON c.id = u.client_id
      LEFT JOIN store_groups g ON g.id = coalesce(u.store_group_id, c.store_group_id) WHERE u.id = NEW.user_id), '');
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER influencers_begin BEFORE INSERT ON influencers FOR EACH ROW EXECUTE FUNCTION influencer_begins();
