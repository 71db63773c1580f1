-- Whether an order may have a step: it is approved for a creator under a campaign, is no event, and has the rate of its terms and not that of a programme for
-- customers.
CREATE OR REPLACE FUNCTION may_have_step(o orders) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT o.status = 'approved' AND o.link_id IS NOT NULL AND o.campaign_id IS NOT NULL AND o.event_kind_id IS NULL AND o.customer_programme_id IS NULL
    AND o.terms_cpa_ppm IS NOT NULL
$$;

-- The order rate and the fixed amount of the terms of an order, raised to those of its step. A step never lowers one: an agreed rate that is higher stays.
-- What a step raises is billed with the margin of the terms, and at least with the one with which the step was set.
CREATE OR REPLACE FUNCTION stepped_terms(o orders, OUT cpa_ppm int, OUT invoice_cpa_ppm int, OUT fixed jsonb) LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_step jsonb := CASE WHEN o.rate_step IS NOT NULL THEN (SELECT r.steps -> (o.rate_step - 1) FROM rate_steps r WHERE r.id = o.rate_steps_id) END;
  v_cpa int := (v_step ->> 'cpa_ppm')::int;
  v_cpo bigint := (v_step ->> 'cpo_minor')::bigint;
  v_terms bigint := coalesce((o.terms_fixed ->> 'cpo_minor')::bigint, 0);
BEGIN
  cpa_ppm := o.terms_cpa_ppm;
  invoice_cpa_ppm := o.terms_invoice_cpa_ppm;
  fixed := o.terms_fixed;
  IF v_cpa > cpa_ppm THEN
    invoice_cpa_ppm := greatest(invoice_cpa_ppm, least(v_cpa + greatest(invoice_cpa_ppm - cpa_ppm, (v_step ->> 'margin_ppm')::int, 0), 1000000));
    cpa_ppm := v_cpa;
  END IF;
  IF v_cpo > v_terms THEN
    fixed := coalesce(fixed, '{}') || jsonb_build_object('cpo_minor', v_cpo, 'invoice_cpo_minor',
      v_cpo + greatest(coalesce((fixed ->> 'invoice_cpo_minor')::bigint, 0) - v_terms, (v_step ->> 'margin_cpo_minor')::bigint, 0));
  END IF;
END $$;
