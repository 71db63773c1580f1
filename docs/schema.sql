-- The schema as it stands. Generated from a migrated database; not applied by anything.
-- Update: SCHEMA=write npx vitest run tests/schema/schema.test.ts
-- Functions are defined in migrations/repeatable.

CREATE TABLE accepted_terms (
  user_id bigint NOT NULL,
  kind text NOT NULL,
  version text NOT NULL,
  accepted_at timestamp with time zone NOT NULL,
  CONSTRAINT accepted_terms_kind_check CHECK (kind = ANY (ARRAY['terms'::text, 'privacy'::text])),
  CONSTRAINT accepted_terms_pkey PRIMARY KEY (user_id, kind, version),
  CONSTRAINT accepted_terms_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE account_codes (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  email text NOT NULL,
  user_id bigint,
  hash bytea,
  sign_up jsonb,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT account_codes_check CHECK ((kind = 'sign_up'::text) = (sign_up IS NOT NULL)),
  CONSTRAINT account_codes_check1 CHECK (kind = 'sign_in'::text OR (kind = 'email_change'::text) = (user_id IS NOT NULL)),
  CONSTRAINT account_codes_hash_check CHECK (octet_length(hash) = 32),
  CONSTRAINT account_codes_hash_key UNIQUE (hash),
  CONSTRAINT account_codes_kind_check CHECK (kind = ANY (ARRAY['sign_up'::text, 'password_reset'::text, 'email_change'::text, 'sign_in'::text])),
  CONSTRAINT account_codes_pkey PRIMARY KEY (id),
  CONSTRAINT account_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX account_codes_age ON account_codes USING btree (expires_at);
CREATE INDEX account_codes_email ON account_codes USING btree (lower(email), created_at);
CREATE INDEX account_codes_user ON account_codes USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE TABLE account_settings (
  id boolean DEFAULT true NOT NULL,
  sign_up text DEFAULT 'open'::text NOT NULL,
  approve_creators boolean DEFAULT false NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  second_factor_for_administrators boolean DEFAULT true NOT NULL,
  second_factor_for_stores boolean DEFAULT false NOT NULL,
  terms_version text,
  terms_url text,
  privacy_version text,
  privacy_url text,
  CONSTRAINT account_settings_id_check CHECK (id),
  CONSTRAINT account_settings_pkey PRIMARY KEY (id),
  CONSTRAINT account_settings_sign_up_check CHECK (sign_up = ANY (ARRAY['open'::text, 'invitation'::text, 'closed'::text]))
);

CREATE TABLE accounting_settings (
  is_only boolean DEFAULT true NOT NULL,
  currency character(3) NOT NULL,
  accounts jsonb NOT NULL,
  datev_consultant integer NOT NULL,
  datev_client integer NOT NULL,
  updated_by bigint NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT accounting_settings_datev_client_check CHECK (datev_client >= 1 AND datev_client <= 99999),
  CONSTRAINT accounting_settings_datev_consultant_check CHECK (datev_consultant >= 1001 AND datev_consultant <= 9999999),
  CONSTRAINT accounting_settings_is_only_check CHECK (is_only),
  CONSTRAINT accounting_settings_pkey PRIMARY KEY (is_only),
  CONSTRAINT accounting_settings_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id)
);

CREATE TABLE activities (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  participant_id bigint,
  type text NOT NULL,
  actor_id bigint,
  comment_id bigint,
  old_status text,
  new_status text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone,
  appeal_id bigint,
  CONSTRAINT activities_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  CONSTRAINT activities_appeal_id_fkey FOREIGN KEY (appeal_id) REFERENCES appeals(id),
  CONSTRAINT activities_check CHECK (num_nonnulls(participant_id, appeal_id) = 1),
  CONSTRAINT activities_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id),
  CONSTRAINT activities_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id),
  CONSTRAINT activities_pkey PRIMARY KEY (id),
  CONSTRAINT activities_type_check CHECK (type = ANY (ARRAY['COMMENT'::text, 'DELETED_COMMENT'::text, 'STATUS_CHANGE'::text]))
);
CREATE INDEX activities_accepted ON activities USING btree (created_at) INCLUDE (participant_id) WHERE ((type = 'STATUS_CHANGE'::text) AND (new_status = 'accepted'::text));
CREATE INDEX activities_appeal ON activities USING btree (appeal_id, id) WHERE (appeal_id IS NOT NULL);
CREATE INDEX activities_participant ON activities USING btree (participant_id, id);

CREATE TABLE activity_reads (
  participant_id bigint NOT NULL,
  user_id bigint NOT NULL,
  read_activity_id bigint NOT NULL,
  CONSTRAINT activity_reads_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id),
  CONSTRAINT activity_reads_pkey PRIMARY KEY (participant_id, user_id),
  CONSTRAINT activity_reads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE agencies (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  client_id text NOT NULL,
  client_secret_hash bytea,
  name text NOT NULL,
  is_default boolean DEFAULT false NOT NULL,
  store_group_id bigint,
  default_revenue_tier_id bigint,
  agency_share numeric(7,6) DEFAULT 0 NOT NULL,
  user_share numeric(7,6),
  own_payment_system boolean DEFAULT false NOT NULL,
  default_verified_users boolean DEFAULT false NOT NULL,
  revenue_model text DEFAULT 'share'::text NOT NULL,
  locale text,
  feed text,
  config jsonb DEFAULT '{}'::jsonb NOT NULL,
  user_mail_config jsonb DEFAULT '{}'::jsonb NOT NULL,
  company_name text,
  street text,
  postal_code text,
  city text,
  vat_number text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  from_sign_up boolean DEFAULT false NOT NULL,
  CONSTRAINT agencies_agency_share_check CHECK (agency_share >= 0::numeric AND agency_share <= 1::numeric),
  CONSTRAINT agencies_client_id_key UNIQUE (client_id),
  CONSTRAINT agencies_default_revenue_tier_id_fkey FOREIGN KEY (default_revenue_tier_id) REFERENCES revenue_tiers(id),
  CONSTRAINT agencies_pkey PRIMARY KEY (id),
  CONSTRAINT agencies_store_group_id_fkey FOREIGN KEY (store_group_id) REFERENCES store_groups(id),
  CONSTRAINT agencies_user_share_check CHECK (user_share >= 0::numeric AND user_share <= 1::numeric)
);
CREATE UNIQUE INDEX agencies_one_default ON agencies USING btree (is_default) WHERE is_default;
CREATE INDEX agencies_words ON agencies USING gin (to_tsvector('simple'::regconfig, name));
CREATE TRIGGER agencies_ledger AFTER DELETE ON agencies REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_referred('id', 'agency_id');
CREATE TRIGGER agencies_terms_delete AFTER DELETE ON agencies REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('3', 'id');
CREATE TRIGGER agencies_terms_update AFTER UPDATE ON agencies REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('3', 'id');

CREATE TABLE agency_invitations (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  agency_id bigint NOT NULL,
  user_id bigint,
  email text,
  invited_by bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  answer text,
  answered_at timestamp with time zone,
  CONSTRAINT agency_invitations_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  CONSTRAINT agency_invitations_answer_check CHECK (answer = ANY (ARRAY['accepted'::text, 'declined'::text, 'revoked'::text])),
  CONSTRAINT agency_invitations_answered CHECK ((answer IS NULL) = (answered_at IS NULL)),
  CONSTRAINT agency_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id),
  CONSTRAINT agency_invitations_named CHECK (num_nonnulls(user_id, email) = 1),
  CONSTRAINT agency_invitations_pkey PRIMARY KEY (id),
  CONSTRAINT agency_invitations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX agency_invitations_agency ON agency_invitations USING btree (agency_id, id);
CREATE INDEX agency_invitations_email ON agency_invitations USING btree (lower(email)) WHERE (email IS NOT NULL);
CREATE INDEX agency_invitations_expiry ON agency_invitations USING btree (expires_at);
CREATE UNIQUE INDEX agency_invitations_open ON agency_invitations USING btree (agency_id, user_id, lower(email)) NULLS NOT DISTINCT WHERE (answer IS NULL);
CREATE INDEX agency_invitations_user ON agency_invitations USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE TABLE agency_members (
  agency_id bigint NOT NULL,
  user_id bigint NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  role text DEFAULT 'owner'::text NOT NULL,
  CONSTRAINT agency_members_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id),
  CONSTRAINT agency_members_pkey PRIMARY KEY (user_id, agency_id),
  CONSTRAINT agency_members_role_check CHECK (role = ANY (ARRAY['owner'::text, 'manager'::text, 'finance'::text, 'read_only'::text])),
  CONSTRAINT agency_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX agency_members_agency ON agency_members USING btree (agency_id);
CREATE TRIGGER agency_members_terms_delete AFTER DELETE ON agency_members REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('3', 'agency_id');
CREATE TRIGGER agency_members_terms_insert AFTER INSERT ON agency_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('3', 'agency_id');
CREATE TRIGGER agency_members_terms_of_user_delete AFTER DELETE ON agency_members REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('2', 'user_id');
CREATE TRIGGER agency_members_terms_of_user_insert AFTER INSERT ON agency_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('2', 'user_id');
CREATE TRIGGER agency_members_terms_update AFTER UPDATE ON agency_members REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('3', 'agency_id');

CREATE TABLE appeals (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL,
  store_id bigint NOT NULL,
  user_id bigint NOT NULL,
  opened_by bigint,
  created_at timestamp with time zone NOT NULL,
  outcome text,
  closed_by bigint,
  closed_at timestamp with time zone,
  CONSTRAINT appeals_check CHECK ((outcome IS NULL) = (closed_at IS NULL)),
  CONSTRAINT appeals_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id),
  CONSTRAINT appeals_kind_check CHECK (kind = ANY (ARRAY['click'::text, 'order'::text, 'one_time_payment'::text, 'order_claim'::text])),
  CONSTRAINT appeals_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES users(id),
  CONSTRAINT appeals_outcome_check CHECK (outcome = ANY (ARRAY['upheld'::text, 'dismissed'::text])),
  CONSTRAINT appeals_pkey PRIMARY KEY (id),
  CONSTRAINT appeals_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT appeals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX appeals_open ON appeals USING btree (kind, subject) WHERE (closed_at IS NULL);
CREATE INDEX appeals_store ON appeals USING btree (store_id, id);
CREATE INDEX appeals_user ON appeals USING btree (user_id, id);

CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  actor_id bigint,
  action text NOT NULL,
  subject_kind text NOT NULL,
  subject_id bigint,
  details jsonb DEFAULT '{}'::jsonb NOT NULL,
  request_id text,
  store_key_id bigint,
  CONSTRAINT audit_log_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  CONSTRAINT audit_log_check CHECK (actor_id IS NULL OR store_key_id IS NULL),
  CONSTRAINT audit_log_pkey PRIMARY KEY (id),
  CONSTRAINT audit_log_store_key_id_fkey FOREIGN KEY (store_key_id) REFERENCES store_keys(id)
);
CREATE INDEX audit_log_action ON audit_log USING btree (action, id);
CREATE INDEX audit_log_actor ON audit_log USING btree (actor_id, id) WHERE (actor_id IS NOT NULL);
CREATE INDEX audit_log_at ON audit_log USING btree (at);
CREATE INDEX audit_log_subject ON audit_log USING btree (subject_kind, subject_id, id);

CREATE TABLE bank_entries (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  file_id bigint NOT NULL,
  direction text NOT NULL,
  amount_minor bigint,
  currency character(3),
  day date,
  end_to_end_id text,
  reference text NOT NULL,
  party text NOT NULL,
  outcome text NOT NULL,
  reason text,
  payout_id bigint,
  resolved_by bigint,
  resolved_at timestamp with time zone,
  resolve_reason text,
  store_id bigint,
  account text,
  statement text,
  value_day date,
  bank_references text[] DEFAULT '{}'::text[] NOT NULL,
  entry_minor bigint,
  stated jsonb DEFAULT '[]'::jsonb NOT NULL,
  charges_minor bigint DEFAULT 0 NOT NULL,
  return_reason text,
  same_as_id bigint,
  CONSTRAINT bank_entries_check CHECK ((outcome = 'dismissed'::text) <= (resolved_at IS NOT NULL AND resolve_reason IS NOT NULL)),
  CONSTRAINT bank_entries_check1 CHECK ((outcome = 'prepaid'::text) = (store_id IS NOT NULL)),
  CONSTRAINT bank_entries_check2 CHECK ((outcome = 'doubtful'::text) <= (same_as_id IS NOT NULL)),
  CONSTRAINT bank_entries_direction_check CHECK (direction = ANY (ARRAY['in'::text, 'out'::text, 'status'::text])),
  CONSTRAINT bank_entries_file_id_fkey FOREIGN KEY (file_id) REFERENCES bank_files(id),
  CONSTRAINT bank_entries_outcome_check CHECK (outcome = ANY (ARRAY['paid'::text, 'paid_unexpectedly'::text, 'returned'::text, 'rejected'::text, 'invoice_paid'::text, 'prepaid'::text, 'known'::text, 'doubtful'::text, 'noted'::text, 'unmatched'::text, 'dismissed'::text])),
  CONSTRAINT bank_entries_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(id),
  CONSTRAINT bank_entries_pkey PRIMARY KEY (id),
  CONSTRAINT bank_entries_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES users(id),
  CONSTRAINT bank_entries_same_as_id_fkey FOREIGN KEY (same_as_id) REFERENCES bank_entries(id),
  CONSTRAINT bank_entries_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);
CREATE INDEX bank_entries_amount ON bank_entries USING btree (amount_minor, currency, day) WHERE (direction <> 'status'::text);
CREATE INDEX bank_entries_file ON bank_entries USING btree (file_id, id);
CREATE INDEX bank_entries_open ON bank_entries USING btree (id) WHERE (outcome = ANY (ARRAY['unmatched'::text, 'doubtful'::text, 'paid_unexpectedly'::text]));
CREATE INDEX bank_entries_payout ON bank_entries USING btree (payout_id) WHERE (payout_id IS NOT NULL);
CREATE INDEX bank_entries_references ON bank_entries USING gin (bank_references);
CREATE INDEX bank_entries_same ON bank_entries USING btree (same_as_id) WHERE (same_as_id IS NOT NULL);

CREATE TABLE bank_entry_invoices (
  bank_entry_id bigint NOT NULL,
  invoice_id bigint NOT NULL,
  CONSTRAINT bank_entry_invoices_bank_entry_id_fkey FOREIGN KEY (bank_entry_id) REFERENCES bank_entries(id),
  CONSTRAINT bank_entry_invoices_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  CONSTRAINT bank_entry_invoices_pkey PRIMARY KEY (bank_entry_id, invoice_id)
);
CREATE INDEX bank_entry_invoices_invoice ON bank_entry_invoices USING btree (invoice_id);

CREATE TABLE bank_files (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  sha256 bytea NOT NULL,
  kind text NOT NULL,
  message_id text NOT NULL,
  uploaded_by bigint NOT NULL,
  uploaded_at timestamp with time zone NOT NULL,
  CONSTRAINT bank_files_kind_check CHECK (kind = ANY (ARRAY['camt.052'::text, 'camt.053'::text, 'camt.054'::text, 'pain.002'::text])),
  CONSTRAINT bank_files_pkey PRIMARY KEY (id),
  CONSTRAINT bank_files_sha256_check CHECK (octet_length(sha256) = 32),
  CONSTRAINT bank_files_sha256_key UNIQUE (sha256),
  CONSTRAINT bank_files_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id)
);

CREATE TABLE billing_records (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  source_id bigint NOT NULL,
  kind text NOT NULL,
  record_id text NOT NULL,
  stated_at timestamp with time zone NOT NULL,
  rank smallint NOT NULL,
  sale_id text,
  payment_id text,
  subscription_id text,
  customer_hash bytea,
  click_id uuid,
  happened_at timestamp with time zone,
  started_at timestamp with time zone,
  amount_minor bigint,
  paid_minor bigint,
  currency character(3),
  counts boolean NOT NULL,
  heard_at timestamp with time zone NOT NULL,
  is_settled boolean DEFAULT false NOT NULL,
  refusal text,
  CONSTRAINT billing_records_check CHECK (kind <> 'sale'::text OR amount_minor > 0 AND paid_minor > 0 AND currency IS NOT NULL AND happened_at IS NOT NULL AND sale_id = record_id),
  CONSTRAINT billing_records_check1 CHECK ((amount_minor IS NULL) = (currency IS NULL)),
  CONSTRAINT billing_records_kind_check CHECK (kind = ANY (ARRAY['sale'::text, 'payment'::text, 'checkout'::text, 'subscription'::text, 'refund'::text, 'refunded'::text, 'dispute'::text, 'credit'::text])),
  CONSTRAINT billing_records_pkey PRIMARY KEY (id),
  CONSTRAINT billing_records_source_id_fkey FOREIGN KEY (source_id) REFERENCES billing_sources(id) ON DELETE CASCADE,
  CONSTRAINT billing_records_source_id_kind_record_id_key UNIQUE (source_id, kind, record_id)
);
CREATE INDEX billing_records_age ON billing_records USING btree (stated_at);
CREATE INDEX billing_records_payment ON billing_records USING btree (source_id, payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX billing_records_sale ON billing_records USING btree (source_id, sale_id) WHERE (sale_id IS NOT NULL);
CREATE INDEX billing_records_subscription ON billing_records USING btree (source_id, subscription_id) WHERE (subscription_id IS NOT NULL);
CREATE INDEX billing_records_waiting ON billing_records USING btree (source_id, heard_at) WHERE (NOT is_settled);

CREATE TABLE billing_sources (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint NOT NULL,
  source text NOT NULL,
  sealed_secret bytea NOT NULL,
  sealed_previous bytea,
  previous_valid_until timestamp with time zone,
  trial_kind_id bigint,
  start_kind_id bigint,
  connected_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  last_event text,
  last_event_at timestamp with time zone,
  last_refusal text,
  last_refused_at timestamp with time zone,
  CONSTRAINT billing_sources_check CHECK ((sealed_previous IS NULL) = (previous_valid_until IS NULL)),
  CONSTRAINT billing_sources_check1 CHECK ((last_event IS NULL) = (last_event_at IS NULL)),
  CONSTRAINT billing_sources_check2 CHECK ((last_refusal IS NULL) = (last_refused_at IS NULL)),
  CONSTRAINT billing_sources_pkey PRIMARY KEY (id),
  CONSTRAINT billing_sources_source_check CHECK (source = ANY (ARRAY['stripe'::text, 'paddle'::text])),
  CONSTRAINT billing_sources_start_kind_id_fkey FOREIGN KEY (start_kind_id) REFERENCES event_kinds(id),
  CONSTRAINT billing_sources_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT billing_sources_store_id_source_key UNIQUE (store_id, source),
  CONSTRAINT billing_sources_trial_kind_id_fkey FOREIGN KEY (trial_kind_id) REFERENCES event_kinds(id)
);
CREATE INDEX billing_sources_start_kind ON billing_sources USING btree (start_kind_id) WHERE (start_kind_id IS NOT NULL);
CREATE INDEX billing_sources_trial_kind ON billing_sources USING btree (trial_kind_id) WHERE (trial_kind_id IS NOT NULL);

CREATE TABLE blocklist (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint NOT NULL,
  user_id bigint,
  user_tag_id bigint,
  agency_id bigint,
  validate_clicks boolean DEFAULT false NOT NULL,
  created_by bigint,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT blocklist_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id),
  CONSTRAINT blocklist_check CHECK (num_nonnulls(user_id, user_tag_id, agency_id) = 1),
  CONSTRAINT blocklist_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT blocklist_pkey PRIMARY KEY (id),
  CONSTRAINT blocklist_promised TRIGGER DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT blocklist_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT blocklist_store_id_user_id_user_tag_id_agency_id_key UNIQUE NULLS NOT DISTINCT (store_id, user_id, user_tag_id, agency_id),
  CONSTRAINT blocklist_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT blocklist_user_tag_id_fkey FOREIGN KEY (user_tag_id) REFERENCES user_tags(id)
);
CREATE INDEX blocklist_agency ON blocklist USING btree (agency_id, store_id) WHERE (agency_id IS NOT NULL);
CREATE INDEX blocklist_store ON blocklist USING btree (store_id, id);
CREATE INDEX blocklist_user ON blocklist USING btree (user_id, store_id) WHERE (user_id IS NOT NULL);
CREATE INDEX blocklist_user_tag ON blocklist USING btree (user_tag_id, store_id) WHERE (user_tag_id IS NOT NULL);
CREATE CONSTRAINT TRIGGER blocklist_promised AFTER INSERT OR UPDATE ON blocklist DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_broken_promise('creators');
CREATE TRIGGER blocklist_terms_delete AFTER DELETE ON blocklist REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('1', 'store_id');
CREATE TRIGGER blocklist_terms_insert AFTER INSERT ON blocklist REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('1', 'store_id');
CREATE TRIGGER blocklist_terms_update AFTER UPDATE ON blocklist REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('1', 'store_id');

CREATE TABLE bonus_months (
  campaign_id bigint NOT NULL,
  month date NOT NULL,
  reached_minor bigint DEFAULT 0 NOT NULL,
  reserved_minor bigint DEFAULT 0 NOT NULL,
  is_settled boolean DEFAULT false NOT NULL,
  CONSTRAINT bonus_months_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  CONSTRAINT bonus_months_month_check CHECK (EXTRACT(day FROM month) = 1::numeric),
  CONSTRAINT bonus_months_pkey PRIMARY KEY (campaign_id, month),
  CONSTRAINT bonus_months_reached_minor_check CHECK (reached_minor >= 0),
  CONSTRAINT bonus_months_reserved_minor_check CHECK (reserved_minor >= 0)
);
CREATE INDEX bonus_months_unsettled ON bonus_months USING btree (month) WHERE (NOT is_settled);

CREATE TABLE bonus_tiers (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  campaign_id bigint NOT NULL,
  version integer NOT NULL,
  first_month date NOT NULL,
  tiers jsonb NOT NULL,
  budget_minor bigint NOT NULL,
  created_by bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT bonus_tiers_budget_minor_check CHECK (budget_minor >= 0),
  CONSTRAINT bonus_tiers_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  CONSTRAINT bonus_tiers_campaign_id_version_key UNIQUE (campaign_id, version),
  CONSTRAINT bonus_tiers_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT bonus_tiers_first_month_check CHECK (EXTRACT(day FROM first_month) = 1::numeric),
  CONSTRAINT bonus_tiers_pkey PRIMARY KEY (id),
  CONSTRAINT bonus_tiers_promised TRIGGER DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT bonus_tiers_tiers_check CHECK (jsonb_typeof(tiers) = 'array'::text),
  CONSTRAINT bonus_tiers_version_check CHECK (version > 0)
);
CREATE CONSTRAINT TRIGGER bonus_tiers_promised AFTER INSERT OR DELETE OR UPDATE ON bonus_tiers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_broken_promise('campaign_id');
CREATE TRIGGER bonus_tiers_recount AFTER INSERT ON bonus_tiers FOR EACH ROW EXECUTE FUNCTION bonus_tiers_changed();

CREATE TABLE broadcast_recipients (
  broadcast_id bigint NOT NULL,
  participant_id bigint NOT NULL,
  comment_id bigint,
  left_out text,
  CONSTRAINT broadcast_recipients_broadcast_id_fkey FOREIGN KEY (broadcast_id) REFERENCES broadcasts(id) ON DELETE CASCADE,
  CONSTRAINT broadcast_recipients_check CHECK (num_nonnulls(comment_id, left_out) = 1),
  CONSTRAINT broadcast_recipients_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id),
  CONSTRAINT broadcast_recipients_left_out_check CHECK (left_out = ANY (ARRAY['opted_out'::text, 'blocked'::text, 'withdrawn'::text, 'no_account'::text, 'quota'::text])),
  CONSTRAINT broadcast_recipients_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id) ON DELETE CASCADE,
  CONSTRAINT broadcast_recipients_pkey PRIMARY KEY (broadcast_id, participant_id)
);
CREATE INDEX broadcast_recipients_participant ON broadcast_recipients USING btree (participant_id);

CREATE TABLE broadcasts (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint NOT NULL,
  campaign_id bigint,
  author_id bigint NOT NULL,
  audience text NOT NULL,
  participant_ids bigint[],
  statuses text[],
  list_id bigint,
  subject text NOT NULL,
  text text NOT NULL,
  send_at timestamp with time zone NOT NULL,
  state text NOT NULL,
  "position" bigint DEFAULT 0 NOT NULL,
  sent integer DEFAULT 0 NOT NULL,
  left_out jsonb DEFAULT '{}'::jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT broadcasts_audience CHECK ((audience = 'participants'::text) = (participant_ids IS NOT NULL) AND (audience = 'statuses'::text) = (statuses IS NOT NULL) AND (audience <> 'statuses'::text OR campaign_id IS NOT NULL) AND (audience = 'list'::text OR list_id IS NULL)),
  CONSTRAINT broadcasts_audience_check CHECK (audience = ANY (ARRAY['participants'::text, 'statuses'::text, 'list'::text])),
  CONSTRAINT broadcasts_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  CONSTRAINT broadcasts_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  CONSTRAINT broadcasts_ended CHECK ((state = 'scheduled'::text) = (ended_at IS NULL)),
  CONSTRAINT broadcasts_list_id_fkey FOREIGN KEY (list_id) REFERENCES creator_lists(id) ON DELETE SET NULL,
  CONSTRAINT broadcasts_pkey PRIMARY KEY (id),
  CONSTRAINT broadcasts_state_check CHECK (state = ANY (ARRAY['scheduled'::text, 'sent'::text, 'stopped'::text])),
  CONSTRAINT broadcasts_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);
CREATE INDEX broadcasts_due ON broadcasts USING btree (send_at) WHERE (state = 'scheduled'::text);
CREATE INDEX broadcasts_list ON broadcasts USING btree (list_id) WHERE (list_id IS NOT NULL);
CREATE INDEX broadcasts_store ON broadcasts USING btree (store_id, id);

CREATE TABLE campaign_agreements (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  campaign_id bigint NOT NULL,
  version integer NOT NULL,
  text text NOT NULL,
  text_sha256 bytea NOT NULL,
  created_by bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT campaign_agreements_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  CONSTRAINT campaign_agreements_campaign_id_version_key UNIQUE (campaign_id, version),
  CONSTRAINT campaign_agreements_check CHECK (text_sha256 = sha256(convert_to(text, 'UTF8'::name))),
  CONSTRAINT campaign_agreements_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT campaign_agreements_pkey PRIMARY KEY (id),
  CONSTRAINT campaign_agreements_text_check CHECK (length(text) >= 1 AND length(text) <= 20000),
  CONSTRAINT campaign_agreements_version_check CHECK (version > 0)
);
CREATE UNIQUE INDEX campaign_agreements_current ON campaign_agreements USING btree (campaign_id) WHERE (ended_at IS NULL);

CREATE TABLE campaign_counts (
  kind text NOT NULL,
  state text NOT NULL,
  day date,
  campaigns bigint NOT NULL,
  CONSTRAINT campaign_counts_check CHECK ((day IS NULL) = (kind = ANY (ARRAY['all'::text, 'hidden'::text]))),
  CONSTRAINT campaign_counts_kind_check CHECK (kind = ANY (ARRAY['all'::text, 'hidden'::text, 'valid_from'::text, 'valid_until'::text, 'created_at'::text])),
  CONSTRAINT campaign_counts_state_check CHECK (state = ANY (ARRAY['active'::text, 'paused'::text, 'deleted'::text]))
);

CREATE TABLE campaign_gift_products (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  gift_id bigint NOT NULL,
  place smallint NOT NULL,
  product_id text,
  title text NOT NULL,
  url text,
  value_minor bigint NOT NULL,
  CONSTRAINT campaign_gift_products_gift_id_fkey FOREIGN KEY (gift_id) REFERENCES campaign_gifts(id) ON DELETE CASCADE,
  CONSTRAINT campaign_gift_products_gift_id_place_key UNIQUE (gift_id, place),
  CONSTRAINT campaign_gift_products_pkey PRIMARY KEY (id),
  CONSTRAINT campaign_gift_products_place_check CHECK (place >= 0 AND place <= 49),
  CONSTRAINT campaign_gift_products_title_check CHECK (title <> ''::text),
  CONSTRAINT campaign_gift_products_value_minor_check CHECK (value_minor >= 0 AND value_minor <= '10000000000'::bigint)
);

CREATE TABLE campaign_gifts (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  campaign_id bigint NOT NULL,
  kind text NOT NULL,
  choices smallint NOT NULL,
  value_minor bigint NOT NULL,
  credit_code text,
  received_after_days smallint NOT NULL,
  created_by bigint,
  created_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT campaign_gifts_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  CONSTRAINT campaign_gifts_check CHECK (
CASE kind
    WHEN 'product'::text THEN choices = 1
    WHEN 'choice'::text THEN choices >= 1
    ELSE choices = 0
END),
  CONSTRAINT campaign_gifts_check1 CHECK (credit_code IS NULL OR kind = 'credit'::text),
  CONSTRAINT campaign_gifts_choices_check CHECK (choices >= 0 AND choices <= 10),
  CONSTRAINT campaign_gifts_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT campaign_gifts_credit_code_check CHECK (credit_code <> ''::text),
  CONSTRAINT campaign_gifts_kind_check CHECK (kind = ANY (ARRAY['product'::text, 'choice'::text, 'credit'::text])),
  CONSTRAINT campaign_gifts_pkey PRIMARY KEY (id),
  CONSTRAINT campaign_gifts_received_after_days_check CHECK (received_after_days >= 1 AND received_after_days <= 90),
  CONSTRAINT campaign_gifts_value_minor_check CHECK (value_minor >= 0 AND value_minor <= '100000000000'::bigint)
);
CREATE INDEX campaign_gifts_campaign ON campaign_gifts USING btree (campaign_id);
CREATE UNIQUE INDEX campaign_gifts_current ON campaign_gifts USING btree (campaign_id) WHERE (ended_at IS NULL);

CREATE TABLE campaign_links (
  campaign_id bigint NOT NULL,
  link_id bigint NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT campaign_links_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  CONSTRAINT campaign_links_link_id_fkey FOREIGN KEY (link_id) REFERENCES links(id),
  CONSTRAINT campaign_links_pkey PRIMARY KEY (link_id, campaign_id),
  CONSTRAINT campaign_links_promised TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX campaign_links_campaign ON campaign_links USING btree (campaign_id);
CREATE CONSTRAINT TRIGGER campaign_links_promised AFTER INSERT OR DELETE OR UPDATE ON campaign_links DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_broken_promise('campaign_id');
CREATE TRIGGER campaign_links_terms_delete AFTER DELETE ON campaign_links REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION attachment_terms_changed();
CREATE TRIGGER campaign_links_terms_insert AFTER INSERT ON campaign_links REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION attachment_terms_changed();

CREATE TABLE campaign_materials (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  campaign_id bigint NOT NULL,
  place smallint NOT NULL,
  file_name text NOT NULL,
  media_type text NOT NULL,
  note text DEFAULT ''::text NOT NULL,
  bytes bigint NOT NULL,
  sha256 bytea NOT NULL,
  file_key text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT campaign_materials_bytes_check CHECK (bytes > 0),
  CONSTRAINT campaign_materials_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE,
  CONSTRAINT campaign_materials_file_key_key UNIQUE (file_key),
  CONSTRAINT campaign_materials_media_type_check CHECK (media_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'video/mp4'::text, 'application/pdf'::text, 'application/zip'::text])),
  CONSTRAINT campaign_materials_pkey PRIMARY KEY (id),
  CONSTRAINT campaign_materials_sha256_check CHECK (length(sha256) = 32)
);
CREATE INDEX campaign_materials_campaign ON campaign_materials USING btree (campaign_id, place);
CREATE TRIGGER campaign_materials_bytes_delete AFTER DELETE ON campaign_materials REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes();
CREATE TRIGGER campaign_materials_bytes_insert AFTER INSERT ON campaign_materials REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes();

CREATE TABLE campaign_pages (
  campaign_id bigint NOT NULL,
  published_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT campaign_pages_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE,
  CONSTRAINT campaign_pages_pkey PRIMARY KEY (campaign_id)
);
CREATE INDEX campaign_pages_published ON campaign_pages USING btree (published_at DESC, campaign_id DESC);

CREATE TABLE campaign_questions (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  campaign_id bigint NOT NULL,
  place smallint NOT NULL,
  text text NOT NULL,
  is_required boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT campaign_questions_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE,
  CONSTRAINT campaign_questions_pkey PRIMARY KEY (id),
  CONSTRAINT campaign_questions_text_check CHECK (text <> ''::text)
);
CREATE INDEX campaign_questions_campaign ON campaign_questions USING btree (campaign_id, place);

CREATE TABLE campaign_spend (
  campaign_id bigint NOT NULL,
  user_id bigint DEFAULT 0 NOT NULL,
  clicks bigint DEFAULT 0 NOT NULL,
  spent_minor bigint DEFAULT 0 NOT NULL,
  CONSTRAINT campaign_spend_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  CONSTRAINT campaign_spend_clicks_check CHECK (clicks >= 0),
  CONSTRAINT campaign_spend_pkey PRIMARY KEY (campaign_id, user_id),
  CONSTRAINT campaign_spend_spent_minor_check CHECK (spent_minor >= 0)
);

CREATE TABLE campaign_targets (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  campaign_id bigint NOT NULL,
  user_id bigint,
  user_tag_id bigint,
  store_group_id bigint,
  agency_id bigint,
  revenue_tier_id bigint,
  email text,
  social_identifier text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT campaign_targets_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id),
  CONSTRAINT campaign_targets_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  CONSTRAINT campaign_targets_campaign_id_user_id_user_tag_id_store_grou_key UNIQUE NULLS NOT DISTINCT (campaign_id, user_id, user_tag_id, store_group_id, agency_id, revenue_tier_id, email, social_identifier),
  CONSTRAINT campaign_targets_check CHECK (num_nonnulls(user_id, user_tag_id, store_group_id, agency_id, revenue_tier_id, email, social_identifier) = 1),
  CONSTRAINT campaign_targets_pkey PRIMARY KEY (id),
  CONSTRAINT campaign_targets_promised TRIGGER DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT campaign_targets_revenue_tier_id_fkey FOREIGN KEY (revenue_tier_id) REFERENCES revenue_tiers(id),
  CONSTRAINT campaign_targets_social_identifier_check CHECK (social_identifier !~ '^[\s@]'::text),
  CONSTRAINT campaign_targets_store_group_id_fkey FOREIGN KEY (store_group_id) REFERENCES store_groups(id),
  CONSTRAINT campaign_targets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT campaign_targets_user_tag_id_fkey FOREIGN KEY (user_tag_id) REFERENCES user_tags(id)
);
CREATE INDEX campaign_targets_agency ON campaign_targets USING btree (agency_id) WHERE (agency_id IS NOT NULL);
CREATE INDEX campaign_targets_email ON campaign_targets USING btree (lower(email)) WHERE (email IS NOT NULL);
CREATE INDEX campaign_targets_revenue_tier ON campaign_targets USING btree (revenue_tier_id) WHERE (revenue_tier_id IS NOT NULL);
CREATE INDEX campaign_targets_social ON campaign_targets USING btree (lower(social_identifier)) WHERE (social_identifier IS NOT NULL);
CREATE INDEX campaign_targets_store_group ON campaign_targets USING btree (store_group_id) WHERE (store_group_id IS NOT NULL);
CREATE INDEX campaign_targets_user ON campaign_targets USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX campaign_targets_user_tag ON campaign_targets USING btree (user_tag_id) WHERE (user_tag_id IS NOT NULL);
CREATE CONSTRAINT TRIGGER campaign_targets_promised AFTER INSERT OR DELETE OR UPDATE OF user_id, user_tag_id, store_group_id, agency_id, revenue_tier_id, campaign_id ON campaign_targets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_broken_promise('campaign_id');
CREATE TRIGGER campaign_targets_terms_delete AFTER DELETE ON campaign_targets REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION target_terms_changed();
CREATE TRIGGER campaign_targets_terms_insert AFTER INSERT ON campaign_targets REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION target_terms_changed();
CREATE TRIGGER campaign_targets_terms_update AFTER UPDATE ON campaign_targets REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION target_terms_changed();

