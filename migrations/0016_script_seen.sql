-- When a page asked for a store's script last, to the minute: a shop that sets up its tracking sees that the script is there before any order is.
ALTER TABLE order_collectors ADD COLUMN script_seen_at timestamptz;
