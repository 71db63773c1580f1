-- What a campaign asks of applicants. A question that has been answered is never changed: it ends, and its answers stay with it as it was asked.
CREATE TABLE campaign_questions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  campaign_id bigint NOT NULL REFERENCES campaigns ON DELETE CASCADE,
  place smallint NOT NULL,
  text text NOT NULL CHECK (text <> ''),
  is_required boolean NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX campaign_questions_campaign ON campaign_questions (campaign_id, place);

CREATE TABLE participant_answers (
  participant_id bigint NOT NULL REFERENCES participants ON DELETE CASCADE,
  question_id bigint NOT NULL REFERENCES campaign_questions ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users,
  text text NOT NULL CHECK (text <> ''),
  answered_at timestamptz NOT NULL,
  PRIMARY KEY (participant_id, question_id)
);
CREATE INDEX participant_answers_question ON participant_answers (question_id);
CREATE INDEX participant_answers_user ON participant_answers (user_id);
