-- `priced_lines` also takes the trace by which an order is attributed.
DROP FUNCTION IF EXISTS priced_lines(jsonb, jsonb, text, int, int);

-- order_rule: the position (from 1) of the commission rule whose rate an order without lines has; null: it has that of its terms.
-- terms_cpa_ppm, terms_invoice_cpa_ppm: the rates of its terms, in millionths; null: it was attributed before rules applied to orders without lines.
ALTER TABLE orders ADD COLUMN order_rule smallint, ADD COLUMN terms_cpa_ppm int, ADD COLUMN terms_invoice_cpa_ppm int,
  ADD CONSTRAINT orders_terms_rates_check CHECK ((terms_cpa_ppm IS NULL) = (terms_invoice_cpa_ppm IS NULL)),
  ADD CONSTRAINT orders_order_rule_check CHECK (order_rule IS NULL OR terms_cpa_ppm IS NOT NULL);
