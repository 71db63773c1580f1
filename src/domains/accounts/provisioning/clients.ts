import { sql } from 'drizzle-orm';
import { type Static, type TProperties, Type } from 'typebox';
import { dateTime, id, locale, nameText, nullable, text } from '../../../platform/http/fields.ts';
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

/** Characters of JSON that a client's own settings may take. */
const CONFIG_LENGTH = 10_000;

/** Stands where a secret would, in every reply but the one that makes it. */
export const SECRET_MASK = '<CLIENT_SECRET>';

const line = (description?: string) => nullable(text({ min: 1, max: 255, ...(description ? { description } : {}) }));
const mail = () => text({ max: 5000 });

const MailConfig = Type.Object(
  { accepted: mail(), inactive: mail(), used_tool: mail(), registered: mail() },
  { description: 'What the client’s creators are written at each of these moments.' },
);

const required = {
  name: nameText({ min: 1, max: 128 }),
  client_id: Type.String({
    pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
    minLength: 2,
    maxLength: 64,
    description: 'What programs call the client; no other has it.',
    'x-says': 'must be 2 to 64 small letters and digits, in words joined by single hyphens',
  }),
};

const optional = {
  is_default: Type.Boolean({
    description: 'Exactly one client is: the first, until another takes its place by being made or changed so.',
  }),
  client_share: share({ description: 'Of a click’s price, to the client.' }),
  user_share: nullable(share({ description: 'Of a click’s price, to the creator; null: the platform’s own share.' })),
  own_payment_system: Type.Boolean({ description: 'The client pays its creators itself.' }),
  default_verified_users: Type.Boolean({ description: 'New creators of the client are verified.' }),
  default_revenue_tier_id: nullable(id({ description: 'What new creators get; one of the client’s own tiers.' })),
  store_group_id: nullable(id({ description: 'The client’s market, and that of its creators who have none.' })),
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

const Client = Type.Object({
  id: id(),
  ...required,
  ...optional,
  client_secret: Type.String({ description: `Shown when it is made; else \`${SECRET_MASK}\`.` }),
  created_at: dateTime(),
  updated_at: dateTime(),
});
export type ClientRecord = Static<typeof Client>;

export const CLIENTS = {
  kind: 'client',
  plural: 'clients',
  table: 'clients',
  record: Client,
  creation: creationOf(required, optional),
  changes: changesOf({ ...required, ...optional }),
  columns: sql`t.id, t.name, t.client_id, ${SECRET_MASK} AS client_secret, t.is_default, t.client_share::float8 AS client_share,
    t.user_share::float8 AS user_share, t.own_payment_system, t.default_verified_users, t.default_revenue_tier_id, t.store_group_id,
    t.locale, t.feed, t.company_name, t.street, t.postal_code, t.city, t.vat_number, t.config,
    '{"accepted": "", "inactive": "", "used_tool": "", "registered": ""}'::jsonb || t.user_mail_config AS user_mail_config,
    t.created_at, t.updated_at`,
  searched: ['name', 'client_id'],
  sorts: ['id', 'name', 'client_id', 'created_at'],
  stored,
  checks: (client, before) => [
    mustBeFree('client_id', 'clients', before, sql`t.client_id = ${client.client_id ?? null}`),
    mustExist('store_group_id', 'store group', 'store_groups', client.store_group_id),
    {
      fields: ['default_revenue_tier_id'],
      wrong: isNone(client.default_revenue_tier_id)
        ? false
        : sql`NOT EXISTS (SELECT FROM revenue_tiers r
            WHERE r.id = ${client.default_revenue_tier_id} AND r.client_id = ${before?.id ?? 0})`,
      says: 'must be the id of a revenue tier of this client',
    },
    {
      fields: ['is_default'],
      wrong: before?.is_default === true && client.is_default === false,
      says: 'cannot be taken back; make another client the default',
    },
    {
      fields: ['config'],
      wrong: JSON.stringify(client.config ?? {}).length > CONFIG_LENGTH,
      says: `must be at most ${CONFIG_LENGTH} characters of JSON`,
    },
    ...shareChecks(client),
  ],
  present,
} satisfies Resource<typeof Client>;

/** Of the secret only what proves it is kept. */
function stored({ client_secret, config, user_mail_config, ...columns }: Fields) {
  return {
    ...columns,
    ...(client_secret === undefined ? {} : { client_secret_hash: hashToken(client_secret as string) }),
    ...(config === undefined ? {} : { config: JSON.stringify(config) }),
    ...(user_mail_config === undefined ? {} : { user_mail_config: JSON.stringify(user_mail_config) }),
  };
}

function present(client: ClientRecord): ClientRecord {
  return {
    id: client.id,
    name: client.name,
    client_id: client.client_id,
    client_secret: client.client_secret,
    is_default: client.is_default,
    client_share: client.client_share,
    user_share: client.user_share,
    own_payment_system: client.own_payment_system,
    default_verified_users: client.default_verified_users,
    default_revenue_tier_id: client.default_revenue_tier_id,
    store_group_id: client.store_group_id,
    locale: client.locale,
    feed: client.feed,
    company_name: client.company_name,
    street: client.street,
    postal_code: client.postal_code,
    city: client.city,
    vat_number: client.vat_number,
    config: client.config,
    user_mail_config: client.user_mail_config,
    created_at: isoTime(client.created_at),
    updated_at: isoTime(client.updated_at),
  };
}
