-- What GET /v2/search finds: words of names and titles that begin with what was typed, and numbers of orders that begin with it.
-- The expressions are those of src/modules/search/kinds.ts.
CREATE INDEX stores_words ON stores USING gin (to_tsvector('simple', name));
CREATE INDEX campaigns_words ON campaigns USING gin (to_tsvector('simple', name || ' ' || campaign_title)) WHERE deleted_at IS NULL;
CREATE INDEX users_words ON users USING gin (to_tsvector('simple', username || ' ' || coalesce(display_name, '') || ' ' || email)) WHERE erased_at IS NULL;
CREATE INDEX agencies_words ON agencies USING gin (to_tsvector('simple', name));
CREATE INDEX links_words ON links USING gin (to_tsvector('simple', title));
CREATE INDEX orders_number ON orders USING btree (lower(order_id) text_pattern_ops);
CREATE INDEX invoices_number ON invoices USING btree (lower(number) text_pattern_ops);
