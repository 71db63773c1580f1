-- What running campaigns say of their store to the creators whom they are for (offers.store_visibility: 1 hides it, 2 shows it).
CREATE INDEX offers_store_visibility ON offers (store_id, id) WHERE store_visibility <> 0 AND active AND deleted_at IS NULL;
