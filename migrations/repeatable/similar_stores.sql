-- Returns stores whose names resemble that of a store: equal after normalisation (store_name_key), contained in it, starting with it, or one letter shorter.
-- At most ten, longest names first.
CREATE OR REPLACE FUNCTION similar_stores(p_store bigint) RETURNS TABLE (id bigint, name text) LANGUAGE sql STABLE AS $$
  WITH asked AS (
    SELECT left(store_name_key(s.name), 48) AS key FROM stores s WHERE s.id = p_store
  ), looks AS (
    SELECT key, ARRAY (
      SELECT substr(key, first, size) FROM generate_series(1, length(key)) AS first, generate_series(4, length(key)) AS size
      WHERE first + size - 1 <= length(key)
      UNION SELECT key
      UNION SELECT left(key, n - 1) || substr(key, n + 1) FROM generate_series(1, length(key)) AS n WHERE length(key) > 4
    ) AS keys FROM asked WHERE key <> ''
  )
  SELECT o.id, o.name FROM looks l JOIN stores o ON store_name_key(o.name) = ANY (l.keys) OR store_name_key(o.name) LIKE l.key || '%'
  WHERE o.id <> p_store AND o.deleted_at IS NULL AND o.approval <> 'rejected'
  ORDER BY length(store_name_key(o.name)) DESC, o.id LIMIT 10;
$$;
