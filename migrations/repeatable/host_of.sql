-- Returns the host of an address in the stored form: lower case, without `www.` and port.
CREATE OR REPLACE FUNCTION host_of(url text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(lower(split_part(split_part(split_part(url, '://', 2), '/', 1), '?', 1)), '^www\.|:[0-9]+$', '', 'g')
$$;
