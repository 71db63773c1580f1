-- When a list of candidates was last used, so that it can go when its last click has.
ALTER TABLE click_terms ADD COLUMN last_used_on date NOT NULL DEFAULT current_date;
CREATE INDEX click_terms_last_used ON click_terms (last_used_on);