CREATE TABLE campaign_templates (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint NOT NULL,
  name text NOT NULL,
  content jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT campaign_templates_content_check CHECK (jsonb_typeof(content) = 'object'::text),
  CONSTRAINT campaign_templates_pkey PRIMARY KEY (id),
  CONSTRAINT campaign_templates_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);
CREATE INDEX campaign_templates_store ON campaign_templates USING btree (store_id, id);

CREATE TABLE campaigns (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint NOT NULL,
  store_group_id bigint,
  token text NOT NULL,
  type text NOT NULL,
  name text DEFAULT ''::text NOT NULL,
  campaign_title text DEFAULT ''::text NOT NULL,
  campaign_text text DEFAULT ''::text NOT NULL,
  influencer_text text DEFAULT ''::text NOT NULL,
  campaign_show boolean DEFAULT true NOT NULL,
  image_key text,
  active boolean DEFAULT true NOT NULL,
  priority integer DEFAULT 50 NOT NULL,
  valid_from timestamp with time zone,
  valid_until timestamp with time zone,
  only_user_id bigint,
  has_product_seeding boolean DEFAULT false NOT NULL,
  has_onetime_payment boolean DEFAULT false NOT NULL,
  one_time_payment_minor bigint,
  per_user_limit boolean DEFAULT false NOT NULL,
  max_clicks bigint,
  max_money_minor bigint,
  budget_limit_minor bigint,
  shared_budget_id bigint,
  todo text[] DEFAULT '{}'::text[] NOT NULL,
  store_visibility smallint DEFAULT 0 NOT NULL,
  show_for_advertiser boolean DEFAULT true NOT NULL,
  created_by bigint,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  shown_title text GENERATED ALWAYS AS (COALESCE(NULLIF(campaign_title, ''::text), name)) STORED NOT NULL,
  approval_days smallint,
  attribution text,
  attribution_window_days smallint,
  CONSTRAINT campaigns_approval_days_check CHECK (approval_days >= 1 AND approval_days <= 90),
  CONSTRAINT campaigns_attribution_check CHECK (attribution = ANY (ARRAY['click_first'::text, 'code_first'::text])),
  CONSTRAINT campaigns_attribution_window_check CHECK (attribution_window_days >= 1 AND attribution_window_days <= 365),
  CONSTRAINT campaigns_budget_limit_minor_check CHECK (budget_limit_minor >= 0),
  CONSTRAINT campaigns_check CHECK (valid_until IS NULL OR valid_from IS NULL OR valid_until > valid_from),
  CONSTRAINT campaigns_check1 CHECK (NOT has_onetime_payment OR one_time_payment_minor IS NOT NULL),
  CONSTRAINT campaigns_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT campaigns_max_clicks_check CHECK (max_clicks >= 0),
  CONSTRAINT campaigns_max_money_minor_check CHECK (max_money_minor >= 0),
  CONSTRAINT campaigns_one_time_payment_minor_check CHECK (one_time_payment_minor >= 0),
  CONSTRAINT campaigns_only_user_id_fkey FOREIGN KEY (only_user_id) REFERENCES users(id),
  CONSTRAINT campaigns_pkey PRIMARY KEY (id),
  CONSTRAINT campaigns_priority_check CHECK (priority >= 1 AND priority <= 100),
  CONSTRAINT campaigns_promised TRIGGER DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT campaigns_shared_budget_id_fkey FOREIGN KEY (shared_budget_id) REFERENCES shared_budgets(id),
  CONSTRAINT campaigns_store_group_id_fkey FOREIGN KEY (store_group_id) REFERENCES store_groups(id),
  CONSTRAINT campaigns_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT campaigns_store_visibility_check CHECK (store_visibility = ANY (ARRAY[0, 1, 2])),
  CONSTRAINT campaigns_token_key UNIQUE (token),
  CONSTRAINT campaigns_type_check CHECK (type = ANY (ARRAY['standard'::text, 'user_accept'::text, 'store_accept'::text, 'suggestion'::text]))
);
CREATE INDEX campaigns_by_creation ON campaigns USING btree (created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX campaigns_by_end ON campaigns USING btree (COALESCE(valid_until, 'infinity'::timestamp with time zone), id) WHERE (deleted_at IS NULL);
CREATE INDEX campaigns_by_market ON campaigns USING btree (store_group_id) WHERE ((deleted_at IS NULL) AND (store_group_id IS NOT NULL));
CREATE INDEX campaigns_by_name ON campaigns USING btree (name, id) WHERE (deleted_at IS NULL);
CREATE INDEX campaigns_by_priority ON campaigns USING btree (priority, id) WHERE (deleted_at IS NULL);
CREATE INDEX campaigns_by_start ON campaigns USING btree (COALESCE(valid_from, '-infinity'::timestamp with time zone), id) WHERE (deleted_at IS NULL);
CREATE INDEX campaigns_by_title ON campaigns USING btree (shown_title, id) WHERE (deleted_at IS NULL);
CREATE INDEX campaigns_by_type ON campaigns USING btree (type, id) WHERE (deleted_at IS NULL);
CREATE INDEX campaigns_created_by ON campaigns USING btree (created_by, id);
CREATE INDEX campaigns_deleted ON campaigns USING btree (id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX campaigns_hidden ON campaigns USING btree (id) WHERE ((NOT show_for_advertiser) AND (deleted_at IS NULL));
CREATE INDEX campaigns_image_key ON campaigns USING btree (image_key) WHERE (image_key IS NOT NULL);
CREATE INDEX campaigns_limited ON campaigns USING btree (id) INCLUDE (active, valid_from, valid_until, deleted_at, per_user_limit, max_clicks, max_money_minor, budget_limit_minor, shared_budget_id) WHERE ((deleted_at IS NULL) AND (num_nonnulls(max_clicks, max_money_minor, budget_limit_minor, shared_budget_id) > 0));
CREATE INDEX campaigns_of_stores ON campaigns USING btree (store_id) INCLUDE (store_group_id, deleted_at) WHERE ((deleted_at IS NULL) AND (store_group_id IS NULL));
CREATE UNIQUE INDEX campaigns_only_user ON campaigns USING btree (store_id, only_user_id) WHERE ((only_user_id IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX campaigns_parts ON campaigns USING gin (name gin_trgm_ops, campaign_title gin_trgm_ops);
CREATE INDEX campaigns_running ON campaigns USING btree (store_id, priority DESC, id DESC) WHERE (active AND (deleted_at IS NULL));
CREATE INDEX campaigns_shared_budget ON campaigns USING btree (shared_budget_id) WHERE (shared_budget_id IS NOT NULL);
CREATE INDEX campaigns_store ON campaigns USING btree (store_id, id) INCLUDE (deleted_at);
CREATE INDEX campaigns_store_visibility ON campaigns USING btree (store_id, id) WHERE ((store_visibility <> 0) AND active AND (deleted_at IS NULL));
CREATE INDEX campaigns_words ON campaigns USING gin (to_tsvector('simple'::regconfig, ((name || ' '::text) || campaign_title))) WHERE (deleted_at IS NULL);
CREATE TRIGGER campaigns_cap BEFORE UPDATE OF max_clicks, max_money_minor, budget_limit_minor, per_user_limit, shared_budget_id ON campaigns FOR EACH ROW EXECUTE FUNCTION lock_changed_cap();
CREATE TRIGGER campaigns_counts AFTER INSERT OR DELETE OR UPDATE OF active, deleted_at, show_for_advertiser, valid_from, valid_until, created_at ON campaigns FOR EACH ROW EXECUTE FUNCTION count_campaigns();
CREATE TRIGGER campaigns_guaranteed AFTER UPDATE OF approval_days ON campaigns FOR EACH ROW WHEN (new.approval_days IS DISTINCT FROM old.approval_days) EXECUTE FUNCTION keep_guaranteed_rules();
CREATE CONSTRAINT TRIGGER campaigns_promised AFTER INSERT OR UPDATE OF active, deleted_at, valid_from, valid_until, max_clicks, max_money_minor, budget_limit_minor, per_user_limit, shared_budget_id, has_onetime_payment, one_time_payment_minor, attribution, attribution_window_days, priority, type, only_user_id, store_id ON campaigns DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_broken_promise('store_id');
CREATE TRIGGER campaigns_promises AFTER UPDATE OF has_onetime_payment, one_time_payment_minor, deleted_at ON campaigns FOR EACH ROW WHEN (new.has_onetime_payment IS DISTINCT FROM old.has_onetime_payment OR new.one_time_payment_minor IS DISTINCT FROM old.one_time_payment_minor OR (new.deleted_at IS NULL) IS DISTINCT FROM (old.deleted_at IS NULL)) EXECUTE FUNCTION campaign_promises();
CREATE TRIGGER campaigns_terms_delete AFTER DELETE ON campaigns REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('1', 'store_id');
CREATE TRIGGER campaigns_terms_insert AFTER INSERT ON campaigns REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('1', 'store_id');
CREATE TRIGGER campaigns_terms_update AFTER UPDATE ON campaigns REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('1', 'store_id');

CREATE TABLE categories (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  key text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  name_en text,
  name_sv text,
  name_de text,
  CONSTRAINT categories_key_key UNIQUE (key),
  CONSTRAINT categories_name_de_check CHECK (length(name_de) >= 1 AND length(name_de) <= 128),
  CONSTRAINT categories_name_en_check CHECK (length(name_en) >= 1 AND length(name_en) <= 128),
  CONSTRAINT categories_name_sv_check CHECK (length(name_sv) >= 1 AND length(name_sv) <= 128),
  CONSTRAINT categories_pkey PRIMARY KEY (id)
);

CREATE TABLE click_event_progress (
  only_row boolean DEFAULT true NOT NULL,
  until timestamp with time zone NOT NULL,
  CONSTRAINT click_event_progress_only_row_check CHECK (only_row),
  CONSTRAINT click_event_progress_pkey PRIMARY KEY (only_row)
);

CREATE TABLE click_journals (
  journal text NOT NULL,
  "position" bigint DEFAULT 0 NOT NULL,
  carried_at timestamp with time zone DEFAULT now() NOT NULL,
  mark text,
  CONSTRAINT click_journals_pkey PRIMARY KEY (journal),
  CONSTRAINT click_journals_position_check CHECK ("position" >= 0)
);

CREATE TABLE click_network_days (
  day date NOT NULL,
  network uuid NOT NULL,
  is_counted boolean NOT NULL,
  stores bigint[] NOT NULL,
  users bigint[] NOT NULL,
  minutes integer[] NOT NULL,
  CONSTRAINT click_network_days_pkey PRIMARY KEY (network, day)
) PARTITION BY LIST (day);

CREATE TABLE click_networks (
  day date NOT NULL,
  network uuid NOT NULL,
  scope smallint NOT NULL,
  id bigint NOT NULL,
  clicks integer NOT NULL,
  minute integer NOT NULL,
  minute_clicks integer NOT NULL,
  CONSTRAINT click_networks_pkey PRIMARY KEY (network, id, scope, day),
  CONSTRAINT click_networks_scope_check CHECK (scope = ANY (ARRAY[1, 2]))
) PARTITION BY LIST (day);

CREATE TABLE click_retention (
  only_row boolean DEFAULT true NOT NULL,
  kept_from timestamp with time zone NOT NULL,
  CONSTRAINT click_retention_only_row_check CHECK (only_row),
  CONSTRAINT click_retention_pkey PRIMARY KEY (only_row)
);

CREATE TABLE click_subs (
  click_id uuid NOT NULL,
  user_id bigint NOT NULL,
  day date NOT NULL,
  sub1 text,
  sub2 text,
  sub3 text,
  sub4 text,
  sub5 text,
  CONSTRAINT click_subs_check CHECK (num_nonnulls(sub1, sub2, sub3, sub4, sub5) > 0),
  CONSTRAINT click_subs_pkey PRIMARY KEY (click_id)
);
CREATE INDEX click_subs_user ON click_subs USING btree (user_id, day);

CREATE TABLE click_terms (
  id bigint NOT NULL,
  terms jsonb NOT NULL,
  first_used_at timestamp with time zone DEFAULT now() NOT NULL,
  last_used_on date DEFAULT CURRENT_DATE NOT NULL,
  CONSTRAINT click_terms_pkey PRIMARY KEY (id)
);
CREATE INDEX click_terms_last_used ON click_terms USING btree (last_used_on);

CREATE TABLE click_visitors (
  day date NOT NULL,
  link_id bigint NOT NULL,
  visitor uuid NOT NULL,
  CONSTRAINT click_visitors_pkey PRIMARY KEY (link_id, visitor, day)
) PARTITION BY LIST (day);

CREATE TABLE clicks (
  id uuid NOT NULL,
  link_id bigint NOT NULL,
  user_id bigint NOT NULL,
  store_id bigint NOT NULL,
  campaign_id bigint,
  capped_campaign_id bigint,
  cost_minor bigint NOT NULL,
  user_minor bigint NOT NULL,
  agency_minor bigint NOT NULL,
  cpc_minor bigint NOT NULL,
  user_share_ppm integer NOT NULL,
  agency_share_ppm integer NOT NULL,
  currency character(3) NOT NULL,
  day date NOT NULL,
  class smallint NOT NULL,
  source smallint NOT NULL,
  terms smallint NOT NULL,
  cpa_ppm integer DEFAULT 0 NOT NULL,
  invoice_cpa_ppm integer DEFAULT 0 NOT NULL,
  agency_id bigint,
  click_terms_id bigint,
  passed_over text,
  recorded_in bigint DEFAULT ((pg_current_xact_id())::text)::bigint NOT NULL,
  device_country smallint,
  fixed jsonb,
  CONSTRAINT clicks_pkey PRIMARY KEY (id)
) PARTITION BY RANGE (id);
CREATE INDEX clicks_recorded_in ON ONLY public.clicks USING brin (recorded_in) WITH (pages_per_range='16');
CREATE INDEX clicks_user ON ONLY public.clicks USING btree (user_id, id);

CREATE TABLE closed_days (
  only_row boolean DEFAULT true NOT NULL,
  through date NOT NULL,
  CONSTRAINT closed_days_only_row_check CHECK (only_row),
  CONSTRAINT closed_days_pkey PRIMARY KEY (only_row)
);

CREATE TABLE closing_bookings (
  booking bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  month date NOT NULL,
  origin_kind text NOT NULL,
  origin_id text NOT NULL,
  store_id bigint NOT NULL,
  user_id bigint NOT NULL,
  agency_id bigint,
  currency character(3) NOT NULL,
  quantity bigint NOT NULL,
  cost_minor bigint NOT NULL,
  user_minor bigint NOT NULL,
  agency_minor bigint NOT NULL,
  user_account text,
  cost_line_id bigint,
  user_line_id bigint,
  client_line_id bigint,
  recorded_in bigint DEFAULT ((pg_current_xact_id())::text)::bigint NOT NULL,
  CONSTRAINT closing_bookings_check CHECK (cost_minor = 0 OR cost_line_id IS NOT NULL),
  CONSTRAINT closing_bookings_check1 CHECK (user_minor = 0 OR user_line_id IS NOT NULL AND user_account IS NOT NULL),
  CONSTRAINT closing_bookings_check2 CHECK (agency_minor = 0 OR client_line_id IS NOT NULL),
  CONSTRAINT closing_bookings_check3 CHECK (agency_id IS NOT NULL OR agency_minor = 0 AND user_account IS DISTINCT FROM 'client'::text),
  CONSTRAINT closing_bookings_origin_kind_check CHECK (origin_kind = ANY (ARRAY['clicks'::text, 'commission'::text, 'one_time'::text])),
  CONSTRAINT closing_bookings_pkey PRIMARY KEY (recorded_in, booking),
  CONSTRAINT closing_bookings_user_account_check CHECK (user_account = ANY (ARRAY['creator'::text, 'client'::text]))
);
CREATE INDEX closing_bookings_client_line ON closing_bookings USING btree (client_line_id) WHERE (client_line_id IS NOT NULL);
CREATE INDEX closing_bookings_cost_line ON closing_bookings USING btree (cost_line_id) WHERE (cost_line_id IS NOT NULL);
CREATE INDEX closing_bookings_month ON closing_bookings USING brin (month) WITH (pages_per_range='32');
CREATE INDEX closing_bookings_origin ON closing_bookings USING btree (origin_kind, origin_id);
CREATE INDEX closing_bookings_user ON closing_bookings USING btree (user_id, month);
CREATE TRIGGER closing_bookings_fixed BEFORE DELETE OR UPDATE OR TRUNCATE ON closing_bookings FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER closing_bookings_references AFTER INSERT ON closing_bookings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger_references('cost_line_id', 'user_line_id', 'client_line_id');

CREATE TABLE closing_progress (
  month date NOT NULL,
  started_at timestamp with time zone NOT NULL,
  step text NOT NULL,
  rows bigint,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT closing_progress_month_check CHECK (EXTRACT(day FROM month) = 1::numeric),
  CONSTRAINT closing_progress_pkey PRIMARY KEY (month),
  CONSTRAINT closing_progress_rows_check CHECK (rows >= 0),
  CONSTRAINT closing_progress_step_check CHECK (step = ANY (ARRAY['payments'::text, 'differences'::text, 'invoices'::text, 'bookings'::text, 'notices'::text, 'balances'::text]))
);

CREATE TABLE comments (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  participant_id bigint,
  author_id bigint NOT NULL,
  text text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone,
  deleted_at timestamp with time zone,
  appeal_id bigint,
  CONSTRAINT comments_appeal_id_fkey FOREIGN KEY (appeal_id) REFERENCES appeals(id),
  CONSTRAINT comments_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  CONSTRAINT comments_check CHECK (num_nonnulls(participant_id, appeal_id) = 1),
  CONSTRAINT comments_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id),
  CONSTRAINT comments_pkey PRIMARY KEY (id)
);
CREATE INDEX comments_appeal ON comments USING btree (appeal_id, id) WHERE (appeal_id IS NOT NULL);
CREATE INDEX comments_participant ON comments USING btree (participant_id, id);

CREATE TABLE commission_rules (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  campaign_id bigint NOT NULL,
  version integer NOT NULL,
  rules jsonb NOT NULL,
  created_by bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT commission_rules_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  CONSTRAINT commission_rules_campaign_id_version_key UNIQUE (campaign_id, version),
  CONSTRAINT commission_rules_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT commission_rules_pkey PRIMARY KEY (id),
  CONSTRAINT commission_rules_promised TRIGGER DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT commission_rules_rules_check CHECK (jsonb_typeof(rules) = 'array'::text AND jsonb_array_length(rules) > 0),
  CONSTRAINT commission_rules_version_check CHECK (version > 0)
);
CREATE UNIQUE INDEX commission_rules_current ON commission_rules USING btree (campaign_id) WHERE (ended_at IS NULL);
CREATE CONSTRAINT TRIGGER commission_rules_promised AFTER INSERT OR DELETE OR UPDATE ON commission_rules DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_broken_promise('campaign_id');

CREATE TABLE conversations (
  participant_id bigint NOT NULL,
  store_id bigint NOT NULL,
  campaign_id bigint NOT NULL,
  last_comment_id bigint NOT NULL,
  store_unread integer NOT NULL,
  creator_unread integer NOT NULL,
  user_id bigint,
  CONSTRAINT conversations_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  CONSTRAINT conversations_creator_unread_check CHECK (creator_unread >= 0),
  CONSTRAINT conversations_last_comment_id_fkey FOREIGN KEY (last_comment_id) REFERENCES comments(id),
  CONSTRAINT conversations_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id) ON DELETE CASCADE,
  CONSTRAINT conversations_pkey PRIMARY KEY (participant_id),
  CONSTRAINT conversations_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT conversations_store_unread_check CHECK (store_unread >= 0),
  CONSTRAINT conversations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX conversations_campaign ON conversations USING btree (campaign_id, last_comment_id);
CREATE INDEX conversations_last_comment ON conversations USING btree (last_comment_id);
CREATE INDEX conversations_store ON conversations USING btree (store_id, last_comment_id);
CREATE INDEX conversations_store_unread ON conversations USING btree (store_id, last_comment_id) WHERE (store_unread > 0);
CREATE INDEX conversations_user ON conversations USING btree (user_id, last_comment_id) WHERE (user_id IS NOT NULL);

CREATE TABLE creator_currency_days (
  user_id bigint NOT NULL,
  day date NOT NULL,
  currency character(3) NOT NULL,
  clicks bigint NOT NULL,
  orders bigint NOT NULL,
  user_minor bigint NOT NULL,
  order_user_minor bigint NOT NULL,
  CONSTRAINT creator_currency_days_pkey PRIMARY KEY (user_id, day, currency)
);

CREATE TABLE creator_days (
  store_id bigint NOT NULL,
  day date NOT NULL,
  user_id bigint NOT NULL,
  clicks bigint DEFAULT 0 NOT NULL,
  tag_clicks bigint DEFAULT 0 NOT NULL,
  uncounted bigint DEFAULT 0 NOT NULL,
  cost_minor bigint DEFAULT 0 NOT NULL,
  user_minor bigint DEFAULT 0 NOT NULL,
  agency_minor bigint DEFAULT 0 NOT NULL,
  orders bigint DEFAULT 0 NOT NULL,
  order_minor bigint DEFAULT 0 NOT NULL,
  order_cost_minor bigint DEFAULT 0 NOT NULL,
  order_user_minor bigint DEFAULT 0 NOT NULL,
  order_agency_minor bigint DEFAULT 0 NOT NULL,
  CONSTRAINT creator_days_pkey PRIMARY KEY (store_id, day, user_id)
);
CREATE INDEX creator_days_day ON creator_days USING brin (day) WITH (pages_per_range='32');
CREATE INDEX creator_days_user ON creator_days USING btree (user_id, day);

CREATE TABLE creator_list_members (
  list_id bigint NOT NULL,
  user_id bigint NOT NULL,
  added_at timestamp with time zone NOT NULL,
  CONSTRAINT creator_list_members_list_id_fkey FOREIGN KEY (list_id) REFERENCES creator_lists(id) ON DELETE CASCADE,
  CONSTRAINT creator_list_members_pkey PRIMARY KEY (list_id, user_id),
  CONSTRAINT creator_list_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX creator_list_members_user ON creator_list_members USING btree (user_id);

CREATE TABLE creator_lists (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  agency_id bigint,
  CONSTRAINT creator_lists_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  CONSTRAINT creator_lists_owner CHECK (num_nonnulls(store_id, agency_id) = 1),
  CONSTRAINT creator_lists_pkey PRIMARY KEY (id),
  CONSTRAINT creator_lists_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);
CREATE INDEX creator_lists_agency ON creator_lists USING btree (agency_id) WHERE (agency_id IS NOT NULL);
CREATE UNIQUE INDEX creator_lists_name ON creator_lists USING btree (store_id, agency_id, lower(name)) NULLS NOT DISTINCT;

CREATE TABLE creator_notes (
  store_id bigint,
  user_id bigint NOT NULL,
  text text NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  agency_id bigint,
  CONSTRAINT creator_notes_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id) ON DELETE CASCADE,
  CONSTRAINT creator_notes_owner CHECK (num_nonnulls(store_id, agency_id) = 1),
  CONSTRAINT creator_notes_pkey PRIMARY KEY (id),
  CONSTRAINT creator_notes_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT creator_notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX creator_notes_agency ON creator_notes USING btree (agency_id) WHERE (agency_id IS NOT NULL);
CREATE UNIQUE INDEX creator_notes_one ON creator_notes USING btree (store_id, agency_id, user_id) NULLS NOT DISTINCT;
CREATE INDEX creator_notes_user ON creator_notes USING btree (user_id);

CREATE TABLE creator_page_links (
  user_id bigint NOT NULL,
  place smallint NOT NULL,
  link_id bigint NOT NULL,
  CONSTRAINT creator_page_links_link_id_fkey FOREIGN KEY (link_id) REFERENCES links(id) ON DELETE CASCADE,
  CONSTRAINT creator_page_links_pkey PRIMARY KEY (user_id, place),
  CONSTRAINT creator_page_links_place_check CHECK (place >= 1 AND place <= 50),
  CONSTRAINT creator_page_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES creator_pages(user_id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX creator_page_links_link ON creator_page_links USING btree (link_id);

CREATE TABLE creator_pages (
  user_id bigint NOT NULL,
  name text NOT NULL,
  is_public boolean NOT NULL,
  shows_rates boolean DEFAULT false NOT NULL,
  published_at timestamp with time zone NOT NULL,
  CONSTRAINT creator_pages_name_check CHECK (name ~ '^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$'::text),
  CONSTRAINT creator_pages_pkey PRIMARY KEY (user_id),
  CONSTRAINT creator_pages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX creator_pages_name ON creator_pages USING btree (name);
CREATE INDEX creator_pages_published ON creator_pages USING btree (published_at DESC, user_id DESC) WHERE is_public;

CREATE TABLE creator_profiles (
  user_id bigint NOT NULL,
  bio text DEFAULT ''::text NOT NULL,
  languages text[] DEFAULT '{}'::text[] NOT NULL,
  rates jsonb DEFAULT '[]'::jsonb NOT NULL,
  portfolio jsonb DEFAULT '[]'::jsonb NOT NULL,
  picture_key text,
  updated_at timestamp with time zone NOT NULL,
  is_listed boolean DEFAULT false NOT NULL,
  shows_results boolean DEFAULT false NOT NULL,
  is_listed_for_agencies boolean DEFAULT false NOT NULL,
  CONSTRAINT creator_profiles_pkey PRIMARY KEY (user_id),
  CONSTRAINT creator_profiles_portfolio_check CHECK (jsonb_typeof(portfolio) = 'array'::text),
  CONSTRAINT creator_profiles_rates_check CHECK (jsonb_typeof(rates) = 'array'::text),
  CONSTRAINT creator_profiles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX creator_profiles_picture ON creator_profiles USING btree (picture_key) WHERE (picture_key IS NOT NULL);
CREATE TRIGGER creator_profiles_listed_delete AFTER DELETE ON creator_profiles REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION listed_parts_changed();
CREATE TRIGGER creator_profiles_listed_insert AFTER INSERT ON creator_profiles REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION listed_parts_changed();
CREATE TRIGGER creator_profiles_listed_update AFTER UPDATE ON creator_profiles REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION listed_parts_changed();

CREATE TABLE creator_result_day (
  only_row boolean DEFAULT true NOT NULL,
  day date NOT NULL,
  CONSTRAINT creator_result_day_only_row_check CHECK (only_row),
  CONSTRAINT creator_result_day_pkey PRIMARY KEY (only_row)
);

CREATE TABLE creator_results (
  user_id bigint NOT NULL,
  store_id bigint NOT NULL,
  clicks bigint NOT NULL,
  orders bigint NOT NULL,
  approved bigint NOT NULL,
  denied bigint NOT NULL,
  CONSTRAINT creator_results_pkey PRIMARY KEY (user_id, store_id),
  CONSTRAINT creator_results_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT creator_results_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX creator_results_store ON creator_results USING btree (store_id, user_id);

CREATE TABLE creator_topics (
  user_id bigint NOT NULL,
  category_id bigint NOT NULL,
  CONSTRAINT creator_topics_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE,
  CONSTRAINT creator_topics_pkey PRIMARY KEY (user_id, category_id),
  CONSTRAINT creator_topics_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX creator_topics_category ON creator_topics USING btree (category_id, user_id);
CREATE TRIGGER creator_topics_listed_delete AFTER DELETE ON creator_topics REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION listed_parts_changed();
CREATE TRIGGER creator_topics_listed_insert AFTER INSERT ON creator_topics REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION listed_parts_changed();

CREATE TABLE credential_changes (
  user_id bigint NOT NULL,
  changed_by bigint NOT NULL,
  is_creation boolean NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT credential_changes_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id),
  CONSTRAINT credential_changes_check CHECK (user_id <> changed_by),
  CONSTRAINT credential_changes_pkey PRIMARY KEY (user_id, changed_by),
  CONSTRAINT credential_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE currencies (
  code character(3) NOT NULL,
  exponent smallint NOT NULL,
  coarsest_exponent smallint NOT NULL,
  CONSTRAINT currencies_check CHECK (coarsest_exponent >= 0 AND coarsest_exponent <= exponent),
  CONSTRAINT currencies_exponent_check CHECK (exponent >= 0 AND exponent <= 4),
  CONSTRAINT currencies_pkey PRIMARY KEY (code)
);

CREATE TABLE customer_bindings (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint NOT NULL,
  customer_hash bytea NOT NULL,
  user_id bigint NOT NULL,
  link_id bigint NOT NULL,
  campaign_id bigint,
  programme_id bigint NOT NULL,
  first_order_id bigint NOT NULL,
  begins_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_reason text,
  ended_note text,
  ended_by bigint,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT customer_bindings_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  CONSTRAINT customer_bindings_check CHECK (ends_at > begins_at),
  CONSTRAINT customer_bindings_check1 CHECK (ended_at >= begins_at),
  CONSTRAINT customer_bindings_check2 CHECK ((ended_at IS NULL) = (ended_reason IS NULL)),
  CONSTRAINT customer_bindings_customer_hash_check CHECK (length(customer_hash) = 32),
  CONSTRAINT customer_bindings_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES users(id),
  CONSTRAINT customer_bindings_ended_note_check CHECK (ended_note <> ''::text),
  CONSTRAINT customer_bindings_ended_reason_check CHECK (ended_reason = ANY (ARRAY['orders_denied'::text, 'by_store'::text, 'forgotten'::text])),
  CONSTRAINT customer_bindings_first_order_id_fkey FOREIGN KEY (first_order_id) REFERENCES orders(id),
  CONSTRAINT customer_bindings_link_id_fkey FOREIGN KEY (link_id) REFERENCES links(id),
  CONSTRAINT customer_bindings_pkey PRIMARY KEY (id),
  CONSTRAINT customer_bindings_programme_id_fkey FOREIGN KEY (programme_id) REFERENCES customer_programmes(id),
  CONSTRAINT customer_bindings_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT customer_bindings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX customer_bindings_campaign ON customer_bindings USING btree (campaign_id) WHERE (campaign_id IS NOT NULL);
CREATE INDEX customer_bindings_customer ON customer_bindings USING btree (store_id, customer_hash, begins_at);
CREATE INDEX customer_bindings_ender ON customer_bindings USING btree (ended_by) WHERE (ended_by IS NOT NULL);
CREATE INDEX customer_bindings_link ON customer_bindings USING btree (link_id);
CREATE UNIQUE INDEX customer_bindings_open ON customer_bindings USING btree (store_id, customer_hash) WHERE (ended_at IS NULL);
CREATE INDEX customer_bindings_order ON customer_bindings USING btree (first_order_id);
CREATE INDEX customer_bindings_programme ON customer_bindings USING btree (programme_id);
CREATE INDEX customer_bindings_store ON customer_bindings USING btree (store_id, id);
CREATE INDEX customer_bindings_user ON customer_bindings USING btree (user_id, id);

CREATE TABLE customer_keys (
  store_id bigint NOT NULL,
  sealed_key bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT customer_keys_pkey PRIMARY KEY (store_id),
  CONSTRAINT customer_keys_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);

CREATE TABLE customer_programmes (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint NOT NULL,
  version integer NOT NULL,
  steps jsonb NOT NULL,
  months integer,
  pays_first boolean NOT NULL,
  created_by bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT customer_programmes_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT customer_programmes_months_check CHECK (months > 0),
  CONSTRAINT customer_programmes_pkey PRIMARY KEY (id),
  CONSTRAINT customer_programmes_promised TRIGGER DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT customer_programmes_steps_check CHECK (jsonb_typeof(steps) = 'array'::text),
  CONSTRAINT customer_programmes_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT customer_programmes_store_id_version_key UNIQUE (store_id, version),
  CONSTRAINT customer_programmes_version_check CHECK (version > 0)
);
CREATE INDEX customer_programmes_author ON customer_programmes USING btree (created_by);
CREATE CONSTRAINT TRIGGER customer_programmes_promised AFTER INSERT OR DELETE OR UPDATE ON customer_programmes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_broken_promise('store_id');

CREATE TABLE data_exports (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id bigint NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  made_at timestamp with time zone,
  content bytea,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT data_exports_check CHECK ((made_at IS NULL) = (content IS NULL)),
  CONSTRAINT data_exports_pkey PRIMARY KEY (id),
  CONSTRAINT data_exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX data_exports_age ON data_exports USING btree (expires_at);
CREATE INDEX data_exports_user ON data_exports USING btree (user_id, id);

CREATE TABLE declined_addresses (
  address_hash bytea NOT NULL,
  declined_at timestamp with time zone NOT NULL,
  CONSTRAINT declined_addresses_address_hash_check CHECK (octet_length(address_hash) = 32),
  CONSTRAINT declined_addresses_pkey PRIMARY KEY (address_hash)
);

CREATE TABLE deliverables (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  participant_id bigint NOT NULL,
  title text NOT NULL,
  instructions text NOT NULL,
  due_on date NOT NULL,
  status text DEFAULT 'awaited'::text NOT NULL,
  reminded_for date,
  reminders smallint DEFAULT 0 NOT NULL,
  created_by bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT deliverables_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT deliverables_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id),
  CONSTRAINT deliverables_pkey PRIMARY KEY (id),
  CONSTRAINT deliverables_status_check CHECK (status = ANY (ARRAY['awaited'::text, 'submitted'::text, 'changes_requested'::text, 'approved'::text, 'published'::text]))
);
CREATE INDEX deliverables_due ON deliverables USING btree (due_on, id) WHERE (status = ANY (ARRAY['awaited'::text, 'changes_requested'::text]));
CREATE INDEX deliverables_participant ON deliverables USING btree (participant_id, due_on, id);

CREATE TABLE dunning_notices (
  invoice_id bigint NOT NULL,
  level integer NOT NULL,
  blocks boolean NOT NULL,
  sent_on date NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  CONSTRAINT dunning_notices_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  CONSTRAINT dunning_notices_level_check CHECK (level > 0),
  CONSTRAINT dunning_notices_pkey PRIMARY KEY (invoice_id, level)
);
CREATE INDEX dunning_notices_blocking ON dunning_notices USING btree (invoice_id) WHERE blocks;

CREATE TABLE encryption_key (
  is_only boolean DEFAULT true NOT NULL,
  key_id bytea NOT NULL,
  set_at timestamp with time zone NOT NULL,
  CONSTRAINT encryption_key_is_only_check CHECK (is_only),
  CONSTRAINT encryption_key_key_id_check CHECK (octet_length(key_id) = 8),
  CONSTRAINT encryption_key_pkey PRIMARY KEY (is_only)
);

CREATE TABLE event_kinds (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  pays_value boolean DEFAULT false NOT NULL,
  pages_count boolean DEFAULT false NOT NULL,
  window_days smallint,
  approval_days smallint,
  once_days smallint,
  max_of_creator integer,
  max_of_month integer,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  archived_at timestamp with time zone,
  CONSTRAINT event_kinds_approval_days_check CHECK (approval_days >= 1 AND approval_days <= 90),
  CONSTRAINT event_kinds_code_check CHECK (code ~ '^[a-z][a-z0-9_]{0,39}$'::text AND code <> 'order'::text),
  CONSTRAINT event_kinds_max_of_creator_check CHECK (max_of_creator >= 1 AND max_of_creator <= 100000),
  CONSTRAINT event_kinds_max_of_month_check CHECK (max_of_month >= 1 AND max_of_month <= 100000),
  CONSTRAINT event_kinds_name_check CHECK (length(name) >= 1 AND length(name) <= 80),
  CONSTRAINT event_kinds_once_days_check CHECK (once_days >= 1 AND once_days <= 366),
  CONSTRAINT event_kinds_pkey PRIMARY KEY (id),
  CONSTRAINT event_kinds_promised TRIGGER DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT event_kinds_store_id_code_key UNIQUE (store_id, code),
  CONSTRAINT event_kinds_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT event_kinds_window_days_check CHECK (window_days >= 1 AND window_days <= 365)
);
CREATE CONSTRAINT TRIGGER event_kinds_promised AFTER UPDATE OF archived_at, window_days, pays_value, once_days, max_of_creator, max_of_month ON event_kinds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_broken_promise('store_id');

CREATE TABLE event_outbox (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  message_id uuid DEFAULT gen_random_uuid() NOT NULL,
  type text NOT NULL,
  version smallint NOT NULL,
  subject text NOT NULL,
  store_id bigint,
  agency_id bigint,
  user_id bigint,
  for_platform boolean NOT NULL,
  data jsonb NOT NULL,
  private_data jsonb NOT NULL,
  occurred_at timestamp with time zone NOT NULL,
  dispatched_at timestamp with time zone,
  "position" bigint,
  CONSTRAINT event_outbox_pkey PRIMARY KEY (id)
);
CREATE INDEX event_outbox_occurred ON event_outbox USING btree (occurred_at, id);
CREATE UNIQUE INDEX event_outbox_position ON event_outbox USING btree ("position") WHERE ("position" IS NOT NULL);
CREATE INDEX event_outbox_waiting ON event_outbox USING btree (id) WHERE (dispatched_at IS NULL);

CREATE TABLE event_prices (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  event_kind_id bigint NOT NULL,
  store_id bigint NOT NULL,
  campaign_id bigint,
  cpl_minor bigint,
  invoice_cpl_minor bigint,
  valid_from timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT event_prices_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  CONSTRAINT event_prices_cost_check CHECK (invoice_cpl_minor >= cpl_minor),
  CONSTRAINT event_prices_cpl_minor_check CHECK (cpl_minor >= 0 AND cpl_minor <= 1000000000),
  CONSTRAINT event_prices_event_kind_id_fkey FOREIGN KEY (event_kind_id) REFERENCES event_kinds(id),
  CONSTRAINT event_prices_invoice_cpl_minor_check CHECK (invoice_cpl_minor >= 0 AND invoice_cpl_minor <= '10000000000'::bigint),
  CONSTRAINT event_prices_of_store_check CHECK (cpl_minor IS NOT NULL OR campaign_id IS NOT NULL),
  CONSTRAINT event_prices_pkey PRIMARY KEY (id),
  CONSTRAINT event_prices_promised TRIGGER DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT event_prices_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);
CREATE INDEX event_prices_campaign ON event_prices USING btree (campaign_id) WHERE (campaign_id IS NOT NULL);
CREATE INDEX event_prices_kind ON event_prices USING btree (event_kind_id, campaign_id, valid_from, id);
CREATE CONSTRAINT TRIGGER event_prices_promised AFTER INSERT OR DELETE OR UPDATE ON event_prices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_broken_promise('store_id');

CREATE TABLE exchange_rates (
  currency character(3) NOT NULL,
  day date NOT NULL,
  units_per_eur numeric(18,8) NOT NULL,
  source text NOT NULL,
  CONSTRAINT exchange_rates_pkey PRIMARY KEY (currency, day),
  CONSTRAINT exchange_rates_units_per_eur_check CHECK (units_per_eur > 0::numeric)
);

CREATE TABLE export_identity (
  only_row boolean DEFAULT true NOT NULL,
  identity uuid DEFAULT gen_random_uuid() NOT NULL,
  CONSTRAINT export_identity_only_row_check CHECK (only_row),
  CONSTRAINT export_identity_pkey PRIMARY KEY (only_row)
);

CREATE TABLE gift_orders (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  participant_id bigint NOT NULL,
  store_id bigint NOT NULL,
  status text NOT NULL,
  shop_order text,
  failure text DEFAULT ''::text NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT gift_orders_check CHECK (shop_order IS NOT NULL OR (status = ANY (ARRAY['requested'::text, 'failed'::text]))),
  CONSTRAINT gift_orders_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id) ON DELETE CASCADE,
  CONSTRAINT gift_orders_participant_id_key UNIQUE (participant_id),
  CONSTRAINT gift_orders_pkey PRIMARY KEY (id),
  CONSTRAINT gift_orders_shop_order_check CHECK (length(shop_order) >= 1 AND length(shop_order) <= 128),
  CONSTRAINT gift_orders_status_check CHECK (status = ANY (ARRAY['requested'::text, 'created'::text, 'sent'::text, 'delivered'::text, 'failed'::text])),
  CONSTRAINT gift_orders_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);
CREATE UNIQUE INDEX gift_orders_shop_order ON gift_orders USING btree (store_id, shop_order) WHERE (shop_order IS NOT NULL);
CREATE INDEX gift_orders_store ON gift_orders USING btree (store_id, id);

CREATE TABLE guarantees (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  campaign_id bigint NOT NULL,
  store_id bigint NOT NULL,
  amount_minor bigint NOT NULL,
  used_minor bigint DEFAULT 0 NOT NULL,
  earlier_minor bigint NOT NULL,
  until date NOT NULL,
  time_zone text NOT NULL,
  approval_days smallint NOT NULL,
  created_by bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  released_at timestamp with time zone,
  ended_reason text,
  left_minor bigint GENERATED ALWAYS AS (
CASE
    WHEN (released_at IS NULL) THEN (amount_minor - LEAST(GREATEST(used_minor, (0)::bigint), amount_minor))
    ELSE (0)::bigint
END) STORED NOT NULL,
  CONSTRAINT guarantees_amount_minor_check CHECK (amount_minor > 0),
  CONSTRAINT guarantees_approval_days_check CHECK (approval_days >= 1 AND approval_days <= 90),
  CONSTRAINT guarantees_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  CONSTRAINT guarantees_check CHECK (ended_reason IS NULL OR released_at IS NOT NULL),
  CONSTRAINT guarantees_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT guarantees_ended_reason_check CHECK (ended_reason <> ''::text),
  CONSTRAINT guarantees_pkey PRIMARY KEY (id),
  CONSTRAINT guarantees_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);
CREATE INDEX guarantees_author ON guarantees USING btree (created_by);
CREATE UNIQUE INDEX guarantees_campaign ON guarantees USING btree (campaign_id) WHERE (released_at IS NULL);
CREATE INDEX guarantees_of_campaign ON guarantees USING btree (campaign_id, id);
CREATE INDEX guarantees_of_store ON guarantees USING btree (store_id);
CREATE INDEX guarantees_store ON guarantees USING btree (store_id) WHERE (released_at IS NULL);

CREATE TABLE hashtags (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint NOT NULL,
  hashtag text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT hashtags_pkey PRIMARY KEY (id),
  CONSTRAINT hashtags_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT hashtags_store_id_hashtag_key UNIQUE (store_id, hashtag)
);

CREATE TABLE idempotency_keys (
  user_id bigint NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  status integer,
  reply jsonb,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys USING btree (created_at);

CREATE TABLE identities (
  id text NOT NULL,
  email text NOT NULL,
  app_url text,
  provider_updated_at timestamp with time zone,
  created_heard_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT identities_pkey PRIMARY KEY (id)
);

CREATE TABLE imported_commissions (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint,
  user_id bigint,
  source text NOT NULL,
  external_id text NOT NULL,
  earned_at timestamp with time zone NOT NULL,
  currency character(3) NOT NULL,
  commission_minor bigint NOT NULL,
  sale_minor bigint,
  status text NOT NULL,
  order_reference text,
  partner text,
  imported_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT imported_commissions_check CHECK (num_nonnulls(store_id, user_id) = 1),
  CONSTRAINT imported_commissions_pkey PRIMARY KEY (id),
  CONSTRAINT imported_commissions_source_check CHECK (source = ANY (ARRAY['awin'::text, 'adtraction'::text, 'tradedoubler'::text, 'rewardful'::text, 'dub'::text, 'other'::text])),
  CONSTRAINT imported_commissions_status_check CHECK (status = ANY (ARRAY['pending'::text, 'approved'::text, 'declined'::text, 'paid'::text, 'unknown'::text])),
  CONSTRAINT imported_commissions_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT imported_commissions_store_id_user_id_source_external_id_key UNIQUE NULLS NOT DISTINCT (store_id, user_id, source, external_id),
  CONSTRAINT imported_commissions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX imported_commissions_store ON imported_commissions USING btree (store_id, earned_at, id) WHERE (store_id IS NOT NULL);
CREATE INDEX imported_commissions_user ON imported_commissions USING btree (user_id, earned_at, id) WHERE (user_id IS NOT NULL);

CREATE TABLE influencer_notices (
  user_id bigint NOT NULL,
  store_id bigint NOT NULL,
  notified_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT influencer_notices_pkey PRIMARY KEY (user_id, store_id),
  CONSTRAINT influencer_notices_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT influencer_notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES influencers(user_id)
);

CREATE TABLE influencers (
  user_id bigint NOT NULL,
  is_business boolean DEFAULT false NOT NULL,
  work_status text DEFAULT ''::text NOT NULL,
  average_stories numeric(12,2),
  performance numeric(12,4),
  branding numeric(12,4),
  data_downloaded_at timestamp with time zone,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  followers bigint DEFAULT 0 NOT NULL,
  locale text DEFAULT ''::text NOT NULL,
  CONSTRAINT influencers_pkey PRIMARY KEY (user_id),
  CONSTRAINT influencers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX influencers_average_stories ON influencers USING btree (average_stories DESC NULLS LAST, user_id DESC);
CREATE INDEX influencers_branding ON influencers USING btree (branding DESC NULLS LAST, user_id DESC);
CREATE INDEX influencers_followers ON influencers USING btree (followers DESC, user_id DESC);
CREATE INDEX influencers_locale ON influencers USING btree (locale, followers DESC, user_id DESC);
CREATE INDEX influencers_performance ON influencers USING btree (performance DESC NULLS LAST, user_id DESC);
CREATE TRIGGER influencers_set_defaults BEFORE INSERT ON influencers FOR EACH ROW EXECUTE FUNCTION set_influencer_defaults();

CREATE TABLE invite_mails (
  day date NOT NULL,
  address_hash bytea NOT NULL,
  mails integer NOT NULL,
  CONSTRAINT invite_mails_address_hash_check CHECK (octet_length(address_hash) = 32),
  CONSTRAINT invite_mails_pkey PRIMARY KEY (day, address_hash)
);

CREATE TABLE invites (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  email text NOT NULL,
  store_id bigint,
  agency_id bigint,
  invited_by bigint,
  token_hash bytea,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone,
  accepted_at timestamp with time zone,
  accepted_by bigint,
  revoked_at timestamp with time zone,
  role text DEFAULT 'owner'::text NOT NULL,
  CONSTRAINT invites_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES users(id),
  CONSTRAINT invites_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id),
  CONSTRAINT invites_check CHECK (num_nonnulls(store_id, agency_id) = 1),
  CONSTRAINT invites_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id),
  CONSTRAINT invites_pkey PRIMARY KEY (id),
  CONSTRAINT invites_role_check CHECK (role = ANY (ARRAY['owner'::text, 'manager'::text, 'finance'::text, 'read_only'::text])),
  CONSTRAINT invites_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT invites_token_hash_check CHECK (octet_length(token_hash) = 32),
  CONSTRAINT invites_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX invites_agency ON invites USING btree (agency_id, id);
CREATE UNIQUE INDEX invites_one_pending ON invites USING btree (store_id, agency_id, lower(email)) NULLS NOT DISTINCT WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));
CREATE INDEX invites_pending ON invites USING btree (lower(email)) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));
CREATE INDEX invites_store ON invites USING btree (store_id, id);

CREATE TABLE invoice_lines (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  invoice_id bigint NOT NULL,
  "position" integer NOT NULL,
  kind text NOT NULL,
  description text NOT NULL,
  quantity bigint NOT NULL,
  amount_minor bigint NOT NULL,
  origin jsonb DEFAULT '{}'::jsonb NOT NULL,
  adjusts date,
  CONSTRAINT invoice_lines_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  CONSTRAINT invoice_lines_invoice_id_position_key UNIQUE (invoice_id, "position"),
  CONSTRAINT invoice_lines_pkey PRIMARY KEY (id)
);
CREATE TRIGGER invoice_lines_ledger AFTER DELETE ON invoice_lines REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_referred('id', 'invoice_line_id');

CREATE TABLE invoice_numbers (
  kind text NOT NULL,
  year integer NOT NULL,
  last integer NOT NULL,
  CONSTRAINT invoice_numbers_kind_check CHECK (kind = ANY (ARRAY['store'::text, 'client'::text, 'creator'::text, 'credit_note'::text])),
  CONSTRAINT invoice_numbers_pkey PRIMARY KEY (kind, year)
);

CREATE TABLE invoices (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  number text NOT NULL,
  store_id bigint,
  agency_id bigint,
  user_id bigint,
  month date NOT NULL,
  currency character(3) NOT NULL,
  net_minor bigint NOT NULL,
  vat_minor bigint NOT NULL,
  total_minor bigint NOT NULL,
  parties jsonb DEFAULT '{}'::jsonb NOT NULL,
  payment_date date NOT NULL,
  ax_id text,
  paid_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  issued_on date DEFAULT CURRENT_DATE NOT NULL,
  locale text DEFAULT 'en_GB'::text NOT NULL,
  vat_rate_ppm integer DEFAULT 0 NOT NULL,
  vat_note text DEFAULT 'not_applicable'::text NOT NULL,
  released_at timestamp with time zone,
  released_by bigint,
  dunning_paused_until date,
  credits_id bigint,
  offset_minor bigint DEFAULT 0 NOT NULL,
  prepaid_minor bigint DEFAULT 0 NOT NULL,
  needs_release boolean DEFAULT false NOT NULL,
  open_minor bigint GENERATED ALWAYS AS (
CASE
    WHEN (paid_at IS NULL) THEN ((total_minor - offset_minor) - prepaid_minor)
    ELSE (0)::bigint
END) STORED NOT NULL,
  covered_net_minor bigint GENERATED ALWAYS AS (
CASE
    WHEN (credits_id IS NOT NULL) THEN (0)::bigint
    WHEN (paid_at IS NOT NULL) THEN net_minor
    WHEN (total_minor > 0) THEN (floor((((net_minor)::numeric * ((offset_minor + prepaid_minor))::numeric) / (total_minor)::numeric)))::bigint
    ELSE (0)::bigint
END) STORED NOT NULL,
  taken_back_at timestamp with time zone,
  CONSTRAINT invoices_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id),
  CONSTRAINT invoices_check CHECK (total_minor = (net_minor + vat_minor)),
  CONSTRAINT invoices_check1 CHECK (num_nonnulls(store_id, agency_id, user_id) = 1),
  CONSTRAINT invoices_check2 CHECK (released_at IS NULL OR kind = 'store'::text),
  CONSTRAINT invoices_check3 CHECK (dunning_paused_until IS NULL OR kind = 'store'::text),
  CONSTRAINT invoices_check4 CHECK (credits_id IS NULL OR kind = 'store'::text AND total_minor < 0 AND paid_at IS NOT NULL),
  CONSTRAINT invoices_check5 CHECK (kind = 'store'::text OR offset_minor = 0 AND prepaid_minor = 0),
  CONSTRAINT invoices_check6 CHECK (
CASE
    WHEN total_minor < 0 THEN offset_minor <= 0 AND prepaid_minor <= 0 AND (offset_minor + prepaid_minor) >= total_minor
    ELSE offset_minor >= 0 AND prepaid_minor >= 0 AND (offset_minor + prepaid_minor) <= total_minor
END),
  CONSTRAINT invoices_credits_id_fkey FOREIGN KEY (credits_id) REFERENCES invoices(id),
  CONSTRAINT invoices_kind_check CHECK (kind = ANY (ARRAY['store'::text, 'client'::text, 'creator'::text])),
  CONSTRAINT invoices_month_fkey FOREIGN KEY (month) REFERENCES payment_periods(month),
  CONSTRAINT invoices_number_key UNIQUE (number),
  CONSTRAINT invoices_pkey PRIMARY KEY (id),
  CONSTRAINT invoices_released_by_fkey FOREIGN KEY (released_by) REFERENCES users(id),
  CONSTRAINT invoices_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT invoices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT invoices_vat_note_check CHECK (vat_note = ANY (ARRAY['domestic'::text, 'reverse_charge'::text, 'outside_eu'::text, 'not_applicable'::text, 'outside_eu_supplier'::text, 'small_business'::text, 'not_taxable'::text])),
  CONSTRAINT invoices_vat_rate_ppm_check CHECK (vat_rate_ppm >= 0 AND vat_rate_ppm <= 1000000)
);
CREATE INDEX invoices_agency ON invoices USING btree (agency_id, month) WHERE (agency_id IS NOT NULL);
CREATE UNIQUE INDEX invoices_ax_id ON invoices USING btree (ax_id) WHERE (ax_id IS NOT NULL);
CREATE INDEX invoices_credits ON invoices USING btree (credits_id) WHERE (credits_id IS NOT NULL);
CREATE INDEX invoices_month ON invoices USING btree (month, id);
CREATE INDEX invoices_number ON invoices USING btree (lower(number) text_pattern_ops);
CREATE UNIQUE INDEX invoices_of_month ON invoices USING btree (kind, month, currency, store_id, agency_id, user_id, vat_rate_ppm, vat_note) NULLS NOT DISTINCT WHERE (credits_id IS NULL);
CREATE INDEX invoices_open_of_stores ON invoices USING btree (currency, open_minor) WHERE ((kind = 'store'::text) AND (paid_at IS NULL));
CREATE INDEX invoices_store ON invoices USING btree (store_id, month) WHERE (store_id IS NOT NULL);
CREATE INDEX invoices_user ON invoices USING btree (user_id, month) WHERE (user_id IS NOT NULL);
CREATE TRIGGER invoices_exposure AFTER UPDATE ON invoices REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION invoice_exposure();

CREATE TABLE link_days (
  link_id bigint NOT NULL,
  day date NOT NULL,
  campaign_id bigint NOT NULL,
  store_id bigint NOT NULL,
  user_id bigint NOT NULL,
  clicks bigint DEFAULT 0 NOT NULL,
  social_clicks bigint DEFAULT 0 NOT NULL,
  uncounted bigint DEFAULT 0 NOT NULL,
  cost_minor bigint DEFAULT 0 NOT NULL,
  user_minor bigint DEFAULT 0 NOT NULL,
  agency_minor bigint DEFAULT 0 NOT NULL,
  orders bigint DEFAULT 0 NOT NULL,
  order_minor bigint DEFAULT 0 NOT NULL,
  order_cost_minor bigint DEFAULT 0 NOT NULL,
  order_user_minor bigint DEFAULT 0 NOT NULL,
  order_agency_minor bigint DEFAULT 0 NOT NULL,
  agency_id bigint DEFAULT 0 NOT NULL,
  CONSTRAINT link_days_pkey PRIMARY KEY (link_id, day, campaign_id, agency_id)
);
CREATE INDEX link_days_campaign ON link_days USING btree (campaign_id, day, user_id) WHERE (campaign_id <> 0);
CREATE INDEX link_days_day ON link_days USING brin (day) WITH (pages_per_range='32');
CREATE INDEX link_days_store ON link_days USING btree (store_id, day, user_id, link_id);
CREATE INDEX link_days_user ON link_days USING btree (user_id, day, link_id);
CREATE TRIGGER link_days_closed_delete AFTER DELETE ON link_days REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION follow_closed_days();
CREATE TRIGGER link_days_closed_insert AFTER INSERT ON link_days REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION follow_closed_days();
CREATE TRIGGER link_days_closed_truncate AFTER TRUNCATE ON link_days FOR EACH STATEMENT EXECUTE FUNCTION reset_closed_days();
CREATE TRIGGER link_days_closed_update AFTER UPDATE ON link_days REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION follow_closed_days();

CREATE TABLE link_domains (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  host text NOT NULL,
  user_id bigint,
  agency_id bigint,
  token text DEFAULT replace((gen_random_uuid())::text, '-'::text, ''::text) NOT NULL,
  proven_by text,
  proven_at timestamp with time zone,
  checked_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT link_domains_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id),
  CONSTRAINT link_domains_check CHECK (num_nonnulls(user_id, agency_id) = 1),
  CONSTRAINT link_domains_check1 CHECK ((proven_by IS NULL) = (proven_at IS NULL)),
  CONSTRAINT link_domains_host_user_id_agency_id_key UNIQUE NULLS NOT DISTINCT (host, user_id, agency_id),
  CONSTRAINT link_domains_pkey PRIMARY KEY (id),
  CONSTRAINT link_domains_proven_by_check CHECK (proven_by = ANY (ARRAY['dns'::text, 'file'::text, 'meta'::text])),
  CONSTRAINT link_domains_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX link_domains_agency ON link_domains USING btree (agency_id) WHERE (agency_id IS NOT NULL);
CREATE INDEX link_domains_beginning ON link_domains USING btree (host text_pattern_ops);
CREATE UNIQUE INDEX link_domains_proven ON link_domains USING btree (host) WHERE (proven_at IS NOT NULL);
CREATE INDEX link_domains_user ON link_domains USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE TRIGGER link_domains_changed AFTER INSERT OR DELETE OR UPDATE ON link_domains FOR EACH STATEMENT EXECUTE FUNCTION link_domains_changed();

CREATE TABLE link_slugs (
  slug text NOT NULL,
  link_id bigint NOT NULL,
  user_id bigint NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT link_slugs_link_id_fkey FOREIGN KEY (link_id) REFERENCES links(id),
  CONSTRAINT link_slugs_pkey PRIMARY KEY (slug),
  CONSTRAINT link_slugs_slug_check CHECK (slug ~ '^[a-z0-9][a-z0-9-]{1,58}[a-z0-9]$'::text AND (length(slug) <> 10 OR slug ~~ '%-%'::text)),
  CONSTRAINT link_slugs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX link_slugs_link ON link_slugs USING btree (link_id, created_at);
CREATE INDEX link_slugs_user ON link_slugs USING btree (user_id, created_at);

CREATE TABLE link_weeks (
  link_id bigint NOT NULL,
  week date NOT NULL,
  store_id bigint NOT NULL,
  user_id bigint NOT NULL,
  clicks bigint NOT NULL,
  uncounted bigint NOT NULL,
  cost_minor bigint NOT NULL,
  orders bigint NOT NULL,
  order_minor bigint NOT NULL,
  order_cost_minor bigint NOT NULL,
  CONSTRAINT link_weeks_pkey PRIMARY KEY (link_id, week),
  CONSTRAINT link_weeks_week_check CHECK (EXTRACT(isodow FROM week) = 1::numeric)
);
CREATE INDEX link_weeks_store ON link_weeks USING btree (store_id, week);

CREATE TABLE links (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  code text NOT NULL,
  user_id bigint NOT NULL,
  store_id bigint NOT NULL,
  url text NOT NULL,
  url_hash bytea NOT NULL,
  title text DEFAULT ''::text NOT NULL,
  kind text DEFAULT 'link'::text NOT NULL,
  suspended_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  slug text,
  tags text[] DEFAULT '{}'::text[] NOT NULL,
  archived_at timestamp with time zone,
  expires_at timestamp with time zone,
  expired_url text,
  target_changed_by xid8,
  CONSTRAINT links_code_key UNIQUE (code),
  CONSTRAINT links_kind_check CHECK (kind = ANY (ARRAY['link'::text, 'tag'::text])),
  CONSTRAINT links_pkey PRIMARY KEY (id),
  CONSTRAINT links_slug_fkey FOREIGN KEY (slug) REFERENCES link_slugs(slug),
  CONSTRAINT links_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT links_tags_check CHECK (cardinality(tags) <= 10),
  CONSTRAINT links_url_hash_check CHECK (octet_length(url_hash) = 32),
  CONSTRAINT links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT links_user_id_store_id_url_hash_key UNIQUE (user_id, store_id, url_hash)
);
CREATE INDEX links_code_in_any_case ON links USING btree (lower(code));
CREATE INDEX links_created ON links USING btree (created_at, id);
CREATE UNIQUE INDEX links_slug ON links USING btree (slug) WHERE (slug IS NOT NULL);
CREATE INDEX links_store ON links USING btree (store_id, created_at, id);
CREATE INDEX links_tags ON links USING gin (tags) WHERE (tags <> '{}'::text[]);
CREATE INDEX links_target_changed ON links USING btree (target_changed_by) WHERE (target_changed_by IS NOT NULL);
CREATE INDEX links_user ON links USING btree (user_id, created_at, id);
CREATE INDEX links_words ON links USING gin (to_tsvector('simple'::regconfig, title));
CREATE TRIGGER link_target_changed BEFORE UPDATE OF slug, expires_at, expired_url ON links FOR EACH ROW WHEN (old.slug IS DISTINCT FROM new.slug OR old.expires_at IS DISTINCT FROM new.expires_at OR old.expired_url IS DISTINCT FROM new.expired_url) EXECUTE FUNCTION link_target_changed();
CREATE TRIGGER links_kind AFTER UPDATE OF kind ON links FOR EACH ROW WHEN (old.kind <> new.kind) EXECUTE FUNCTION recount_tag_clicks();
CREATE TRIGGER links_terms_delete AFTER DELETE ON links REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('2', 'user_id');
CREATE TRIGGER links_terms_update AFTER UPDATE ON links REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('2', 'user_id');

CREATE TABLE listed_channels (
  user_id bigint NOT NULL,
  platform text NOT NULL,
  followers bigint NOT NULL,
  is_verified boolean NOT NULL,
  CONSTRAINT listed_channels_pkey PRIMARY KEY (user_id, platform),
  CONSTRAINT listed_channels_user_id_fkey FOREIGN KEY (user_id) REFERENCES listed_creators(user_id) ON DELETE CASCADE
);
CREATE INDEX listed_channels_followers ON listed_channels USING btree (platform, followers DESC, user_id DESC);

CREATE TABLE listed_creators (
  user_id bigint NOT NULL,
  agency_id bigint,
  country character(2),
  languages text[] NOT NULL,
  topics bigint[] NOT NULL,
  words tsvector NOT NULL,
  followers bigint NOT NULL,
  is_verified boolean NOT NULL,
  shows_results boolean NOT NULL,
  click_band smallint DEFAULT 0 NOT NULL,
  order_band smallint DEFAULT 0 NOT NULL,
  conversion_band smallint DEFAULT 0 NOT NULL,
  approval_band smallint DEFAULT 0 NOT NULL,
  for_stores boolean NOT NULL,
  for_agencies boolean NOT NULL,
  CONSTRAINT listed_creators_pkey PRIMARY KEY (user_id),
  CONSTRAINT listed_creators_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX listed_creators_agencies ON listed_creators USING btree (followers DESC, user_id DESC) WHERE for_agencies;
CREATE INDEX listed_creators_agencies_country ON listed_creators USING btree (country, followers DESC, user_id DESC) WHERE for_agencies;
CREATE INDEX listed_creators_agencies_newest ON listed_creators USING btree (user_id DESC) WHERE for_agencies;
CREATE INDEX listed_creators_approval ON listed_creators USING btree (approval_band DESC, user_id DESC) WHERE (approval_band > 0);
CREATE INDEX listed_creators_clicks ON listed_creators USING btree (click_band DESC, user_id DESC) WHERE (click_band > 0);
CREATE INDEX listed_creators_conversion ON listed_creators USING btree (conversion_band DESC, user_id DESC) WHERE (conversion_band > 0);
CREATE INDEX listed_creators_country ON listed_creators USING btree (country, followers DESC, user_id DESC);
CREATE INDEX listed_creators_followers ON listed_creators USING btree (followers DESC, user_id DESC);
CREATE INDEX listed_creators_languages ON listed_creators USING gin (languages);
CREATE INDEX listed_creators_orders ON listed_creators USING btree (order_band DESC, user_id DESC) WHERE (order_band > 0);
CREATE INDEX listed_creators_topics ON listed_creators USING gin (topics);
CREATE INDEX listed_creators_words ON listed_creators USING gin (words);

CREATE TABLE marketplace_settings (
  only_row boolean DEFAULT true NOT NULL,
  store_registration text DEFAULT 'approval'::text NOT NULL,
  credit_limit_eur bigint DEFAULT 10000 NOT NULL,
  verified_credit_limit_eur bigint DEFAULT 100000 NOT NULL,
  network_store_daily integer DEFAULT 30 NOT NULL,
  network_creator_daily integer DEFAULT 60 NOT NULL,
  network_minute integer DEFAULT 10 NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_by bigint,
  CONSTRAINT marketplace_settings_credit_limit_eur_check CHECK (credit_limit_eur >= 0 AND credit_limit_eur <= 1000000000),
  CONSTRAINT marketplace_settings_network_creator_daily_check CHECK (network_creator_daily >= 0),
  CONSTRAINT marketplace_settings_network_minute_check CHECK (network_minute >= 0),
  CONSTRAINT marketplace_settings_network_store_daily_check CHECK (network_store_daily >= 0),
  CONSTRAINT marketplace_settings_only_row_check CHECK (only_row),
  CONSTRAINT marketplace_settings_pkey PRIMARY KEY (only_row),
  CONSTRAINT marketplace_settings_store_registration_check CHECK (store_registration = ANY (ARRAY['closed'::text, 'approval'::text, 'open'::text])),
  CONSTRAINT marketplace_settings_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id),
  CONSTRAINT marketplace_settings_verified_credit_limit_eur_check CHECK (verified_credit_limit_eur >= 0 AND verified_credit_limit_eur <= 1000000000)
);
CREATE TRIGGER marketplace_settings_credit AFTER UPDATE OF credit_limit_eur, verified_credit_limit_eur ON marketplace_settings FOR EACH ROW EXECUTE FUNCTION credit_limit_changes();

CREATE TABLE message_attachments (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint NOT NULL,
  broadcast_id bigint,
  file_name text NOT NULL,
  media_type text NOT NULL,
  byte_size integer NOT NULL,
  content bytea,
  added_by bigint NOT NULL,
  added_at timestamp with time zone NOT NULL,
  CONSTRAINT message_attachments_added_by_fkey FOREIGN KEY (added_by) REFERENCES users(id),
  CONSTRAINT message_attachments_broadcast_id_fkey FOREIGN KEY (broadcast_id) REFERENCES broadcasts(id) ON DELETE CASCADE,
  CONSTRAINT message_attachments_byte_size_check CHECK (byte_size > 0),
  CONSTRAINT message_attachments_pkey PRIMARY KEY (id),
  CONSTRAINT message_attachments_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);
CREATE INDEX message_attachments_added_by ON message_attachments USING btree (added_by);
CREATE INDEX message_attachments_broadcast ON message_attachments USING btree (broadcast_id, id) WHERE (broadcast_id IS NOT NULL);
CREATE INDEX message_attachments_unused ON message_attachments USING btree (store_id, id) WHERE (broadcast_id IS NULL);

CREATE TABLE message_templates (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint NOT NULL,
  name text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT message_templates_pkey PRIMARY KEY (id),
  CONSTRAINT message_templates_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);
CREATE UNIQUE INDEX message_templates_name ON message_templates USING btree (store_id, lower(name));

CREATE TABLE message_triggers (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint NOT NULL,
  campaign_id bigint,
  template_id bigint NOT NULL,
  author_id bigint NOT NULL,
  occasion text NOT NULL,
  days smallint,
  is_on boolean NOT NULL,
  on_since timestamp with time zone NOT NULL,
  sent integer DEFAULT 0 NOT NULL,
  left_out integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT message_triggers_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  CONSTRAINT message_triggers_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  CONSTRAINT message_triggers_days CHECK ((occasion = 'no_clicks'::text) = (days IS NOT NULL)),
  CONSTRAINT message_triggers_days_check CHECK (days >= 1 AND days <= 90),
  CONSTRAINT message_triggers_occasion_check CHECK (occasion = ANY (ARRAY['joined'::text, 'no_clicks'::text, 'first_order'::text, 'tier_reached'::text])),
  CONSTRAINT message_triggers_pkey PRIMARY KEY (id),
  CONSTRAINT message_triggers_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT message_triggers_template_id_fkey FOREIGN KEY (template_id) REFERENCES message_templates(id)
);
CREATE INDEX message_triggers_on ON message_triggers USING btree (occasion, store_id) WHERE is_on;
CREATE INDEX message_triggers_store ON message_triggers USING btree (store_id, id);
CREATE INDEX message_triggers_template ON message_triggers USING btree (template_id);

CREATE TABLE muted_stores (
  user_id bigint NOT NULL,
  store_id bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT muted_stores_pkey PRIMARY KEY (user_id, store_id),
  CONSTRAINT muted_stores_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT muted_stores_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX muted_stores_store ON muted_stores USING btree (store_id);

CREATE TABLE notification_settings (
  user_id bigint NOT NULL,
  unmailed text[] DEFAULT '{}'::text[] NOT NULL,
  weekly_digest boolean DEFAULT true NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT notification_settings_pkey PRIMARY KEY (user_id),
  CONSTRAINT notification_settings_unmailed_check CHECK (NOT ('security'::text = ANY (unmailed))),
  CONSTRAINT notification_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE notifications (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id bigint NOT NULL,
  kind text NOT NULL,
  event_id bigint,
  message text NOT NULL,
  data jsonb NOT NULL,
  about_user_id bigint,
  path text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  read_at timestamp with time zone,
  mail text NOT NULL,
  mail_to text,
  digested_at timestamp with time zone,
  CONSTRAINT notifications_about_user_id_fkey FOREIGN KEY (about_user_id) REFERENCES users(id),
  CONSTRAINT notifications_kind_check CHECK (kind = ANY (ARRAY['campaigns'::text, 'messages'::text, 'orders'::text, 'statements'::text, 'payments'::text, 'limits'::text, 'service'::text, 'reports'::text, 'security'::text])),
  CONSTRAINT notifications_mail_check CHECK (mail = ANY (ARRAY['due'::text, 'sent'::text, 'none'::text])),
  CONSTRAINT notifications_path_check CHECK (path ~~ '/console%'::text),
  CONSTRAINT notifications_pkey PRIMARY KEY (id),
  CONSTRAINT notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX notifications_about ON notifications USING btree (about_user_id) WHERE (about_user_id IS NOT NULL);
CREATE INDEX notifications_age ON notifications USING btree (created_at);
CREATE UNIQUE INDEX notifications_event ON notifications USING btree (user_id, event_id) WHERE (event_id IS NOT NULL);
CREATE INDEX notifications_mail_due ON notifications USING btree (id) WHERE (mail = 'due'::text);
CREATE INDEX notifications_undigested ON notifications USING btree (user_id, created_at) WHERE ((mail = 'none'::text) AND (digested_at IS NULL) AND (read_at IS NULL));
CREATE INDEX notifications_unread ON notifications USING btree (user_id, id) WHERE (read_at IS NULL);
CREATE INDEX notifications_user ON notifications USING btree (user_id, id);

CREATE TABLE oauth_clients (
  id text NOT NULL,
  name text,
  redirect_uris text[] NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT oauth_clients_pkey PRIMARY KEY (id),
  CONSTRAINT oauth_clients_redirect_uris_check CHECK (cardinality(redirect_uris) > 0)
);

CREATE TABLE oauth_grants (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  client_id text NOT NULL,
  user_id bigint NOT NULL,
  scopes text[] NOT NULL,
  resource text NOT NULL,
  redirect_uri text NOT NULL,
  second_factor boolean NOT NULL,
  challenge text NOT NULL,
  code_hash bytea NOT NULL,
  code_expires_at timestamp with time zone NOT NULL,
  redeemed_at timestamp with time zone,
  ended_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT oauth_grants_client_id_fkey FOREIGN KEY (client_id) REFERENCES oauth_clients(id) ON DELETE CASCADE,
  CONSTRAINT oauth_grants_code_hash_check CHECK (octet_length(code_hash) = 32),
  CONSTRAINT oauth_grants_code_hash_key UNIQUE (code_hash),
  CONSTRAINT oauth_grants_pkey PRIMARY KEY (id),
  CONSTRAINT oauth_grants_scopes_check CHECK (cardinality(scopes) > 0 AND scopes <@ '{read,links,campaigns}'::text[]),
  CONSTRAINT oauth_grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX oauth_grants_client ON oauth_grants USING btree (client_id);
CREATE INDEX oauth_grants_user ON oauth_grants USING btree (user_id);

CREATE TABLE one_time_payments (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint NOT NULL,
  user_id bigint NOT NULL,
  participant_id bigint,
  user_minor bigint NOT NULL,
  currency character(3) NOT NULL,
  payment_date date NOT NULL,
  comment text NOT NULL,
  created_by bigint,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  agency_id bigint,
  void_id bigint,
  bonus_campaign_id bigint,
  bonus_tier integer,
  CONSTRAINT one_time_payments_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id),
  CONSTRAINT one_time_payments_bonus_campaign_id_fkey FOREIGN KEY (bonus_campaign_id) REFERENCES campaigns(id),
  CONSTRAINT one_time_payments_bonus_tier_check CHECK (bonus_tier > 0),
  CONSTRAINT one_time_payments_check CHECK ((bonus_campaign_id IS NULL) = (bonus_tier IS NULL)),
  CONSTRAINT one_time_payments_check1 CHECK (bonus_campaign_id IS NULL OR participant_id IS NULL),
  CONSTRAINT one_time_payments_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT one_time_payments_participant UNIQUE (participant_id),
  CONSTRAINT one_time_payments_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id),
  CONSTRAINT one_time_payments_pkey PRIMARY KEY (id),
  CONSTRAINT one_time_payments_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT one_time_payments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT one_time_payments_user_minor_check CHECK (user_minor >= 0),
  CONSTRAINT one_time_payments_void_id_fkey FOREIGN KEY (void_id) REFERENCES voids(id)
);
CREATE UNIQUE INDEX one_time_payments_bonus ON one_time_payments USING btree (bonus_campaign_id, user_id, payment_date, bonus_tier) WHERE (bonus_campaign_id IS NOT NULL);
CREATE INDEX one_time_payments_store ON one_time_payments USING btree (store_id, payment_date, id);
CREATE INDEX one_time_payments_user ON one_time_payments USING btree (user_id, payment_date, id);
CREATE TRIGGER one_time_payments_exposure_delete AFTER DELETE ON one_time_payments REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION one_time_payment_exposure();
CREATE TRIGGER one_time_payments_exposure_insert AFTER INSERT ON one_time_payments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION one_time_payment_exposure();
CREATE TRIGGER one_time_payments_exposure_update AFTER UPDATE ON one_time_payments REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION one_time_payment_exposure();

CREATE TABLE order_attributions (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  order_row_id bigint NOT NULL,
  user_id bigint NOT NULL,
  former_user_id bigint,
  reason text NOT NULL,
  actor_id bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT order_attributions_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  CONSTRAINT order_attributions_former_user_id_fkey FOREIGN KEY (former_user_id) REFERENCES users(id),
  CONSTRAINT order_attributions_order_row_id_fkey FOREIGN KEY (order_row_id) REFERENCES orders(id),
  CONSTRAINT order_attributions_pkey PRIMARY KEY (id),
  CONSTRAINT order_attributions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX order_attributions_actor ON order_attributions USING btree (actor_id);
CREATE INDEX order_attributions_former ON order_attributions USING btree (former_user_id) WHERE (former_user_id IS NOT NULL);
CREATE INDEX order_attributions_order ON order_attributions USING btree (order_row_id, id);
CREATE INDEX order_attributions_user ON order_attributions USING btree (user_id);

CREATE TABLE order_claim_evidence (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  claim_id bigint NOT NULL,
  name text NOT NULL,
  media_type text NOT NULL,
  content bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT order_claim_evidence_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES order_claims(id),
  CONSTRAINT order_claim_evidence_pkey PRIMARY KEY (id)
);
CREATE INDEX order_claim_evidence_claim ON order_claim_evidence USING btree (claim_id);

CREATE TABLE order_claims (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id bigint NOT NULL,
  store_id bigint NOT NULL,
  order_number text NOT NULL,
  ordered_on date NOT NULL,
  amount_minor bigint NOT NULL,
  currency character(3) NOT NULL,
  note text NOT NULL,
  findings text[] NOT NULL,
  click_id uuid,
  due_at timestamp with time zone NOT NULL,
  decision text,
  reason text,
  decided_by bigint,
  decided_at timestamp with time zone,
  order_row_id bigint,
  created_by bigint,
  created_at timestamp with time zone NOT NULL,
  reminded_at timestamp with time zone,
  CONSTRAINT order_claims_amount_minor_check CHECK (amount_minor > 0),
  CONSTRAINT order_claims_check CHECK ((decision IS NULL) = (decided_at IS NULL)),
  CONSTRAINT order_claims_check1 CHECK ((NOT decision IS DISTINCT FROM 'accepted'::text) = (order_row_id IS NOT NULL)),
  CONSTRAINT order_claims_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT order_claims_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  CONSTRAINT order_claims_decision_check CHECK (decision = ANY (ARRAY['accepted'::text, 'declined'::text])),
  CONSTRAINT order_claims_order_row_id_fkey FOREIGN KEY (order_row_id) REFERENCES orders(id),
  CONSTRAINT order_claims_pkey PRIMARY KEY (id),
  CONSTRAINT order_claims_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT order_claims_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX order_claims_due ON order_claims USING btree (due_at) WHERE (decision IS NULL);
CREATE UNIQUE INDEX order_claims_open ON order_claims USING btree (user_id, store_id, lower(order_number)) WHERE (decision IS NULL);
CREATE INDEX order_claims_order ON order_claims USING btree (order_row_id) WHERE (order_row_id IS NOT NULL);
CREATE INDEX order_claims_store ON order_claims USING btree (store_id, id);
CREATE INDEX order_claims_user ON order_claims USING btree (user_id, id);

CREATE TABLE order_collectors (
  store_id bigint NOT NULL,
  collector text NOT NULL,
  settings jsonb DEFAULT '{}'::jsonb NOT NULL,
  last_seen_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  script_seen_at timestamp with time zone,
  CONSTRAINT order_collectors_collector_check CHECK (collector = ANY (ARRAY['sales_pixel'::text, 'shop_plugin'::text, 'server'::text])),
  CONSTRAINT order_collectors_pkey PRIMARY KEY (store_id, collector),
  CONSTRAINT order_collectors_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);

CREATE TABLE order_events (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  order_row_id bigint NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  kind text NOT NULL,
  actor_id bigint,
  details jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT order_events_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  CONSTRAINT order_events_order_row_id_fkey FOREIGN KEY (order_row_id) REFERENCES orders(id),
  CONSTRAINT order_events_pkey PRIMARY KEY (id)
);
CREATE INDEX order_events_order ON order_events USING btree (order_row_id, id);

CREATE TABLE order_reports (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  order_row_id bigint NOT NULL,
  channel text NOT NULL,
  signed boolean DEFAULT false NOT NULL,
  counts boolean DEFAULT true NOT NULL,
  at timestamp with time zone NOT NULL,
  order_at timestamp with time zone NOT NULL,
  day date NOT NULL,
  dated boolean DEFAULT false NOT NULL,
  original_minor bigint NOT NULL,
  original_currency character(3) NOT NULL,
  click_reported boolean NOT NULL,
  click_id uuid,
  voucher_code text,
  actor_id bigint,
  lines jsonb,
  customer text,
  stated bigint NOT NULL,
  CONSTRAINT order_reports_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  CONSTRAINT order_reports_channel_check CHECK (channel = ANY (ARRAY['sales_pixel'::text, 'shop_plugin'::text, 'server'::text])),
  CONSTRAINT order_reports_check CHECK (click_id IS NULL OR click_reported),
  CONSTRAINT order_reports_customer_check CHECK (customer = ANY (ARRAY['new'::text, 'returning'::text])),
  CONSTRAINT order_reports_lines_check CHECK (jsonb_typeof(lines) = 'array'::text AND jsonb_array_length(lines) > 0),
  CONSTRAINT order_reports_order_row_id_fkey FOREIGN KEY (order_row_id) REFERENCES orders(id) ON DELETE CASCADE,
  CONSTRAINT order_reports_original_minor_check CHECK (original_minor >= 0),
  CONSTRAINT order_reports_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX order_reports_distinct ON order_reports USING btree (order_row_id, channel, signed, original_minor, original_currency, click_reported, click_id, lower(voucher_code), md5((lines)::text), customer) NULLS NOT DISTINCT;

CREATE TABLE order_rule_versions (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint NOT NULL,
  campaign_id bigint,
  version integer NOT NULL,
  valid_from timestamp with time zone NOT NULL,
  actor_id bigint,
  attribution text,
  window_days smallint,
  approval_days smallint,
  CONSTRAINT order_rule_versions_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  CONSTRAINT order_rule_versions_approval_check CHECK (approval_days >= 1 AND approval_days <= 90),
  CONSTRAINT order_rule_versions_attribution_check CHECK (attribution = ANY (ARRAY['click_first'::text, 'code_first'::text])),
  CONSTRAINT order_rule_versions_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  CONSTRAINT order_rule_versions_pkey PRIMARY KEY (id),
  CONSTRAINT order_rule_versions_store_check CHECK (campaign_id IS NOT NULL OR attribution IS NOT NULL AND window_days IS NOT NULL),
  CONSTRAINT order_rule_versions_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT order_rule_versions_version_check CHECK (version > 0),
  CONSTRAINT order_rule_versions_window_check CHECK (window_days >= 1 AND window_days <= 365)
);
CREATE INDEX order_rule_versions_actor ON order_rule_versions USING btree (actor_id) WHERE (actor_id IS NOT NULL);
CREATE INDEX order_rule_versions_deciding ON order_rule_versions USING btree (store_id) WHERE ((campaign_id IS NOT NULL) AND (attribution IS NOT NULL));
CREATE UNIQUE INDEX order_rule_versions_of_campaign ON order_rule_versions USING btree (campaign_id, version) WHERE (campaign_id IS NOT NULL);
CREATE UNIQUE INDEX order_rule_versions_of_store ON order_rule_versions USING btree (store_id, version) WHERE (campaign_id IS NULL);
CREATE INDEX order_rule_versions_store ON order_rule_versions USING btree (store_id, id);

CREATE TABLE order_rules (
  store_id bigint NOT NULL,
  counted_ways text[] DEFAULT '{sales_pixel,shop_plugin,server}'::text[] NOT NULL,
  signature_required boolean DEFAULT false NOT NULL,
  max_order_minor bigint DEFAULT 100000000 NOT NULL,
  dispute_mailed_on date,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  contradiction_mailed_on date,
  attribution text DEFAULT 'click_first'::text NOT NULL,
  approval_days smallint,
  reminded_until timestamp with time zone,
  CONSTRAINT order_rules_approval_days_check CHECK (approval_days >= 1 AND approval_days <= 90),
  CONSTRAINT order_rules_attribution_check CHECK (attribution = ANY (ARRAY['click_first'::text, 'code_first'::text])),
  CONSTRAINT order_rules_counted_ways_check CHECK (counted_ways <@ '{sales_pixel,shop_plugin,server}'::text[] AND cardinality(counted_ways) > 0),
  CONSTRAINT order_rules_max_order_minor_check CHECK (max_order_minor >= 1 AND max_order_minor <= '100000000000'::bigint),
  CONSTRAINT order_rules_pkey PRIMARY KEY (store_id),
  CONSTRAINT order_rules_promised TRIGGER DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT order_rules_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);
CREATE TRIGGER order_rules_deadlines AFTER INSERT OR UPDATE OF approval_days ON order_rules FOR EACH ROW WHEN (new.approval_days IS NOT NULL) EXECUTE FUNCTION shorten_order_deadlines();
CREATE TRIGGER order_rules_guaranteed AFTER DELETE OR UPDATE OF approval_days ON order_rules FOR EACH ROW EXECUTE FUNCTION keep_guaranteed_rules();
CREATE CONSTRAINT TRIGGER order_rules_promised AFTER INSERT OR DELETE OR UPDATE OF attribution ON order_rules DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_broken_promise('store_id');

CREATE TABLE order_signing_secrets (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint NOT NULL,
  sealed_secret bytea NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  valid_until timestamp with time zone,
  CONSTRAINT order_signing_secrets_pkey PRIMARY KEY (id),
  CONSTRAINT order_signing_secrets_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);
CREATE UNIQUE INDEX order_signing_secrets_current ON order_signing_secrets USING btree (store_id) WHERE (valid_until IS NULL);
CREATE INDEX order_signing_secrets_store ON order_signing_secrets USING btree (store_id, id);

CREATE TABLE orders (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint NOT NULL,
  order_id text NOT NULL,
  channel text NOT NULL,
  status text DEFAULT 'pending'::text NOT NULL,
  order_at timestamp with time zone NOT NULL,
  day date NOT NULL,
  original_minor bigint NOT NULL,
  original_currency character(3) NOT NULL,
  value_minor bigint NOT NULL,
  currency character(3) NOT NULL,
  refunded_minor bigint DEFAULT 0 NOT NULL,
  voucher_code text,
  attribution text NOT NULL,
  unattributed_reason text,
  click_id uuid,
  link_id bigint,
  user_id bigint,
  campaign_id bigint,
  terms smallint DEFAULT 0 NOT NULL,
  user_share_ppm integer DEFAULT 0 NOT NULL,
  agency_share_ppm integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  agency_id bigint,
  original_refunded_minor bigint DEFAULT 0 NOT NULL,
  cpa_ppm integer DEFAULT 0 NOT NULL,
  invoice_cpa_ppm integer DEFAULT 0 NOT NULL,
  counts boolean GENERATED ALWAYS AS (((link_id IS NOT NULL) AND (status <> 'denied'::text) AND ((refunded_minor < value_minor) OR (value_minor = 0)))) STORED NOT NULL,
  cost_minor bigint NOT NULL,
  user_minor bigint NOT NULL,
  agency_minor bigint NOT NULL,
  signed boolean DEFAULT false NOT NULL,
  resolved_report_id bigint,
  contradicted_at timestamp with time zone,
  recorded_in bigint DEFAULT ((pg_current_xact_id())::text)::bigint NOT NULL,
  lines jsonb,
  customer text,
  commission_rules_id bigint,
  reported_codes text,
  attribution_rule text DEFAULT 'click_first'::text NOT NULL,
  approved_minor bigint,
  approved_cost_minor bigint,
  approval_days smallint,
  decide_not_before timestamp with time zone,
  decide_by timestamp with time zone,
  extended_at timestamp with time zone,
  extension_reason text,
  denial_reason text,
  denial_note text,
  credit_released boolean DEFAULT false NOT NULL,
  order_rules_id bigint,
  campaign_rules_id bigint,
  window_days smallint,
  order_rule smallint,
  terms_cpa_ppm integer,
  terms_invoice_cpa_ppm integer,
  terms_fixed jsonb,
  fixed jsonb,
  event_kind_id bigint,
  event_price_id bigint,
  own_window_days smallint,
  customer_hash bytea,
  follows_id bigint,
  customer_programme_id bigint,
  customer_since timestamp with time zone,
  rate_steps_id bigint,
  rate_step smallint,
  rate_step_orders bigint,
  rate_step_minor bigint,
  CONSTRAINT orders_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id),
  CONSTRAINT orders_approval_days_check CHECK (approval_days >= 1 AND approval_days <= 90),
  CONSTRAINT orders_approved_check CHECK ((approved_minor IS NULL) = (approved_cost_minor IS NULL) AND approved_minor >= 0 AND approved_cost_minor >= 0),
  CONSTRAINT orders_attribution_check CHECK (attribution = ANY (ARRAY['click'::text, 'voucher'::text, 'customer'::text, 'manual'::text, 'none'::text])),
  CONSTRAINT orders_attribution_rule_check CHECK (attribution_rule = ANY (ARRAY['click_first'::text, 'code_first'::text, 'exclusive_code'::text])),
  CONSTRAINT orders_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  CONSTRAINT orders_campaign_rules_id_fkey FOREIGN KEY (campaign_rules_id) REFERENCES order_rule_versions(id),
  CONSTRAINT orders_channel_check CHECK (channel = ANY (ARRAY['sales_pixel'::text, 'shop_plugin'::text, 'server'::text])),
  CONSTRAINT orders_check CHECK (refunded_minor >= 0 AND refunded_minor <= value_minor),
  CONSTRAINT orders_check1 CHECK ((attribution = 'none'::text) = (user_id IS NULL)),
  CONSTRAINT orders_check2 CHECK (original_refunded_minor >= 0 AND original_refunded_minor <= original_minor),
  CONSTRAINT orders_check3 CHECK ((attribution = 'none'::text) = (link_id IS NULL)),
  CONSTRAINT orders_check4 CHECK ((attribution = 'none'::text) = (unattributed_reason IS NOT NULL)),
  CONSTRAINT orders_check5 CHECK (user_share_ppm >= 0 AND agency_share_ppm >= 0 AND (user_share_ppm + agency_share_ppm) <= 1000000),
  CONSTRAINT orders_commission_rules_id_fkey FOREIGN KEY (commission_rules_id) REFERENCES commission_rules(id),
  CONSTRAINT orders_cpa_ppm_check CHECK (cpa_ppm >= 0 AND cpa_ppm <= 1000000),
  CONSTRAINT orders_credit_released_check CHECK (NOT credit_released OR status = 'pending'::text),
  CONSTRAINT orders_customer_check CHECK (customer = ANY (ARRAY['new'::text, 'returning'::text])),
  CONSTRAINT orders_customer_hash_check CHECK (length(customer_hash) = 32),
  CONSTRAINT orders_customer_programme_check CHECK ((customer_programme_id IS NULL) = (customer_since IS NULL) AND (attribution <> 'customer'::text OR customer_programme_id IS NOT NULL)),
  CONSTRAINT orders_customer_programme_id_fkey FOREIGN KEY (customer_programme_id) REFERENCES customer_programmes(id),
  CONSTRAINT orders_decide_by_check CHECK ((approval_days IS NULL) = (decide_by IS NULL)),
  CONSTRAINT orders_denial_reason_check CHECK (denial_reason = ANY (ARRAY['duplicate'::text, 'cancelled'::text, 'returned'::text, 'not_paid'::text, 'fraud'::text, 'test_order'::text, 'own_purchase'::text, 'other'::text])),
  CONSTRAINT orders_event_check CHECK (event_kind_id IS NOT NULL AND lines IS NULL AND commission_rules_id IS NULL OR event_kind_id IS NULL AND event_price_id IS NULL AND own_window_days IS NULL AND follows_id IS NULL),
  CONSTRAINT orders_event_kind_id_fkey FOREIGN KEY (event_kind_id) REFERENCES event_kinds(id),
  CONSTRAINT orders_event_price_id_fkey FOREIGN KEY (event_price_id) REFERENCES event_prices(id),
  CONSTRAINT orders_extension_check CHECK ((extended_at IS NULL) = (extension_reason IS NULL)),
  CONSTRAINT orders_follows_id_fkey FOREIGN KEY (follows_id) REFERENCES orders(id),
  CONSTRAINT orders_invoice_cpa_ppm_check CHECK (invoice_cpa_ppm >= 0 AND invoice_cpa_ppm <= 1000000),
  CONSTRAINT orders_lines_check CHECK (jsonb_typeof(lines) = 'array'::text AND jsonb_array_length(lines) > 0),
  CONSTRAINT orders_link_id_fkey FOREIGN KEY (link_id) REFERENCES links(id),
  CONSTRAINT orders_number_key UNIQUE NULLS NOT DISTINCT (store_id, order_id, event_kind_id),
  CONSTRAINT orders_order_rule_check CHECK (order_rule IS NULL OR terms_cpa_ppm IS NOT NULL),
  CONSTRAINT orders_order_rules_id_fkey FOREIGN KEY (order_rules_id) REFERENCES order_rule_versions(id),
  CONSTRAINT orders_original_minor_check CHECK (original_minor >= 0),
  CONSTRAINT orders_pkey PRIMARY KEY (id),
  CONSTRAINT orders_rate_step_check CHECK (
CASE
    WHEN rate_steps_id IS NULL THEN num_nonnulls(rate_step, rate_step_orders, rate_step_minor) = 0
    ELSE num_nonnulls(rate_step_orders, rate_step_minor) = 1 AND COALESCE(rate_step::integer, 1) > 0
END),
  CONSTRAINT orders_rate_steps_id_fkey FOREIGN KEY (rate_steps_id) REFERENCES rate_steps(id),
  CONSTRAINT orders_status_check CHECK (status = ANY (ARRAY['pending'::text, 'approved'::text, 'denied'::text])),
  CONSTRAINT orders_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT orders_terms_rates_check CHECK ((terms_cpa_ppm IS NULL) = (terms_invoice_cpa_ppm IS NULL)),
  CONSTRAINT orders_unresolved_unapproved CHECK (status <> 'approved'::text OR (unattributed_reason <> ALL (ARRAY['disputed'::text, 'unconfirmed'::text]))),
  CONSTRAINT orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT orders_value_minor_check CHECK (value_minor >= 0)
);
CREATE INDEX orders_campaign_day ON orders USING btree (campaign_id, day) WHERE (campaign_id IS NOT NULL);
CREATE INDEX orders_click ON orders USING btree (click_id) WHERE (click_id IS NOT NULL);
CREATE INDEX orders_contradicted ON orders USING btree (store_id, day, id) WHERE (contradicted_at IS NOT NULL);
CREATE INDEX orders_customer_programme ON orders USING btree (customer_programme_id) WHERE (customer_programme_id IS NOT NULL);
CREATE INDEX orders_day ON orders USING btree (day, order_at);
CREATE INDEX orders_decide_by ON orders USING btree (decide_by, store_id) WHERE ((status = 'pending'::text) AND (link_id IS NOT NULL) AND (decide_by IS NOT NULL));
CREATE INDEX orders_events ON orders USING btree (store_id, day, id) WHERE (event_kind_id IS NOT NULL);
CREATE INDEX orders_events_counted ON orders USING btree (event_kind_id, day, user_id) WHERE ((event_kind_id IS NOT NULL) AND (link_id IS NOT NULL) AND (status <> 'denied'::text));
CREATE INDEX orders_events_of_customer ON orders USING btree (event_kind_id, customer_hash) WHERE (customer_hash IS NOT NULL);
CREATE INDEX orders_follows ON orders USING btree (follows_id) WHERE (follows_id IS NOT NULL);
CREATE INDEX orders_number ON orders USING btree (lower(order_id) text_pattern_ops);
CREATE INDEX orders_of_customer ON orders USING btree (store_id, customer_hash, id) WHERE (customer_hash IS NOT NULL);
CREATE INDEX orders_pending ON orders USING btree (link_id) WHERE (status = 'pending'::text);
CREATE INDEX orders_rate_steps ON orders USING btree (rate_steps_id) WHERE (rate_steps_id IS NOT NULL);
CREATE INDEX orders_recorded_in ON orders USING btree (recorded_in, id);
CREATE INDEX orders_release ON orders USING btree (created_at, id) WHERE ((status = 'pending'::text) AND (link_id IS NOT NULL) AND (decide_by IS NULL) AND (NOT credit_released));
CREATE INDEX orders_store_day ON orders USING btree (store_id, day, id);
CREATE INDEX orders_undecided ON orders USING btree (store_id) INCLUDE (cost_minor, currency) WHERE ((status = 'pending'::text) AND (link_id IS NOT NULL));
CREATE INDEX orders_unknown_voucher ON orders USING btree (store_id, id) WHERE ((unattributed_reason = 'unknown_voucher'::text) AND (status <> 'denied'::text));
CREATE INDEX orders_unresolved ON orders USING btree (store_id, day, id) WHERE ((status = 'pending'::text) AND (unattributed_reason = ANY (ARRAY['disputed'::text, 'unconfirmed'::text, 'value_limit'::text])));
CREATE INDEX orders_user_day ON orders USING btree (user_id, day, id) WHERE (user_id IS NOT NULL);
CREATE INDEX orders_waiting ON orders USING btree (id) WHERE (unattributed_reason = ANY (ARRAY['unknown_click'::text, 'no_exchange_rate'::text]));
CREATE TRIGGER orders_deadline BEFORE INSERT OR UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION order_deadline();
CREATE TRIGGER orders_event BEFORE INSERT OR UPDATE ON orders FOR EACH ROW WHEN (new.event_kind_id IS NOT NULL) EXECUTE FUNCTION price_event();
CREATE TRIGGER orders_note_change BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION note_order_change();
CREATE TRIGGER orders_price BEFORE INSERT OR UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION price_order();
CREATE TRIGGER orders_steps_delete AFTER DELETE ON orders REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_step_orders();
CREATE TRIGGER orders_steps_insert AFTER INSERT ON orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_step_orders();
CREATE TRIGGER orders_steps_update AFTER UPDATE ON orders REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_step_orders();
CREATE TRIGGER orders_totals_delete AFTER DELETE ON orders REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION order_totals();
CREATE TRIGGER orders_totals_insert AFTER INSERT ON orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION order_totals();
CREATE TRIGGER orders_totals_update AFTER UPDATE ON orders REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION order_totals();

CREATE TABLE orphaned_files (
  key text NOT NULL,
  since timestamp with time zone NOT NULL,
  CONSTRAINT orphaned_files_pkey PRIMARY KEY (key)
);

CREATE TABLE page_rule_changes (
  store_id bigint NOT NULL,
  version bigint DEFAULT 1 NOT NULL,
  checked_version bigint,
  notified_at timestamp with time zone,
  CONSTRAINT page_rule_changes_check CHECK (checked_version <= version),
  CONSTRAINT page_rule_changes_pkey PRIMARY KEY (store_id),
  CONSTRAINT page_rule_changes_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE,
  CONSTRAINT page_rule_changes_version_check CHECK (version > 0)
);
CREATE INDEX page_rule_changes_unchecked ON page_rule_changes USING btree (store_id) WHERE (checked_version IS DISTINCT FROM version);

CREATE TABLE participant_agreements (
  participant_id bigint NOT NULL,
  agreement_id bigint NOT NULL,
  manner text NOT NULL,
  accepted_at timestamp with time zone NOT NULL,
  accepted_by bigint NOT NULL,
  CONSTRAINT participant_agreements_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES users(id),
  CONSTRAINT participant_agreements_agreement_id_fkey FOREIGN KEY (agreement_id) REFERENCES campaign_agreements(id),
  CONSTRAINT participant_agreements_manner_check CHECK (manner = ANY (ARRAY['accepted'::text, 'joined'::text])),
  CONSTRAINT participant_agreements_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id),
  CONSTRAINT participant_agreements_pkey PRIMARY KEY (participant_id, agreement_id, manner)
);
CREATE INDEX participant_agreements_agreement ON participant_agreements USING btree (agreement_id);

CREATE TABLE participant_answers (
  participant_id bigint NOT NULL,
  question_id bigint NOT NULL,
  user_id bigint NOT NULL,
  text text NOT NULL,
  answered_at timestamp with time zone NOT NULL,
  CONSTRAINT participant_answers_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id) ON DELETE CASCADE,
  CONSTRAINT participant_answers_pkey PRIMARY KEY (participant_id, question_id),
  CONSTRAINT participant_answers_question_id_fkey FOREIGN KEY (question_id) REFERENCES campaign_questions(id) ON DELETE CASCADE,
  CONSTRAINT participant_answers_text_check CHECK (text <> ''::text),
  CONSTRAINT participant_answers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX participant_answers_question ON participant_answers USING btree (question_id);
CREATE INDEX participant_answers_user ON participant_answers USING btree (user_id);

CREATE TABLE participant_deliveries (
  participant_id bigint NOT NULL,
  user_id bigint NOT NULL,
  recipient text NOT NULL,
  street text NOT NULL,
  postal_code text NOT NULL,
  city text NOT NULL,
  country character(2) NOT NULL,
  phone text DEFAULT ''::text NOT NULL,
  size text DEFAULT ''::text NOT NULL,
  colour text DEFAULT ''::text NOT NULL,
  note text DEFAULT ''::text NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT participant_deliveries_city_check CHECK (city <> ''::text),
  CONSTRAINT participant_deliveries_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id) ON DELETE CASCADE,
  CONSTRAINT participant_deliveries_pkey PRIMARY KEY (participant_id),
  CONSTRAINT participant_deliveries_postal_code_check CHECK (postal_code <> ''::text),
  CONSTRAINT participant_deliveries_recipient_check CHECK (recipient <> ''::text),
  CONSTRAINT participant_deliveries_street_check CHECK (street <> ''::text),
  CONSTRAINT participant_deliveries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX participant_deliveries_user ON participant_deliveries USING btree (user_id);

CREATE TABLE participant_gift_products (
  participant_id bigint NOT NULL,
  gift_product_id bigint NOT NULL,
  options text DEFAULT ''::text NOT NULL,
  CONSTRAINT participant_gift_products_gift_product_id_fkey FOREIGN KEY (gift_product_id) REFERENCES campaign_gift_products(id),
  CONSTRAINT participant_gift_products_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participant_gifts(participant_id) ON DELETE CASCADE,
  CONSTRAINT participant_gift_products_pkey PRIMARY KEY (participant_id, gift_product_id)
);
CREATE INDEX participant_gift_products_product ON participant_gift_products USING btree (gift_product_id);

CREATE TABLE participant_gifts (
  participant_id bigint NOT NULL,
  gift_id bigint,
  value_minor bigint,
  assigned_at timestamp with time zone NOT NULL,
  carrier text DEFAULT ''::text NOT NULL,
  number text DEFAULT ''::text NOT NULL,
  tracking_url text,
  credit_code text,
  sent_at timestamp with time zone,
  delivered_at timestamp with time zone,
  received_at timestamp with time zone,
  not_received_at timestamp with time zone,
  not_received text DEFAULT ''::text NOT NULL,
  address_reminders smallint DEFAULT 0 NOT NULL,
  noted_at timestamp with time zone,
  CONSTRAINT participant_gifts_address_reminders_check CHECK (address_reminders >= 0 AND address_reminders <= 2),
  CONSTRAINT participant_gifts_credit_code_check CHECK (credit_code <> ''::text),
  CONSTRAINT participant_gifts_gift_id_fkey FOREIGN KEY (gift_id) REFERENCES campaign_gifts(id),
  CONSTRAINT participant_gifts_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id) ON DELETE CASCADE,
  CONSTRAINT participant_gifts_pkey PRIMARY KEY (participant_id),
  CONSTRAINT participant_gifts_tracking_url_check CHECK (tracking_url ~~ 'https://%'::text),
  CONSTRAINT participant_gifts_value_minor_check CHECK (value_minor >= 0 AND value_minor <= '100000000000'::bigint)
);
CREATE INDEX participant_gifts_gift ON participant_gifts USING btree (gift_id);
CREATE INDEX participant_gifts_on_the_way ON participant_gifts USING btree (sent_at) WHERE ((sent_at IS NOT NULL) AND (received_at IS NULL));
CREATE INDEX participant_gifts_without_address ON participant_gifts USING btree (assigned_at) WHERE ((sent_at IS NULL) AND (address_reminders < 2));

CREATE TABLE participants (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  campaign_id bigint NOT NULL,
  user_id bigint,
  pre_registered_email text,
  pre_registered_identifier text,
  status text NOT NULL,
  applied_at timestamp with time zone,
  todo jsonb,
  payment_amount_minor bigint,
  payment_currency character(3),
  click_limit bigint,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT participants_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  CONSTRAINT participants_campaign_id_user_id_key UNIQUE (campaign_id, user_id),
  CONSTRAINT participants_check CHECK (num_nonnulls(user_id, pre_registered_email, pre_registered_identifier) >= 1),
  CONSTRAINT participants_click_limit_check CHECK (click_limit >= 0),
  CONSTRAINT participants_pkey PRIMARY KEY (id),
  CONSTRAINT participants_pre_registered_identifier_check CHECK (pre_registered_identifier !~ '^[\s@]'::text),
  CONSTRAINT participants_promised TRIGGER DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT participants_status_check CHECK (status = ANY (ARRAY['open'::text, 'applied'::text, 'denied'::text, 'accepted'::text, 'store_denied'::text, 'done'::text, 'suggestion'::text, 'second_prio'::text, 'have_posted'::text, 'have_received'::text, 'product_sent'::text])),
  CONSTRAINT participants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX participants_campaign ON participants USING btree (campaign_id, id);
CREATE UNIQUE INDEX participants_email ON participants USING btree (campaign_id, lower(pre_registered_email));
CREATE UNIQUE INDEX participants_identifier ON participants USING btree (campaign_id, lower(pre_registered_identifier));
CREATE INDEX participants_user ON participants USING btree (user_id, campaign_id);
CREATE INDEX participants_waiting_email ON participants USING btree (lower(pre_registered_email)) WHERE (user_id IS NULL);
CREATE INDEX participants_waiting_identifier ON participants USING btree (lower(pre_registered_identifier)) WHERE (user_id IS NULL);
CREATE TRIGGER participants_cap BEFORE UPDATE OF click_limit ON participants FOR EACH ROW EXECUTE FUNCTION lock_changed_cap();
CREATE TRIGGER participants_named AFTER INSERT ON participants REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION people_named();
CREATE TRIGGER participants_promise_insert AFTER INSERT ON participants FOR EACH ROW WHEN (takes_part(new.status)) EXECUTE FUNCTION participant_promise();
CREATE TRIGGER participants_promise_update AFTER UPDATE OF status, payment_amount_minor ON participants FOR EACH ROW WHEN ((takes_part(new.status) OR takes_part(old.status)) AND (new.status IS DISTINCT FROM old.status OR new.payment_amount_minor IS DISTINCT FROM old.payment_amount_minor)) EXECUTE FUNCTION participant_promise();
CREATE CONSTRAINT TRIGGER participants_promised AFTER INSERT OR UPDATE OF status, click_limit, payment_amount_minor, user_id, campaign_id ON participants DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_broken_promise('participant');
CREATE TRIGGER participants_terms_delete AFTER DELETE ON participants REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('2', 'user_id');
CREATE TRIGGER participants_terms_insert AFTER INSERT ON participants REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('2', 'user_id');
CREATE TRIGGER participants_terms_update AFTER UPDATE ON participants REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('2', 'user_id');

CREATE TABLE passkey_challenges (
  hash bytea NOT NULL,
  user_id bigint,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT passkey_challenges_hash_check CHECK (octet_length(hash) = 32),
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (hash),
  CONSTRAINT passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX passkey_challenges_age ON passkey_challenges USING btree (expires_at);
CREATE INDEX passkey_challenges_user ON passkey_challenges USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE TABLE passkeys (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id bigint NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] DEFAULT '{}'::text[] NOT NULL,
  backed_up boolean NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX passkeys_user ON passkeys USING btree (user_id, id);

CREATE TABLE payee_consents (
  payee_id bigint NOT NULL,
  version text NOT NULL,
  given_by bigint NOT NULL,
  given_at timestamp with time zone NOT NULL,
  CONSTRAINT payee_consents_given_by_fkey FOREIGN KEY (given_by) REFERENCES users(id),
  CONSTRAINT payee_consents_payee_id_fkey FOREIGN KEY (payee_id) REFERENCES payees(id) ON DELETE CASCADE,
  CONSTRAINT payee_consents_pkey PRIMARY KEY (payee_id, version)
);

CREATE TABLE payees (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id bigint,
  agency_id bigint,
  kind text NOT NULL,
  legal_name text NOT NULL,
  street text NOT NULL,
  postal_code text NOT NULL,
  city text NOT NULL,
  country character(2) NOT NULL,
  vat_number text,
  vat_status text NOT NULL,
  tax_fields jsonb DEFAULT '{}'::jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  vat_confirmed_at timestamp with time zone,
  vat_confirmed_by bigint,
  tax_number text,
  CONSTRAINT payees_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id),
  CONSTRAINT payees_agency_id_key UNIQUE (agency_id),
  CONSTRAINT payees_check CHECK (num_nonnulls(user_id, agency_id) = 1),
  CONSTRAINT payees_check1 CHECK ((vat_status = 'registered'::text) <= (vat_number IS NOT NULL)),
  CONSTRAINT payees_check2 CHECK ((kind = 'person'::text) <= (vat_status = 'none'::text)),
  CONSTRAINT payees_check3 CHECK ((vat_confirmed_at IS NULL) = (vat_confirmed_by IS NULL)),
  CONSTRAINT payees_check4 CHECK (vat_confirmed_at IS NULL OR vat_number IS NOT NULL),
  CONSTRAINT payees_kind_check CHECK (kind = ANY (ARRAY['person'::text, 'company'::text])),
  CONSTRAINT payees_pkey PRIMARY KEY (id),
  CONSTRAINT payees_tax_number_check CHECK (char_length(tax_number) >= 1 AND char_length(tax_number) <= 30),
  CONSTRAINT payees_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT payees_user_id_key UNIQUE (user_id),
  CONSTRAINT payees_vat_confirmed_by_fkey FOREIGN KEY (vat_confirmed_by) REFERENCES users(id),
  CONSTRAINT payees_vat_status_check CHECK (vat_status = ANY (ARRAY['registered'::text, 'exempt'::text, 'none'::text]))
);

CREATE TABLE payment_events (
  provider text NOT NULL,
  event_id text NOT NULL,
  kind text NOT NULL,
  heard_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT payment_events_pkey PRIMARY KEY (provider, event_id)
);
CREATE INDEX payment_events_heard ON payment_events USING btree (heard_at);

CREATE TABLE payment_links (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  invoice_id bigint NOT NULL,
  request_key uuid DEFAULT gen_random_uuid() NOT NULL,
  amount_minor bigint NOT NULL,
  currency character(3) NOT NULL,
  session_id text,
  payment_id text,
  url text,
  expires_at timestamp with time zone NOT NULL,
  status text DEFAULT 'requested'::text NOT NULL,
  problem text,
  is_booked boolean DEFAULT false NOT NULL,
  revision bigint DEFAULT 0 NOT NULL,
  created_by bigint,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT payment_links_amount_minor_check CHECK (amount_minor > 0),
  CONSTRAINT payment_links_check CHECK ((session_id IS NULL) = (url IS NULL)),
  CONSTRAINT payment_links_check1 CHECK ((status = ANY (ARRAY['requested'::text, 'failed'::text])) OR session_id IS NOT NULL),
  CONSTRAINT payment_links_check2 CHECK (NOT is_booked OR status = 'paid'::text AND problem IS NULL),
  CONSTRAINT payment_links_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT payment_links_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  CONSTRAINT payment_links_payment_id_key UNIQUE (payment_id),
  CONSTRAINT payment_links_pkey PRIMARY KEY (id),
  CONSTRAINT payment_links_problem_check CHECK (problem = ANY (ARRAY['differs'::text, 'already_paid'::text, 'invoice_changed'::text])),
  CONSTRAINT payment_links_session_id_key UNIQUE (session_id),
  CONSTRAINT payment_links_status_check CHECK (status = ANY (ARRAY['requested'::text, 'open'::text, 'processing'::text, 'paid'::text, 'failed'::text, 'expired'::text, 'refunded'::text, 'partly_refunded'::text, 'disputed'::text]))
);
CREATE UNIQUE INDEX payment_links_booked ON payment_links USING btree (invoice_id) WHERE is_booked;
CREATE INDEX payment_links_invoice ON payment_links USING btree (invoice_id);
CREATE UNIQUE INDEX payment_links_open ON payment_links USING btree (invoice_id) WHERE (status = ANY (ARRAY['requested'::text, 'open'::text, 'processing'::text]));

CREATE TABLE payment_periods (
  month date NOT NULL,
  closed_at timestamp with time zone,
  closed_by bigint,
  CONSTRAINT payment_periods_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id),
  CONSTRAINT payment_periods_month_check CHECK (EXTRACT(day FROM month) = 1::numeric),
  CONSTRAINT payment_periods_pkey PRIMARY KEY (month)
);
CREATE TRIGGER payment_periods_ledger AFTER DELETE ON payment_periods REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_referred('month', 'month');

CREATE TABLE payment_setups (
  store_id bigint NOT NULL,
  provider text NOT NULL,
  customer_id text,
  customer_key uuid DEFAULT gen_random_uuid() NOT NULL,
  setup_id text,
  set_at timestamp with time zone,
  method_id text,
  method jsonb,
  revision bigint DEFAULT 0 NOT NULL,
  CONSTRAINT payment_setups_check CHECK ((setup_id IS NULL) = (set_at IS NULL)),
  CONSTRAINT payment_setups_check1 CHECK ((method_id IS NULL) = (method IS NULL) AND (method_id IS NULL OR setup_id IS NOT NULL)),
  CONSTRAINT payment_setups_pkey PRIMARY KEY (store_id, provider),
  CONSTRAINT payment_setups_provider_check CHECK (provider = ANY (ARRAY['manual'::text, 'stripe'::text])),
  CONSTRAINT payment_setups_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);
CREATE UNIQUE INDEX payment_setups_customer ON payment_setups USING btree (provider, customer_id) WHERE (customer_id IS NOT NULL);
CREATE INDEX payment_setups_method ON payment_setups USING btree (provider, method_id) WHERE (method_id IS NOT NULL);
CREATE TRIGGER payment_setups_credit AFTER INSERT OR UPDATE OF method_id ON payment_setups FOR EACH ROW EXECUTE FUNCTION credit_limit_changes();
CREATE TRIGGER payment_setups_terms_delete AFTER DELETE ON payment_setups REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('1', 'store_id');
CREATE TRIGGER payment_setups_terms_insert AFTER INSERT ON payment_setups REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('1', 'store_id');
CREATE TRIGGER payment_setups_terms_update AFTER UPDATE ON payment_setups REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('1', 'store_id');

CREATE TABLE payment_system_configs (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  from_date date NOT NULL,
  agency_id bigint,
  user_id bigint,
  system integer NOT NULL,
  created_by bigint,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  ignored_lock boolean DEFAULT false NOT NULL,
  CONSTRAINT payment_system_configs_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id),
  CONSTRAINT payment_system_configs_check CHECK (num_nonnulls(agency_id, user_id) = 1),
  CONSTRAINT payment_system_configs_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT payment_system_configs_from_date_agency_id_user_id_key UNIQUE NULLS NOT DISTINCT (from_date, agency_id, user_id),
  CONSTRAINT payment_system_configs_pkey PRIMARY KEY (id),
  CONSTRAINT payment_system_configs_system_check CHECK (system >= 0 AND system <= 2),
  CONSTRAINT payment_system_configs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE payout_accounts (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  payee_id bigint NOT NULL,
  method text NOT NULL,
  currency character(3),
  masked text NOT NULL,
  sealed bytea,
  fingerprint bytea NOT NULL,
  created_by bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  usable_from timestamp with time zone NOT NULL,
  removed_at timestamp with time zone,
  fault text,
  is_checked boolean DEFAULT true NOT NULL,
  CONSTRAINT payout_accounts_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT payout_accounts_fault_check CHECK (fault = ANY (ARRAY['bic_missing'::text, 'holder_not_latin'::text])),
  CONSTRAINT payout_accounts_method_check CHECK (method = ANY (ARRAY['iban'::text, 'bankgiro'::text, 'plusgiro'::text, 'uk'::text, 'us'::text, 'paypal'::text, 'wise'::text, 'stripe'::text])),
  CONSTRAINT payout_accounts_payee_id_fkey FOREIGN KEY (payee_id) REFERENCES payees(id),
  CONSTRAINT payout_accounts_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX payout_accounts_current ON payout_accounts USING btree (payee_id, currency) NULLS NOT DISTINCT WHERE (removed_at IS NULL);
CREATE INDEX payout_accounts_same ON payout_accounts USING btree (fingerprint) WHERE (removed_at IS NULL);
CREATE INDEX payout_accounts_unchecked ON payout_accounts USING btree (id) WHERE (NOT is_checked);

CREATE TABLE payout_files (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  run_id bigint NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  media_type text NOT NULL,
  message_id text NOT NULL,
  payouts integer NOT NULL,
  total_minor bigint NOT NULL,
  sha256 bytea NOT NULL,
  sealed bytea NOT NULL,
  CONSTRAINT payout_files_kind_check CHECK (kind = ANY (ARRAY['bank'::text, 'paypal'::text, 'wise'::text, 'stripe'::text])),
  CONSTRAINT payout_files_message_id_key UNIQUE (message_id),
  CONSTRAINT payout_files_payouts_check CHECK (payouts > 0),
  CONSTRAINT payout_files_pkey PRIMARY KEY (id),
  CONSTRAINT payout_files_run_id_fkey FOREIGN KEY (run_id) REFERENCES payout_runs(id),
  CONSTRAINT payout_files_run_id_kind_key UNIQUE (run_id, kind),
  CONSTRAINT payout_files_sha256_check CHECK (octet_length(sha256) = 32),
  CONSTRAINT payout_files_total_minor_check CHECK (total_minor > 0)
);

CREATE TABLE payout_holds (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint,
  user_id bigint,
  agency_id bigint,
  reason text NOT NULL,
  created_by bigint,
  created_at timestamp with time zone NOT NULL,
  released_by bigint,
  released_at timestamp with time zone,
  release_reason text,
  CONSTRAINT payout_holds_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id),
  CONSTRAINT payout_holds_check CHECK (num_nonnulls(store_id, user_id, agency_id) = 1),
  CONSTRAINT payout_holds_check1 CHECK ((released_at IS NULL) = (release_reason IS NULL)),
  CONSTRAINT payout_holds_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT payout_holds_pkey PRIMARY KEY (id),
  CONSTRAINT payout_holds_released_by_fkey FOREIGN KEY (released_by) REFERENCES users(id),
  CONSTRAINT payout_holds_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT payout_holds_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX payout_holds_current ON payout_holds USING btree (store_id, user_id, agency_id) NULLS NOT DISTINCT WHERE (released_at IS NULL);

CREATE TABLE payout_minimums (
  currency character(3) NOT NULL,
  agency_id bigint,
  minimum_minor bigint NOT NULL,
  updated_by bigint,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT payout_minimums_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id),
  CONSTRAINT payout_minimums_currency_agency_id_key UNIQUE NULLS NOT DISTINCT (currency, agency_id),
  CONSTRAINT payout_minimums_minimum_minor_check CHECK (minimum_minor >= 0),
  CONSTRAINT payout_minimums_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id)
);

CREATE TABLE payout_runs (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  currency character(3) NOT NULL,
  cut_off date NOT NULL,
  status text NOT NULL,
  eur_minor bigint,
  needs_approval boolean NOT NULL,
  format text,
  created_by bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  approved_by bigint,
  approved_at timestamp with time zone,
  exported_by bigint,
  exported_at timestamp with time zone,
  cancelled_by bigint,
  cancelled_at timestamp with time zone,
  cancel_reason text,
  CONSTRAINT payout_runs_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES users(id),
  CONSTRAINT payout_runs_cancelled_by_fkey FOREIGN KEY (cancelled_by) REFERENCES users(id),
  CONSTRAINT payout_runs_check CHECK (approved_by <> created_by),
  CONSTRAINT payout_runs_check1 CHECK ((status = 'approved'::text) <= (approved_at IS NOT NULL)),
  CONSTRAINT payout_runs_check2 CHECK ((status = 'exported'::text) <= (exported_at IS NOT NULL AND format IS NOT NULL AND (NOT needs_approval OR approved_at IS NOT NULL))),
  CONSTRAINT payout_runs_check3 CHECK ((status = 'cancelled'::text) = (cancelled_at IS NOT NULL AND cancel_reason IS NOT NULL)),
  CONSTRAINT payout_runs_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT payout_runs_exported_by_fkey FOREIGN KEY (exported_by) REFERENCES users(id),
  CONSTRAINT payout_runs_format_check CHECK (format = ANY (ARRAY['pain.001.001.03'::text, 'pain.001.001.09'::text])),
  CONSTRAINT payout_runs_pkey PRIMARY KEY (id),
  CONSTRAINT payout_runs_status_check CHECK (status = ANY (ARRAY['draft'::text, 'approved'::text, 'exported'::text, 'cancelled'::text]))
);
CREATE INDEX payout_runs_created ON payout_runs USING btree (created_by, created_at);

CREATE TABLE payout_transfers (
  payout_id bigint NOT NULL,
  status text DEFAULT 'waiting'::text NOT NULL,
  first_sent_at timestamp with time zone,
  transfer_id text,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT payout_transfers_check CHECK ((status = 'waiting'::text) <= (first_sent_at IS NULL)),
  CONSTRAINT payout_transfers_check1 CHECK ((status = ANY (ARRAY['sending'::text, 'sent'::text])) <= (first_sent_at IS NOT NULL)),
  CONSTRAINT payout_transfers_check2 CHECK ((status = 'sent'::text) = (transfer_id IS NOT NULL)),
  CONSTRAINT payout_transfers_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(id),
  CONSTRAINT payout_transfers_pkey PRIMARY KEY (payout_id),
  CONSTRAINT payout_transfers_status_check CHECK (status = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'refused'::text])),
  CONSTRAINT payout_transfers_transfer_id_key UNIQUE (transfer_id)
);

CREATE TABLE payouts (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  run_id bigint NOT NULL,
  account text NOT NULL,
  user_id bigint,
  agency_id bigint,
  payout_account_id bigint NOT NULL,
  currency character(3) NOT NULL,
  amount_minor bigint NOT NULL,
  end_to_end_id text DEFAULT ('TR'::text || upper(substr(replace((gen_random_uuid())::text, '-'::text, ''::text), 1, 16))) NOT NULL,
  status text DEFAULT 'in_run'::text NOT NULL,
  reason text,
  file_id bigint,
  paid_on date,
  returned_on date,
  updated_at timestamp with time zone NOT NULL,
  file_block text,
  CONSTRAINT payouts_account_check CHECK (account = ANY (ARRAY['creator'::text, 'client'::text])),
  CONSTRAINT payouts_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id),
  CONSTRAINT payouts_amount_minor_check CHECK (amount_minor > 0),
  CONSTRAINT payouts_check CHECK (
CASE account
    WHEN 'creator'::text THEN user_id IS NOT NULL AND agency_id IS NULL
    ELSE agency_id IS NOT NULL AND user_id IS NULL
END),
  CONSTRAINT payouts_check1 CHECK ((status = ANY (ARRAY['paid'::text, 'returned'::text])) = (paid_on IS NOT NULL)),
  CONSTRAINT payouts_check2 CHECK ((status = 'returned'::text) = (returned_on IS NOT NULL)),
  CONSTRAINT payouts_end_to_end_id_key UNIQUE (end_to_end_id),
  CONSTRAINT payouts_file_id_fkey FOREIGN KEY (file_id) REFERENCES payout_files(id),
  CONSTRAINT payouts_payout_account_id_fkey FOREIGN KEY (payout_account_id) REFERENCES payout_accounts(id),
  CONSTRAINT payouts_pkey PRIMARY KEY (id),
  CONSTRAINT payouts_run_id_account_user_id_agency_id_key UNIQUE NULLS NOT DISTINCT (run_id, account, user_id, agency_id),
  CONSTRAINT payouts_run_id_fkey FOREIGN KEY (run_id) REFERENCES payout_runs(id),
  CONSTRAINT payouts_status_check CHECK (status = ANY (ARRAY['in_run'::text, 'dropped'::text, 'cancelled'::text, 'rejected'::text, 'paid'::text, 'returned'::text])),
  CONSTRAINT payouts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX payouts_agency ON payouts USING btree (agency_id, id) WHERE (agency_id IS NOT NULL);
CREATE INDEX payouts_reserved ON payouts USING btree (currency, account) WHERE (status = 'in_run'::text);
CREATE INDEX payouts_user ON payouts USING btree (user_id, id) WHERE (user_id IS NOT NULL);

CREATE TABLE prepayments (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint NOT NULL,
  currency character(3) NOT NULL,
  amount_minor bigint NOT NULL,
  day date NOT NULL,
  reason text,
  created_by bigint,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT prepayments_amount_minor_check CHECK (amount_minor <> 0),
  CONSTRAINT prepayments_check CHECK (amount_minor > 0 OR reason IS NOT NULL AND created_by IS NOT NULL),
  CONSTRAINT prepayments_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT prepayments_pkey PRIMARY KEY (id),
  CONSTRAINT prepayments_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);
CREATE INDEX prepayments_store ON prepayments USING btree (store_id, id);

CREATE TABLE prices (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint NOT NULL,
  campaign_id bigint,
  participant_id bigint,
  source smallint NOT NULL,
  cpc_minor bigint,
  invoice_cpc_minor bigint,
  cpa numeric(7,6),
  invoice_cpa numeric(7,6),
  user_share numeric(7,6),
  agency_share numeric(7,6),
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  cpo_minor bigint,
  invoice_cpo_minor bigint,
  cpo_mode text,
  minimum_order_minor bigint,
  margin_cpa numeric(7,6),
  CONSTRAINT prices_agency_share_check CHECK (agency_share >= 0::numeric AND agency_share <= 1::numeric),
  CONSTRAINT prices_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  CONSTRAINT prices_check CHECK (participant_id IS NULL OR campaign_id IS NOT NULL),
  CONSTRAINT prices_check1 CHECK ((COALESCE(user_share, 0::numeric) + COALESCE(agency_share, 0::numeric)) <= 1::numeric),
  CONSTRAINT prices_cpa_check CHECK (cpa >= 0::numeric AND cpa <= 1::numeric),
  CONSTRAINT prices_cpc_minor_check CHECK (cpc_minor >= 0 AND cpc_minor <= 1000000000),
  CONSTRAINT prices_cpo_cost_check CHECK (invoice_cpo_minor >= cpo_minor),
  CONSTRAINT prices_cpo_minor_check CHECK (cpo_minor >= 0 AND cpo_minor <= 1000000000),
  CONSTRAINT prices_cpo_mode_check CHECK (cpo_mode = ANY (ARRAY['added'::text, 'larger'::text])),
  CONSTRAINT prices_cpo_mode_of_amount_check CHECK (cpo_mode IS NULL OR cpo_minor IS NOT NULL),
  CONSTRAINT prices_invoice_cpa_check CHECK (invoice_cpa >= 0::numeric AND invoice_cpa <= 1::numeric),
  CONSTRAINT prices_invoice_cpc_minor_check CHECK (invoice_cpc_minor >= 0 AND invoice_cpc_minor <= 1000000000),
  CONSTRAINT prices_invoice_cpo_minor_check CHECK (invoice_cpo_minor >= 0 AND invoice_cpo_minor <= '10000000000'::bigint),
  CONSTRAINT prices_margin_cpa_check CHECK (margin_cpa > 0::numeric AND margin_cpa <= 1::numeric),
  CONSTRAINT prices_minimum_order_minor_check CHECK (minimum_order_minor >= 0 AND minimum_order_minor <= '100000000000'::bigint),
  CONSTRAINT prices_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id),
  CONSTRAINT prices_pkey PRIMARY KEY (id),
  CONSTRAINT prices_promised TRIGGER DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT prices_source_check CHECK (source = ANY (ARRAY[0, 1])),
  CONSTRAINT prices_store_id_campaign_id_participant_id_source_key UNIQUE NULLS NOT DISTINCT (store_id, campaign_id, participant_id, source),
  CONSTRAINT prices_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT prices_user_share_check CHECK (user_share >= 0::numeric AND user_share <= 1::numeric)
);
CREATE INDEX prices_campaign ON prices USING btree (campaign_id) WHERE (campaign_id IS NOT NULL);
CREATE INDEX prices_store_participant ON prices USING btree (store_id, participant_id);
CREATE CONSTRAINT TRIGGER prices_promised AFTER INSERT OR DELETE OR UPDATE ON prices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_broken_promise('store_id');
CREATE TRIGGER prices_terms_delete AFTER DELETE ON prices REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('1', 'store_id');
CREATE TRIGGER prices_terms_insert AFTER INSERT ON prices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('1', 'store_id');
CREATE TRIGGER prices_terms_update AFTER UPDATE ON prices REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('1', 'store_id');

CREATE TABLE product_feed_runs (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint NOT NULL,
  source text NOT NULL,
  format text NOT NULL,
  state text DEFAULT 'waiting'::text NOT NULL,
  content bytea,
  attempts integer DEFAULT 0 NOT NULL,
  requested_by bigint,
  items integer DEFAULT 0 NOT NULL,
  created integer DEFAULT 0 NOT NULL,
  changed integer DEFAULT 0 NOT NULL,
  unchanged integer DEFAULT 0 NOT NULL,
  gone integer DEFAULT 0 NOT NULL,
  refused integer DEFAULT 0 NOT NULL,
  errors jsonb DEFAULT '[]'::jsonb NOT NULL,
  failure_code text,
  failure_message text,
  created_at timestamp with time zone NOT NULL,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  CONSTRAINT product_feed_runs_check CHECK ((state = 'failed'::text) = (failure_code IS NOT NULL)),
  CONSTRAINT product_feed_runs_check1 CHECK ((finished_at IS NOT NULL) = (state = ANY (ARRAY['done'::text, 'unchanged'::text, 'failed'::text]))),
  CONSTRAINT product_feed_runs_format_check CHECK (format = ANY (ARRAY['xml'::text, 'csv'::text, 'tsv'::text])),
  CONSTRAINT product_feed_runs_pkey PRIMARY KEY (id),
  CONSTRAINT product_feed_runs_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  CONSTRAINT product_feed_runs_source_check CHECK (source = ANY (ARRAY['schedule'::text, 'request'::text, 'upload'::text, 'removal'::text])),
  CONSTRAINT product_feed_runs_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'unchanged'::text, 'failed'::text])),
  CONSTRAINT product_feed_runs_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);
CREATE INDEX product_feed_runs_finished ON product_feed_runs USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE UNIQUE INDEX product_feed_runs_open ON product_feed_runs USING btree (store_id) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX product_feed_runs_store ON product_feed_runs USING btree (store_id, id);

CREATE TABLE product_feeds (
  store_id bigint NOT NULL,
  url text,
  format text NOT NULL,
  schedule text NOT NULL,
  etag text,
  last_modified text,
  next_run_at timestamp with time zone,
  failures integer DEFAULT 0 NOT NULL,
  product_count integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  columns jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT product_feeds_check CHECK (url IS NOT NULL OR schedule = 'manual'::text),
  CONSTRAINT product_feeds_format_check CHECK (format = ANY (ARRAY['xml'::text, 'csv'::text, 'tsv'::text])),
  CONSTRAINT product_feeds_pkey PRIMARY KEY (store_id),
  CONSTRAINT product_feeds_schedule_check CHECK (schedule = ANY (ARRAY['manual'::text, 'hourly'::text, 'every_6_hours'::text, 'daily'::text, 'weekly'::text])),
  CONSTRAINT product_feeds_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);
CREATE INDEX product_feeds_due ON product_feeds USING btree (next_run_at) WHERE (next_run_at IS NOT NULL);

CREATE TABLE products (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint NOT NULL,
  product_id text NOT NULL,
  title text NOT NULL,
  brand text NOT NULL,
  category text NOT NULL,
  category_key text COLLATE "C" GENERATED ALWAYS AS (lower(category)) STORED NOT NULL,
  url text NOT NULL,
  url_hash bytea NOT NULL,
  image_url text,
  currency character(3) NOT NULL,
  price_minor bigint NOT NULL,
  sale_price_minor bigint,
  availability text NOT NULL,
  current_minor bigint GENERATED ALWAYS AS (COALESCE(sale_price_minor, price_minor)) STORED NOT NULL,
  discount_ppm integer GENERATED ALWAYS AS (
CASE
    WHEN (sale_price_minor IS NULL) THEN 0
    ELSE (((((price_minor - sale_price_minor))::numeric * (1000000)::numeric) / (price_minor)::numeric))::integer
END) STORED NOT NULL,
  previous_minor bigint,
  price_changed_at timestamp with time zone,
  content_hash bytea NOT NULL,
  words tsvector GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, ((((title || ' '::text) || brand) || ' '::text) || category))) STORED NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  gone_at timestamp with time zone,
  CONSTRAINT products_availability_check CHECK (availability = ANY (ARRAY['in_stock'::text, 'out_of_stock'::text, 'preorder'::text, 'backorder'::text])),
  CONSTRAINT products_check CHECK (sale_price_minor >= 0 AND sale_price_minor < price_minor),
  CONSTRAINT products_content_hash_check CHECK (octet_length(content_hash) = 32),
  CONSTRAINT products_pkey PRIMARY KEY (id),
  CONSTRAINT products_price_minor_check CHECK (price_minor >= 0),
  CONSTRAINT products_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT products_store_id_product_id_key UNIQUE (store_id, product_id),
  CONSTRAINT products_url_hash_check CHECK (octet_length(url_hash) = 32)
);
CREATE INDEX products_category ON products USING btree (category_key) WHERE (gone_at IS NULL);
CREATE INDEX products_discount ON products USING btree (discount_ppm, id) WHERE ((gone_at IS NULL) AND (discount_ppm > 0));
CREATE INDEX products_gone ON products USING btree (gone_at) WHERE (gone_at IS NOT NULL);
CREATE INDEX products_newest ON products USING btree (id) WHERE (gone_at IS NULL);
CREATE INDEX products_price ON products USING btree (currency, current_minor, id) WHERE (gone_at IS NULL);
CREATE INDEX products_store_newest ON products USING btree (store_id, id) WHERE (gone_at IS NULL);
CREATE INDEX products_store_price ON products USING btree (store_id, current_minor, id) WHERE (gone_at IS NULL);
CREATE INDEX products_url ON products USING btree (store_id, url_hash);
CREATE INDEX products_words ON products USING gin (words) WHERE (gone_at IS NULL);

CREATE TABLE publication_figures (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  publication_id bigint NOT NULL,
  views bigint,
  likes bigint,
  comments bigint,
  shares bigint,
  saves bigint,
  clicks_shown bigint,
  measured_at timestamp with time zone NOT NULL,
  source text NOT NULL,
  proof_id bigint,
  recorded_by bigint,
  recorded_at timestamp with time zone NOT NULL,
  CONSTRAINT publication_figures_check CHECK (num_nonnulls(views, likes, comments, shares, saves, clicks_shown) > 0),
  CONSTRAINT publication_figures_check1 CHECK ((source = 'creator'::text) = (recorded_by IS NOT NULL)),
  CONSTRAINT publication_figures_clicks_shown_check CHECK (clicks_shown >= 0),
  CONSTRAINT publication_figures_comments_check CHECK (comments >= 0),
  CONSTRAINT publication_figures_likes_check CHECK (likes >= 0),
  CONSTRAINT publication_figures_pkey PRIMARY KEY (id),
  CONSTRAINT publication_figures_proof_id_fkey FOREIGN KEY (proof_id) REFERENCES publication_proofs(id),
  CONSTRAINT publication_figures_publication_id_fkey FOREIGN KEY (publication_id) REFERENCES publications(id),
  CONSTRAINT publication_figures_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id),
  CONSTRAINT publication_figures_saves_check CHECK (saves >= 0),
  CONSTRAINT publication_figures_shares_check CHECK (shares >= 0),
  CONSTRAINT publication_figures_source_check CHECK (source = ANY (ARRAY['creator'::text, 'platform'::text])),
  CONSTRAINT publication_figures_views_check CHECK (views >= 0)
);
CREATE INDEX publication_figures_newest ON publication_figures USING btree (publication_id, measured_at DESC, id DESC);

