-- Chooses for each click the first of its candidate terms whose caps are not exhausted, and books the click on them.
-- A candidate is an index into the c_ arrays: c_next is the candidate to try after it; c_total, c_own and c_pool are the counters that cap it (0: none).
-- Counters 1..n are rows of campaign_spend, the others rows of shared_budgets. The caller holds their locks and passes the used and permitted amounts.
-- Returns the chosen candidate of each click. A click that is not booked (p_booked) gets the first candidate with unexhausted caps and does not change the counters.
-- p_room: the remaining credit of each click's store, by its index in p_store (0: no credit limit). A click that costs more than the remaining credit keeps
-- its terms and is not booked.
-- c_kept, p_kept: what is left of the guarantee of a candidate's campaign, by its index (0: none). It covers the click first; the credit covers the rest.
-- passed_over: for each click null, or the figures of each candidate whose cap was exhausted, in order and separated by ";": clicks and money used of the
-- campaign, of the creator within it, and money used and available of the shared budget (empty without one), separated by ",". For a click that exceeds the
-- credit, the last entry is "credit:" and the remaining amount.
CREATE OR REPLACE FUNCTION choose_terms(
  p_first int[], p_booked boolean[], c_next int[], c_cost int[], c_total int[], c_own int[], c_pool int[],
  INOUT k_clicks bigint[], INOUT k_spent bigint[], k_max_clicks bigint[], k_max_minor bigint[], p_store int[], p_room bigint[],
  c_kept int[] DEFAULT '{}', p_kept bigint[] DEFAULT '{}',
  OUT chosen int[], OUT beyond_credit boolean[], OUT passed_over text[]
) LANGUAGE plpgsql AS $$
DECLARE
  v_candidate int;
  v_cost bigint;
  v_capped boolean;
  k1 int;
  k2 int;
  k3 int;
  s int;
  g int;
  v_kept bigint;
BEGIN
  chosen := p_first;
  beyond_credit := array_fill(false, ARRAY[cardinality(p_first)]);
  passed_over := array_fill(NULL::text, ARRAY[cardinality(p_first)]);
  FOR i IN 1 .. cardinality(p_first) LOOP
    v_candidate := p_first[i];
    WHILE v_candidate <> 0 LOOP
      k1 := c_total[v_candidate];
      v_cost := c_cost[v_candidate];
      v_capped := k1 <> 0;
      IF v_capped THEN
        k2 := c_own[v_candidate];
        k3 := c_pool[v_candidate];
      END IF;
      IF NOT v_capped OR (k_clicks[k1] < k_max_clicks[k1] AND k_spent[k1] + v_cost <= k_max_minor[k1]
        AND k_clicks[k2] < k_max_clicks[k2] AND k_spent[k2] + v_cost <= k_max_minor[k2]
        AND (k3 = 0 OR k_spent[k3] + v_cost <= k_max_minor[k3]))
      THEN
        EXIT WHEN NOT p_booked[i];
        s := p_store[i];
        IF s <> 0 AND v_cost > 0 THEN
          g := coalesce(c_kept[v_candidate], 0);
          v_kept := CASE WHEN g = 0 THEN 0 ELSE least(v_cost, p_kept[g]) END;
          IF v_cost > v_kept AND v_cost - v_kept > p_room[s] THEN
            beyond_credit[i] := true;
            passed_over[i] := concat_ws(';', passed_over[i], 'credit:' || p_room[s] + v_kept);
            EXIT;
          END IF;
          p_room[s] := p_room[s] - (v_cost - v_kept);
          IF g <> 0 THEN
            p_kept[g] := p_kept[g] - v_kept;
          END IF;
        END IF;
        IF v_capped THEN
          k_clicks[k1] := k_clicks[k1] + 1;
          k_spent[k1] := k_spent[k1] + v_cost;
          k_clicks[k2] := k_clicks[k2] + 1;
          k_spent[k2] := k_spent[k2] + v_cost;
          IF k3 <> 0 THEN
            k_spent[k3] := k_spent[k3] + v_cost;
          END IF;
        END IF;
        EXIT;
      END IF;
      passed_over[i] := concat_ws(';', passed_over[i], k_clicks[k1] || ',' || k_spent[k1] || ',' || k_clicks[k2] || ',' || k_spent[k2] || ','
        || CASE WHEN k3 = 0 THEN ',' ELSE k_spent[k3] || ',' || k_max_minor[k3] END);
      v_candidate := c_next[v_candidate];
    END LOOP;
    chosen[i] := v_candidate;
  END LOOP;
END $$;
