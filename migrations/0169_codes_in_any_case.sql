-- A followed link whose code was written in other capitals is found by this index.
CREATE INDEX links_code_in_any_case ON links (lower(code));
