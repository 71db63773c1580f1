-- What running campaigns say of their store to the creators whom they are for (campaigns.store_visibility: 1 hides it, 2 shows it).
CREATE INDEX campaigns_store_visibility ON campaigns (store_id, id) WHERE store_visibility <> 0 AND active AND deleted_at IS NULL;
