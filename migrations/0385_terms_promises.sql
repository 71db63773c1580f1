-- Versions of what a campaign promises about its terms: that they do not get worse for creators before a day, or without notice. Append-only.
-- src/modules/campaigns/promises, docs/promises.md.
CREATE TABLE terms_promises (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  campaign_id bigint NOT NULL REFERENCES campaigns,
  -- The campaign's.
  store_id bigint NOT NULL REFERENCES stores,
  version integer NOT NULL CHECK (version > 0),
  -- The last day on which the terms cannot get worse; null: none.
  until date,
  -- Days between the announcement that the promise ends and its end; null: no notice.
  notice_days smallint CHECK (notice_days BETWEEN 1 AND 365),
  -- The first day of this notice. The day of `until` counts from the beginning.
  begins_on date NOT NULL,
  -- The platform's when the version was written (IANA), in which its days begin.
  time_zone text NOT NULL,
  created_by bigint NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  -- Why the administration has ended the promise at once; null: a version of the store.
  ended_reason text CHECK (ended_reason <> ''),
  UNIQUE (campaign_id, version),
  CHECK (ended_reason IS NULL OR num_nonnulls(until, notice_days) = 0)
);
CREATE INDEX terms_promises_store ON terms_promises (store_id, campaign_id);
CREATE INDEX terms_promises_author ON terms_promises (created_by);

-- The terms of campaigns that have a promise, and of their participants, whenever they have changed. Append-only. A row with a participant has what applies to
-- this participant alone.
CREATE TABLE recorded_terms (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  campaign_id bigint NOT NULL REFERENCES campaigns,
  participant_id bigint REFERENCES participants,
  -- terms_of_campaign, terms_of_participant.
  terms jsonb NOT NULL,
  recorded_at timestamptz NOT NULL,
  -- Null: unknown, or a program.
  actor_id bigint REFERENCES users
);
CREATE INDEX recorded_terms_campaign ON recorded_terms (campaign_id, participant_id, id);
CREATE INDEX recorded_terms_of_campaign ON recorded_terms (campaign_id, id);
CREATE INDEX recorded_terms_participant ON recorded_terms (participant_id);
CREATE INDEX recorded_terms_actor ON recorded_terms (actor_id);
