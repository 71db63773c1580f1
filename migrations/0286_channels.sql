-- Creators add their own channels: accounts at platforms and own pages. The same channel is proven for one creator at a time. Campaigns name accounts without
-- their platform, and somebody else may have the name at another one: only accounts that the operator vouches for (`is_theirs`), by an import or by confirming
-- a channel, name their owner to campaigns. An imported account has no platform.
ALTER TABLE social_accounts
  ADD COLUMN platform text CHECK (platform IN ('instagram', 'tiktok', 'youtube', 'twitch', 'pinterest', 'blog', 'newsletter', 'podcast')),
  ADD COLUMN url text,
  ADD COLUMN token text NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', ''),
  ADD COLUMN stated_followers bigint CHECK (stated_followers >= 0),
  ADD COLUMN proven_by text CHECK (proven_by IN ('page', 'link', 'dns', 'file', 'meta', 'administrator')),
  ADD COLUMN proven_at timestamptz,
  ADD COLUMN checked_at timestamptz,
  ADD COLUMN is_theirs boolean GENERATED ALWAYS AS (platform IS NULL OR coalesce(proven_by = 'administrator', false)) STORED NOT NULL,
  ADD CHECK ((platform IS NULL) = (url IS NULL)),
  ADD CHECK ((proven_by IS NULL) = (proven_at IS NULL));
DROP INDEX social_accounts_identifier;
CREATE UNIQUE INDEX social_accounts_identifier ON social_accounts (user_id, type, coalesce(platform, ''), lower(identifier));
CREATE UNIQUE INDEX social_accounts_proven ON social_accounts (platform, lower(identifier)) WHERE proven_at IS NOT NULL;
