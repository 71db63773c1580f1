-- The columns of a store's own tables by the attributes that they contain.
ALTER TABLE product_feeds ADD COLUMN columns jsonb NOT NULL DEFAULT '{}';
