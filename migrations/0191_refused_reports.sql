-- Refused reports of orders: for each store, way, field and day one row, with the latest reason. No row belongs to one request.
CREATE TABLE refused_reports (
  store_id bigint NOT NULL REFERENCES stores (id),
  day date NOT NULL,
  channel text NOT NULL CHECK (channel IN ('sales_pixel', 'shop_plugin', 'server')),
  field text NOT NULL CHECK (field ~ '^[a-z_]{1,40}$'),
  reports integer NOT NULL CHECK (reports > 0),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
  refused_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, channel, day, field)
);
CREATE INDEX refused_reports_day ON refused_reports (day);