CREATE TABLE publication_proofs (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  publication_id bigint NOT NULL,
  media_type text NOT NULL,
  byte_size integer NOT NULL,
  sha256 bytea NOT NULL,
  content bytea,
  added_by bigint NOT NULL,
  added_at timestamp with time zone NOT NULL,
  CONSTRAINT publication_proofs_added_by_fkey FOREIGN KEY (added_by) REFERENCES users(id),
  CONSTRAINT publication_proofs_byte_size_check CHECK (byte_size > 0),
  CONSTRAINT publication_proofs_pkey PRIMARY KEY (id),
  CONSTRAINT publication_proofs_publication_id_fkey FOREIGN KEY (publication_id) REFERENCES publications(id) ON DELETE CASCADE,
  CONSTRAINT publication_proofs_sha256_check CHECK (length(sha256) = 32)
);
CREATE INDEX publication_proofs_publication ON publication_proofs USING btree (publication_id, id);

CREATE TABLE publications (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  deliverable_id bigint NOT NULL,
  participant_id bigint NOT NULL,
  url text,
  platform text NOT NULL,
  is_on_proven_channel boolean NOT NULL,
  published_on date NOT NULL,
  disclosure text NOT NULL,
  disclosure_text text DEFAULT ''::text NOT NULL,
  revision integer DEFAULT 1 NOT NULL,
  reported_by bigint NOT NULL,
  reported_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  decision text,
  feedback text,
  decided_by bigint,
  decided_at timestamp with time zone,
  address_state text,
  address_since timestamp with time zone,
  address_checked_at timestamp with time zone,
  checks smallint DEFAULT 0 NOT NULL,
  next_check_at timestamp with time zone,
  figures_requested_on date,
  CONSTRAINT publications_address_state_check CHECK (address_state = ANY (ARRAY['reachable'::text, 'not_reachable'::text, 'unknown'::text])),
  CONSTRAINT publications_check CHECK ((decision IS NULL) = (decided_at IS NULL)),
  CONSTRAINT publications_check1 CHECK ((address_state IS NULL) = (address_checked_at IS NULL)),
  CONSTRAINT publications_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  CONSTRAINT publications_decision_check CHECK (decision = ANY (ARRAY['accepted'::text, 'correction_requested'::text])),
  CONSTRAINT publications_deliverable_id_fkey FOREIGN KEY (deliverable_id) REFERENCES deliverables(id),
  CONSTRAINT publications_deliverable_id_key UNIQUE (deliverable_id),
  CONSTRAINT publications_disclosure_check CHECK (disclosure = ANY (ARRAY['paid_partnership_label'::text, 'hashtag'::text, 'spoken'::text, 'other'::text])),
  CONSTRAINT publications_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id),
  CONSTRAINT publications_pkey PRIMARY KEY (id),
  CONSTRAINT publications_reported_by_fkey FOREIGN KEY (reported_by) REFERENCES users(id),
  CONSTRAINT publications_revision_check CHECK (revision > 0)
);
CREATE INDEX publications_due ON publications USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE INDEX publications_participant ON publications USING btree (participant_id, id);
CREATE INDEX publications_youtube ON publications USING btree (published_on) WHERE ((platform = 'youtube'::text) AND (url IS NOT NULL));

