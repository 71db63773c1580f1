import { sql } from 'drizzle-orm';
import { type Static, type TProperties, Type } from 'typebox';
import { dateTime, id, locale, nameSchemas, nameText, nullable, text } from '../../../platform/http/fields.ts';
import { hashToken } from '../tokens/create-token.ts';
import {
  changesOf,
  creationOf,
  type Fields,
  isNone,
  isoTime,
  mustBeFree,
  mustExist,
  type Resource,
} from './resource.ts';
import { share, shareChecks } from './shares.ts';

/** The maximum length of an agency's settings, in characters of JSON. */
const CONFIG_LENGTH = 10_000;

/** Replaces a secret in every reply except the one that creates it. */
export const SECRET_MASK = '<CLIENT_SECRET>';

const line = (description?: string) => nullable(text({ min: 1, max: 255, ...(description ? { description } : {}) }));
const mail = () => text({ max: 5000 });

const MailConfig = Type.Object(
  { accepted: mail(), inactive: mail(), used_tool: mail(), registered: mail() },
  { description: 'The texts of the mails to the client’s creators, by occasion.' },
);

const required = {
  name: nameText({ min: 1, max: 128 }),
  client_id: Type.String({
    pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
    minLength: 2,
    maxLength: 64,
    description: 'A unique name of the client for programs.',
    'x-says': 'must be 2 to 64 small letters and digits, in words joined by single hyphens',
  }),
};

const optional = {
  is_default: Type.Boolean({
    description:
      'Exactly one client is the default: the first one, until another is created or changed as the default.',
  }),
  client_share: share({ description: 'The client’s share of a click’s price.' }),
  user_share: nullable(
    share({ description: 'The creator’s share of a click’s price; null: the platform’s default share.' }),
  ),
  own_payment_system: Type.Boolean({ description: 'Whether the client pays its creators itself.' }),
  default_verified_users: Type.Boolean({ description: 'New creators of the client are verified.' }),
  default_revenue_tier_id: nullable(id({ description: 'The tier of new creators: one of the client’s own tiers.' })),
  store_group_id: nullable(
    id({ description: 'The client’s market, and the market of its creators without one of their own.' }),
  ),
  locale: nullable(locale()),
  feed: line(),
  company_name: line(),
  street: line(),
  postal_code: line(),
  city: line(),
  vat_number: line(),
  config: Type.Unsafe<object>({
    type: 'object',
    additionalProperties: true,
    description: `The client’s own settings, any object of at most ${CONFIG_LENGTH} characters of JSON.`,
  }),
  user_mail_config: MailConfig,
} satisfies TProperties;

const Agency = Type.Object({
  id: id(),
  ...required,
  ...optional,
  client_secret: Type.String({ description: `Shown when it is created; otherwise \`${SECRET_MASK}\`.` }),
  created_at: dateTime(),
  updated_at: dateTime(),
});
export type AgencyRecord = Static<typeof Agency>;

export const AGENCIES = {
  kind: 'client',
  plural: 'clients',
  presence: 'fresh',
  table: 'agencies',
  columnNames: { client_share: 'agency_share' },
  record: Agency,
  creation: creationOf(required, optional),
  changes: changesOf({ ...required, ...optional }),
  columns: sql`t.id, t.name, t.client_id, ${SECRET_MASK} AS client_secret, t.is_default, t.agency_share::float8 AS client_share,
    t.user_share::float8 AS user_share, t.own_payment_system, t.default_verified_users, t.default_revenue_tier_id, t.store_group_id,
    t.locale, t.feed, t.company_name, t.street, t.postal_code, t.city, t.vat_number, t.config,
    '{"accepted": "", "inactive": "", "used_tool": "", "registered": ""}'::jsonb || t.user_mail_config AS user_mail_config,
    t.created_at, t.updated_at`,
  searched: ['name', 'client_id'],
  sorts: ['id', 'name', 'client_id', 'created_at'],
  stored,
  checks: (agency, before) => [
    mustBeFree('client_id', 'agencies', before, sql`t.client_id = ${agency.client_id ?? null}`),
    mustExist('store_group_id', 'store group', 'store_groups', agency.store_group_id),
    {
      fields: ['default_revenue_tier_id'],
      wrong: isNone(agency.default_revenue_tier_id)
        ? false
        : sql`NOT EXISTS (SELECT FROM revenue_tiers r
            WHERE r.id = ${agency.default_revenue_tier_id} AND r.agency_id = ${before?.id ?? 0})`,
      says: 'must be the id of a revenue tier of this client',
    },
    {
      fields: ['is_default'],
      wrong: before?.is_default === true && agency.is_default === false,
      says: 'cannot be taken back; make another client the default',
    },
    {
      fields: ['config'],
      wrong: JSON.stringify(agency.config ?? {}).length > CONFIG_LENGTH,
      says: `must be at most ${CONFIG_LENGTH} characters of JSON`,
    },
    ...shareChecks(agency),
  ],
  present,
} satisfies Resource<typeof Agency>;

/** Only the hash of the secret is stored. */
function stored({ client_secret, config, user_mail_config, ...columns }: Fields) {
  return {
    ...columns,
    ...(client_secret === undefined ? {} : { client_secret_hash: hashToken(client_secret as string) }),
    ...(config === undefined ? {} : { config: JSON.stringify(config) }),
    ...(user_mail_config === undefined ? {} : { user_mail_config: JSON.stringify(user_mail_config) }),
  };
}

function present(agency: AgencyRecord): AgencyRecord {
  return {
    id: agency.id,
    name: agency.name,
    client_id: agency.client_id,
    client_secret: agency.client_secret,
    is_default: agency.is_default,
    client_share: agency.client_share,
    user_share: agency.user_share,
    own_payment_system: agency.own_payment_system,
    default_verified_users: agency.default_verified_users,
    default_revenue_tier_id: agency.default_revenue_tier_id,
    store_group_id: agency.store_group_id,
    locale: agency.locale,
    feed: agency.feed,
    company_name: agency.company_name,
    street: agency.street,
    postal_code: agency.postal_code,
    city: agency.city,
    vat_number: agency.vat_number,
    config: agency.config,
    user_mail_config: agency.user_mail_config,
    created_at: isoTime(agency.created_at),
    updated_at: isoTime(agency.updated_at),
  };
}

nameSchemas({ AgencyMailConfig: MailConfig, Agency });
