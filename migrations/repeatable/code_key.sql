-- The form in which codes are compared: as people read them, whichever keyboard, width or system wrote them. HTML entities are decoded (also if they were
-- escaped twice), compatible characters are one (NFKC), marks that cannot be seen and white space do not count, dashes and quotes are plain, and case does
-- not matter.
CREATE OR REPLACE FUNCTION code_key(p_code text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  v_code text := regexp_replace(p_code, '&(amp;|#0*38;|#x0*26;)+', '&', 'gi');
  v_entity text[];
BEGIN
  IF strpos(v_code, '&') > 0 THEN
    FOR v_entity IN SELECT DISTINCT m FROM regexp_matches(v_code, '(&#(x[0-9a-f]{1,5}|[0-9]{1,6});)', 'gi') AS m LOOP
      v_code := replace(v_code, v_entity[1], coalesce(character_of(v_entity[2]), v_entity[1]));
    END LOOP;
    FOR v_entity IN SELECT ARRAY[n.name, n.letter] FROM unnest(
        string_to_array('lt gt quot apos nbsp auml ouml uuml szlig aring aelig oslash eacute egrave ecirc agrave aacute acirc ccedil ntilde oacute ocirc iacute uacute ldquo rdquo lsquo rsquo ndash mdash hyphen shy euro', ' '),
        ARRAY['<', '>', '"', '''', ' ', 'ä', 'ö', 'ü', 'ß', 'å', 'æ', 'ø', 'é', 'è', 'ê', 'à', 'á', 'â', 'ç', 'ñ', 'ó', 'ô', 'í', 'ú', '"', '"', '''', '''', '-', '-', '-', '', '€']) AS n (name, letter) LOOP
      v_code := regexp_replace(v_code, '&' || v_entity[1] || ';', v_entity[2], 'gi');
    END LOOP;
  END IF;
  v_code := lower(upper(normalize(v_code, NFKC)));
  v_code := regexp_replace(v_code, U&'[\0001-\0020\007F-\00A0\00AD\034F\061C\115F\1160\1680\17B4\17B5\180B-\180F\2000-\200F\2028-\202F\205F-\206F\3000\3164\FE00-\FE0F\FEFF\FFA0\FFF9-\FFFB]+', '', 'g');
  v_code := translate(v_code, U&'\2010\2011\2012\2013\2014\2015\2212\2018\2019\201A\201B\02BC\201C\201D\201E', '-------''''''''''"""');
  RETURN normalize(v_code, NFKC);
END $$;

-- The character of a numeric HTML entity, from its number (`39` or `x27`); null where there is none.
CREATE OR REPLACE FUNCTION character_of(p_number text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  v_point int := CASE WHEN p_number ILIKE 'x%' THEN ('x' || lpad(substr(p_number, 2), 8, '0'))::bit(32)::int ELSE p_number::int END;
BEGIN
  RETURN CASE WHEN v_point BETWEEN 1 AND 55295 OR v_point BETWEEN 57344 AND 1114111 THEN chr(v_point) END;
END $$;

-- Keeps the key of a voucher. Its index is partial: a deleted voucher is history, and its code may belong to somebody else afterwards.
CREATE OR REPLACE FUNCTION key_voucher() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.code_key := code_key(NEW.code);
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER vouchers_key BEFORE INSERT OR UPDATE OF code ON vouchers FOR EACH ROW EXECUTE FUNCTION key_voucher();

-- Existing vouchers: of several whose codes are equal in this form, the oldest keeps the code, and the others get a key that no code has.
UPDATE vouchers v SET code_key = CASE WHEN n.place = 1 THEN n.key ELSE n.key || ' ' || v.id END
  FROM (SELECT id, code_key(code) AS key, row_number() OVER (PARTITION BY store_id, code_key(code) ORDER BY id) AS place
    FROM vouchers WHERE valid_until IS NULL) n
  WHERE v.id = n.id AND v.code_key IS NULL;

CREATE UNIQUE INDEX IF NOT EXISTS vouchers_code ON vouchers (store_id, code_key) WHERE valid_until IS NULL;
CREATE INDEX IF NOT EXISTS vouchers_history ON vouchers (store_id, code_key, id);