CREATE TABLE rate_step_sums (
  campaign_id bigint NOT NULL,
  user_id bigint NOT NULL,
  period text NOT NULL,
  first_day date NOT NULL,
  orders bigint NOT NULL,
  value_minor bigint NOT NULL,
  changes bigint DEFAULT 0 NOT NULL,
  is_settled boolean DEFAULT true NOT NULL,
  CONSTRAINT rate_step_sums_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  CONSTRAINT rate_step_sums_period_check CHECK (period = ANY (ARRAY['month'::text, 'quarter'::text, 'ever'::text])),
  CONSTRAINT rate_step_sums_pkey PRIMARY KEY (campaign_id, user_id, period, first_day),
  CONSTRAINT rate_step_sums_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX rate_step_sums_unsettled ON rate_step_sums USING btree (campaign_id, user_id, period, first_day) WHERE (NOT is_settled);
CREATE INDEX rate_step_sums_user ON rate_step_sums USING btree (user_id);

CREATE TABLE rate_steps (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  campaign_id bigint NOT NULL,
  version integer NOT NULL,
  counts text NOT NULL,
  period text NOT NULL,
  applies text NOT NULL,
  user_tag_id bigint,
  steps jsonb NOT NULL,
  created_by bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT rate_steps_applies_check CHECK (applies = ANY (ARRAY['later'::text, 'whole'::text])),
  CONSTRAINT rate_steps_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  CONSTRAINT rate_steps_campaign_id_version_key UNIQUE (campaign_id, version),
  CONSTRAINT rate_steps_check CHECK (period <> 'ever'::text OR applies = 'later'::text),
  CONSTRAINT rate_steps_counts_check CHECK (counts = ANY (ARRAY['orders'::text, 'value'::text])),
  CONSTRAINT rate_steps_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT rate_steps_period_check CHECK (period = ANY (ARRAY['month'::text, 'quarter'::text, 'ever'::text])),
  CONSTRAINT rate_steps_pkey PRIMARY KEY (id),
  CONSTRAINT rate_steps_promised TRIGGER DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT rate_steps_steps_check CHECK (jsonb_typeof(steps) = 'array'::text),
  CONSTRAINT rate_steps_user_tag_id_fkey FOREIGN KEY (user_tag_id) REFERENCES user_tags(id),
  CONSTRAINT rate_steps_version_check CHECK (version > 0)
);
CREATE INDEX rate_steps_author ON rate_steps USING btree (created_by);
CREATE INDEX rate_steps_tag ON rate_steps USING btree (user_tag_id) WHERE (user_tag_id IS NOT NULL);
CREATE TRIGGER rate_steps_guaranteed AFTER INSERT ON rate_steps FOR EACH ROW WHEN (new.steps <> '[]'::jsonb) EXECUTE FUNCTION keep_guaranteed_rules();
CREATE CONSTRAINT TRIGGER rate_steps_promised AFTER INSERT OR DELETE OR UPDATE ON rate_steps DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_broken_promise('campaign_id');

CREATE TABLE recorded_terms (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  campaign_id bigint NOT NULL,
  participant_id bigint,
  terms jsonb NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  actor_id bigint,
  CONSTRAINT recorded_terms_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  CONSTRAINT recorded_terms_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  CONSTRAINT recorded_terms_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id),
  CONSTRAINT recorded_terms_pkey PRIMARY KEY (id)
);
CREATE INDEX recorded_terms_actor ON recorded_terms USING btree (actor_id);
CREATE INDEX recorded_terms_campaign ON recorded_terms USING btree (campaign_id, participant_id, id);
CREATE INDEX recorded_terms_of_campaign ON recorded_terms USING btree (campaign_id, id);
CREATE INDEX recorded_terms_participant ON recorded_terms USING btree (participant_id);
CREATE TRIGGER recorded_terms_keep BEFORE DELETE OR UPDATE ON recorded_terms FOR EACH ROW EXECUTE FUNCTION refuse_change_of_record();

