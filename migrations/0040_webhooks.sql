-- Events that modules report in their own transactions, and the webhooks and postbacks that receive them.

CREATE TABLE event_outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The same in every delivery of this event: receivers recognise a repetition by it.
  message_id uuid NOT NULL DEFAULT gen_random_uuid(),
  type text NOT NULL,
  -- Of the payload's schema.
  version smallint NOT NULL,
  -- `order/123`. Events of one subject are delivered in the order of their ids.
  subject text NOT NULL,
  -- Who may know of it. Plain numbers: this table knows no business.
  store_id bigint,
  agency_id bigint,
  user_id bigint,
  for_platform boolean NOT NULL,
  data jsonb NOT NULL,
  -- What only one audience may know, by audience: store, agency, user, platform.
  private_data jsonb NOT NULL,
  occurred_at timestamptz NOT NULL,
  -- When deliveries were made of it.
  dispatched_at timestamptz
);
CREATE INDEX event_outbox_waiting ON event_outbox (id) WHERE dispatched_at IS NULL;
CREATE INDEX event_outbox_occurred ON event_outbox (occurred_at, id);

-- Destinations of events. A webhook is a signed POST; a postback is a GET of a URL template. Without an owner: the platform's.
CREATE TABLE webhooks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('webhook', 'postback')),
  store_id bigint REFERENCES stores,
  agency_id bigint REFERENCES agencies,
  user_id bigint REFERENCES users,
  url text NOT NULL,
  events text[] NOT NULL CHECK (cardinality(events) > 0),
  description text NOT NULL,
  secret text,
  -- Also signs until `previous_secret_until`, after a rotation.
  previous_secret text,
  previous_secret_until timestamptz,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused')),
  paused_at timestamptz,
  pause_reason text CHECK (pause_reason IN ('owner', 'failing', 'gone')),
  -- Failures since the last success; while `retry_at` lies ahead nothing is sent.
  failures integer NOT NULL DEFAULT 0,
  failing_since timestamptz,
  last_success_at timestamptz,
  retry_at timestamptz,
  created_by bigint REFERENCES users,
  deleted_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (num_nonnulls(store_id, agency_id, user_id) <= 1),
  CHECK ((kind = 'webhook') = (secret IS NOT NULL) OR deleted_at IS NOT NULL),
  CHECK ((status = 'paused') = (paused_at IS NOT NULL) AND (status = 'paused') = (pause_reason IS NOT NULL))
);
CREATE INDEX webhooks_store ON webhooks (store_id, id) WHERE store_id IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX webhooks_agency ON webhooks (agency_id, id) WHERE agency_id IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX webhooks_user ON webhooks (user_id, id) WHERE user_id IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX webhooks_platform ON webhooks (id) WHERE num_nonnulls(store_id, agency_id, user_id) = 0 AND deleted_at IS NULL;

-- One event on its way to one destination, and after its arrival the record of it.
CREATE TABLE webhook_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook_id bigint NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  event_id bigint NOT NULL REFERENCES event_outbox ON DELETE CASCADE,
  subject text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed')),
  -- Since it was last asked for, by the event or by a replay.
  attempts integer NOT NULL DEFAULT 0,
  requested_at timestamptz NOT NULL,
  next_attempt_at timestamptz NOT NULL,
  -- A sender is at it until then; one that died leaves it to others afterwards.
  claimed_until timestamptz,
  delivered_at timestamptz,
  created_at timestamptz NOT NULL,
  UNIQUE (webhook_id, event_id)
) WITH (fillfactor = 80);
CREATE INDEX webhook_deliveries_subject ON webhook_deliveries (webhook_id, subject, event_id) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_attempt_at) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_event ON webhook_deliveries (event_id);

CREATE TABLE webhook_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  delivery_id bigint NOT NULL REFERENCES webhook_deliveries ON DELETE CASCADE,
  at timestamptz NOT NULL,
  method text NOT NULL,
  url text NOT NULL,
  duration_ms integer NOT NULL,
  -- Null: no reply came, and `error` says why.
  reply_status smallint,
  reply_excerpt text,
  error text,
  CHECK ((reply_status IS NULL) = (error IS NOT NULL))
);
CREATE INDEX webhook_attempts_delivery ON webhook_attempts (delivery_id, id);

-- Up to which instant clicks have been summed into `click.recorded` events.
CREATE TABLE click_event_progress (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  until timestamptz NOT NULL
);

-- Campaigns whose used-up limit has been reported; one that has room again is taken out.
CREATE TABLE reported_limits (
  campaign_id bigint PRIMARY KEY REFERENCES campaigns,
  reported_at timestamptz NOT NULL
);
