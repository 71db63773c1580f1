-- Returns the given keys to which nothing has referred since `p_before`, in any search. Records the result of each search.
CREATE OR REPLACE FUNCTION find_orphaned_files(p_keys text[], p_now timestamptz, p_before timestamptz) RETURNS SETOF text LANGUAGE sql AS $$
  DELETE FROM orphaned_files f WHERE f.key = ANY (p_keys) AND (
    EXISTS (SELECT FROM stores WHERE logo_key = f.key) OR EXISTS (SELECT FROM campaigns WHERE image_key = f.key)
    OR EXISTS (SELECT FROM user_media WHERE file_key = f.key) OR EXISTS (SELECT FROM site_settings WHERE logo_key = f.key)
    OR EXISTS (SELECT FROM creator_profiles WHERE picture_key = f.key) OR EXISTS (SELECT FROM campaign_materials WHERE file_key = f.key));
  INSERT INTO orphaned_files (key, since)
    SELECT k, p_now FROM unnest(p_keys) AS k
    WHERE NOT EXISTS (SELECT FROM stores WHERE logo_key = k) AND NOT EXISTS (SELECT FROM campaigns WHERE image_key = k)
      AND NOT EXISTS (SELECT FROM user_media WHERE file_key = k) AND NOT EXISTS (SELECT FROM site_settings WHERE logo_key = k)
      AND NOT EXISTS (SELECT FROM creator_profiles WHERE picture_key = k) AND NOT EXISTS (SELECT FROM campaign_materials WHERE file_key = k)
    ON CONFLICT DO NOTHING;
  SELECT f.key FROM orphaned_files f WHERE f.key = ANY (p_keys) AND f.since <= p_before ORDER BY f.key;
$$;
