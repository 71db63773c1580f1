-- What shoppers bought, who is owed what for it, and how it is billed and paid.

CREATE TABLE vouchers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id bigint NOT NULL REFERENCES stores,
  code text NOT NULL,
  user_id bigint NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX vouchers_code ON vouchers (store_id, lower(code));

-- One order of a store is one row, however often and by whichever way it arrives.
CREATE TABLE orders (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id bigint NOT NULL REFERENCES stores,
  order_id text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('sales_pixel', 'shop_plugin', 'server')),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'denied')),
  order_at timestamptz NOT NULL,
  day date NOT NULL,
  -- As the shop said it, and in the store's currency at the rate of `day`.
  original_minor bigint NOT NULL CHECK (original_minor >= 0),
  original_currency char(3) NOT NULL,
  value_minor bigint NOT NULL CHECK (value_minor >= 0),
  currency char(3) NOT NULL,
  refunded_minor bigint NOT NULL DEFAULT 0 CHECK (refunded_minor BETWEEN 0 AND value_minor),
  voucher_code text,
  -- How it was attributed; without attribution, why not.
  attribution text NOT NULL CHECK (attribution IN ('click', 'voucher', 'none')),
  unattributed_reason text,
  click_id uuid,
  link_id bigint REFERENCES links,
  user_id bigint REFERENCES users,
  campaign_id bigint REFERENCES campaigns,
  terms smallint NOT NULL DEFAULT 0,
  -- Fixed at the terms of the click.
  invoice_cpa numeric(7, 6),
  cpa numeric(7, 6),
  user_share_ppm integer NOT NULL DEFAULT 0,
  agency_share_ppm integer NOT NULL DEFAULT 0,
  cost_minor bigint NOT NULL DEFAULT 0,
  user_minor bigint NOT NULL DEFAULT 0,
  agency_minor bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (store_id, order_id),
  CHECK ((attribution = 'none') = (user_id IS NULL))
);
CREATE INDEX orders_store_day ON orders (store_id, day, id);
CREATE INDEX orders_user_day ON orders (user_id, day, id) WHERE user_id IS NOT NULL;
CREATE INDEX orders_pending ON orders (link_id) WHERE status = 'pending';
CREATE INDEX orders_click ON orders (click_id) WHERE click_id IS NOT NULL;

CREATE TABLE order_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_row_id bigint NOT NULL REFERENCES orders,
  at timestamptz NOT NULL DEFAULT now(),
  kind text NOT NULL,
  actor_id bigint REFERENCES users,
  details jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX order_events_order ON order_events (order_row_id, id);

-- A payment period is a month of the platform's time zone, named by its first day.
CREATE TABLE payment_periods (
  month date PRIMARY KEY CHECK (extract(day FROM month) = 1),
  closed_at timestamptz,
  closed_by bigint REFERENCES users
);

CREATE TABLE one_time_payments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id bigint NOT NULL REFERENCES stores,
  user_id bigint NOT NULL REFERENCES users,
  participant_id bigint REFERENCES participants,
  user_minor bigint NOT NULL CHECK (user_minor >= 0),
  currency char(3) NOT NULL,
  payment_date date NOT NULL,
  comment text NOT NULL,
  created_by bigint REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX one_time_payments_user ON one_time_payments (user_id, payment_date, id);
CREATE INDEX one_time_payments_store ON one_time_payments (store_id, payment_date, id);

-- A store pays, an agency or a creator is paid; whichever it is, an invoice is numbered, dated and made of lines.
CREATE TABLE invoices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('store', 'client', 'creator')),
  number text NOT NULL UNIQUE,
  store_id bigint REFERENCES stores,
  agency_id bigint REFERENCES agencies,
  user_id bigint REFERENCES users,
  month date NOT NULL REFERENCES payment_periods,
  currency char(3) NOT NULL,
  net_minor bigint NOT NULL,
  vat_minor bigint NOT NULL,
  total_minor bigint NOT NULL CHECK (total_minor = net_minor + vat_minor),
  -- The parties as they were when it was issued.
  parties jsonb NOT NULL DEFAULT '{}',
  payment_date date NOT NULL,
  ax_id text,
  paid_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(store_id, agency_id, user_id) = 1),
  UNIQUE NULLS NOT DISTINCT (kind, month, currency, store_id, agency_id, user_id)
);
CREATE INDEX invoices_store ON invoices (store_id, month) WHERE store_id IS NOT NULL;
CREATE INDEX invoices_agency ON invoices (agency_id, month) WHERE agency_id IS NOT NULL;
CREATE INDEX invoices_user ON invoices (user_id, month) WHERE user_id IS NOT NULL;
CREATE INDEX invoices_month ON invoices (month, id);

CREATE TABLE invoice_lines (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  invoice_id bigint NOT NULL REFERENCES invoices,
  position integer NOT NULL,
  kind text NOT NULL,
  description text NOT NULL,
  quantity bigint NOT NULL,
  amount_minor bigint NOT NULL,
  origin jsonb NOT NULL DEFAULT '{}',
  UNIQUE (invoice_id, position)
);

-- The ledger: what anybody owes or is owed, with its origin. The entries of one booking sum to zero in each currency; rows are
-- added, never changed: a mistake is reversed by another booking.
CREATE TABLE ledger_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  booking uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  account text NOT NULL CHECK (account IN ('store', 'client', 'creator', 'platform', 'bank')),
  store_id bigint REFERENCES stores,
  agency_id bigint REFERENCES agencies,
  user_id bigint REFERENCES users,
  currency char(3) NOT NULL,
  amount_minor bigint NOT NULL,
  month date REFERENCES payment_periods,
  origin_kind text NOT NULL,
  origin_id text NOT NULL,
  reverses uuid
);
CREATE INDEX ledger_entries_booking ON ledger_entries (booking);
CREATE INDEX ledger_entries_origin ON ledger_entries (origin_kind, origin_id);
CREATE INDEX ledger_entries_month ON ledger_entries (month, account);

-- Which payment system pays whom, from a date on.
CREATE TABLE payment_system_configs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  from_date date NOT NULL,
  agency_id bigint REFERENCES agencies,
  user_id bigint REFERENCES users,
  system integer NOT NULL,
  created_by bigint REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE NULLS NOT DISTINCT (from_date, agency_id, user_id)
);
