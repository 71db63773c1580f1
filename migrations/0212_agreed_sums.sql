-- `payee_balances` returns the agreed sums, too; the return type of an existing function cannot change.
DROP FUNCTION IF EXISTS payee_balances(date, integer, bigint[], text, bigint);
