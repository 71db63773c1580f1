-- The undecided orders of a store, which its members' open tasks count, without a look at its other orders.
CREATE INDEX orders_undecided ON orders (store_id) INCLUDE (cost_minor, currency) WHERE status = 'pending' AND link_id IS NOT NULL;
