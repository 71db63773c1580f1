-- Orders: the terms that their clicks had, what they earn, and totals that follow them.

-- What an order that comes of a click costs and earns, in millionths of its value, and the agency that the creator belonged to then.
ALTER TABLE clicks
  ADD COLUMN cpa_ppm integer NOT NULL DEFAULT 0,
  ADD COLUMN invoice_cpa_ppm integer NOT NULL DEFAULT 0,
  ADD COLUMN agency_id bigint;
UPDATE clicks c SET agency_id = u.agency_id FROM users u WHERE u.id = c.user_id AND u.agency_id IS NOT NULL;

-- Totals tell agencies apart (0: none), for what an agency earns stays its own when the creator leaves it.
ALTER TABLE link_days ADD COLUMN agency_id bigint NOT NULL DEFAULT 0;
UPDATE link_days d SET agency_id = u.agency_id FROM users u WHERE u.id = d.user_id AND u.agency_id IS NOT NULL;
ALTER TABLE link_days DROP CONSTRAINT link_days_pkey, ADD PRIMARY KEY (link_id, day, campaign_id, agency_id);

-- A voucher is a creator's way to send a shopper without a click; what it brings is counted on a link of the creator's.
ALTER TABLE vouchers
  ADD COLUMN link_id bigint REFERENCES links,
  ADD COLUMN created_by bigint REFERENCES users;
WITH front AS (
  SELECT v.user_id, v.store_id, coalesce(s.url, 'https://' || d.host || '/') AS url, s.name
  FROM vouchers v JOIN stores s ON s.id = v.store_id
  LEFT JOIN LATERAL (SELECT host FROM store_domains WHERE store_id = s.id ORDER BY id LIMIT 1) d ON true
), made AS (
  INSERT INTO links (code, user_id, store_id, url, url_hash, title)
  SELECT DISTINCT ON (user_id, store_id) substr(md5(random()::text || user_id || store_id), 1, 10), user_id, store_id, url,
    sha256(convert_to(url, 'UTF8')), name
  FROM front WHERE url IS NOT NULL ON CONFLICT (user_id, store_id, url_hash) DO NOTHING
)
SELECT;
UPDATE vouchers v SET link_id = (SELECT min(l.id) FROM links l WHERE l.user_id = v.user_id AND l.store_id = v.store_id);
DELETE FROM vouchers WHERE link_id IS NULL;
ALTER TABLE vouchers ALTER COLUMN link_id SET NOT NULL;
CREATE INDEX vouchers_store ON vouchers (store_id, id);

-- What an order costs and earns follows from its value, its refunds, its status and the terms that it was given: rounded down once, on each
-- side, so that store = creator + agency + platform holds. An attributed order always has a link.
ALTER TABLE orders
  DROP COLUMN cost_minor, DROP COLUMN user_minor, DROP COLUMN agency_minor, DROP COLUMN cpa, DROP COLUMN invoice_cpa,
  ADD COLUMN agency_id bigint REFERENCES agencies,
  ADD COLUMN original_refunded_minor bigint NOT NULL DEFAULT 0 CHECK (original_refunded_minor BETWEEN 0 AND original_minor),
  ADD COLUMN cpa_ppm integer NOT NULL DEFAULT 0 CHECK (cpa_ppm BETWEEN 0 AND 1000000),
  ADD COLUMN invoice_cpa_ppm integer NOT NULL DEFAULT 0 CHECK (invoice_cpa_ppm BETWEEN 0 AND 1000000);
ALTER TABLE orders
  ADD COLUMN counts boolean NOT NULL GENERATED ALWAYS AS
    (link_id IS NOT NULL AND status <> 'denied' AND (refunded_minor < value_minor OR value_minor = 0)) STORED,
  ADD COLUMN cost_minor bigint NOT NULL GENERATED ALWAYS AS (CASE WHEN link_id IS NULL OR status = 'denied' THEN 0
    ELSE div((value_minor - refunded_minor)::numeric * invoice_cpa_ppm, 1000000)::bigint END) STORED,
  ADD COLUMN user_minor bigint NOT NULL GENERATED ALWAYS AS (CASE WHEN link_id IS NULL OR status = 'denied' THEN 0
    ELSE div((value_minor - refunded_minor)::numeric * cpa_ppm * user_share_ppm, 1000000000000)::bigint END) STORED,
  ADD COLUMN agency_minor bigint NOT NULL GENERATED ALWAYS AS (CASE WHEN link_id IS NULL OR status = 'denied' THEN 0
    ELSE div((value_minor - refunded_minor)::numeric * cpa_ppm * agency_share_ppm, 1000000000000)::bigint END) STORED,
  ADD CHECK ((attribution = 'none') = (link_id IS NULL)),
  ADD CHECK ((attribution = 'none') = (unattributed_reason IS NOT NULL)),
  ADD CHECK (user_share_ppm >= 0 AND agency_share_ppm >= 0 AND user_share_ppm + agency_share_ppm <= 1000000);
CREATE INDEX orders_day ON orders (day, order_at);
-- What may yet be attributed: its click still lies in a spool, or its currency has no rate.
CREATE INDEX orders_waiting ON orders (id) WHERE unattributed_reason IN ('unknown_click', 'no_exchange_rate');
