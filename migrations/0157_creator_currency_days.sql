-- A creator's month is read without regard to stores: a row for each day and currency instead of one for each store, without a look-up of currencies. The
-- currency of a store never changes.
CREATE TABLE creator_currency_days (
  user_id bigint NOT NULL,
  day date NOT NULL,
  currency char(3) NOT NULL,
  clicks bigint NOT NULL,
  orders bigint NOT NULL,
  user_minor bigint NOT NULL,
  order_user_minor bigint NOT NULL,
  PRIMARY KEY (user_id, day, currency)
);
INSERT INTO creator_currency_days (user_id, day, currency, clicks, orders, user_minor, order_user_minor)
  SELECT t.user_id, t.day, s.currency, sum(t.clicks), sum(t.orders), sum(t.user_minor), sum(t.order_user_minor)
  FROM creator_days t JOIN stores s ON s.id = t.store_id GROUP BY t.user_id, t.day, s.currency;
