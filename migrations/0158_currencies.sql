-- The number of decimals with which the amounts of this database are written, by currency. Empty: an earlier version wrote it, which took the decimals from
-- the locale data of Node.js (docs/operations.md, "Decimals of currencies"). The process that starts records them, or refuses to start.
CREATE TABLE currencies (
  code char(3) PRIMARY KEY,
  exponent smallint NOT NULL,
  -- The fewest decimals with which amounts were computed before they were converted: they are rounded to its units.
  coarsest_exponent smallint NOT NULL,
  CHECK (exponent BETWEEN 0 AND 4),
  CHECK (coarsest_exponent BETWEEN 0 AND exponent)
);
