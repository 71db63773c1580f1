-- Returns the smallest click id of an instant: `id >= click_floor(a) AND id < click_floor(b)` selects the clicks in [a, b).
CREATE OR REPLACE FUNCTION click_floor(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid
$$;
