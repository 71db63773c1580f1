-- How campaigns and people are shown, once for all statements.

-- The title of a campaign for creators: its internal name if it has none.
ALTER TABLE campaigns ADD COLUMN shown_title text NOT NULL GENERATED ALWAYS AS (coalesce(nullif(campaign_title, ''), name)) STORED;
DROP INDEX campaigns_by_title;
CREATE INDEX campaigns_by_title ON campaigns (shown_title, id) WHERE deleted_at IS NULL;

-- The name of a person for other parties: the display name, otherwise the username.
ALTER TABLE users ADD COLUMN public_name text NOT NULL GENERATED ALWAYS AS (coalesce(nullif(display_name, ''), username)) STORED;
-- The name of a person for those who work with them: the display name, otherwise first name and surname, otherwise the username.
ALTER TABLE users ADD COLUMN full_name text NOT NULL GENERATED ALWAYS AS (
  coalesce(nullif(display_name, ''), nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(surname, '')), ''), username)) STORED;
