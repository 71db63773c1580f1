-- Lists of all campaigns: their number, and an index for each sort order.

-- How many campaigns there are, by what they are without regard to dates and limits. The triggers of count_campaigns add rows, so that changes of different
-- campaigns do not wait for each other; the number is the sum of the rows, and maintenance adds them up (compact_campaign_counts).
CREATE TABLE campaign_counts (
  -- `all`; `hidden`: not shown to its store; otherwise the column that `day` comes from. Deleted campaigns are only part of `all`.
  kind text NOT NULL CHECK (kind IN ('all', 'hidden', 'valid_from', 'valid_until', 'created_at')),
  state text NOT NULL CHECK (state IN ('active', 'paused', 'deleted')),
  -- In UTC.
  day date CHECK ((day IS NULL) = (kind IN ('all', 'hidden'))),
  campaigns bigint NOT NULL
);

CREATE INDEX campaigns_by_name ON campaigns (name, id) WHERE deleted_at IS NULL;
CREATE INDEX campaigns_by_title ON campaigns (coalesce(nullif(campaign_title, ''), name), id) WHERE deleted_at IS NULL;
CREATE INDEX campaigns_by_type ON campaigns (type, id) WHERE deleted_at IS NULL;
CREATE INDEX campaigns_by_priority ON campaigns (priority, id) WHERE deleted_at IS NULL;
CREATE INDEX campaigns_by_creation ON campaigns (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX campaigns_by_start ON campaigns (coalesce(valid_from, '-infinity'), id) WHERE deleted_at IS NULL;
CREATE INDEX campaigns_by_end ON campaigns (coalesce(valid_until, 'infinity'), id) WHERE deleted_at IS NULL;
CREATE INDEX campaigns_by_market ON campaigns (store_group_id) WHERE deleted_at IS NULL AND store_group_id IS NOT NULL;
CREATE INDEX campaigns_of_stores ON campaigns (store_id) INCLUDE (store_group_id, deleted_at) WHERE deleted_at IS NULL AND store_group_id IS NULL;
CREATE INDEX campaigns_deleted ON campaigns (id) WHERE deleted_at IS NOT NULL;
CREATE INDEX campaigns_hidden ON campaigns (id) WHERE NOT show_for_advertiser AND deleted_at IS NULL;
-- Campaigns whose limits can end them (campaign_totals), with what that depends on. By id, so that their counters are looked up in the order of the table.
CREATE INDEX campaigns_limited ON campaigns (id)
  INCLUDE (active, valid_from, valid_until, deleted_at, per_user_limit, max_clicks, max_money_minor, budget_limit_minor, shared_budget_id)
  WHERE deleted_at IS NULL AND num_nonnulls(max_clicks, max_money_minor, budget_limit_minor, shared_budget_id) > 0;

-- The search for a part of a name. Without the extension every campaign is read.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX campaigns_parts ON campaigns USING gin (name gin_trgm_ops, campaign_title gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR undefined_object THEN
  RAISE NOTICE 'Without pg_trgm the search for a part of a campaign''s name reads every campaign: %', SQLERRM;
END $$;
