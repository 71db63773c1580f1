-- Sums that stores have agreed to pay once and that no closing has booked yet are reserved against the credit limit, apart from what is incurred.
ALTER TABLE store_credit ADD COLUMN promised_minor bigint NOT NULL DEFAULT 0 CHECK (promised_minor >= 0);

-- The same as the view `promises` (migrations/repeatable/store_exposure.sql).
UPDATE store_credit sc SET promised_minor = x.minor FROM (
  SELECT c.store_id, sum(greatest(coalesce(p.payment_amount_minor, CASE WHEN c.has_onetime_payment THEN c.one_time_payment_minor END, 0)
    - coalesce(t.user_minor, 0), 0))::bigint AS minor
  FROM participants p JOIN campaigns c ON c.id = p.campaign_id LEFT JOIN one_time_payments t ON t.participant_id = p.id
  WHERE p.status = 'done' OR c.deleted_at IS NULL AND p.status IN ('accepted', 'product_sent', 'have_received', 'have_posted')
  GROUP BY c.store_id
) x WHERE x.store_id = sc.store_id;
-- An upgrade stops no store, as in migration 0021.
UPDATE store_credit SET own_limit_minor = incurred_minor + promised_minor, limit_minor = incurred_minor + promised_minor
  WHERE promised_minor > 0 AND incurred_minor <= limit_minor AND incurred_minor + promised_minor > limit_minor;

-- Its signature changes (migrations/repeatable/store_exposure.sql).
DROP FUNCTION IF EXISTS add_store_exposure(bigint, bigint, boolean);
