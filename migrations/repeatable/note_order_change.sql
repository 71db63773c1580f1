-- Records the transaction that changed an order, so that exports contain the order again.
CREATE OR REPLACE FUNCTION note_order_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.recorded_in := pg_current_xact_id()::text::bigint;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER orders_note_change BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION note_order_change();
