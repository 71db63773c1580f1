-- VAT of an amount in minor units at a rate in millionths, rounded half away from zero, as `vatAt` of the server does.
CREATE OR REPLACE FUNCTION vat_of(p_minor bigint, p_rate_ppm integer) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT round(p_minor::numeric * p_rate_ppm / 1000000)::bigint
$$;
