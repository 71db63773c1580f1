-- The class of device in clicks.device_country; null: recorded by an earlier version.
CREATE OR REPLACE FUNCTION device_of(packed smallint) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE packed & 3 WHEN 0 THEN 'other' WHEN 1 THEN 'desktop' WHEN 2 THEN 'mobile' WHEN 3 THEN 'tablet' END
$$;
