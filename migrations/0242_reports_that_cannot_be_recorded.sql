-- Why a kept report could not be recorded when its store last tried: the code of the refusal, if it has one, and the sentence. Null: it was not tried.
ALTER TABLE unconfirmed_reports
  ADD COLUMN tried_at timestamptz,
  ADD COLUMN refusal text,
  ADD COLUMN refusal_code text,
  ADD CHECK ((tried_at IS NULL) = (refusal IS NULL));
CREATE INDEX unconfirmed_reports_refused ON unconfirmed_reports (store_id, received_at) WHERE tried_at IS NOT NULL;
