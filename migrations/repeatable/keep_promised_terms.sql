-- The promised terms of a store that are not as they were recorded: of its campaigns, of the participants named, or (p_participants null) of those who have prices or
-- other campaigns of their own, and of all who take part in a campaign that is recorded for the first time. was, is: with those of the campaign where the participant has none;
-- was is null if there is no record. terms: what is to be recorded; null: only those of the campaign have changed.
CREATE OR REPLACE FUNCTION changed_promised_terms(p_store bigint, p_participants bigint[], p_at timestamptz)
RETURNS TABLE (campaign_id bigint, participant_id bigint, was jsonb, "is" jsonb, terms jsonb) LANGUAGE sql STABLE AS $$
  WITH kept AS MATERIALIZED (
    SELECT n.campaign_id, terms_of_campaign(n.campaign_id, p_at) AS terms, r.terms AS was
    FROM (SELECT DISTINCT t.campaign_id FROM terms_promises t WHERE t.store_id = p_store) n
    LEFT JOIN LATERAL (SELECT x.terms FROM recorded_terms x WHERE x.campaign_id = n.campaign_id AND x.participant_id IS NULL ORDER BY x.id DESC LIMIT 1) r ON true
  ), people AS MATERIALIZED (
    SELECT p.id, p.campaign_id FROM participants p WHERE p.id = ANY (p_participants)
    UNION SELECT o.participant_id, o.campaign_id FROM prices o WHERE p_participants IS NULL AND o.store_id = p_store AND o.participant_id IS NOT NULL
    -- Other campaigns of the store may price their clicks.
    UNION SELECT p.id, p.campaign_id FROM campaigns c JOIN participants p ON p.user_id = c.only_user_id WHERE p_participants IS NULL AND c.store_id = p_store
    UNION SELECT p.id, p.campaign_id FROM campaigns c JOIN campaign_links a ON a.campaign_id = c.id JOIN links l ON l.id = a.link_id
      JOIN participants p ON p.user_id = l.user_id WHERE p_participants IS NULL AND c.store_id = p_store
    UNION SELECT p.id, p.campaign_id FROM kept k JOIN participants p ON p.campaign_id = k.campaign_id WHERE k.was IS NULL AND earns_terms(p.status)
  )
  SELECT k.campaign_id, NULL, k.was, k.terms, k.terms FROM kept k WHERE k.was IS DISTINCT FROM k.terms
  UNION ALL
  SELECT k.campaign_id, p.id, coalesce(k.was, k.terms) || r.terms, k.terms || t.terms, CASE WHEN r.terms IS DISTINCT FROM t.terms THEN t.terms END
  FROM people p JOIN kept k ON k.campaign_id = p.campaign_id CROSS JOIN LATERAL (SELECT terms_of_participant(p.id, p_at) AS terms OFFSET 0) t
  LEFT JOIN LATERAL (SELECT x.terms FROM recorded_terms x WHERE x.campaign_id = p.campaign_id AND x.participant_id = p.id ORDER BY x.id DESC LIMIT 1) r ON true
  -- New rules of the campaign can pay less than the prices of a participant's own. OFFSET: the terms are computed once.
  WHERE (r.terms IS DISTINCT FROM t.terms OR k.was IS DISTINCT FROM k.terms) AND (r.terms IS NOT NULL OR t.terms -> 'takes_part' = 'true')
$$;

-- Compares the promised terms of a store with those that were recorded, records them, and raises TRB09 if some are worse while a promise binds. Every writer of such
-- terms calls it in its transaction; the triggers of refuse_broken_promise do so at the commit for all others. The first lock makes it wait for a promise that is
-- being made, the second for other changes of the store, so that each change is compared with the one before it.
-- p_participants: those whose own terms have changed; null: the store's, or a campaign's.
CREATE OR REPLACE FUNCTION keep_promised_terms(p_store bigint, p_participants bigint[], p_at timestamptz, p_actor bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_changed jsonb;
  v_broken record;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('terms_promises', p_store));
  IF NOT EXISTS (SELECT FROM terms_promises t WHERE t.store_id = p_store) THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('recorded_terms', p_store));
  SELECT jsonb_agg(to_jsonb(c)) INTO v_changed FROM changed_promised_terms(p_store, p_participants, p_at) c;
  IF v_changed IS NULL THEN
    RETURN;
  END IF;
  SELECT n.name, p.earliest INTO v_broken
    FROM jsonb_to_recordset(v_changed) AS c (campaign_id bigint, participant_id bigint, was jsonb, "is" jsonb)
    CROSS JOIN LATERAL unnest(worse_terms(c.was, c.is)) AS n (name) CROSS JOIN LATERAL promise_at(c.campaign_id, p_at) p
    -- A participant who does not take part is promised nothing. Bonuses are announced for later months.
    WHERE c.was IS NOT NULL AND p.is_binding AND coalesce(c.was ->> 'takes_part', 'true') = 'true'
      AND NOT (n.name = 'bonus' AND coalesce((c.is -> 'bonus' ->> 'first_month')::date >= p.earliest, false))
    ORDER BY c.campaign_id, n.name LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION '%: is promised to creators, and cannot get worse before %.', regexp_replace(v_broken.name, '_(minor|ppm)$', ''), v_broken.earliest USING ERRCODE = 'TRB09';
  END IF;
  INSERT INTO recorded_terms (campaign_id, participant_id, terms, recorded_at, actor_id)
  SELECT c.campaign_id, c.participant_id, c.terms, p_at, p_actor
  FROM jsonb_to_recordset(v_changed) AS c (campaign_id bigint, participant_id bigint, terms jsonb) WHERE c.terms IS NOT NULL ORDER BY 1, 2;
END $$;
