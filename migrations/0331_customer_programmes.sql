-- Versions of what a store pays for repeated orders of customers whom creators have won. src/modules/orders/customers.
-- steps: [{"months": 12, "cpa_ppm": 200000, "margin_ppm": 20000}, {"months": null, "cpa_ppm": 50000, "margin_ppm": 20000}], one after the other; null months:
-- without an end, only in the last step. margin_ppm: the margin with which the store is billed at least. Empty: no customer is bound from then on.
-- months: those of all steps together; null: without an end. pays_first: the first order of a customer has the rate of the first step, too.
CREATE TABLE customer_programmes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id bigint NOT NULL REFERENCES stores (id),
  version integer NOT NULL CHECK (version > 0),
  steps jsonb NOT NULL CHECK (jsonb_typeof(steps) = 'array'),
  months integer CHECK (months > 0),
  pays_first boolean NOT NULL,
  created_by bigint NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL,
  UNIQUE (store_id, version)
);
CREATE INDEX customer_programmes_author ON customer_programmes (created_by);
