-- The country in clicks.device_country (ISO 3166-1 alpha-2); null: not known.
CREATE OR REPLACE FUNCTION country_of(packed smallint) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN packed >= 4 THEN chr(65 + ((packed >> 2) - 1) / 26) || chr(65 + ((packed >> 2) - 1) % 26) END
$$;
