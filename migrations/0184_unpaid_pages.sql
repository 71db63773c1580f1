-- The changes of the domains and URL rules of each store: their number, and the number up to which the store's links have been checked.
CREATE TABLE page_rule_changes (
  store_id bigint PRIMARY KEY REFERENCES stores (id) ON DELETE CASCADE,
  version bigint NOT NULL DEFAULT 1 CHECK (version > 0),
  checked_version bigint CHECK (checked_version <= version),
  -- When creators were last notified of links that earn nothing any more.
  notified_at timestamptz
);
CREATE INDEX page_rule_changes_unchecked ON page_rule_changes (store_id) WHERE checked_version IS DISTINCT FROM version;
INSERT INTO page_rule_changes (store_id) SELECT id FROM stores;

-- Links to pages that their stores do not pay for, as of the last check.
CREATE TABLE unpaid_links (
  link_id bigint PRIMARY KEY REFERENCES links (id) ON DELETE CASCADE,
  since timestamptz NOT NULL
);