CREATE TABLE recovery_codes (
  user_id bigint NOT NULL,
  hash bytea NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT recovery_codes_hash_check CHECK (octet_length(hash) = 32),
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, hash),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE refused_reports (
  store_id bigint NOT NULL,
  day date NOT NULL,
  channel text NOT NULL,
  field text NOT NULL,
  reports integer NOT NULL,
  reason text NOT NULL,
  refused_at timestamp with time zone NOT NULL,
  CONSTRAINT refused_reports_channel_check CHECK (channel = ANY (ARRAY['sales_pixel'::text, 'shop_plugin'::text, 'server'::text])),
  CONSTRAINT refused_reports_field_check CHECK (field ~ '^[a-z_]{1,40}$'::text),
  CONSTRAINT refused_reports_pkey PRIMARY KEY (store_id, channel, day, field),
  CONSTRAINT refused_reports_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 200),
  CONSTRAINT refused_reports_reports_check CHECK (reports > 0),
  CONSTRAINT refused_reports_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);
CREATE INDEX refused_reports_day ON refused_reports USING btree (day);

CREATE TABLE report_recipients (
  schedule_id bigint NOT NULL,
  user_id bigint NOT NULL,
  CONSTRAINT report_recipients_pkey PRIMARY KEY (schedule_id, user_id),
  CONSTRAINT report_recipients_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES report_schedules(id) ON DELETE CASCADE,
  CONSTRAINT report_recipients_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX report_recipients_user ON report_recipients USING btree (user_id);

CREATE TABLE report_schedules (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint,
  agency_id bigint,
  user_id bigint,
  name text NOT NULL,
  list text NOT NULL,
  filters jsonb NOT NULL,
  every text NOT NULL,
  weekday smallint,
  month_day smallint,
  hour smallint NOT NULL,
  format text NOT NULL,
  paused_at timestamp with time zone,
  next_at timestamp with time zone NOT NULL,
  sent_for date,
  sent_at timestamp with time zone,
  created_by bigint,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT report_schedules_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id),
  CONSTRAINT report_schedules_check CHECK (num_nonnulls(store_id, agency_id, user_id) = 1),
  CONSTRAINT report_schedules_check1 CHECK ((every = 'week'::text) = (weekday IS NOT NULL)),
  CONSTRAINT report_schedules_check2 CHECK ((every = 'month'::text) = (month_day IS NOT NULL)),
  CONSTRAINT report_schedules_check3 CHECK ((sent_for IS NULL) = (sent_at IS NULL)),
  CONSTRAINT report_schedules_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT report_schedules_every_check CHECK (every = ANY (ARRAY['day'::text, 'week'::text, 'month'::text])),
  CONSTRAINT report_schedules_format_check CHECK (format = ANY (ARRAY['csv'::text, 'xlsx'::text, 'pdf'::text])),
  CONSTRAINT report_schedules_hour_check CHECK (hour >= 0 AND hour <= 23),
  CONSTRAINT report_schedules_list_check CHECK (list = ANY (ARRAY['creators'::text, 'links'::text, 'campaigns'::text, 'orders'::text])),
  CONSTRAINT report_schedules_month_day_check CHECK (month_day >= 1 AND month_day <= 28),
  CONSTRAINT report_schedules_name_check CHECK (name <> ''::text),
  CONSTRAINT report_schedules_pkey PRIMARY KEY (id),
  CONSTRAINT report_schedules_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT report_schedules_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT report_schedules_weekday_check CHECK (weekday >= 1 AND weekday <= 7)
);
CREATE INDEX report_schedules_agency ON report_schedules USING btree (agency_id, id) WHERE (agency_id IS NOT NULL);
CREATE INDEX report_schedules_created_by ON report_schedules USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX report_schedules_due ON report_schedules USING btree (next_at) WHERE (paused_at IS NULL);
CREATE INDEX report_schedules_store ON report_schedules USING btree (store_id, id) WHERE (store_id IS NOT NULL);
CREATE INDEX report_schedules_user ON report_schedules USING btree (user_id, id) WHERE (user_id IS NOT NULL);

