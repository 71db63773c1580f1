-- The durable click log, its totals, and the one step that records and prices a batch of clicks.

-- A click's id is a UUIDv7 made when the shopper arrives: it sorts by time, cannot be guessed, and makes a replay
-- harmless. Its time is read from it, never stored beside it.
CREATE OR REPLACE FUNCTION click_time(id uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT to_timestamp((('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint) / 1000.0)
$$;
