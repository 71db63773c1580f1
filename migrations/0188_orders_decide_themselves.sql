-- After how many days an undecided order is approved by itself. Null: orders wait for a decision. Existing stores keep null.
ALTER TABLE order_rules ADD COLUMN approval_days smallint CONSTRAINT order_rules_approval_days_check CHECK (approval_days BETWEEN 1 AND 90);
-- Until which deadline members of the store have been reminded of undecided orders.
ALTER TABLE order_rules ADD COLUMN reminded_until timestamptz;
-- For the orders with the campaign's terms, if it is shorter than the store's period; null: the store's rule applies.
ALTER TABLE campaigns ADD COLUMN approval_days smallint CONSTRAINT campaigns_approval_days_check CHECK (approval_days BETWEEN 1 AND 90);

-- approval_days: the rule under which the order was placed. decide_not_before: an extension by the store, or the notice when the rule is introduced.
-- decide_by follows from both (order_deadline.sql).
ALTER TABLE orders ADD COLUMN approval_days smallint, ADD COLUMN decide_not_before timestamptz, ADD COLUMN decide_by timestamptz,
  ADD COLUMN extended_at timestamptz, ADD COLUMN extension_reason text,
  ADD CONSTRAINT orders_approval_days_check CHECK (approval_days BETWEEN 1 AND 90),
  ADD CONSTRAINT orders_decide_by_check CHECK ((approval_days IS NULL) = (decide_by IS NULL)),
  ADD CONSTRAINT orders_extension_check CHECK ((extended_at IS NULL) = (extension_reason IS NULL));
-- The orders that are approved by themselves, by their deadlines.
CREATE INDEX orders_decide_by ON orders (decide_by, store_id) WHERE status = 'pending' AND link_id IS NOT NULL AND decide_by IS NOT NULL;

-- Why a denied order was denied; null: no reason was stated.
ALTER TABLE orders ADD COLUMN denial_reason text, ADD COLUMN denial_note text,
  ADD CONSTRAINT orders_denial_reason_check CHECK (denial_reason IN
    ('duplicate', 'cancelled', 'returned', 'not_paid', 'fraud', 'test_order', 'own_purchase', 'other'));
