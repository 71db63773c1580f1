-- Returns the day itself if it is a Sunday, otherwise the last Sunday before it.
CREATE OR REPLACE FUNCTION sunday_until(day date) RETURNS date LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT date_trunc('week', day + 1)::date - 1
$$;
