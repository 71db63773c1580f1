-- The order in which campaigns of the same kind price a click when several match: the highest priority first, then the newest. ORDER BY it, ascending.
-- The kind of terms precedes it: a campaign attached to the link, one for this creator, running ones (docs/domain.md, "What a click earns").
CREATE OR REPLACE FUNCTION campaign_precedence(o campaigns) RETURNS bigint[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY[-o.priority, -o.id]
$$;
