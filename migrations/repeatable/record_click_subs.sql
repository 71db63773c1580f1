-- Stores the sub-ids of clicks in the statement that records the clicks. A click that is recorded again already has its row.
CREATE OR REPLACE FUNCTION record_click_subs(p_rows jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO click_subs (click_id, user_id, day, sub1, sub2, sub3, sub4, sub5)
  SELECT id, user_id, day, sub1, sub2, sub3, sub4, sub5 FROM jsonb_to_recordset(p_rows)
    AS r (id uuid, user_id bigint, day date, sub1 text, sub2 text, sub3 text, sub4 text, sub5 text)
  ORDER BY id ON CONFLICT DO NOTHING
$$;
