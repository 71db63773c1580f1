-- Removes what was prepared in an account before anybody proved its mailbox and could send money or data away or open the account again: of the
-- user, and of the stores and agencies that belong to nobody else (no other owner, or only owners whom the user has invited). It is used when the
-- owner of the mailbox takes the account over. Passwords, tokens and second factors are removed by the caller.
-- tests/schema/take-over.test.ts lists every table with the reason why it is handled here or need not be.
-- Returns the number of removed records by table, without zeros.
CREATE OR REPLACE FUNCTION clear_unproven_account(p_user bigint, p_at timestamptz) RETURNS jsonb LANGUAGE sql AS $$
  WITH own_stores AS MATERIALIZED (
    SELECT m.store_id AS id FROM store_members m
    WHERE m.user_id = p_user AND m.role = 'owner' AND NOT EXISTS (
      SELECT FROM store_members o WHERE o.store_id = m.store_id AND o.role = 'owner' AND o.user_id <> p_user AND NOT EXISTS (
        SELECT FROM invites i WHERE i.store_id = o.store_id AND i.accepted_by = o.user_id AND i.invited_by = p_user))
  ), own_agencies AS MATERIALIZED (
    SELECT m.agency_id AS id FROM agency_members m
    WHERE m.user_id = p_user AND m.role = 'owner' AND NOT EXISTS (
      SELECT FROM agency_members o WHERE o.agency_id = m.agency_id AND o.role = 'owner' AND o.user_id <> p_user AND NOT EXISTS (
        SELECT FROM invites i WHERE i.agency_id = o.agency_id AND i.accepted_by = o.user_id AND i.invited_by = p_user))
  ), own_payees AS MATERIALIZED (
    SELECT id FROM payees WHERE user_id = p_user OR agency_id IN (SELECT id FROM own_agencies)
  ), used_accounts AS MATERIALIZED (
    SELECT DISTINCT payout_account_id AS id FROM payouts WHERE payout_account_id IN (SELECT id FROM payout_accounts WHERE payee_id IN (SELECT id FROM own_payees))
  ), kept_accounts AS (
    UPDATE payout_accounts SET removed_at = p_at WHERE removed_at IS NULL AND id IN (SELECT id FROM used_accounts) RETURNING 1
  ), removed_accounts AS (
    DELETE FROM payout_accounts WHERE payee_id IN (SELECT id FROM own_payees) AND id NOT IN (SELECT id FROM used_accounts) RETURNING 1
  ), consents AS (
    DELETE FROM payee_consents WHERE payee_id IN (SELECT id FROM own_payees) RETURNING 1
  ), checks AS (
    DELETE FROM vat_number_checks WHERE payee_id IN (SELECT id FROM own_payees) RETURNING 1
  ), removed_payees AS (
    DELETE FROM payees WHERE id IN (SELECT id FROM own_payees)
      AND id NOT IN (SELECT a.payee_id FROM payout_accounts a WHERE a.id IN (SELECT id FROM used_accounts)) RETURNING 1
  ), kept_payees AS (
    UPDATE payees SET vat_confirmed_at = NULL, vat_confirmed_by = NULL WHERE id IN (SELECT id FROM own_payees)
      AND id IN (SELECT a.payee_id FROM payout_accounts a WHERE a.id IN (SELECT id FROM used_accounts)) RETURNING 1
  ), receivers AS (
    UPDATE webhooks SET deleted_at = p_at, sealed_secret = NULL, sealed_previous_secret = NULL, sealed_values = NULL
    WHERE deleted_at IS NULL AND (user_id = p_user OR created_by = p_user
      OR store_id IN (SELECT id FROM own_stores) OR agency_id IN (SELECT id FROM own_agencies)) RETURNING 1
  ), reports AS (
    DELETE FROM report_schedules
    WHERE user_id = p_user OR created_by = p_user OR store_id IN (SELECT id FROM own_stores) OR agency_id IN (SELECT id FROM own_agencies) RETURNING 1
  ), messages AS (
    UPDATE broadcasts SET state = 'stopped', ended_at = p_at
    WHERE state = 'scheduled' AND (author_id = p_user OR store_id IN (SELECT id FROM own_stores)) RETURNING 1
  ), triggers AS (
    UPDATE message_triggers SET is_on = false WHERE is_on AND (author_id = p_user OR store_id IN (SELECT id FROM own_stores)) RETURNING 1
  ), addresses AS (
    DELETE FROM participant_deliveries WHERE user_id = p_user RETURNING 1
  ), pages AS (
    UPDATE creator_pages SET is_public = false WHERE user_id = p_user AND is_public RETURNING 1
  ), listings AS (
    UPDATE creator_profiles SET is_listed = false, is_listed_for_agencies = false, shows_results = false
    WHERE user_id = p_user AND (is_listed OR is_listed_for_agencies OR shows_results) RETURNING 1
  ), recipients AS (
    DELETE FROM report_recipients WHERE user_id = p_user RETURNING 1
  ), keys AS (
    UPDATE store_keys SET revoked_at = p_at
    WHERE revoked_at IS NULL AND (created_by = p_user OR store_id IN (SELECT id FROM own_stores)) RETURNING 1
  ), signatures AS (
    DELETE FROM order_signing_secrets WHERE store_id IN (SELECT id FROM own_stores) RETURNING 1
  ), billing AS (
    DELETE FROM billing_sources WHERE store_id IN (SELECT id FROM own_stores) RETURNING 1
  ), plugins AS (
    UPDATE stores SET activation_key_hash = NULL WHERE activation_key_hash IS NOT NULL AND id IN (SELECT id FROM own_stores) RETURNING 1
  ), setups AS (
    DELETE FROM payment_setups WHERE store_id IN (SELECT id FROM own_stores) RETURNING 1
  ), promised AS (
    DELETE FROM one_time_payments p WHERE p.created_by = p_user AND p.void_id IS NULL
      AND NOT EXISTS (SELECT FROM ledger_entries e WHERE e.part = 'cost' AND e.origin_kind = 'one_time' AND e.origin_id = p.id::text) RETURNING 1
  ), unpromised AS MATERIALIZED (
    -- Promised terms could otherwise not be stopped.
    SELECT end_promises(ARRAY (SELECT DISTINCT t.campaign_id FROM terms_promises t WHERE t.store_id IN (SELECT id FROM own_stores)), p_at, p_user,
      'The account of the store has been taken over by the owner of its address.')::text AS done
  ), paused AS (
    UPDATE campaigns SET active = false, updated_at = p_at
    WHERE active AND deleted_at IS NULL AND store_id IN (SELECT id FROM own_stores) RETURNING 1
  ), invitations AS (
    UPDATE invites SET revoked_at = p_at, token_hash = NULL
    WHERE accepted_at IS NULL AND revoked_at IS NULL AND (invited_by = p_user
      OR store_id IN (SELECT id FROM own_stores) OR agency_id IN (SELECT id FROM own_agencies)) RETURNING 1
  ), creator_invitations AS (
    UPDATE agency_invitations SET answer = 'revoked', answered_at = p_at
    WHERE answer IS NULL AND (invited_by = p_user OR agency_id IN (SELECT id FROM own_agencies)) RETURNING 1
  ), invited_members AS (
    DELETE FROM store_members m USING invites i
    WHERE m.store_id IN (SELECT id FROM own_stores) AND i.store_id = m.store_id AND i.accepted_by = m.user_id AND i.invited_by = p_user
      AND m.user_id <> p_user RETURNING 1
  ), invited_representatives AS (
    DELETE FROM agency_members m USING invites i
    WHERE m.agency_id IN (SELECT id FROM own_agencies) AND i.agency_id = m.agency_id AND i.accepted_by = m.user_id AND i.invited_by = p_user
      AND m.user_id <> p_user RETURNING 1
  ), hosts AS (
    DELETE FROM link_domains WHERE user_id = p_user OR agency_id IN (SELECT id FROM own_agencies) RETURNING 1
  ), feeds AS (
    UPDATE product_feeds SET url = NULL, schedule = 'manual', next_run_at = NULL WHERE url IS NOT NULL AND store_id IN (SELECT id FROM own_stores) RETURNING 1
  ), exports AS (
    DELETE FROM data_exports WHERE user_id = p_user RETURNING 1
  ), settings AS (
    DELETE FROM notification_settings WHERE user_id = p_user RETURNING 1
  ), links AS (
    DELETE FROM unsubscribe_links WHERE user_id = p_user RETURNING 1
  ), challenges AS (
    DELETE FROM passkey_challenges WHERE user_id = p_user RETURNING 1
  ), changes AS (
    DELETE FROM account_codes WHERE user_id = p_user AND kind = 'email_change' RETURNING 1
  ), replies AS (
    DELETE FROM idempotency_keys WHERE user_id = p_user RETURNING 1
  ), boxes AS (
    UPDATE sandboxes SET expires_at = created_at WHERE owner_id = p_user AND expires_at > p_at RETURNING 1
  ), person AS (
    UPDATE users SET deletion_due_at = NULL, preferred_locale = NULL WHERE id = p_user RETURNING 1
  )
  SELECT coalesce(jsonb_object_agg(name, number), '{}') FROM (VALUES
    ('payout_accounts', (SELECT count(*) FROM kept_accounts) + (SELECT count(*) FROM removed_accounts)),
    ('payee_consents', (SELECT count(*) FROM consents)),
    ('payees', (SELECT count(*) FROM removed_payees) + (SELECT count(*) FROM kept_payees)),
    ('vat_number_checks', (SELECT count(*) FROM checks)),
    ('webhooks', (SELECT count(*) FROM receivers)),
    ('report_schedules', (SELECT count(*) FROM reports)),
    ('broadcasts', (SELECT count(*) FROM messages)),
    ('message_triggers', (SELECT count(*) FROM triggers)),
    ('participant_deliveries', (SELECT count(*) FROM addresses)),
    ('creator_pages', (SELECT count(*) FROM pages)),
    ('creator_profiles', (SELECT count(*) FROM listings)),
    ('report_recipients', (SELECT count(*) FROM recipients)),
    ('store_keys', (SELECT count(*) FROM keys)),
    ('order_signing_secrets', (SELECT count(*) FROM signatures)),
    ('billing_sources', (SELECT count(*) FROM billing)),
    ('activation_keys', (SELECT count(*) FROM plugins)),
    ('payment_setups', (SELECT count(*) FROM setups)),
    ('one_time_payments', (SELECT count(*) FROM promised)),
    ('paused_campaigns', (SELECT count(*) FROM paused) + (SELECT 0 * count(done) FROM unpromised)),
    ('invites', (SELECT count(*) FROM invitations)),
    ('agency_invitations', (SELECT count(*) FROM creator_invitations)),
    ('store_members', (SELECT count(*) FROM invited_members)),
    ('agency_members', (SELECT count(*) FROM invited_representatives)),
    ('link_domains', (SELECT count(*) FROM hosts)),
    ('product_feeds', (SELECT count(*) FROM feeds)),
    ('data_exports', (SELECT count(*) FROM exports)),
    ('notification_settings', (SELECT count(*) FROM settings)),
    ('unsubscribe_links', (SELECT count(*) FROM links)),
    ('passkey_challenges', (SELECT count(*) FROM challenges)),
    ('account_codes', (SELECT count(*) FROM changes)),
    ('idempotency_keys', (SELECT count(*) FROM replies)),
    ('sandboxes', (SELECT count(*) FROM boxes)),
    ('users', (SELECT 0 * count(*) FROM person))
  ) AS removed (name, number) WHERE number > 0
$$;
