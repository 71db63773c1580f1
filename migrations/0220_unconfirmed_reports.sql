-- Orders by reports that prove their origin (plugin, signed pages) are counted apart from those of unsigned pages. Only new orders are counted.
ALTER TABLE store_report_totals DROP CONSTRAINT store_report_totals_channel_check;
ALTER TABLE store_report_totals
  ADD CONSTRAINT store_report_totals_channel_check CHECK (channel IN ('sales_pixel', 'signed_page', 'shop_plugin')),
  -- Orders of the store on its busiest day of the 28 days before; the limit of unsigned pages follows it.
  ADD COLUMN busiest_day bigint NOT NULL DEFAULT 0 CHECK (busiest_day >= 0),
  -- Reports above the limit that were kept without effect, those of them that the store has recorded, and those that were refused because no more
  -- are kept.
  ADD COLUMN kept bigint NOT NULL DEFAULT 0 CHECK (kept >= 0),
  ADD COLUMN confirmed bigint NOT NULL DEFAULT 0 CHECK (confirmed >= 0),
  ADD COLUMN dropped bigint NOT NULL DEFAULT 0 CHECK (dropped >= 0);

-- Unsigned reports of pages above a limit. They are no orders until the store confirms them.
CREATE TABLE unconfirmed_reports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id bigint NOT NULL REFERENCES stores (id),
  order_id text NOT NULL,
  -- Value, currency and traces as they were reported.
  report jsonb NOT NULL,
  -- When the order was placed, as far as the report says so.
  order_at timestamptz,
  received_at timestamptz NOT NULL,
  -- Whether its click or code led to a creator when it arrived.
  attributed boolean NOT NULL
);
CREATE UNIQUE INDEX unconfirmed_reports_report ON unconfirmed_reports (store_id, order_id, md5(report::text));
CREATE INDEX unconfirmed_reports_received ON unconfirmed_reports (store_id, received_at, id);
CREATE INDEX unconfirmed_reports_age ON unconfirmed_reports (received_at);

-- Orders that only unsigned pages have reported and that lead to nobody: no event tells of them until they are confirmed.
CREATE TABLE unannounced_orders (
  order_row_id bigint PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE
);
