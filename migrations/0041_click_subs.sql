-- Sub-ids with which a creator's link was followed. Only clicks that have some have a row here, so that the log of the others stays narrow.
CREATE TABLE click_subs (
  click_id uuid PRIMARY KEY,
  user_id bigint NOT NULL,
  day date NOT NULL,
  sub1 text,
  sub2 text,
  sub3 text,
  sub4 text,
  sub5 text,
  CHECK (num_nonnulls(sub1, sub2, sub3, sub4, sub5) > 0)
);
CREATE INDEX click_subs_user ON click_subs (user_id, day);
