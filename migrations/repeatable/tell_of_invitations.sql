-- People who were named in advance are told of their invitations (the job `tell_of_invitations`) when they prove the address or the account, and when a
-- campaign names an address or an account that is proven already. `participations_of` decides whose an invitation is.
CREATE OR REPLACE FUNCTION tell_of_invitations(p_users bigint[]) RETURNS void LANGUAGE sql AS $$
  SELECT graphile_worker.add_job('tell_of_invitations', json_build_object('userId', u), job_key => 'tell_of_invitations:' || u) FROM unnest(p_users) AS u
$$;

CREATE OR REPLACE FUNCTION address_proven() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM participants w WHERE w.user_id IS NULL AND lower(w.pre_registered_email) = lower(NEW.email)) THEN
    PERFORM tell_of_invitations(ARRAY[NEW.id]);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER users_address_proven AFTER INSERT OR UPDATE OF email, email_unproven ON users
  FOR EACH ROW WHEN (NOT NEW.email_unproven) EXECUTE FUNCTION address_proven();

CREATE OR REPLACE FUNCTION account_known() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM participants w WHERE w.user_id IS NULL AND lower(w.pre_registered_identifier) = lower(NEW.identifier)) THEN
    PERFORM tell_of_invitations(ARRAY[NEW.user_id]);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER social_accounts_known AFTER INSERT OR UPDATE OF identifier, proven_at ON social_accounts
  FOR EACH ROW WHEN (NEW.is_theirs) EXECUTE FUNCTION account_known();

CREATE OR REPLACE FUNCTION people_named() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_users bigint[];
BEGIN
  SELECT array_agg(x.id) INTO v_users FROM (
    SELECT u.id FROM added w JOIN users u ON lower(u.email) = lower(w.pre_registered_email) WHERE w.user_id IS NULL AND NOT u.email_unproven
    UNION
    SELECT i.user_id FROM added w JOIN social_accounts i ON lower(i.identifier) = lower(w.pre_registered_identifier) AND i.is_theirs WHERE w.user_id IS NULL
  ) x;
  IF v_users IS NOT NULL THEN
    PERFORM tell_of_invitations(v_users);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER participants_named AFTER INSERT ON participants
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION people_named();
