-- Who acts through a token that was made for another user: the real actor, whom audit entries and activities name. Only tokens of the purpose
-- `access` have one, and each of them has. It outlives nothing: while that user is suspended or erased, the token is good for nothing.
ALTER TABLE tokens ADD COLUMN on_behalf_of bigint REFERENCES users;
UPDATE tokens SET on_behalf_of = created_by WHERE purpose = 'access';
-- One whose maker is not known names nobody who could answer for it.
UPDATE tokens SET revoked_at = now() WHERE purpose = 'access' AND on_behalf_of IS NULL AND revoked_at IS NULL;
ALTER TABLE tokens ADD CONSTRAINT tokens_on_behalf_of
  CHECK ((purpose = 'access') = (on_behalf_of IS NOT NULL) OR revoked_at IS NOT NULL);

-- Reports that a store's pages and plugin have sent on a day (UTC), by channel: their number is bounded, since whoever knows a public key can
-- send them.
CREATE TABLE store_report_totals (
  store_id bigint NOT NULL REFERENCES stores,
  day date NOT NULL,
  channel text NOT NULL CHECK (channel IN ('sales_pixel', 'shop_plugin')),
  reports bigint NOT NULL,
  PRIMARY KEY (store_id, day, channel)
);
CREATE INDEX store_report_totals_day ON store_report_totals (day);
