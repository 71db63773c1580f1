-- `@name` is the account `name`. Rows that become equal are merged: the one without the sign, or the older one, stays.
CREATE TEMPORARY TABLE signed ON COMMIT DROP AS
  SELECT 'target' AS kind, id, campaign_id AS owner, '' AS type, social_identifier AS given FROM campaign_targets WHERE social_identifier IS NOT NULL
  UNION ALL SELECT 'account', id, user_id, type, identifier FROM social_accounts
  UNION ALL SELECT 'participant', id, campaign_id, '', pre_registered_identifier FROM participants WHERE pre_registered_identifier IS NOT NULL;
ALTER TABLE signed ADD COLUMN name text;
UPDATE signed SET name = coalesce(nullif(regexp_replace(given, '^[\s@]+|\s+$', '', 'g'), ''), 'unknown-' || id);
ALTER TABLE signed ADD COLUMN is_double boolean NOT NULL DEFAULT false;
UPDATE signed s SET is_double = true WHERE EXISTS (
  SELECT FROM signed o WHERE o.kind = s.kind AND o.owner = s.owner AND o.type = s.type AND lower(o.name) = lower(s.name) AND o.id <> s.id
    AND (o.given <> o.name, o.id) < (s.given <> s.name, s.id));

DELETE FROM campaign_targets WHERE id IN (SELECT id FROM signed WHERE kind = 'target' AND is_double);
DELETE FROM social_accounts WHERE id IN (SELECT id FROM signed WHERE kind = 'account' AND is_double);
-- A participant who has joined keeps the participation; one who has not is named a second time.
UPDATE participants SET pre_registered_identifier = NULL
  WHERE id IN (SELECT id FROM signed WHERE kind = 'participant' AND is_double) AND (user_id IS NOT NULL OR pre_registered_email IS NOT NULL);
CREATE TEMPORARY TABLE doubled ON COMMIT DROP AS
  SELECT p.id FROM participants p JOIN signed s ON s.kind = 'participant' AND s.is_double AND s.id = p.id
  WHERE p.user_id IS NULL AND p.pre_registered_email IS NULL;
DELETE FROM activity_reads WHERE participant_id IN (SELECT id FROM doubled);
DELETE FROM activities WHERE participant_id IN (SELECT id FROM doubled);
DELETE FROM comments WHERE participant_id IN (SELECT id FROM doubled);
DELETE FROM prices WHERE participant_id IN (SELECT id FROM doubled);
DELETE FROM participants WHERE id IN (SELECT id FROM doubled);

UPDATE campaign_targets t SET social_identifier = s.name FROM signed s
  WHERE s.kind = 'target' AND s.id = t.id AND NOT s.is_double AND s.name <> s.given;
UPDATE social_accounts a SET identifier = s.name FROM signed s
  WHERE s.kind = 'account' AND s.id = a.id AND NOT s.is_double AND s.name <> s.given;
UPDATE participants p SET pre_registered_identifier = s.name FROM signed s
  WHERE s.kind = 'participant' AND s.id = p.id AND NOT s.is_double AND s.name <> s.given;

ALTER TABLE campaign_targets ADD CONSTRAINT campaign_targets_social_identifier_check CHECK (social_identifier !~ '^[\s@]');
ALTER TABLE social_accounts ADD CONSTRAINT social_accounts_identifier_check CHECK (identifier !~ '^[\s@]');
ALTER TABLE participants ADD CONSTRAINT participants_pre_registered_identifier_check CHECK (pre_registered_identifier !~ '^[\s@]');

-- Finds the invitations of a person by the person's accounts (participations_of).
CREATE INDEX participants_waiting_identifier ON participants (lower(pre_registered_identifier)) WHERE user_id IS NULL;