CREATE TABLE reported_limits (
  campaign_id bigint NOT NULL,
  reported_at timestamp with time zone NOT NULL,
  CONSTRAINT reported_limits_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  CONSTRAINT reported_limits_pkey PRIMARY KEY (campaign_id)
);

CREATE TABLE return_ads (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_group_id bigint,
  store_id bigint,
  name text NOT NULL,
  url text,
  image_key text,
  active boolean DEFAULT true NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT return_ads_pkey PRIMARY KEY (id),
  CONSTRAINT return_ads_store_group_id_fkey FOREIGN KEY (store_group_id) REFERENCES store_groups(id),
  CONSTRAINT return_ads_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);

CREATE TABLE revenue_tiers (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  agency_id bigint,
  name text NOT NULL,
  user_share numeric(7,6),
  agency_share numeric(7,6),
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT revenue_tiers_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id),
  CONSTRAINT revenue_tiers_agency_share_check CHECK (agency_share >= 0::numeric AND agency_share <= 1::numeric),
  CONSTRAINT revenue_tiers_check CHECK ((COALESCE(user_share, 0::numeric) + COALESCE(agency_share, 0::numeric)) <= 1::numeric),
  CONSTRAINT revenue_tiers_pkey PRIMARY KEY (id),
  CONSTRAINT revenue_tiers_user_share_check CHECK (user_share >= 0::numeric AND user_share <= 1::numeric)
);
CREATE INDEX revenue_tiers_agency ON revenue_tiers USING btree (agency_id);
CREATE TRIGGER revenue_tiers_terms_delete AFTER DELETE ON revenue_tiers REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('4', 'id');
CREATE TRIGGER revenue_tiers_terms_update AFTER UPDATE ON revenue_tiers REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('4', 'id');

CREATE TABLE sandbox_sessions (
  sandbox_id text NOT NULL,
  token_id bigint NOT NULL,
  code_hash bytea,
  code_expires_at timestamp with time zone,
  hash bytea,
  CONSTRAINT sandbox_sessions_check CHECK ((code_hash IS NULL) = (code_expires_at IS NULL)),
  CONSTRAINT sandbox_sessions_code_hash_check CHECK (octet_length(code_hash) = 32),
  CONSTRAINT sandbox_sessions_code_hash_key UNIQUE (code_hash),
  CONSTRAINT sandbox_sessions_hash_check CHECK (octet_length(hash) = 32),
  CONSTRAINT sandbox_sessions_hash_key UNIQUE (hash),
  CONSTRAINT sandbox_sessions_pkey PRIMARY KEY (sandbox_id, token_id),
  CONSTRAINT sandbox_sessions_sandbox_id_fkey FOREIGN KEY (sandbox_id) REFERENCES sandboxes(id) ON DELETE CASCADE,
  CONSTRAINT sandbox_sessions_token_id_fkey FOREIGN KEY (token_id) REFERENCES tokens(id) ON DELETE CASCADE
);
CREATE INDEX sandbox_sessions_token ON sandbox_sessions USING btree (token_id);

CREATE TABLE sandbox_tokens (
  sandbox_id text NOT NULL,
  hash bytea NOT NULL,
  token_id bigint NOT NULL,
  CONSTRAINT sandbox_tokens_hash_check CHECK (octet_length(hash) = 32),
  CONSTRAINT sandbox_tokens_pkey PRIMARY KEY (sandbox_id, hash),
  CONSTRAINT sandbox_tokens_sandbox_id_fkey FOREIGN KEY (sandbox_id) REFERENCES sandboxes(id) ON DELETE CASCADE
);

CREATE TABLE sandboxes (
  id text NOT NULL,
  owner_id bigint NOT NULL,
  name text NOT NULL,
  shape text NOT NULL,
  seed bigint NOT NULL,
  state text DEFAULT 'making'::text NOT NULL,
  clock timestamp with time zone NOT NULL,
  advanced_from timestamp with time zone,
  advance_to timestamp with time zone,
  failure text,
  facts jsonb DEFAULT '{}'::jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone NOT NULL,
  tokens_noted_at timestamp with time zone,
  CONSTRAINT sandboxes_check CHECK (state <> 'advancing'::text OR advanced_from IS NOT NULL AND advance_to > clock),
  CONSTRAINT sandboxes_id_check CHECK (id ~ '^[a-z0-9]{12}$'::text),
  CONSTRAINT sandboxes_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  CONSTRAINT sandboxes_pkey PRIMARY KEY (id),
  CONSTRAINT sandboxes_seed_check CHECK (seed >= 0 AND seed <= '4294967295'::bigint),
  CONSTRAINT sandboxes_shape_check CHECK (shape = ANY (ARRAY['market'::text, 'empty'::text])),
  CONSTRAINT sandboxes_state_check CHECK (state = ANY (ARRAY['making'::text, 'ready'::text, 'advancing'::text, 'deleting'::text]))
);
CREATE INDEX sandboxes_owner_id ON sandboxes USING btree (owner_id);

CREATE TABLE schema_definitions (
  only_row boolean DEFAULT true NOT NULL,
  sha256 text NOT NULL,
  applied_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT schema_definitions_only_row_check CHECK (only_row),
  CONSTRAINT schema_definitions_pkey PRIMARY KEY (only_row)
);

CREATE TABLE schema_migrations (
  name text NOT NULL,
  sha256 text NOT NULL,
  applied_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT schema_migrations_pkey PRIMARY KEY (name)
);

CREATE TABLE sealed_clicks (
  link_id bigint NOT NULL,
  day date NOT NULL,
  campaign_id bigint NOT NULL,
  agency_id bigint NOT NULL,
  clicks bigint NOT NULL,
  social_clicks bigint NOT NULL,
  uncounted bigint NOT NULL,
  cost_minor bigint NOT NULL,
  user_minor bigint NOT NULL,
  agency_minor bigint NOT NULL,
  CONSTRAINT sealed_clicks_pkey PRIMARY KEY (link_id, day, campaign_id, agency_id)
);

CREATE TABLE sealed_days (
  day date NOT NULL,
  fingerprint text NOT NULL,
  CONSTRAINT sealed_days_pkey PRIMARY KEY (day)
);

CREATE TABLE shared_budgets (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint NOT NULL,
  title text NOT NULL,
  amount_minor bigint NOT NULL,
  spent_minor bigint DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT shared_budgets_amount_minor_check CHECK (amount_minor >= 0),
  CONSTRAINT shared_budgets_pkey PRIMARY KEY (id),
  CONSTRAINT shared_budgets_promised TRIGGER DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT shared_budgets_spent_minor_check CHECK (spent_minor >= 0),
  CONSTRAINT shared_budgets_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);
CREATE INDEX shared_budgets_store ON shared_budgets USING btree (store_id, id);
CREATE CONSTRAINT TRIGGER shared_budgets_promised AFTER UPDATE OF amount_minor ON shared_budgets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_broken_promise('store_id');

CREATE TABLE sign_in_failures (
  key bytea NOT NULL,
  failures integer DEFAULT 0 NOT NULL,
  window_ends_at timestamp with time zone NOT NULL,
  CONSTRAINT sign_in_failures_key_check CHECK (octet_length(key) = 32),
  CONSTRAINT sign_in_failures_pkey PRIMARY KEY (key)
);
CREATE INDEX sign_in_failures_age ON sign_in_failures USING btree (window_ends_at);

CREATE TABLE single_entries (
  id bigint DEFAULT nextval('bookings'::regclass) NOT NULL,
  booking bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  month date NOT NULL,
  account text NOT NULL,
  part text NOT NULL,
  store_id bigint,
  agency_id bigint,
  user_id bigint,
  currency character(3) NOT NULL,
  amount_minor bigint NOT NULL,
  quantity bigint DEFAULT 0 NOT NULL,
  origin_kind text NOT NULL,
  origin_id text NOT NULL,
  invoice_line_id bigint,
  recorded_in bigint DEFAULT ((pg_current_xact_id())::text)::bigint NOT NULL,
  CONSTRAINT single_entries_account_check CHECK (account = ANY (ARRAY['store'::text, 'client'::text, 'creator'::text, 'platform'::text, 'vat'::text, 'bank'::text, 'prepaid'::text])),
  CONSTRAINT single_entries_amount_minor_check CHECK (amount_minor <> 0),
  CONSTRAINT single_entries_check CHECK (account = ANY (
CASE part
    WHEN 'cost'::text THEN ARRAY['store'::text]
    WHEN 'user'::text THEN ARRAY['creator'::text, 'client'::text]
    WHEN 'client'::text THEN ARRAY['client'::text]
    WHEN 'platform'::text THEN ARRAY['platform'::text]
    WHEN 'vat'::text THEN ARRAY['store'::text, 'creator'::text, 'client'::text, 'vat'::text]
    ELSE ARRAY['store'::text, 'client'::text, 'creator'::text, 'bank'::text, 'prepaid'::text]
END)),
  CONSTRAINT single_entries_check1 CHECK ((account = ANY (ARRAY['store'::text, 'prepaid'::text])) <= (store_id IS NOT NULL)),
  CONSTRAINT single_entries_check2 CHECK ((account = 'client'::text) <= (agency_id IS NOT NULL)),
  CONSTRAINT single_entries_check3 CHECK ((account = 'creator'::text) <= (user_id IS NOT NULL)),
  CONSTRAINT single_entries_origin_kind_check CHECK (origin_kind = ANY (ARRAY['clicks'::text, 'commission'::text, 'one_time'::text, 'vat'::text, 'paid'::text, 'payout'::text, 'credit_note'::text, 'prepayment'::text, 'prepaid'::text])),
  CONSTRAINT single_entries_part_check CHECK (part = ANY (ARRAY['cost'::text, 'user'::text, 'client'::text, 'platform'::text, 'vat'::text, 'payment'::text])),
  CONSTRAINT single_entries_pkey PRIMARY KEY (booking, id)
);
CREATE INDEX single_entries_line ON single_entries USING btree (invoice_line_id) WHERE (invoice_line_id IS NOT NULL);
CREATE INDEX single_entries_month ON single_entries USING brin (month) WITH (pages_per_range='32');
CREATE INDEX single_entries_origin ON single_entries USING btree (origin_kind, origin_id) WHERE (part <> 'platform'::text);
CREATE INDEX single_entries_paid ON single_entries USING btree (account, user_id, agency_id) WHERE (part = 'payment'::text);
CREATE INDEX single_entries_prepaid ON single_entries USING btree (store_id, id) WHERE (account = 'prepaid'::text);
CREATE INDEX single_entries_recorded_in ON single_entries USING btree (recorded_in, id);
CREATE INDEX single_entries_user ON single_entries USING btree (user_id) WHERE (part = ANY (ARRAY['user'::text, 'client'::text]));
CREATE TRIGGER single_entries_balance AFTER INSERT ON single_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION bookings_balance();
CREATE TRIGGER single_entries_fixed BEFORE DELETE OR UPDATE OR TRUNCATE ON single_entries FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER single_entries_references AFTER INSERT ON single_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger_references('invoice_line_id');

CREATE TABLE site_settings (
  id boolean DEFAULT true NOT NULL,
  name text DEFAULT 'Tributary'::text NOT NULL,
  logo_key text,
  accent text DEFAULT '#0b6e79'::text NOT NULL,
  introduction text DEFAULT ''::text NOT NULL,
  terms text DEFAULT ''::text NOT NULL,
  privacy text DEFAULT ''::text NOT NULL,
  imprint text DEFAULT ''::text NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT site_settings_accent_check CHECK (accent ~ '^#[0-9a-f]{6}$'::text),
  CONSTRAINT site_settings_id_check CHECK (id),
  CONSTRAINT site_settings_name_check CHECK (length(name) >= 1 AND length(name) <= 64),
  CONSTRAINT site_settings_pkey PRIMARY KEY (id)
);
CREATE INDEX site_settings_logo_key ON site_settings USING btree (logo_key) WHERE (logo_key IS NOT NULL);

CREATE TABLE social_accounts (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id bigint NOT NULL,
  type text NOT NULL,
  identifier text NOT NULL,
  is_valid boolean DEFAULT false NOT NULL,
  followers bigint DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  platform text,
  url text,
  token text DEFAULT replace((gen_random_uuid())::text, '-'::text, ''::text) NOT NULL,
  stated_followers bigint,
  proven_by text,
  proven_at timestamp with time zone,
  checked_at timestamp with time zone,
  is_theirs boolean GENERATED ALWAYS AS (((platform IS NULL) OR COALESCE((proven_by = 'administrator'::text), false))) STORED NOT NULL,
  CONSTRAINT social_accounts_check CHECK ((platform IS NULL) = (url IS NULL)),
  CONSTRAINT social_accounts_check1 CHECK ((proven_by IS NULL) = (proven_at IS NULL)),
  CONSTRAINT social_accounts_followers_check CHECK (followers >= 0),
  CONSTRAINT social_accounts_identifier_check CHECK (identifier !~ '^[\s@]'::text),
  CONSTRAINT social_accounts_pkey PRIMARY KEY (id),
  CONSTRAINT social_accounts_platform_check CHECK (platform = ANY (ARRAY['instagram'::text, 'tiktok'::text, 'youtube'::text, 'twitch'::text, 'pinterest'::text, 'blog'::text, 'newsletter'::text, 'podcast'::text])),
  CONSTRAINT social_accounts_proven_by_check CHECK (proven_by = ANY (ARRAY['page'::text, 'link'::text, 'dns'::text, 'file'::text, 'meta'::text, 'administrator'::text])),
  CONSTRAINT social_accounts_stated_followers_check CHECK (stated_followers >= 0),
  CONSTRAINT social_accounts_type_check CHECK (type = ANY (ARRAY['blog'::text, 'social'::text])),
  CONSTRAINT social_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX social_accounts_identifier ON social_accounts USING btree (user_id, type, COALESCE(platform, ''::text), lower(identifier));
CREATE INDEX social_accounts_lookup ON social_accounts USING btree (lower(identifier));
CREATE UNIQUE INDEX social_accounts_proven ON social_accounts USING btree (platform, lower(identifier)) WHERE (proven_at IS NOT NULL);
CREATE TRIGGER social_accounts_count_delete AFTER DELETE ON social_accounts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_followers();
CREATE TRIGGER social_accounts_count_insert AFTER INSERT ON social_accounts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_followers();
CREATE TRIGGER social_accounts_count_update AFTER UPDATE ON social_accounts REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_followers();
CREATE TRIGGER social_accounts_known AFTER INSERT OR UPDATE OF identifier, proven_at ON social_accounts FOR EACH ROW WHEN (new.is_theirs) EXECUTE FUNCTION account_known();
CREATE TRIGGER social_accounts_listed_delete AFTER DELETE ON social_accounts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION listed_parts_changed();
CREATE TRIGGER social_accounts_listed_insert AFTER INSERT ON social_accounts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION listed_parts_changed();
CREATE TRIGGER social_accounts_listed_update AFTER UPDATE ON social_accounts REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION listed_parts_changed();
CREATE TRIGGER social_accounts_terms_delete AFTER DELETE ON social_accounts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('2', 'user_id');
CREATE TRIGGER social_accounts_terms_insert AFTER INSERT ON social_accounts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('2', 'user_id');
CREATE TRIGGER social_accounts_terms_update AFTER UPDATE ON social_accounts REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('2', 'user_id');

CREATE TABLE stats_configurations (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint NOT NULL,
  name text NOT NULL,
  data jsonb NOT NULL,
  is_default boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT stats_configurations_pkey PRIMARY KEY (id),
  CONSTRAINT stats_configurations_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);
CREATE UNIQUE INDEX stats_configurations_default ON stats_configurations USING btree (store_id) WHERE is_default;
CREATE INDEX stats_configurations_store ON stats_configurations USING btree (store_id, id);

CREATE TABLE store_categories (
  store_id bigint NOT NULL,
  category_id bigint NOT NULL,
  CONSTRAINT store_categories_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id),
  CONSTRAINT store_categories_pkey PRIMARY KEY (store_id, category_id),
  CONSTRAINT store_categories_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);
CREATE INDEX store_categories_category ON store_categories USING btree (category_id, store_id);

CREATE TABLE store_credit (
  store_id bigint NOT NULL,
  incurred_minor bigint DEFAULT 0 NOT NULL,
  limit_minor bigint DEFAULT 0 NOT NULL,
  own_limit_minor bigint,
  network_daily integer,
  network_minute integer,
  warned_at timestamp with time zone,
  promised_minor bigint DEFAULT 0 NOT NULL,
  prepaid_minor bigint DEFAULT 0 NOT NULL,
  prepaid_vat_ppm integer DEFAULT 0 NOT NULL,
  is_guaranteed boolean DEFAULT false NOT NULL,
  reserved_minor bigint DEFAULT 0 NOT NULL,
  CONSTRAINT store_credit_limit_minor_check CHECK (limit_minor >= 0),
  CONSTRAINT store_credit_network_daily_check CHECK (network_daily >= 0),
  CONSTRAINT store_credit_network_minute_check CHECK (network_minute >= 0),
  CONSTRAINT store_credit_own_limit_minor_check CHECK (own_limit_minor >= 0),
  CONSTRAINT store_credit_pkey PRIMARY KEY (store_id),
  CONSTRAINT store_credit_prepaid_minor_check CHECK (prepaid_minor >= 0),
  CONSTRAINT store_credit_prepaid_vat_ppm_check CHECK (prepaid_vat_ppm >= 0),
  CONSTRAINT store_credit_promised_minor_check CHECK (promised_minor >= 0),
  CONSTRAINT store_credit_reserved_minor_check CHECK (reserved_minor >= 0),
  CONSTRAINT store_credit_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE
);

CREATE TABLE store_days (
  store_id bigint NOT NULL,
  day date NOT NULL,
  clicks bigint DEFAULT 0 NOT NULL,
  social_clicks bigint DEFAULT 0 NOT NULL,
  uncounted bigint DEFAULT 0 NOT NULL,
  cost_minor bigint DEFAULT 0 NOT NULL,
  user_minor bigint DEFAULT 0 NOT NULL,
  agency_minor bigint DEFAULT 0 NOT NULL,
  orders bigint DEFAULT 0 NOT NULL,
  order_minor bigint DEFAULT 0 NOT NULL,
  order_cost_minor bigint DEFAULT 0 NOT NULL,
  order_user_minor bigint DEFAULT 0 NOT NULL,
  order_agency_minor bigint DEFAULT 0 NOT NULL,
  CONSTRAINT store_days_pkey PRIMARY KEY (store_id, day)
);

CREATE TABLE store_domains (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint NOT NULL,
  host text NOT NULL,
  start_url text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  standing text DEFAULT 'consented'::text NOT NULL,
  token text DEFAULT replace((gen_random_uuid())::text, '-'::text, ''::text) NOT NULL,
  proven_by text,
  accepted_by bigint,
  accepted_at timestamp with time zone,
  checked_at timestamp with time zone,
  CONSTRAINT store_domains_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES users(id),
  CONSTRAINT store_domains_check CHECK ((standing = 'proven'::text) = (proven_by IS NOT NULL)),
  CONSTRAINT store_domains_pkey PRIMARY KEY (id),
  CONSTRAINT store_domains_promised TRIGGER DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT store_domains_proven_by_check CHECK (proven_by = ANY (ARRAY['dns'::text, 'file'::text, 'meta'::text])),
  CONSTRAINT store_domains_standing_check CHECK (standing = ANY (ARRAY['unproven'::text, 'consented'::text, 'proven'::text])),
  CONSTRAINT store_domains_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT store_domains_store_id_host_key UNIQUE (store_id, host)
);
CREATE INDEX store_domains_beginning ON store_domains USING btree (host text_pattern_ops);
CREATE INDEX store_domains_host ON store_domains USING btree (host);
CREATE TRIGGER store_domains_index_delete AFTER DELETE ON store_domains REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION store_index_changed('store_id');
CREATE TRIGGER store_domains_index_insert AFTER INSERT ON store_domains REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION store_index_changed('store_id');
CREATE TRIGGER store_domains_index_update AFTER UPDATE ON store_domains REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION store_index_changed('store_id');
CREATE TRIGGER store_domains_pages_delete AFTER DELETE ON store_domains REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION page_rules_changed();
CREATE TRIGGER store_domains_pages_insert AFTER INSERT ON store_domains REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION page_rules_changed();
CREATE TRIGGER store_domains_pages_update AFTER UPDATE ON store_domains REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION page_rules_changed();
CREATE CONSTRAINT TRIGGER store_domains_promised AFTER DELETE OR UPDATE OF standing, host ON store_domains DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_broken_promise('store_id');

CREATE TABLE store_groups (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  key text NOT NULL,
  country character(2) NOT NULL,
  currency character(3) NOT NULL,
  locale text NOT NULL,
  language text NOT NULL,
  marketplace boolean DEFAULT false NOT NULL,
  return_ads_enabled boolean DEFAULT false NOT NULL,
  payment_limit_minor bigint DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT store_groups_key_key UNIQUE (key),
  CONSTRAINT store_groups_payment_limit_minor_check CHECK (payment_limit_minor >= 0),
  CONSTRAINT store_groups_pkey PRIMARY KEY (id)
);

CREATE TABLE store_keys (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint NOT NULL,
  name text NOT NULL,
  hash bytea NOT NULL,
  hint text NOT NULL,
  scopes text[] NOT NULL,
  created_by bigint,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  CONSTRAINT store_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT store_keys_hash_check CHECK (octet_length(hash) = 32),
  CONSTRAINT store_keys_hash_key UNIQUE (hash),
  CONSTRAINT store_keys_name_check CHECK (length(name) >= 1 AND length(name) <= 128),
  CONSTRAINT store_keys_pkey PRIMARY KEY (id),
  CONSTRAINT store_keys_scopes_check CHECK (cardinality(scopes) > 0 AND scopes <@ '{read,orders,campaigns,webhooks,gifts}'::text[]),
  CONSTRAINT store_keys_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT store_keys_webhooks_read CHECK (NOT ('webhooks'::text = ANY (scopes)) OR ('read'::text = ANY (scopes)))
);
CREATE INDEX store_keys_store ON store_keys USING btree (store_id, id);

CREATE TABLE store_mails (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint NOT NULL,
  kind text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT store_mails_pkey PRIMARY KEY (id),
  CONSTRAINT store_mails_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);
CREATE INDEX store_mails_month ON store_mails USING btree (store_id, created_at);

CREATE TABLE store_members (
  store_id bigint NOT NULL,
  user_id bigint NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  role text DEFAULT 'owner'::text NOT NULL,
  CONSTRAINT store_members_pkey PRIMARY KEY (user_id, store_id),
  CONSTRAINT store_members_role_check CHECK (role = ANY (ARRAY['owner'::text, 'manager'::text, 'finance'::text, 'read_only'::text])),
  CONSTRAINT store_members_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT store_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX store_members_store ON store_members USING btree (store_id);
CREATE TRIGGER store_members_terms_delete AFTER DELETE ON store_members REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('1', 'store_id');
CREATE TRIGGER store_members_terms_insert AFTER INSERT ON store_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('1', 'store_id');
CREATE TRIGGER store_members_terms_of_user_delete AFTER DELETE ON store_members REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('2', 'user_id');
CREATE TRIGGER store_members_terms_of_user_insert AFTER INSERT ON store_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('2', 'user_id');
CREATE TRIGGER store_members_terms_update AFTER UPDATE ON store_members REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('1', 'store_id');

CREATE TABLE store_message_days (
  store_id bigint NOT NULL,
  day date NOT NULL,
  messages integer NOT NULL,
  CONSTRAINT store_message_days_messages_check CHECK (messages >= 0),
  CONSTRAINT store_message_days_pkey PRIMARY KEY (store_id, day),
  CONSTRAINT store_message_days_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);

CREATE TABLE store_pages (
  store_id bigint NOT NULL,
  about text DEFAULT ''::text NOT NULL,
  published_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT store_pages_pkey PRIMARY KEY (store_id),
  CONSTRAINT store_pages_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE
);
CREATE INDEX store_pages_published ON store_pages USING btree (published_at DESC, store_id DESC);

CREATE TABLE store_report_totals (
  store_id bigint NOT NULL,
  day date NOT NULL,
  channel text NOT NULL,
  reports bigint NOT NULL,
  busiest_day bigint DEFAULT 0 NOT NULL,
  kept bigint DEFAULT 0 NOT NULL,
  confirmed bigint DEFAULT 0 NOT NULL,
  dropped bigint DEFAULT 0 NOT NULL,
  CONSTRAINT store_report_totals_busiest_day_check CHECK (busiest_day >= 0),
  CONSTRAINT store_report_totals_channel_check CHECK (channel = ANY (ARRAY['sales_pixel'::text, 'signed_page'::text, 'shop_plugin'::text])),
  CONSTRAINT store_report_totals_confirmed_check CHECK (confirmed >= 0),
  CONSTRAINT store_report_totals_dropped_check CHECK (dropped >= 0),
  CONSTRAINT store_report_totals_kept_check CHECK (kept >= 0),
  CONSTRAINT store_report_totals_pkey PRIMARY KEY (store_id, day, channel),
  CONSTRAINT store_report_totals_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);
CREATE INDEX store_report_totals_day ON store_report_totals USING btree (day);

CREATE TABLE stored_bytes (
  only_row boolean DEFAULT true NOT NULL,
  bytes bigint NOT NULL,
  CONSTRAINT stored_bytes_bytes_check CHECK (bytes >= 0),
  CONSTRAINT stored_bytes_only_row_check CHECK (only_row),
  CONSTRAINT stored_bytes_pkey PRIMARY KEY (only_row)
);

CREATE TABLE stores (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_group_id bigint NOT NULL,
  name text NOT NULL,
  country character(2) NOT NULL,
  currency character(3) NOT NULL,
  language text NOT NULL,
  locale text NOT NULL,
  url text,
  logo_key text,
  logo_url text,
  hidden boolean DEFAULT false NOT NULL,
  deactivated_at timestamp with time zone,
  deleted_at timestamp with time zone,
  toplist_rank integer,
  margin numeric(7,6) DEFAULT 0.3 NOT NULL,
  tracking_key text NOT NULL,
  plugin_activated_at timestamp with time zone,
  attribution_window_days integer DEFAULT 30 NOT NULL,
  feed_provider text,
  program_id text,
  feed boolean DEFAULT false NOT NULL,
  autoupdate boolean DEFAULT false NOT NULL,
  deeplinkable boolean DEFAULT true NOT NULL,
  direct_link text,
  metainfo text,
  provider_account_id text,
  number_of_products integer DEFAULT 0 NOT NULL,
  last_correct_sync timestamp with time zone,
  earnings_return_rate numeric(7,6),
  company_name text,
  street text,
  postal_code text,
  city text,
  vat_number text,
  service_invoicing boolean DEFAULT true NOT NULL,
  email_quota_monthly integer DEFAULT 1000 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  approval text DEFAULT 'approved'::text NOT NULL,
  approval_reason text,
  approval_by bigint,
  approval_at timestamp with time zone,
  activation_key_hash bytea,
  passed_parameters text[] DEFAULT '{}'::text[] NOT NULL,
  CONSTRAINT stores_activation_key_hash_key UNIQUE (activation_key_hash),
  CONSTRAINT stores_approval_by_fkey FOREIGN KEY (approval_by) REFERENCES users(id),
  CONSTRAINT stores_approval_check CHECK (approval = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text])),
  CONSTRAINT stores_attribution_window_days_check CHECK (attribution_window_days >= 1 AND attribution_window_days <= 365),
  CONSTRAINT stores_check CHECK (approval <> 'rejected'::text OR approval_reason IS NOT NULL),
  CONSTRAINT stores_email_quota_monthly_check CHECK (email_quota_monthly >= 0),
  CONSTRAINT stores_margin_check CHECK (margin >= 0::numeric AND margin <= 1::numeric),
  CONSTRAINT stores_passed_parameters_check CHECK (cardinality(passed_parameters) <= 10),
  CONSTRAINT stores_pkey PRIMARY KEY (id),
  CONSTRAINT stores_promised TRIGGER DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT stores_store_group_id_fkey FOREIGN KEY (store_group_id) REFERENCES store_groups(id),
  CONSTRAINT stores_tracking_key_key UNIQUE (tracking_key)
);
CREATE INDEX stores_approval ON stores USING btree (approval, id) WHERE (approval <> 'approved'::text);
CREATE INDEX stores_choice ON stores USING btree (toplist_rank, id, lower(name) COLLATE "C") INCLUDE (name, store_group_id, hidden, deactivated_at, deleted_at);
CREATE INDEX stores_company_name ON stores USING btree (lower(company_name)) WHERE (company_name IS NOT NULL);
CREATE INDEX stores_company_words ON stores USING gin (to_tsvector('simple'::regconfig, COALESCE(company_name, ''::text)));
CREATE INDEX stores_created ON stores USING btree (created_at, id);
CREATE INDEX stores_group ON stores USING btree (store_group_id, id);
CREATE INDEX stores_logo_key ON stores USING btree (logo_key) WHERE (logo_key IS NOT NULL);
CREATE INDEX stores_name ON stores USING btree (name, id, lower(name) COLLATE "C") INCLUDE (store_group_id, hidden, deactivated_at, deleted_at);
CREATE INDEX stores_name_key ON stores USING btree (store_name_key(name) text_pattern_ops) WHERE (deleted_at IS NULL);
CREATE INDEX stores_vat_number ON stores USING btree (upper(regexp_replace(vat_number, '[^A-Za-z0-9]'::text, ''::text, 'g'::text))) WHERE (vat_number IS NOT NULL);
CREATE INDEX stores_words ON stores USING gin (to_tsvector('simple'::regconfig, name));
CREATE TRIGGER stores_credit AFTER INSERT ON stores REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION store_has_credit();
CREATE TRIGGER stores_guaranteed AFTER UPDATE OF currency, country, vat_number, deactivated_at, deleted_at, approval ON stores FOR EACH ROW WHEN (new.currency IS DISTINCT FROM old.currency OR new.country IS DISTINCT FROM old.country OR NULLIF(new.vat_number, ''::text) IS DISTINCT FROM NULLIF(old.vat_number, ''::text) OR new.deactivated_at IS NOT NULL AND old.deactivated_at IS NULL OR new.deleted_at IS NOT NULL AND old.deleted_at IS NULL OR new.approval <> 'approved'::text AND old.approval = 'approved'::text) EXECUTE FUNCTION keep_guaranteed_store();
CREATE TRIGGER stores_index_delete AFTER DELETE ON stores REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION store_index_changed('id');
CREATE TRIGGER stores_index_insert AFTER INSERT ON stores REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION store_index_changed('id');
CREATE TRIGGER stores_index_update AFTER UPDATE ON stores REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION store_index_changed('id');
CREATE TRIGGER stores_ledger AFTER DELETE ON stores REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_referred('id', 'store_id');
CREATE TRIGGER stores_lists_end AFTER UPDATE OF deleted_at ON stores FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION store_lists_end();
CREATE CONSTRAINT TRIGGER stores_promised AFTER UPDATE OF deactivated_at, deleted_at, approval, currency, attribution_window_days ON stores DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_broken_promise('id');
CREATE TRIGGER stores_terms_delete AFTER DELETE ON stores REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('1', 'id');
CREATE TRIGGER stores_terms_update AFTER UPDATE ON stores REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('1', 'id');

