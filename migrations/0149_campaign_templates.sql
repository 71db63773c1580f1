-- What a store creates campaigns from: the content of a campaign without dates, budgets and people.
CREATE TABLE campaign_templates (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store_id bigint NOT NULL REFERENCES stores,
  name text NOT NULL,
  -- In the form of `CampaignContent` (src/modules/campaigns/duplicates/content.ts).
  content jsonb NOT NULL CHECK (jsonb_typeof(content) = 'object'),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX campaign_templates_store ON campaign_templates (store_id, id);
