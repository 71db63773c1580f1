-- The creators whose work a statement states: the payee of a creator's statement, the creators whom an agency pays, each on an own line, and those of whose
-- earnings an agency receives a part. Creators can be repeated.
CREATE OR REPLACE VIEW statement_creators AS
  SELECT i.id AS invoice_id, i.user_id FROM invoices i WHERE i.user_id IS NOT NULL
  UNION ALL
  SELECT l.invoice_id, (l.origin ->> 'user_id')::bigint FROM invoice_lines l WHERE l.origin ? 'user_id'
  UNION ALL
  SELECT l.invoice_id, b.user_id FROM invoice_lines l JOIN closing_bookings b ON b.client_line_id = l.id
  UNION ALL
  SELECT l.invoice_id, e.user_id FROM invoice_lines l JOIN single_entries e ON e.invoice_line_id = l.id AND e.part IN ('user', 'client')
  WHERE e.user_id IS NOT NULL;
