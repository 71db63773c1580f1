-- The functions that price clicks and orders take and return fixed amounts, too; the parameters and the return type of an existing function cannot change.
DROP FUNCTION IF EXISTS order_amounts(bigint, jsonb, int, int, int, int);
DROP FUNCTION IF EXISTS charged_prices(bigint, bigint);
DROP FUNCTION IF EXISTS effective_prices(bigint, bigint, bigint);
DROP FUNCTION IF EXISTS price_margins(bigint, bigint);
DROP FUNCTION IF EXISTS record_clicks(pg_snapshot, uuid[], bigint[], bigint[], bigint[], bigint[], text[], date[], uuid[], smallint[], smallint[], int[],
  uuid[], int[], smallint[], int[], smallint[], bigint[], int[], int[], int[], int[], int[], int[], int[], int[], int[], int[], int[], bigint[],
  bigint[], bigint[], bigint[], bigint[], bigint[], boolean, boolean);

-- A fixed amount for each order, beside the part of its value (`cpa`). cpo_mode: both are paid (`added`, also if it is null), or the larger one (`larger`).
-- minimum_order_minor: orders of less than this value earn nothing. Null: not set, as for the other prices.
-- margin_cpa: the `cpa` at which an administrator set the margin of orders, if the store has changed `cpa` since; it keeps the difference of `invoice_cpa`, and
-- the ratio of the margin, with which fixed amounts are charged, would otherwise follow from what the store chooses (`price_margins`).
ALTER TABLE prices
  ADD COLUMN cpo_minor bigint CONSTRAINT prices_cpo_minor_check CHECK (cpo_minor BETWEEN 0 AND 1000000000),
  ADD COLUMN invoice_cpo_minor bigint CONSTRAINT prices_invoice_cpo_minor_check CHECK (invoice_cpo_minor BETWEEN 0 AND 10000000000),
  ADD COLUMN cpo_mode text CONSTRAINT prices_cpo_mode_check CHECK (cpo_mode IN ('added', 'larger')),
  ADD COLUMN minimum_order_minor bigint CONSTRAINT prices_minimum_order_minor_check CHECK (minimum_order_minor BETWEEN 0 AND 100000000000),
  ADD COLUMN margin_cpa numeric(7, 6) CONSTRAINT prices_margin_cpa_check CHECK (margin_cpa > 0 AND margin_cpa <= 1),
  ADD CONSTRAINT prices_cpo_mode_of_amount_check CHECK (cpo_mode IS NULL OR cpo_minor IS NOT NULL),
  ADD CONSTRAINT prices_cpo_cost_check CHECK (invoice_cpo_minor >= cpo_minor);

-- What orders of the click pay beside the part of their value, in minor units of the store: {"cpo_minor", "invoice_cpo_minor", "cpo_mode": "larger",
-- "minimum_order_minor"}, with the keys that are set. Null: nothing.
ALTER TABLE clicks ADD COLUMN fixed jsonb;

-- terms_fixed: that of the order's terms, as `clicks.fixed`. fixed: what applies with the commission rules that the order fulfils (`order_fixed`).
ALTER TABLE orders ADD COLUMN terms_fixed jsonb, ADD COLUMN fixed jsonb;
