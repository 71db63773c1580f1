-- Whether a reported click or a reported voucher of a creator decides to whom an order belongs.
ALTER TABLE order_rules ADD COLUMN attribution text NOT NULL DEFAULT 'click_first'
  CONSTRAINT order_rules_attribution_check CHECK (attribution IN ('click_first', 'code_first'));
-- An order keeps the rule under which it was first reported.
ALTER TABLE orders ADD COLUMN attribution_rule text NOT NULL DEFAULT 'click_first'
  CONSTRAINT orders_attribution_rule_check CHECK (attribution_rule IN ('click_first', 'code_first'));
