-- Views of lists that are mailed regularly, each to members who may see the view. The owner is the store, agency or creator whose list it is.
CREATE TABLE report_schedules (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id bigint REFERENCES stores,
  agency_id bigint REFERENCES agencies,
  user_id bigint REFERENCES users,
  name text NOT NULL CHECK (name <> ''),
  list text NOT NULL CHECK (list IN ('creators', 'links', 'campaigns', 'orders')),
  -- The filters and the order of the list, by the names in its query.
  filters jsonb NOT NULL,
  every text NOT NULL CHECK (every IN ('day', 'week', 'month')),
  -- 1 is Monday.
  weekday smallint CHECK (weekday BETWEEN 1 AND 7),
  month_day smallint CHECK (month_day BETWEEN 1 AND 28),
  -- In the time zone of the marketplace.
  hour smallint NOT NULL CHECK (hour BETWEEN 0 AND 23),
  format text NOT NULL CHECK (format IN ('csv', 'xlsx', 'pdf')),
  paused_at timestamptz,
  next_at timestamptz NOT NULL,
  -- The day of the latest report that was sent. It grows only, so that no report is sent twice.
  sent_for date,
  sent_at timestamptz,
  created_by bigint REFERENCES users,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (num_nonnulls(store_id, agency_id, user_id) = 1),
  CHECK ((every = 'week') = (weekday IS NOT NULL)),
  CHECK ((every = 'month') = (month_day IS NOT NULL)),
  CHECK ((sent_for IS NULL) = (sent_at IS NULL))
);
CREATE INDEX report_schedules_due ON report_schedules (next_at) WHERE paused_at IS NULL;
CREATE INDEX report_schedules_store ON report_schedules (store_id, id) WHERE store_id IS NOT NULL;
CREATE INDEX report_schedules_agency ON report_schedules (agency_id, id) WHERE agency_id IS NOT NULL;
CREATE INDEX report_schedules_user ON report_schedules (user_id, id) WHERE user_id IS NOT NULL;
CREATE INDEX report_schedules_created_by ON report_schedules (created_by) WHERE created_by IS NOT NULL;

-- Whether a recipient may see the view is decided at each sending.
CREATE TABLE report_recipients (
  schedule_id bigint NOT NULL REFERENCES report_schedules ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users,
  PRIMARY KEY (schedule_id, user_id)
);
CREATE INDEX report_recipients_user ON report_recipients (user_id);

-- Reports are a kind of mail that a person can turn off.
ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check
  CHECK (kind IN ('campaigns', 'orders', 'statements', 'payments', 'limits', 'service', 'reports', 'security'));
