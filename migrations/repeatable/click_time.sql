-- Returns the instant of a click. The id is a UUIDv7 that is created when the shopper arrives: it sorts by time, cannot be guessed, and makes recording a
-- click twice harmless. The instant is read from the id and not stored separately.
CREATE OR REPLACE FUNCTION click_time(id uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT to_timestamp((('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint) / 1000.0)
$$;
