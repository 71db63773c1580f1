-- A price that is not set is the store's own price of that kind from now on, and a price without a cost is charged with the store's margin. Existing
-- campaigns keep what they pay: where a missing price paid nothing, 0 is written, and where a price had no cost, the price is written as its cost.

-- The social price of a participant that was not set was the campaign's, even if the participant had a general price.
UPDATE prices p SET
  cpc_minor = CASE WHEN p.cpc_minor IS NULL AND general.cpc_minor IS NOT NULL THEN coalesce(usual.cpc_minor, 0) ELSE p.cpc_minor END,
  invoice_cpc_minor = CASE WHEN p.cpc_minor IS NULL AND general.cpc_minor IS NOT NULL THEN coalesce(usual.invoice_cpc_minor, usual.cpc_minor, 0)
    ELSE coalesce(p.invoice_cpc_minor, p.cpc_minor) END,
  cpa = CASE WHEN p.cpa IS NULL AND general.cpa IS NOT NULL THEN coalesce(usual.cpa, 0) ELSE p.cpa END,
  invoice_cpa = CASE WHEN p.cpa IS NULL AND general.cpa IS NOT NULL THEN coalesce(usual.invoice_cpa, usual.cpa, 0) ELSE coalesce(p.invoice_cpa, p.cpa) END
FROM prices own
LEFT JOIN prices general ON general.participant_id = own.participant_id AND general.source = 0 AND own.source = 1
  AND NOT EXISTS (SELECT FROM prices s WHERE s.campaign_id = own.campaign_id AND s.participant_id IS NULL AND s.source = 1)
LEFT JOIN prices usual ON usual.campaign_id = own.campaign_id AND usual.participant_id IS NULL AND usual.source = 0
WHERE p.id = own.id AND own.participant_id IS NOT NULL;

INSERT INTO prices (store_id, campaign_id, source, cpc_minor, cpa)
SELECT o.store_id, o.id, 0, 0, 0 FROM campaigns o
WHERE NOT EXISTS (SELECT FROM prices p WHERE p.campaign_id = o.id AND p.participant_id IS NULL AND p.source = 0);

UPDATE prices SET cpc_minor = coalesce(cpc_minor, 0), cpa = coalesce(cpa, 0), invoice_cpc_minor = coalesce(invoice_cpc_minor, nullif(cpc_minor, 0)),
  invoice_cpa = coalesce(invoice_cpa, nullif(cpa, 0))
WHERE campaign_id IS NOT NULL AND participant_id IS NULL;

-- A cost without a price was paid. It is the cost of a price of 0.
UPDATE prices SET cpc_minor = CASE WHEN invoice_cpc_minor IS NULL THEN cpc_minor ELSE coalesce(cpc_minor, 0) END,
  cpa = CASE WHEN invoice_cpa IS NULL THEN cpa ELSE coalesce(cpa, 0) END
WHERE campaign_id IS NULL AND (cpc_minor IS NULL AND invoice_cpc_minor IS NOT NULL OR cpa IS NULL AND invoice_cpa IS NOT NULL);

-- A social price of a store that was not set paid nothing, even if there was a general one.
UPDATE prices social SET cpc_minor = CASE WHEN general.cpc_minor IS NULL THEN social.cpc_minor ELSE coalesce(social.cpc_minor, 0) END,
  cpa = CASE WHEN general.cpa IS NULL THEN social.cpa ELSE coalesce(social.cpa, 0) END
FROM prices general
WHERE social.campaign_id IS NULL AND social.source = 1 AND general.store_id = social.store_id AND general.campaign_id IS NULL AND general.source = 0
  AND (social.cpc_minor IS NULL AND general.cpc_minor IS NOT NULL OR social.cpa IS NULL AND general.cpa IS NOT NULL);
