-- Lists and notes of stores about creators (src/modules/media/finding). They end with the store and with the creator.
CREATE TABLE creator_lists (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id bigint NOT NULL REFERENCES stores,
  name text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX creator_lists_name ON creator_lists (store_id, lower(name));

CREATE TABLE creator_list_members (
  list_id bigint NOT NULL REFERENCES creator_lists ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users,
  added_at timestamptz NOT NULL,
  PRIMARY KEY (list_id, user_id)
);
CREATE INDEX creator_list_members_user ON creator_list_members (user_id);

CREATE TABLE creator_notes (
  store_id bigint NOT NULL REFERENCES stores,
  user_id bigint NOT NULL REFERENCES users,
  text text NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, user_id)
);
CREATE INDEX creator_notes_user ON creator_notes (user_id);
