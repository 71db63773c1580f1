-- The function no longer has a default (migrations/repeatable/creator_bands.sql).
DROP FUNCTION IF EXISTS creator_bands(bigint[]);