CREATE TABLE submissions (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  deliverable_id bigint NOT NULL,
  version integer NOT NULL,
  url text,
  note text NOT NULL,
  file_name text,
  media_type text,
  content bytea,
  submitted_by bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  decision text,
  feedback text,
  decided_by bigint,
  decided_at timestamp with time zone,
  CONSTRAINT submissions_check CHECK ((decision IS NULL) = (decided_at IS NULL)),
  CONSTRAINT submissions_check1 CHECK ((content IS NULL) = (media_type IS NULL)),
  CONSTRAINT submissions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  CONSTRAINT submissions_decision_check CHECK (decision = ANY (ARRAY['approved'::text, 'changes_requested'::text])),
  CONSTRAINT submissions_deliverable_id_fkey FOREIGN KEY (deliverable_id) REFERENCES deliverables(id),
  CONSTRAINT submissions_deliverable_id_version_key UNIQUE (deliverable_id, version),
  CONSTRAINT submissions_pkey PRIMARY KEY (id),
  CONSTRAINT submissions_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES users(id),
  CONSTRAINT submissions_version_check CHECK (version > 0)
);
CREATE UNIQUE INDEX submissions_approved ON submissions USING btree (deliverable_id) WHERE (decision = 'approved'::text);

CREATE TABLE terms_changes (
  scope smallint NOT NULL,
  id bigint NOT NULL,
  changed_by xid8 NOT NULL,
  CONSTRAINT terms_changes_pkey PRIMARY KEY (scope, id)
);
CREATE INDEX terms_changes_changed_by ON terms_changes USING btree (changed_by);

CREATE TABLE terms_promises (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  campaign_id bigint NOT NULL,
  store_id bigint NOT NULL,
  version integer NOT NULL,
  until date,
  notice_days smallint,
  begins_on date NOT NULL,
  time_zone text NOT NULL,
  created_by bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  ended_reason text,
  CONSTRAINT terms_promises_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  CONSTRAINT terms_promises_campaign_id_version_key UNIQUE (campaign_id, version),
  CONSTRAINT terms_promises_check CHECK (ended_reason IS NULL OR num_nonnulls(until, notice_days) = 0),
  CONSTRAINT terms_promises_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT terms_promises_ended_reason_check CHECK (ended_reason <> ''::text),
  CONSTRAINT terms_promises_notice_days_check CHECK (notice_days >= 1 AND notice_days <= 365),
  CONSTRAINT terms_promises_pkey PRIMARY KEY (id),
  CONSTRAINT terms_promises_promised TRIGGER DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT terms_promises_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT terms_promises_version_check CHECK (version > 0)
);
CREATE INDEX terms_promises_author ON terms_promises USING btree (created_by);
CREATE INDEX terms_promises_store ON terms_promises USING btree (store_id, campaign_id);
CREATE TRIGGER terms_promises_keep BEFORE DELETE OR UPDATE ON terms_promises FOR EACH ROW EXECUTE FUNCTION refuse_change_of_record();
CREATE CONSTRAINT TRIGGER terms_promises_promised AFTER INSERT ON terms_promises DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_broken_promise('store_id');
CREATE TRIGGER terms_promises_version BEFORE INSERT ON terms_promises FOR EACH ROW EXECUTE FUNCTION keep_promise_versions();

CREATE TABLE tokens (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id bigint NOT NULL,
  hash bytea NOT NULL,
  hint text NOT NULL,
  purpose text NOT NULL,
  name text DEFAULT ''::text NOT NULL,
  created_by bigint,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  on_behalf_of bigint,
  scopes text[] DEFAULT '{read,links,orders,campaigns,money,administration}'::text[] NOT NULL,
  device text,
  authenticated_at timestamp with time zone,
  second_factor boolean DEFAULT false NOT NULL,
  country text,
  grant_id bigint,
  resource text,
  CONSTRAINT tokens_country_check CHECK (country ~ '^[A-Z]{2}$'::text),
  CONSTRAINT tokens_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT tokens_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES oauth_grants(id) ON DELETE CASCADE,
  CONSTRAINT tokens_hash_check CHECK (octet_length(hash) = 32),
  CONSTRAINT tokens_hash_key UNIQUE (hash),
  CONSTRAINT tokens_of_grant CHECK ((purpose = ANY (ARRAY['grant'::text, 'refresh'::text])) = (grant_id IS NOT NULL) AND (grant_id IS NULL) = (resource IS NULL)),
  CONSTRAINT tokens_on_behalf_of CHECK (purpose = 'api'::text OR (purpose = 'access'::text) = (on_behalf_of IS NOT NULL) OR revoked_at IS NOT NULL),
  CONSTRAINT tokens_on_behalf_of_fkey FOREIGN KEY (on_behalf_of) REFERENCES users(id),
  CONSTRAINT tokens_pkey PRIMARY KEY (id),
  CONSTRAINT tokens_purpose_check CHECK (purpose = ANY (ARRAY['api'::text, 'access'::text, 'session'::text, 'grant'::text, 'refresh'::text])),
  CONSTRAINT tokens_scopes_check CHECK (cardinality(scopes) > 0 AND scopes <@ '{read,links,orders,campaigns,money,administration}'::text[]),
  CONSTRAINT tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX tokens_ended ON tokens USING btree (LEAST(expires_at, revoked_at));
CREATE INDEX tokens_grant ON tokens USING btree (grant_id) WHERE (grant_id IS NOT NULL);
CREATE INDEX tokens_user ON tokens USING btree (user_id);

CREATE TABLE totp_factors (
  user_id bigint NOT NULL,
  sealed_secret bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  confirmed_at timestamp with time zone,
  last_step bigint,
  CONSTRAINT totp_factors_pkey PRIMARY KEY (user_id),
  CONSTRAINT totp_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE trigger_messages (
  trigger_id bigint NOT NULL,
  participant_id bigint NOT NULL,
  comment_id bigint,
  left_out text,
  CONSTRAINT trigger_messages_check CHECK (num_nonnulls(comment_id, left_out) <= 1),
  CONSTRAINT trigger_messages_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id),
  CONSTRAINT trigger_messages_left_out_check CHECK (left_out = ANY (ARRAY['opted_out'::text, 'blocked'::text, 'withdrawn'::text, 'no_account'::text, 'quota'::text])),
  CONSTRAINT trigger_messages_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id) ON DELETE CASCADE,
  CONSTRAINT trigger_messages_pkey PRIMARY KEY (trigger_id, participant_id),
  CONSTRAINT trigger_messages_trigger_id_fkey FOREIGN KEY (trigger_id) REFERENCES message_triggers(id) ON DELETE CASCADE
);
CREATE INDEX trigger_messages_participant ON trigger_messages USING btree (participant_id);
CREATE INDEX trigger_messages_waiting ON trigger_messages USING btree (trigger_id, participant_id) WHERE ((comment_id IS NULL) AND (left_out IS NULL));

CREATE TABLE unannounced_orders (
  order_row_id bigint NOT NULL,
  CONSTRAINT unannounced_orders_order_row_id_fkey FOREIGN KEY (order_row_id) REFERENCES orders(id) ON DELETE CASCADE,
  CONSTRAINT unannounced_orders_pkey PRIMARY KEY (order_row_id)
);

CREATE TABLE unconfirmed_reports (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint NOT NULL,
  order_id text NOT NULL,
  report jsonb NOT NULL,
  order_at timestamp with time zone,
  received_at timestamp with time zone NOT NULL,
  attributed boolean NOT NULL,
  tried_at timestamp with time zone,
  refusal text,
  refusal_code text,
  CONSTRAINT unconfirmed_reports_check CHECK ((tried_at IS NULL) = (refusal IS NULL)),
  CONSTRAINT unconfirmed_reports_pkey PRIMARY KEY (id),
  CONSTRAINT unconfirmed_reports_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);
CREATE INDEX unconfirmed_reports_age ON unconfirmed_reports USING btree (received_at);
CREATE INDEX unconfirmed_reports_received ON unconfirmed_reports USING btree (store_id, received_at, id);
CREATE INDEX unconfirmed_reports_refused ON unconfirmed_reports USING btree (store_id, received_at) WHERE (tried_at IS NOT NULL);
CREATE UNIQUE INDEX unconfirmed_reports_report ON unconfirmed_reports USING btree (store_id, order_id, md5((report)::text));

CREATE TABLE unpaid_links (
  link_id bigint NOT NULL,
  since timestamp with time zone NOT NULL,
  CONSTRAINT unpaid_links_link_id_fkey FOREIGN KEY (link_id) REFERENCES links(id) ON DELETE CASCADE,
  CONSTRAINT unpaid_links_pkey PRIMARY KEY (link_id)
);

CREATE TABLE unsealed_secrets (
  table_name text NOT NULL,
  column_name text NOT NULL,
  row_key bigint NOT NULL,
  CONSTRAINT unsealed_secrets_pkey PRIMARY KEY (table_name, column_name, row_key)
);

CREATE TABLE unsubscribe_links (
  hash bytea NOT NULL,
  user_id bigint,
  kind text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  address_hash bytea,
  language text,
  CONSTRAINT unsubscribe_links_address_hash_check CHECK (octet_length(address_hash) = 32),
  CONSTRAINT unsubscribe_links_check CHECK ((user_id IS NULL) <> (address_hash IS NULL)),
  CONSTRAINT unsubscribe_links_pkey PRIMARY KEY (hash),
  CONSTRAINT unsubscribe_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX unsubscribe_links_age ON unsubscribe_links USING btree (created_at);
CREATE INDEX unsubscribe_links_user ON unsubscribe_links USING btree (user_id);

CREATE TABLE upload_days (
  account bigint NOT NULL,
  day date NOT NULL,
  bytes bigint NOT NULL,
  CONSTRAINT upload_days_bytes_check CHECK (bytes >= 0),
  CONSTRAINT upload_days_pkey PRIMARY KEY (account, day)
);
CREATE INDEX upload_days_day ON upload_days USING btree (day);

CREATE TABLE url_rules (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint NOT NULL,
  type text NOT NULL,
  url text,
  keyword text,
  is_main boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT url_rules_check CHECK (url IS NOT NULL OR keyword IS NOT NULL),
  CONSTRAINT url_rules_pkey PRIMARY KEY (id),
  CONSTRAINT url_rules_promised TRIGGER DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT url_rules_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT url_rules_type_check CHECK (type = ANY (ARRAY['allow'::text, 'block'::text]))
);
CREATE UNIQUE INDEX url_rules_one_main ON url_rules USING btree (store_id) WHERE is_main;
CREATE INDEX url_rules_store ON url_rules USING btree (store_id, id);
CREATE TRIGGER url_rules_index_delete AFTER DELETE ON url_rules REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION store_index_changed('store_id');
CREATE TRIGGER url_rules_index_insert AFTER INSERT ON url_rules REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION store_index_changed('store_id');
CREATE TRIGGER url_rules_index_update AFTER UPDATE ON url_rules REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION store_index_changed('store_id');
CREATE TRIGGER url_rules_pages_delete AFTER DELETE ON url_rules REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION page_rules_changed();
CREATE TRIGGER url_rules_pages_insert AFTER INSERT ON url_rules REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION page_rules_changed();
CREATE TRIGGER url_rules_pages_update AFTER UPDATE ON url_rules REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION page_rules_changed();
CREATE CONSTRAINT TRIGGER url_rules_promised AFTER INSERT OR DELETE OR UPDATE OF type, url, keyword ON url_rules DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_broken_promise('store_id');

CREATE TABLE usage_rights (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  deliverable_id bigint NOT NULL,
  participant_id bigint NOT NULL,
  version integer NOT NULL,
  channels text[] NOT NULL,
  territory text NOT NULL,
  starts_on date NOT NULL,
  ends_on date,
  price_minor bigint NOT NULL,
  currency text NOT NULL,
  allows_whitelisting boolean NOT NULL,
  exclusivity text NOT NULL,
  status text NOT NULL,
  offered_by bigint NOT NULL,
  offered_at timestamp with time zone NOT NULL,
  decided_by bigint,
  decided_at timestamp with time zone,
  proposed_end date,
  proposed_by_side text,
  agreed_end date,
  last_day date GENERATED ALWAYS AS (LEAST(ends_on, agreed_end)) STORED,
  payment_id bigint,
  reminded_days smallint,
  CONSTRAINT usage_rights_channels_check CHECK (cardinality(channels) > 0 AND channels <@ ARRAY['organic'::text, 'website'::text, 'newsletter'::text, 'paid_ads'::text, 'shop'::text, 'print'::text]),
  CONSTRAINT usage_rights_check CHECK (ends_on >= starts_on),
  CONSTRAINT usage_rights_check1 CHECK ((status = 'offered'::text) = (decided_at IS NULL)),
  CONSTRAINT usage_rights_check2 CHECK ((proposed_end IS NULL) = (proposed_by_side IS NULL)),
  CONSTRAINT usage_rights_check3 CHECK (payment_id IS NULL OR (status = ANY (ARRAY['accepted'::text, 'replaced'::text]))),
  CONSTRAINT usage_rights_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  CONSTRAINT usage_rights_deliverable_id_fkey FOREIGN KEY (deliverable_id) REFERENCES deliverables(id),
  CONSTRAINT usage_rights_deliverable_id_version_key UNIQUE (deliverable_id, version),
  CONSTRAINT usage_rights_offered_by_fkey FOREIGN KEY (offered_by) REFERENCES users(id),
  CONSTRAINT usage_rights_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id),
  CONSTRAINT usage_rights_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES one_time_payments(id),
  CONSTRAINT usage_rights_payment_id_key UNIQUE (payment_id),
  CONSTRAINT usage_rights_pkey PRIMARY KEY (id),
  CONSTRAINT usage_rights_price_minor_check CHECK (price_minor >= 0),
  CONSTRAINT usage_rights_proposed_by_side_check CHECK (proposed_by_side = ANY (ARRAY['store'::text, 'creator'::text])),
  CONSTRAINT usage_rights_status_check CHECK (status = ANY (ARRAY['offered'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text, 'replaced'::text])),
  CONSTRAINT usage_rights_territory_check CHECK (territory <> ''::text),
  CONSTRAINT usage_rights_version_check CHECK (version > 0)
);
CREATE UNIQUE INDEX usage_rights_accepted ON usage_rights USING btree (deliverable_id) WHERE (status = 'accepted'::text);
CREATE INDEX usage_rights_end ON usage_rights USING btree (last_day) WHERE ((status = 'accepted'::text) AND (last_day IS NOT NULL));
CREATE UNIQUE INDEX usage_rights_offered ON usage_rights USING btree (deliverable_id) WHERE (status = 'offered'::text);
CREATE INDEX usage_rights_participant ON usage_rights USING btree (participant_id, id);

CREATE TABLE user_media (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id bigint NOT NULL,
  store_id bigint,
  link_id bigint,
  media_type text NOT NULL,
  media_id text,
  username text,
  favorite boolean DEFAULT false NOT NULL,
  show_store boolean DEFAULT false NOT NULL,
  content_type text,
  href text,
  file_key text,
  published_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  reference text GENERATED ALWAYS AS (md5(COALESCE(((media_type || ':'::text) || media_id), href))) STORED,
  bytes bigint,
  CONSTRAINT user_media_bytes_check CHECK (bytes >= 0),
  CONSTRAINT user_media_link_id_fkey FOREIGN KEY (link_id) REFERENCES links(id),
  CONSTRAINT user_media_media_type_check CHECK (media_type = ANY (ARRAY['social'::text, 'shortvideo'::text, 'video'::text, 'image'::text])),
  CONSTRAINT user_media_pkey PRIMARY KEY (id),
  CONSTRAINT user_media_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT user_media_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX user_media_account ON user_media USING btree (store_id, lower(username));
CREATE INDEX user_media_bytes ON user_media USING btree (user_id) INCLUDE (bytes) WHERE (file_key IS NOT NULL);
CREATE INDEX user_media_file_key ON user_media USING btree (file_key) WHERE (file_key IS NOT NULL);
CREATE UNIQUE INDEX user_media_reference ON user_media USING btree (user_id, reference);
CREATE INDEX user_media_store ON user_media USING btree (store_id, created_at, id);
CREATE INDEX user_media_unsized ON user_media USING btree (id) WHERE ((file_key IS NOT NULL) AND (bytes IS NULL));
CREATE INDEX user_media_user ON user_media USING btree (user_id, id);
CREATE TRIGGER user_media_bytes_delete AFTER DELETE ON user_media REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes();
CREATE TRIGGER user_media_bytes_insert AFTER INSERT ON user_media REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes();
CREATE TRIGGER user_media_bytes_update AFTER UPDATE ON user_media REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes();

CREATE TABLE user_tag_members (
  user_id bigint NOT NULL,
  user_tag_id bigint NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT user_tag_members_pkey PRIMARY KEY (user_id, user_tag_id),
  CONSTRAINT user_tag_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT user_tag_members_user_tag_id_fkey FOREIGN KEY (user_tag_id) REFERENCES user_tags(id)
);
CREATE INDEX user_tag_members_tag ON user_tag_members USING btree (user_tag_id, user_id);
CREATE TRIGGER user_tag_members_terms_delete AFTER DELETE ON user_tag_members REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('2', 'user_id');
CREATE TRIGGER user_tag_members_terms_insert AFTER INSERT ON user_tag_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('2', 'user_id');
CREATE TRIGGER user_tag_members_terms_update AFTER UPDATE ON user_tag_members REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('2', 'user_id');

CREATE TABLE user_tags (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint,
  name text NOT NULL,
  slug text NOT NULL,
  access_level integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT user_tags_pkey PRIMARY KEY (id),
  CONSTRAINT user_tags_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT user_tags_store_id_slug_key UNIQUE NULLS NOT DISTINCT (store_id, slug)
);

CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  username text NOT NULL,
  email text NOT NULL,
  password_hash text,
  is_admin boolean DEFAULT false NOT NULL,
  agency_id bigint,
  revenue_tier_id bigint,
  store_group_id bigint,
  first_name text,
  surname text,
  display_name text,
  country character(2),
  city text,
  address text,
  postcode text,
  phone text,
  preferred_locale text,
  tier_pricing_type text,
  config jsonb DEFAULT '{}'::jsonb NOT NULL,
  recruitment_utm text,
  identity_id text,
  email_unproven boolean DEFAULT false NOT NULL,
  is_verified boolean DEFAULT false NOT NULL,
  suspended_at timestamp with time zone,
  agreement_signed_at timestamp with time zone,
  last_active_at timestamp with time zone,
  erased_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  awaits_approval boolean DEFAULT false NOT NULL,
  deletion_due_at timestamp with time zone,
  public_name text GENERATED ALWAYS AS (COALESCE(NULLIF(display_name, ''::text), username)) STORED NOT NULL,
  full_name text GENERATED ALWAYS AS (COALESCE(NULLIF(display_name, ''::text), NULLIF(btrim(((COALESCE(first_name, ''::text) || ' '::text) || COALESCE(surname, ''::text))), ''::text), username)) STORED NOT NULL,
  CONSTRAINT users_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id),
  CONSTRAINT users_identity_id_key UNIQUE (identity_id),
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_revenue_tier_id_fkey FOREIGN KEY (revenue_tier_id) REFERENCES revenue_tiers(id),
  CONSTRAINT users_store_group_id_fkey FOREIGN KEY (store_group_id) REFERENCES store_groups(id)
);
CREATE INDEX users_agency ON users USING btree (agency_id);
CREATE INDEX users_awaiting_approval ON users USING btree (id) WHERE awaits_approval;
CREATE INDEX users_deletion_due ON users USING btree (deletion_due_at) WHERE (deletion_due_at IS NOT NULL);
CREATE UNIQUE INDEX users_email ON users USING btree (lower(email));
CREATE INDEX users_public_words ON users USING gin (to_tsvector('simple'::regconfig, public_name)) WHERE (erased_at IS NULL);
CREATE UNIQUE INDEX users_username ON users USING btree (lower(username));
CREATE INDEX users_words ON users USING gin (to_tsvector('simple'::regconfig, ((((username || ' '::text) || COALESCE(display_name, ''::text)) || ' '::text) || email))) WHERE (erased_at IS NULL);
CREATE TRIGGER users_address_proven AFTER INSERT OR UPDATE OF email, email_unproven ON users FOR EACH ROW WHEN (NOT new.email_unproven) EXECUTE FUNCTION address_proven();
CREATE TRIGGER users_ledger AFTER DELETE ON users REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_referred('id', 'user_id');
CREATE TRIGGER users_listed AFTER UPDATE OF country, agency_id, display_name, username, suspended_at, erased_at, awaits_approval, email_unproven, is_admin ON users FOR EACH ROW WHEN (old.country IS DISTINCT FROM new.country OR old.agency_id IS DISTINCT FROM new.agency_id OR old.display_name IS DISTINCT FROM new.display_name OR old.username IS DISTINCT FROM new.username OR old.suspended_at IS DISTINCT FROM new.suspended_at OR old.erased_at IS DISTINCT FROM new.erased_at OR old.awaits_approval IS DISTINCT FROM new.awaits_approval OR old.email_unproven IS DISTINCT FROM new.email_unproven OR old.is_admin IS DISTINCT FROM new.is_admin) EXECUTE FUNCTION listed_user_changed();
CREATE TRIGGER users_terms_delete AFTER DELETE ON users REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION terms_changed('2', 'id');
CREATE TRIGGER users_terms_update AFTER UPDATE OF agency_id, revenue_tier_id, store_group_id, suspended_at, email, email_unproven ON users FOR EACH ROW EXECUTE FUNCTION user_terms_changed();

CREATE TABLE vat_number_checks (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  payee_id bigint NOT NULL,
  vat_number text NOT NULL,
  outcome text NOT NULL,
  consultation_number text,
  registered_name text,
  reason text,
  checked_at timestamp with time zone NOT NULL,
  CONSTRAINT vat_number_checks_outcome_check CHECK (outcome = ANY (ARRAY['valid'::text, 'invalid'::text, 'unavailable'::text])),
  CONSTRAINT vat_number_checks_payee_id_fkey FOREIGN KEY (payee_id) REFERENCES payees(id) ON DELETE CASCADE,
  CONSTRAINT vat_number_checks_pkey PRIMARY KEY (id)
);
CREATE INDEX vat_number_checks_payee ON vat_number_checks USING btree (payee_id, vat_number, id DESC);

CREATE TABLE visitor_keys (
  day date NOT NULL,
  key bytea NOT NULL,
  CONSTRAINT visitor_keys_key_check CHECK (octet_length(key) = 32),
  CONSTRAINT visitor_keys_pkey PRIMARY KEY (day)
);

CREATE TABLE void_items (
  void_id bigint NOT NULL,
  item text NOT NULL,
  store_id bigint NOT NULL,
  user_id bigint NOT NULL,
  agency_id bigint,
  campaign_id bigint,
  day date NOT NULL,
  currency character(3) NOT NULL,
  cost_minor bigint NOT NULL,
  user_minor bigint NOT NULL,
  agency_minor bigint NOT NULL,
  link_id bigint,
  source smallint,
  status_before text,
  CONSTRAINT void_items_pkey PRIMARY KEY (void_id, item),
  CONSTRAINT void_items_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT void_items_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT void_items_void_id_fkey FOREIGN KEY (void_id) REFERENCES voids(id)
);
CREATE INDEX void_items_item ON void_items USING btree (item);
CREATE INDEX void_items_link ON void_items USING btree (link_id, day) WHERE (link_id IS NOT NULL);

CREATE TABLE voids (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  reason text NOT NULL,
  filter jsonb NOT NULL,
  fingerprint text NOT NULL,
  created_by bigint,
  created_at timestamp with time zone NOT NULL,
  undone_by bigint,
  undone_at timestamp with time zone,
  undo_reason text,
  CONSTRAINT voids_check CHECK ((undone_at IS NULL) = (undo_reason IS NULL)),
  CONSTRAINT voids_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT voids_kind_check CHECK (kind = ANY (ARRAY['clicks'::text, 'orders'::text, 'one_time_payments'::text])),
  CONSTRAINT voids_pkey PRIMARY KEY (id),
  CONSTRAINT voids_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES users(id)
);

CREATE TABLE vouchers (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  store_id bigint NOT NULL,
  code text NOT NULL,
  user_id bigint NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  link_id bigint NOT NULL,
  created_by bigint,
  code_key text,
  valid_from timestamp with time zone,
  valid_until timestamp with time zone,
  exclusive boolean DEFAULT false NOT NULL,
  CONSTRAINT vouchers_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT vouchers_link_id_fkey FOREIGN KEY (link_id) REFERENCES links(id),
  CONSTRAINT vouchers_pkey PRIMARY KEY (id),
  CONSTRAINT vouchers_promised TRIGGER DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT vouchers_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT vouchers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX vouchers_beginning ON vouchers USING btree (lower(code) text_pattern_ops);
CREATE UNIQUE INDEX vouchers_code ON vouchers USING btree (store_id, code_key) WHERE (valid_until IS NULL);
CREATE INDEX vouchers_history ON vouchers USING btree (store_id, code_key, id);
CREATE INDEX vouchers_store ON vouchers USING btree (store_id, id);
CREATE INDEX vouchers_user ON vouchers USING btree (user_id, store_id) WHERE (user_id IS NOT NULL);
CREATE TRIGGER vouchers_key BEFORE INSERT OR UPDATE OF code ON vouchers FOR EACH ROW EXECUTE FUNCTION key_voucher();
CREATE CONSTRAINT TRIGGER vouchers_promised AFTER INSERT OR DELETE OR UPDATE ON vouchers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_broken_promise('creators');

CREATE TABLE webhook_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  delivery_id bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  method text NOT NULL,
  url text NOT NULL,
  duration_ms integer NOT NULL,
  reply_status smallint,
  reply_excerpt text,
  error text,
  request_body text,
  CONSTRAINT webhook_attempts_check CHECK ((reply_status IS NULL) = (error IS NOT NULL)),
  CONSTRAINT webhook_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries(id) ON DELETE CASCADE,
  CONSTRAINT webhook_attempts_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_attempts_delivery ON webhook_attempts USING btree (delivery_id, id);

CREATE TABLE webhook_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  webhook_id bigint NOT NULL,
  event_id bigint NOT NULL,
  subject text NOT NULL,
  status text DEFAULT 'pending'::text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  next_attempt_at timestamp with time zone NOT NULL,
  claimed_until timestamp with time zone,
  delivered_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT webhook_deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES event_outbox(id) ON DELETE CASCADE,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_deliveries_status_check CHECK (status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])),
  CONSTRAINT webhook_deliveries_webhook_id_event_id_key UNIQUE (webhook_id, event_id),
  CONSTRAINT webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (webhook_id, next_attempt_at) WHERE (status = 'pending'::text);
CREATE INDEX webhook_deliveries_event ON webhook_deliveries USING btree (event_id);
CREATE INDEX webhook_deliveries_subject ON webhook_deliveries USING btree (webhook_id, subject, event_id) WHERE (status = 'pending'::text);

