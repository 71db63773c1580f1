-- The positions of the clicks of a batch (p_*) that exceed a limit of their network. e_*: the counters that exceed a limit, with
-- the number of excess clicks on the day and in the counter's latest minute (see limit_networks). The latest clicks are taken.
-- They are compared by hashes, because both sides may be as large as a batch, which the planner does not know.
CREATE OR REPLACE FUNCTION clicks_beyond_limits(
  p_day date[], p_minute int[], p_network uuid[], p_store bigint[], p_user bigint[], p_class smallint[],
  e_day date[], e_network uuid[], e_scope smallint[], e_id bigint[], e_minute int[], e_of_day int[], e_of_minute int[]
) RETURNS int[] LANGUAGE plpgsql STABLE SET enable_nestloop = off AS $$
BEGIN
  RETURN ARRAY (
    SELECT DISTINCT n::int FROM (
      SELECT c.n, c.minute = e.minute AS is_latest, e.of_day, e.of_minute,
        row_number() OVER (PARTITION BY c.day, c.network, c.scope, c.id ORDER BY c.n DESC) AS place,
        row_number() OVER (PARTITION BY c.day, c.network, c.scope, c.id, c.minute ORDER BY c.n DESC) AS place_in_minute
      FROM unnest(e_day, e_network, e_scope, e_id, e_minute, e_of_day, e_of_minute)
        AS e (day, network, scope, id, minute, of_day, of_minute)
      JOIN (
        SELECT g.n, g.day, g.network, 1::smallint AS scope, g.store_id AS id, g.minute
        FROM unnest(p_day, p_minute, p_network, p_store, p_class) WITH ORDINALITY AS g (day, minute, network, store_id, class, n)
        WHERE g.class = 0 AND g.network IS NOT NULL
        UNION ALL
        SELECT g.n, g.day, g.network, 2::smallint, g.user_id, g.minute
        FROM unnest(p_day, p_minute, p_network, p_user, p_class) WITH ORDINALITY AS g (day, minute, network, user_id, class, n)
        WHERE g.class = 0 AND g.network IS NOT NULL
      ) c USING (day, network, scope, id)
    ) ranked WHERE place <= of_day OR (is_latest AND place_in_minute <= of_minute)
  );
END $$;
