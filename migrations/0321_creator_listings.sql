-- Creators choose whether stores find them, and whether stores see their results in bands.
ALTER TABLE creator_profiles
  ADD COLUMN is_listed boolean NOT NULL DEFAULT false,
  ADD COLUMN shows_results boolean NOT NULL DEFAULT false;
