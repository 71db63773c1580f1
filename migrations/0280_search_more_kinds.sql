-- What GET /v2/search finds besides (migration 0120): participants by their public name, vouchers by the beginning of their code, domains by the beginning
-- of their host, and stores by the name of their company. The expressions are those of src/modules/search/kinds.ts.
CREATE INDEX users_public_words ON users USING gin (to_tsvector('simple', public_name)) WHERE erased_at IS NULL;
CREATE INDEX vouchers_beginning ON vouchers USING btree (lower(code) text_pattern_ops);
CREATE INDEX store_domains_beginning ON store_domains USING btree (host text_pattern_ops);
CREATE INDEX link_domains_beginning ON link_domains USING btree (host text_pattern_ops);
CREATE INDEX stores_company_words ON stores USING gin (to_tsvector('simple', coalesce(company_name, '')));
