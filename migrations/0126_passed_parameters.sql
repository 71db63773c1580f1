-- Query parameters (utm_*) of a followed link that are passed on to the store's page.
ALTER TABLE stores ADD COLUMN passed_parameters text[] NOT NULL DEFAULT '{}' CHECK (cardinality(passed_parameters) <= 10);
