-- A closing spent more time on the indexes of its bookings than on the bookings. No query reads a single booking by its number, and the part of a creator on a
-- line is found by creator and month.
DROP INDEX closing_bookings_booking;
DROP INDEX closing_bookings_user_line;
DROP INDEX closing_bookings_user;
CREATE INDEX closing_bookings_user ON closing_bookings (user_id, month);
