-- What a platform counts of a publication, as observations that never change. The one that was measured last counts.
CREATE TABLE publication_figures (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  publication_id bigint NOT NULL REFERENCES publications,
  views bigint CHECK (views >= 0),
  likes bigint CHECK (likes >= 0),
  comments bigint CHECK (comments >= 0),
  shares bigint CHECK (shares >= 0),
  saves bigint CHECK (saves >= 0),
  -- Clicks on links as the platform shows them; payment follows only from clicks that Tributary has counted.
  clicks_shown bigint CHECK (clicks_shown >= 0),
  measured_at timestamptz NOT NULL,
  -- Who says it: the creator's side, or the platform by its interface.
  source text NOT NULL CHECK (source IN ('creator', 'platform')),
  proof_id bigint REFERENCES publication_proofs,
  recorded_by bigint REFERENCES users,
  recorded_at timestamptz NOT NULL,
  CHECK (num_nonnulls(views, likes, comments, shares, saves, clicks_shown) > 0),
  CHECK ((source = 'creator') = (recorded_by IS NOT NULL))
);
CREATE INDEX publication_figures_newest ON publication_figures (publication_id, measured_at DESC, id DESC);
