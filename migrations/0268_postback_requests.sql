-- Postbacks that are posted with a body, for advertising networks and analytics. The columns are empty for webhooks.
ALTER TABLE webhooks
  ADD COLUMN method text NOT NULL DEFAULT 'GET' CHECK (method IN ('GET', 'POST')),
  ADD COLUMN content_type text CHECK (content_type IN ('json', 'form')),
  -- Templates, by name.
  ADD COLUMN headers jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN body text,
  -- Values that the owner has entered and that templates name, encrypted together.
  ADD COLUMN sealed_values bytea,
  ADD COLUMN value_names text[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT webhooks_body_is_posted CHECK ((body IS NULL) = (content_type IS NULL) AND (body IS NULL OR method = 'POST')),
  ADD CONSTRAINT webhooks_request_of_postback CHECK (kind = 'postback'
    OR (method = 'GET' AND body IS NULL AND headers = '{}' AND sealed_values IS NULL AND value_names = '{}'));

-- What was posted, without the values that the owner has entered; null: nothing, or the payload of the event.
ALTER TABLE webhook_attempts ADD COLUMN request_body text;