CREATE TABLE webhooks (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  store_id bigint,
  agency_id bigint,
  user_id bigint,
  url text NOT NULL,
  events text[] NOT NULL,
  description text NOT NULL,
  sealed_secret bytea,
  sealed_previous_secret bytea,
  previous_secret_until timestamp with time zone,
  status text DEFAULT 'active'::text NOT NULL,
  paused_at timestamp with time zone,
  pause_reason text,
  failures integer DEFAULT 0 NOT NULL,
  failing_since timestamp with time zone,
  last_success_at timestamp with time zone,
  retry_at timestamp with time zone,
  created_by bigint,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  store_key_id bigint,
  method text DEFAULT 'GET'::text NOT NULL,
  content_type text,
  headers jsonb DEFAULT '{}'::jsonb NOT NULL,
  body text,
  sealed_values bytea,
  value_names text[] DEFAULT '{}'::text[] NOT NULL,
  CONSTRAINT webhooks_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies(id),
  CONSTRAINT webhooks_body_is_posted CHECK ((body IS NULL) = (content_type IS NULL) AND (body IS NULL OR method = 'POST'::text)),
  CONSTRAINT webhooks_check CHECK (num_nonnulls(store_id, agency_id, user_id) <= 1),
  CONSTRAINT webhooks_check1 CHECK ((kind = 'webhook'::text) = (sealed_secret IS NOT NULL) OR deleted_at IS NOT NULL),
  CONSTRAINT webhooks_check2 CHECK ((status = 'paused'::text) = (paused_at IS NOT NULL) AND (status = 'paused'::text) = (pause_reason IS NOT NULL)),
  CONSTRAINT webhooks_content_type_check CHECK (content_type = ANY (ARRAY['json'::text, 'form'::text])),
  CONSTRAINT webhooks_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT webhooks_events_check CHECK (cardinality(events) > 0),
  CONSTRAINT webhooks_kind_check CHECK (kind = ANY (ARRAY['webhook'::text, 'postback'::text])),
  CONSTRAINT webhooks_method_check CHECK (method = ANY (ARRAY['GET'::text, 'POST'::text])),
  CONSTRAINT webhooks_pause_reason_check CHECK (pause_reason = ANY (ARRAY['owner'::text, 'failing'::text, 'gone'::text, 'key_ended'::text])),
  CONSTRAINT webhooks_pkey PRIMARY KEY (id),
  CONSTRAINT webhooks_request_of_postback CHECK (kind = 'postback'::text OR method = 'GET'::text AND body IS NULL AND headers = '{}'::jsonb AND sealed_values IS NULL AND value_names = '{}'::text[]),
  CONSTRAINT webhooks_status_check CHECK (status = ANY (ARRAY['active'::text, 'paused'::text])),
  CONSTRAINT webhooks_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  CONSTRAINT webhooks_store_key_id_fkey FOREIGN KEY (store_key_id) REFERENCES store_keys(id),
  CONSTRAINT webhooks_store_key_of_store CHECK (store_key_id IS NULL OR store_id IS NOT NULL AND kind = 'webhook'::text),
  CONSTRAINT webhooks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX webhooks_agency ON webhooks USING btree (agency_id, id) WHERE ((agency_id IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX webhooks_platform ON webhooks USING btree (id) WHERE ((num_nonnulls(store_id, agency_id, user_id) = 0) AND (deleted_at IS NULL));
CREATE INDEX webhooks_store ON webhooks USING btree (store_id, id) WHERE ((store_id IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX webhooks_store_key ON webhooks USING btree (store_key_id) WHERE (store_key_id IS NOT NULL);
CREATE INDEX webhooks_user ON webhooks USING btree (user_id, id) WHERE ((user_id IS NOT NULL) AND (deleted_at IS NULL));

CREATE VIEW accounting_postings AS
 SELECT e.id AS entry_id,
    e.month,
    e.at,
        CASE
            WHEN e.origin_kind = 'paid'::text AND e.account = 'store'::text OR e.origin_kind = 'prepayment'::text THEN 'received'::text
            WHEN e.origin_kind = 'prepaid'::text THEN 'prepaid'::text
            WHEN e.part = 'payment'::text THEN 'paid_out'::text
            WHEN e.origin_kind = 'credit_note'::text OR n.id IS NOT NULL THEN 'credit_note'::text
            ELSE 'closing'::text
        END AS kind,
        CASE
            WHEN e.part = 'cost'::text OR e.part = 'vat'::text AND e.account = 'store'::text THEN 'receivables'::text
            WHEN e.part = 'vat'::text THEN 'input_vat'::text
            WHEN e.part = 'payment'::text AND e.account = 'store'::text THEN
            CASE e.origin_kind
                WHEN 'prepaid'::text THEN 'prepayments'::text
                ELSE 'bank'::text
            END
            WHEN e.part = 'payment'::text AND e.account = 'prepaid'::text THEN 'bank'::text
            WHEN e.part = 'payment'::text THEN a.payables
            ELSE
            CASE i.vat_note
                WHEN 'domestic'::text THEN 'costs_domestic'::text
                WHEN 'reverse_charge'::text THEN 'costs_eu'::text
                WHEN 'outside_eu_supplier'::text THEN 'costs_outside_eu'::text
                ELSE 'costs_untaxed'::text
            END
        END AS debit,
        CASE
            WHEN e.part = 'cost'::text THEN
            CASE i.vat_note
                WHEN 'reverse_charge'::text THEN 'revenue_eu'::text
                WHEN 'outside_eu'::text THEN 'revenue_outside_eu'::text
                ELSE 'revenue_domestic'::text
            END
            WHEN e.part = 'vat'::text AND e.account = 'store'::text THEN 'output_vat'::text
            WHEN e.part = 'payment'::text THEN
            CASE e.account
                WHEN 'store'::text THEN 'receivables'::text
                WHEN 'prepaid'::text THEN 'prepayments'::text
                ELSE 'bank'::text
            END
            ELSE a.payables
        END AS credit,
    e.currency,
        CASE
            WHEN e.part = 'payment'::text AND (e.account = ANY (ARRAY['store'::text, 'prepaid'::text])) OR e.part <> 'payment'::text AND e.account <> 'store'::text THEN e.amount_minor
            ELSE - e.amount_minor
        END AS amount_minor
   FROM ledger_entries e
     LEFT JOIN invoice_lines l ON l.id = e.invoice_line_id
     LEFT JOIN invoices i ON i.id = l.invoice_id
     LEFT JOIN invoices n ON e.origin_kind = 'vat'::text AND n.credits_id IS NOT NULL AND n.id::text = e.origin_id
     CROSS JOIN LATERAL ( SELECT
                CASE e.account
                    WHEN 'client'::text THEN 'payables_agencies'::text
                    ELSE 'payables_creators'::text
                END AS payables) a
  WHERE (e.account = ANY (ARRAY['store'::text, 'client'::text, 'creator'::text])) OR e.account = 'prepaid'::text AND e.origin_kind = 'prepayment'::text;

CREATE VIEW best_prices AS
 SELECT o.id AS campaign_id,
    GREATEST(COALESCE(c.cpc, s.cpc), COALESCE(c.social_cpc, c.cpc, s.social_cpc, s.cpc), 0::bigint) AS cpc_minor,
    GREATEST(COALESCE(c.cpa, s.cpa), COALESCE(c.social_cpa, c.cpa, s.social_cpa, s.cpa), 0::numeric) AS cpa,
    GREATEST(COALESCE(c.cpo, s.cpo), COALESCE(c.social_cpo, c.cpo, s.social_cpo, s.cpo), 0::bigint) AS cpo_minor
   FROM campaigns o
     LEFT JOIN ( SELECT p.campaign_id,
            max(p.cpc_minor) FILTER (WHERE p.source = 0) AS cpc,
            max(p.cpc_minor) FILTER (WHERE p.source = 1) AS social_cpc,
            max(p.cpa) FILTER (WHERE p.source = 0) AS cpa,
            max(p.cpa) FILTER (WHERE p.source = 1) AS social_cpa,
            max(p.cpo_minor) FILTER (WHERE p.source = 0) AS cpo,
            max(p.cpo_minor) FILTER (WHERE p.source = 1) AS social_cpo
           FROM prices p
          WHERE p.campaign_id IS NOT NULL AND p.participant_id IS NULL
          GROUP BY p.campaign_id) c ON c.campaign_id = o.id
     LEFT JOIN ( SELECT p.store_id,
            max(p.cpc_minor) FILTER (WHERE p.source = 0) AS cpc,
            max(p.cpc_minor) FILTER (WHERE p.source = 1) AS social_cpc,
            max(p.cpa) FILTER (WHERE p.source = 0) AS cpa,
            max(p.cpa) FILTER (WHERE p.source = 1) AS social_cpa,
            max(p.cpo_minor) FILTER (WHERE p.source = 0) AS cpo,
            max(p.cpo_minor) FILTER (WHERE p.source = 1) AS social_cpo
           FROM prices p
          WHERE p.campaign_id IS NULL
          GROUP BY p.store_id) s ON s.store_id = o.store_id;

CREATE VIEW booked AS
 SELECT origin_kind,
    origin_id,
    sum(quantity)::bigint AS quantity,
    sum(cost_minor)::bigint AS cost_minor,
    sum(user_minor)::bigint AS user_minor,
    sum(agency_minor)::bigint AS agency_minor
   FROM ( SELECT closing_bookings.origin_kind,
            closing_bookings.origin_id,
                CASE
                    WHEN closing_bookings.cost_minor <> 0 THEN closing_bookings.quantity
                    ELSE 0::bigint
                END AS quantity,
            closing_bookings.cost_minor,
            closing_bookings.user_minor,
            closing_bookings.agency_minor
           FROM closing_bookings
        UNION ALL
         SELECT single_entries.origin_kind,
            single_entries.origin_id,
                CASE single_entries.part
                    WHEN 'cost'::text THEN single_entries.quantity
                    ELSE 0::bigint
                END AS "case",
                CASE single_entries.part
                    WHEN 'cost'::text THEN - single_entries.amount_minor
                    ELSE 0::bigint
                END AS "case",
                CASE single_entries.part
                    WHEN 'user'::text THEN single_entries.amount_minor
                    ELSE 0::bigint
                END AS "case",
                CASE single_entries.part
                    WHEN 'client'::text THEN single_entries.amount_minor
                    ELSE 0::bigint
                END AS "case"
           FROM single_entries
          WHERE single_entries.origin_kind = ANY (ARRAY['clicks'::text, 'commission'::text, 'one_time'::text])) b
  GROUP BY origin_kind, origin_id;

CREATE VIEW findable_creators AS
 SELECT x.user_id,
    u.agency_id,
    u.country,
    x.languages,
    ARRAY( SELECT t.category_id
           FROM creator_topics t
          WHERE t.user_id = x.user_id
          ORDER BY t.category_id) AS topics,
    to_tsvector('simple'::regconfig, concat_ws(' '::text, u.public_name, x.bio, ( SELECT string_agg(a.identifier, ' '::text) AS string_agg
           FROM social_accounts a
          WHERE a.user_id = x.user_id AND a.platform IS NOT NULL))) AS words,
    COALESCE(( SELECT max(COALESCE(NULLIF(a.followers, 0), a.stated_followers, 0::bigint)) AS max
           FROM social_accounts a
          WHERE a.user_id = x.user_id AND a.platform IS NOT NULL), 0::bigint) AS followers,
    (EXISTS ( SELECT
           FROM social_accounts a
          WHERE a.user_id = x.user_id AND a.platform IS NOT NULL AND a.proven_at IS NOT NULL)) AS is_verified,
    x.shows_results,
    x.is_listed AS for_stores,
    x.is_listed_for_agencies AS for_agencies
   FROM creator_profiles x
     JOIN users u ON u.id = x.user_id
  WHERE (x.is_listed OR x.is_listed_for_agencies) AND u.suspended_at IS NULL AND u.erased_at IS NULL AND NOT u.awaits_approval AND NOT u.email_unproven AND NOT u.is_admin;

CREATE VIEW ledger_entries AS
 SELECT id,
    booking,
    at,
    month,
    account,
    part,
    store_id,
    agency_id,
    user_id,
    currency,
    amount_minor,
    quantity,
    origin_kind,
    origin_id,
    invoice_line_id,
    recorded_in,
    first_id
   FROM ( SELECT s.id,
            s.booking,
            s.at,
            s.month,
            s.account,
            s.part,
            s.store_id,
            s.agency_id,
            s.user_id,
            s.currency,
            s.amount_minor,
            s.quantity,
            s.origin_kind,
            s.origin_id,
            s.invoice_line_id,
            s.recorded_in,
            s.id AS first_id
           FROM single_entries s
        UNION ALL
         SELECT b.booking,
            b.booking,
            b.at,
            b.month,
            'store'::text,
            'cost'::text AS text,
            b.store_id,
            b.agency_id,
            b.user_id,
            b.currency,
            - b.cost_minor,
            b.quantity,
            b.origin_kind,
            b.origin_id,
            b.cost_line_id,
            b.recorded_in,
            b.booking
           FROM closing_bookings b
        UNION ALL
         SELECT b.booking + 1,
            b.booking,
            b.at,
            b.month,
            b.user_account,
            'user'::text,
            b.store_id,
            b.agency_id,
            b.user_id,
            b.currency,
            b.user_minor,
            b.quantity,
            b.origin_kind,
            b.origin_id,
            b.user_line_id,
            b.recorded_in,
            b.booking
           FROM closing_bookings b
        UNION ALL
         SELECT b.booking + 2,
            b.booking,
            b.at,
            b.month,
            'client'::text,
            'client'::text,
            b.store_id,
            b.agency_id,
            b.user_id,
            b.currency,
            b.agency_minor,
            b.quantity,
            b.origin_kind,
            b.origin_id,
            b.client_line_id,
            b.recorded_in,
            b.booking
           FROM closing_bookings b
        UNION ALL
         SELECT b.booking + 3,
            b.booking,
            b.at,
            b.month,
            'platform'::text,
            'platform'::text,
            b.store_id,
            b.agency_id,
            b.user_id,
            b.currency,
            b.cost_minor - b.user_minor - b.agency_minor,
            0::bigint AS int8,
            b.origin_kind,
            b.origin_id,
            NULL::bigint AS int8,
            b.recorded_in,
            b.booking
           FROM closing_bookings b) e
  WHERE amount_minor <> 0;

CREATE VIEW owed AS
 SELECT 'clicks'::text AS origin_kind,
    concat_ws(':'::text, d.link_id, d.day, d.campaign_id, d.agency_id) AS origin_id,
    d.day,
    d.store_id,
    d.user_id,
    NULLIF(d.agency_id, 0) AS agency_id,
    NULLIF(d.campaign_id, 0) AS campaign_id,
    s.currency,
    d.clicks AS quantity,
    d.cost_minor,
    d.user_minor,
    d.agency_minor,
    d.day AS held_from
   FROM link_days d
     JOIN stores s ON s.id = d.store_id
  WHERE d.clicks > 0
UNION ALL
 SELECT 'clicks'::text AS origin_kind,
    concat_ws(':'::text, d.link_id, d.day, d.campaign_id, d.agency_id) AS origin_id,
    d.day,
    d.store_id,
    d.user_id,
    NULLIF(d.agency_id, 0) AS agency_id,
    NULLIF(d.campaign_id, 0) AS campaign_id,
    s.currency,
    d.clicks AS quantity,
    d.cost_minor,
    d.user_minor,
    d.agency_minor,
    d.day AS held_from
   FROM link_days d
     JOIN stores s ON s.id = d.store_id
  WHERE d.clicks <= 0 AND (EXISTS ( SELECT
           FROM void_items v
          WHERE v.link_id = d.link_id AND v.day = d.day AND COALESCE(v.campaign_id, 0::bigint) = d.campaign_id AND COALESCE(v.agency_id, 0::bigint) = d.agency_id))
UNION ALL
 SELECT 'commission'::text AS origin_kind,
    o.id::text AS origin_id,
    o.day,
    o.store_id,
    o.user_id,
    o.agency_id,
    o.campaign_id,
    o.currency,
    (o.status = 'approved'::text AND o.counts)::integer::bigint AS quantity,
        CASE o.status
            WHEN 'approved'::text THEN o.cost_minor
            ELSE 0::bigint
        END AS cost_minor,
        CASE o.status
            WHEN 'approved'::text THEN o.user_minor
            ELSE 0::bigint
        END AS user_minor,
        CASE o.status
            WHEN 'approved'::text THEN o.agency_minor
            ELSE 0::bigint
        END AS agency_minor,
    GREATEST(o.day, (o.created_at AT TIME ZONE 'UTC'::text)::date) AS held_from
   FROM orders o
  WHERE o.link_id IS NOT NULL AND o.status <> 'pending'::text
UNION ALL
 SELECT 'one_time'::text AS origin_kind,
    t.id::text AS origin_id,
    t.payment_date AS day,
    t.store_id,
    t.user_id,
    t.agency_id,
    COALESCE(p.campaign_id, t.bonus_campaign_id) AS campaign_id,
    t.currency,
    (t.void_id IS NULL)::integer::bigint AS quantity,
        CASE
            WHEN t.void_id IS NULL THEN t.user_minor
            ELSE 0::bigint
        END AS cost_minor,
        CASE
            WHEN t.void_id IS NULL THEN t.user_minor
            ELSE 0::bigint
        END AS user_minor,
    0::bigint AS agency_minor,
    NULL::date AS held_from
   FROM one_time_payments t
     LEFT JOIN participants p ON p.id = t.participant_id;

CREATE VIEW promises AS
 SELECT c.store_id,
    p.id AS participant_id,
    promised_sum(p.status, p.payment_amount_minor, c.*, t.user_minor) AS minor,
    c.id AS campaign_id
   FROM participants p
     JOIN campaigns c ON c.id = p.campaign_id
     LEFT JOIN one_time_payments t ON t.participant_id = p.id
  WHERE takes_part(p.status)
UNION ALL
 SELECT c.store_id,
    NULL::bigint AS participant_id,
    b.reserved_minor AS minor,
    c.id AS campaign_id
   FROM bonus_months b
     JOIN campaigns c ON c.id = b.campaign_id;

CREATE VIEW self_billed_payees AS
 SELECT
        CASE
            WHEN user_id IS NULL THEN 'client'::text
            ELSE 'creator'::text
        END AS account,
    COALESCE(user_id, agency_id) AS party,
    id,
    legal_name,
    street,
    postal_code,
    city,
    country,
    vat_number,
    vat_status,
    vat_confirmed_at,
    tax_number
   FROM payees p
  WHERE (EXISTS ( SELECT
           FROM payee_consents c
          WHERE c.payee_id = p.id));

CREATE VIEW statement_creators AS
 SELECT i.id AS invoice_id,
    i.user_id
   FROM invoices i
  WHERE i.user_id IS NOT NULL
UNION ALL
 SELECT l.invoice_id,
    (l.origin ->> 'user_id'::text)::bigint AS user_id
   FROM invoice_lines l
  WHERE l.origin ? 'user_id'::text
UNION ALL
 SELECT l.invoice_id,
    b.user_id
   FROM invoice_lines l
     JOIN closing_bookings b ON b.client_line_id = l.id
UNION ALL
 SELECT l.invoice_id,
    e.user_id
   FROM invoice_lines l
     JOIN single_entries e ON e.invoice_line_id = l.id AND (e.part = ANY (ARRAY['user'::text, 'client'::text]))
  WHERE e.user_id IS NOT NULL;

FUNCTION account_known() RETURNS trigger;

FUNCTION add_store_exposure(p_store bigint, p_minor bigint, p_promised bigint, p_refuse boolean, p_campaigns bigint[], p_used bigint[]) RETURNS void;

FUNCTION address_proven() RETURNS trigger;

FUNCTION amount_columns() RETURNS TABLE(table_name text, column_name text, is_number boolean, currency text, value text);

FUNCTION approval_days_of(p_store bigint, p_campaign bigint) RETURNS smallint;

FUNCTION approval_notice() RETURNS interval;

FUNCTION approved_at(p_order_at timestamp with time zone, p_created_at timestamp with time zone, p_days smallint) RETURNS timestamp with time zone;

FUNCTION attachment_terms_changed() RETURNS trigger;

FUNCTION band_limits(p_figure text) RETURNS bigint[];

FUNCTION belongs_to_store(p_store bigint, p_user bigint) RETURNS boolean;

FUNCTION bonus_is_worse(p_was jsonb, p_is jsonb) RETURNS boolean;

FUNCTION bonus_progress(p_campaign bigint, p_user bigint, p_month date, OUT orders bigint, OUT value_minor bigint, OUT pending_orders bigint, OUT pending_minor bigint) RETURNS record;

FUNCTION bonus_tiers_changed() RETURNS trigger;

FUNCTION bonus_tiers_of(p_campaign bigint, p_month date) RETURNS bonus_tiers;

FUNCTION bonuses_due(p_campaign bigint, p_month date) RETURNS TABLE(user_id bigint, tier integer, bonus_minor bigint, paid_minor bigint, reached_at timestamp with time zone);

FUNCTION bookings_balance() RETURNS trigger;

FUNCTION campaign_is_running(o campaigns, at timestamp with time zone) RETURNS boolean;

FUNCTION campaign_precedence(o campaigns) RETURNS bigint[];

FUNCTION campaign_promises() RETURNS trigger;

FUNCTION campaign_status(o campaigns, at timestamp with time zone) RETURNS text;

FUNCTION campaign_totals(at timestamp with time zone) RETURNS TABLE(status text, campaigns bigint);

FUNCTION campaign_used_up(o campaigns) RETURNS boolean;

FUNCTION change_prepaid(p_stores bigint[], p_minors bigint[], p_vat_ppm integer[]) RETURNS void;

FUNCTION changed_promised_terms(p_store bigint, p_participants bigint[], p_at timestamp with time zone) RETURNS TABLE(campaign_id bigint, participant_id bigint, was jsonb, "is" jsonb, terms jsonb);

FUNCTION changes_step(p_before rate_step_sums, p_orders bigint, p_value_minor bigint) RETURNS boolean;

FUNCTION character_of(p_number text) RETURNS text;

FUNCTION charged_price(p_price numeric, p_margin numeric, p_max numeric) RETURNS numeric;

FUNCTION charged_prices(p_store bigint, p_campaign bigint) RETURNS TABLE(owner integer, participant_id bigint, source smallint, cpc_minor bigint, invoice_cpc_minor bigint, cpa numeric, invoice_cpa numeric, user_share numeric, agency_share numeric, cpo_minor bigint, invoice_cpo_minor bigint, cpo_mode text, minimum_order_minor bigint);

FUNCTION cheapest_click(campaign bigint) RETURNS bigint;

FUNCTION choose_terms(p_first integer[], p_booked boolean[], c_next integer[], c_cost integer[], c_total integer[], c_own integer[], c_pool integer[], INOUT k_clicks bigint[], INOUT k_spent bigint[], k_max_clicks bigint[], k_max_minor bigint[], p_store integer[], p_room bigint[], c_kept integer[], p_kept bigint[], OUT chosen integer[], OUT beyond_credit boolean[], OUT passed_over text[]) RETURNS record;

FUNCTION clear_unproven_account(p_user bigint, p_at timestamp with time zone) RETURNS jsonb;

FUNCTION click_floor(at timestamp with time zone) RETURNS uuid;

FUNCTION click_time(id uuid) RETURNS timestamp with time zone;

FUNCTION clicks_are_booked(p_from date, p_until date) RETURNS boolean;

FUNCTION clicks_beyond_limits(p_day date[], p_minute integer[], p_network uuid[], p_store bigint[], p_user bigint[], p_class smallint[], e_day date[], e_network uuid[], e_scope smallint[], e_id bigint[], e_minute integer[], e_of_day integer[], e_of_minute integer[]) RETURNS integer[];

FUNCTION close_days(p_today date) RETURNS boolean;

FUNCTION code_key(p_code text) RETURNS text;

FUNCTION commission_rules_at(p_campaign bigint, p_at timestamp with time zone) RETURNS bigint;

FUNCTION compact_campaign_counts() RETURNS void;

FUNCTION costs_of_campaign(p_campaign bigint) RETURNS bigint;

FUNCTION count_campaigns() RETURNS trigger;

FUNCTION count_followers() RETURNS trigger;

FUNCTION count_reserved(p_stores bigint[]) RETURNS void;

FUNCTION count_step_orders() RETURNS trigger;

FUNCTION count_stored_bytes() RETURNS trigger;

FUNCTION counted_campaign(o campaigns, sign bigint) RETURNS TABLE(kind text, state text, day date, campaigns bigint);

FUNCTION country_of(packed smallint) RETURNS text;

FUNCTION counts_for_bonus(o orders) RETURNS boolean;

FUNCTION creator_bands(p_users bigint[]) RETURNS TABLE(user_id bigint, click_band smallint, order_band smallint, conversion_band smallint, approval_band smallint);

FUNCTION credit_limit_changes() RETURNS trigger;

FUNCTION currencies_in_use(p_codes text[]) RETURNS SETOF text;

FUNCTION current_order_rules(p_store bigint, p_campaign bigint) RETURNS TABLE(attribution text, window_days smallint, approval_days smallint);

FUNCTION device_of(packed smallint) RETURNS text;

FUNCTION earning_terms(o campaigns) RETURNS jsonb;

FUNCTION earns_terms(p_status text) RETURNS boolean;

FUNCTION effective_prices(p_store bigint, p_campaign bigint, p_participant bigint) RETURNS TABLE(source smallint, cpc_minor bigint, invoice_cpc_minor bigint, cpa numeric, invoice_cpa numeric, user_share numeric, agency_share numeric, cpo_minor bigint, invoice_cpo_minor bigint, cpo_mode text, minimum_order_minor bigint);

FUNCTION end_promises(p_campaigns bigint[], p_at timestamp with time zone, p_actor bigint, p_reason text) RETURNS void;

FUNCTION ensure_click_months(first date, last date) RETURNS void;

FUNCTION ensure_visitor_days(first date, last date) RETURNS void;

FUNCTION event_cost(p_price bigint, p_campaign bigint) RETURNS bigint;

FUNCTION event_price_at(p_kind bigint, p_campaign bigint, p_at timestamp with time zone) RETURNS bigint;

FUNCTION find_orphaned_files(p_keys text[], p_now timestamp with time zone, p_before timestamp with time zone) RETURNS SETOF text;

FUNCTION fingerprints_of_days(p_from date, p_until date) RETURNS SETOF sealed_days;

FUNCTION finished_guarantees(p_at timestamp with time zone) RETURNS bigint[];

FUNCTION first_day_with_clicks() RETURNS date;

FUNCTION fixed_cost(p_price bigint, p_margin bigint, p_ratio numeric) RETURNS bigint;

FUNCTION fixed_terms(p_cpo_minor bigint, p_invoice_cpo_minor bigint, p_cpo_mode text, p_minimum_order_minor bigint) RETURNS jsonb;

FUNCTION follow_closed_days() RETURNS trigger;

FUNCTION guarantee_rounding() RETURNS bigint;

FUNCTION hides_each_store(p_stores bigint, p_largest bigint, p_sum numeric) RETURNS boolean;

FUNCTION host_of(url text) RETURNS text;

FUNCTION invoice_exposure() RETURNS trigger;

FUNCTION is_in_closed_month(p_day date) RETURNS boolean;

FUNCTION keep_guaranteed_rules() RETURNS trigger;

FUNCTION keep_guaranteed_store() RETURNS trigger;

FUNCTION keep_promise_versions() RETURNS trigger;

FUNCTION keep_promised_terms(p_store bigint, p_participants bigint[], p_at timestamp with time zone, p_actor bigint) RETURNS void;

FUNCTION key_voucher() RETURNS trigger;

FUNCTION last_day(p_month date) RETURNS date;

FUNCTION ledger_is_append_only() RETURNS trigger;

FUNCTION ledger_is_referred() RETURNS trigger;

FUNCTION ledger_references() RETURNS trigger;

FUNCTION limit_networks(p_day date[], p_minute integer[], p_network uuid[], p_store bigint[], p_user bigint[], p_class smallint[]) RETURNS smallint[];

FUNCTION link_domains_changed() RETURNS trigger;

FUNCTION link_target_changed() RETURNS trigger;

FUNCTION listed_parts_changed() RETURNS trigger;

FUNCTION listed_user_changed() RETURNS trigger;

FUNCTION lock_bonus_orders(p_campaign bigint, p_from date) RETURNS void;

FUNCTION lock_changed_cap() RETURNS trigger;

FUNCTION matching_targets(p_campaign bigint, p_user bigint, p_agency bigint, p_tier bigint, p_market bigint, p_email text) RETURNS SETOF campaign_targets;

FUNCTION may_have_step(o orders) RETURNS boolean;

FUNCTION minor_units(currency text) RETURNS bigint;

FUNCTION note_bonus_orders(p_added orders[], p_removed orders[]) RETURNS void;

FUNCTION note_order_change() RETURNS trigger;

FUNCTION note_terms_change(p_scope smallint, p_ids bigint[]) RETURNS void;

FUNCTION one_time_payment_exposure() RETURNS trigger;

FUNCTION order_amounts(p_base bigint, p_lines jsonb, p_cpa_ppm integer, p_invoice_cpa_ppm integer, p_fixed jsonb, p_user_share_ppm integer, p_agency_share_ppm integer, OUT cost_minor bigint, OUT user_minor bigint, OUT agency_minor bigint, OUT fixed_minor bigint, OUT fixed_cost_minor bigint, OUT by_value boolean, OUT reaches_minimum boolean) RETURNS record;

FUNCTION order_base(o orders) RETURNS bigint;

FUNCTION order_deadline() RETURNS trigger;

FUNCTION order_decides_itself(o orders, s stores, u users) RETURNS boolean;

FUNCTION order_fixed(p_fixed jsonb, p_rules jsonb, p_lines jsonb, p_rule integer) RETURNS jsonb;

FUNCTION order_rules_at(p_store bigint, p_campaign bigint, p_at timestamp with time zone) RETURNS TABLE(version_id bigint, version integer, valid_from timestamp with time zone, attribution text, window_days smallint, approval_days smallint);

FUNCTION order_totals() RETURNS trigger;

FUNCTION page_rules_changed() RETURNS trigger;

FUNCTION participant_promise() RETURNS trigger;

FUNCTION participations_of(p_user bigint) RETURNS SETOF participants;

FUNCTION payee_balances(p_today date, p_hold_days integer, p_users bigint[], p_account text, p_payee bigint) RETURNS TABLE(account text, payee_id bigint, currency character, earned bigint, not_invoiced bigint, hold_period bigint, store_unpaid bigint, on_hold bigint, payable bigint, overpaid bigint, paid bigint, pending bigint, pending_dated bigint, pending_until timestamp with time zone, agreed bigint);

FUNCTION payee_origins(p_today date, p_hold_days integer, p_users bigint[]) RETURNS TABLE(account text, payee_id bigint, currency character, part text, origin_kind text, origin_id text, store_id bigint, user_id bigint, not_invoiced bigint, on_hold bigint, hold_period bigint, store_unpaid bigint, free bigint, vat_rate_ppm integer);

FUNCTION payment_system_of(p_user bigint, p_agency bigint, p_day date) RETURNS integer;

FUNCTION people_named() RETURNS trigger;

FUNCTION preceding_campaigns(o campaigns, p_user bigint, p_at timestamp with time zone) RETURNS jsonb;

FUNCTION prepaid_cover(p_minor bigint, p_vat_ppm integer) RETURNS bigint;

FUNCTION prepaid_needed(p_net_minor bigint, p_vat_ppm integer) RETURNS bigint;

FUNCTION price_event() RETURNS trigger;

FUNCTION price_margins(p_store bigint, p_campaign bigint) RETURNS TABLE(source smallint, store_cpc_minor bigint, store_cpa numeric, store_cpo_minor bigint, store_cpo_ratio numeric, campaign_cpc_minor bigint, campaign_cpa numeric, campaign_cpo_minor bigint, campaign_cpo_ratio numeric);

FUNCTION price_order() RETURNS trigger;

FUNCTION priced_lines(p_lines jsonb, p_rules jsonb, p_customer text, p_attribution text, p_cpa_ppm integer, p_invoice_cpa_ppm integer) RETURNS jsonb;

FUNCTION priced_terms(p_store bigint, p_campaign bigint, p_participant bigint) RETURNS jsonb;

FUNCTION programme_is_worse(p_was jsonb, p_is jsonb) RETURNS boolean;

FUNCTION programme_months(p_steps jsonb) RETURNS TABLE(first_month integer, last_month integer, cpa_ppm integer);

FUNCTION promise_at(p_campaign bigint, p_at timestamp with time zone) RETURNS TABLE(today date, until date, notice_days smallint, is_binding boolean, earliest date, next_notice_days smallint, next_begins_on date, ended_reason text);

FUNCTION promised_participants(p_store bigint, p_users bigint[], p_agencies bigint[], p_tags bigint[]) RETURNS bigint[];

FUNCTION promised_sum(p_status text, p_agreed bigint, c campaigns, p_paid bigint) RETURNS bigint;

FUNCTION purge_clicks(p_now timestamp with time zone, p_months integer) RETURNS date;

FUNCTION purge_visitors(kept_from date) RETURNS boolean;

FUNCTION quote_terms(p_store bigint[], p_first integer[], c_next integer[], c_cost integer[], c_total integer[], c_own integer[], c_pool integer[], k_campaign bigint[], k_user bigint[], k_max_clicks bigint[], k_max_minor bigint[], b_id bigint[], c_campaign bigint[], OUT chosen integer[], OUT beyond_credit boolean[], OUT passed_over text[]) RETURNS record;

FUNCTION rate_steps_are_worse(p_was jsonb, p_is jsonb) RETURNS boolean;

FUNCTION rate_steps_at(p_campaign bigint, p_at timestamp with time zone) RETURNS bigint;

FUNCTION rate_steps_of(o orders) RETURNS bigint;

FUNCTION reached_bonuses(p_tiers jsonb, p_orders bigint, p_value_minor bigint) RETURNS bigint;

FUNCTION reached_step(p_steps jsonb, p_sum bigint) RETURNS smallint;

FUNCTION reaches_tier(p_rule jsonb, p_orders bigint, p_value_minor bigint) RETURNS boolean;

FUNCTION record_click_subs(p_rows jsonb) RETURNS void;

FUNCTION record_clicks(p_seen pg_snapshot, p_id uuid[], p_link bigint[], p_user bigint[], p_agency bigint[], p_store bigint[], p_currency text[], p_day date[], p_visitor uuid[], p_class smallint[], p_source smallint[], p_first integer[], p_network uuid[], p_minute integer[], p_device_country smallint[], c_next integer[], c_terms smallint[], c_campaign bigint[], c_cost integer[], c_cpc integer[], c_user integer[], c_agency integer[], c_user_ppm integer[], c_agency_ppm integer[], c_cpa_ppm integer[], c_invoice_cpa_ppm integer[], c_total integer[], c_own integer[], c_pool integer[], c_list bigint[], k_campaign bigint[], k_user bigint[], k_max_clicks bigint[], k_max_minor bigint[], b_id bigint[], p_uncapped boolean, p_replay boolean, p_fixed jsonb) RETURNS void;

FUNCTION recount_bonuses(p_campaign bigint, p_from date) RETURNS void;

FUNCTION recount_tag_clicks() RETURNS trigger;

FUNCTION refresh_credit_limits(p_stores bigint[]) RETURNS void;

FUNCTION refresh_listed_creators(p_users bigint[]) RETURNS void;

FUNCTION refuse_broken_promise() RETURNS trigger;

FUNCTION refuse_change_of_record() RETURNS trigger;

FUNCTION refuse_purged_clicks() RETURNS trigger;

FUNCTION release_guarantees(p_ids bigint[], p_at timestamp with time zone, p_reason text) RETURNS void;

FUNCTION rescale_amounts(p_factors jsonb) RETURNS void;

FUNCTION rescaled(p_minor numeric, p_factor numeric, p_place text) RETURNS bigint;

FUNCTION rescaled_figures(p_figures text, p_factor numeric) RETURNS text;

FUNCTION rescaled_json(p_json jsonb, p_currency text, p_factors jsonb, p_place text, p_keys text[]) RETURNS jsonb;

FUNCTION rescaled_lines(p_lines text, p_factor numeric) RETURNS text;

FUNCTION rescaled_terms_id(p_id bigint, p_currency text, p_factor numeric) RETURNS bigint;

FUNCTION reserve_bonus_month(p_campaign bigint, p_month date, p_minor bigint) RETURNS void;

FUNCTION reserve_bonuses(p_campaigns bigint[], p_months date[]) RETURNS void;

FUNCTION reserve_guarantee(p_campaign bigint, p_minor bigint, p_until date, p_time_zone text, p_vat_ppm integer, p_actor bigint, p_at timestamp with time zone) RETURNS void;

FUNCTION reset_closed_days() RETURNS trigger;

FUNCTION roll_up_statements(p_source text, p_days daterange, p_weeks daterange) RETURNS SETOF text;

FUNCTION rule_covers(p_wide jsonb, p_narrow jsonb) RETURNS boolean;

FUNCTION rules_are_worse(p_was jsonb, p_is jsonb) RETURNS boolean;

FUNCTION rules_exclude(p_one jsonb, p_other jsonb) RETURNS boolean;

FUNCTION set_influencer_defaults() RETURNS trigger;

FUNCTION settle_rate_steps(p_at timestamp with time zone, p_limit integer) RETURNS TABLE(periods integer, order_ids bigint[]);

FUNCTION shorten_order_deadlines() RETURNS trigger;

FUNCTION similar_stores(p_store bigint) RETURNS TABLE(id bigint, name text);

FUNCTION statement_standings(p_today date, p_hold_days integer, p_users bigint[], p_invoices bigint[]) RETURNS TABLE(invoice_id bigint, earned bigint, on_hold bigint, hold_period bigint, store_unpaid bigint, payable bigint, withdrawn bigint);

FUNCTION step_period(p_period text, p_day date) RETURNS date;

FUNCTION stepped_terms(o orders, OUT cpa_ppm integer, OUT invoice_cpa_ppm integer, OUT fixed jsonb) RETURNS record;

FUNCTION store_has_credit() RETURNS trigger;

FUNCTION store_index_changed() RETURNS trigger;

FUNCTION store_is_dunned(p_store bigint) RETURNS boolean;

FUNCTION store_is_ended(s stores) RETURNS boolean;

FUNCTION store_lists_end() RETURNS trigger;

FUNCTION store_may_spend(s stores) RETURNS boolean;

FUNCTION store_name_key(name text) RETURNS text;

FUNCTION store_visibility_for(creator bigint, at timestamp with time zone) RETURNS TABLE(store_id bigint, shown boolean);

FUNCTION sums_of_clicks(p_from uuid, p_until uuid) RETURNS SETOF sealed_clicks;

FUNCTION sunday_until(day date) RETURNS date;

FUNCTION takes_part(p_status text) RETURNS boolean;

FUNCTION target_terms_changed() RETURNS trigger;

FUNCTION tell_of_invitations(p_users bigint[]) RETURNS void;

FUNCTION terms_changed() RETURNS trigger;

FUNCTION terms_changed_since(p_seen pg_snapshot) RETURNS text[];

FUNCTION terms_of_campaign(p_campaign bigint, p_at timestamp with time zone) RETURNS jsonb;

FUNCTION terms_of_participant(p_participant bigint, p_at timestamp with time zone) RETURNS jsonb;

FUNCTION turn_clicks(p_void bigint, p_sign integer) RETURNS bigint;

FUNCTION unpaid_bonuses(b bonus_months) RETURNS bigint;

FUNCTION use_guarantees(p_campaigns bigint[], p_minors bigint[]) RETURNS void;

FUNCTION user_terms_changed() RETURNS trigger;

FUNCTION uses_up_limits(o campaigns, clicks bigint, spent bigint, pool_spent bigint, pool_amount bigint) RETURNS boolean;

FUNCTION vat_of(p_minor bigint, p_rate_ppm integer) RETURNS bigint;

FUNCTION worse_terms(p_was jsonb, p_is jsonb) RETURNS text[];
