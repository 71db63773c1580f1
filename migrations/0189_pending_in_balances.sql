-- payee_balances also returns what undecided orders would add (migrations/repeatable/payee_balances.sql).
DROP FUNCTION IF EXISTS payee_balances(date, integer, bigint[], text, bigint);
