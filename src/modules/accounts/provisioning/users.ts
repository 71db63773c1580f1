import { sql } from 'drizzle-orm';
import { type Static, type TProperties, Type } from 'typebox';
import {
  countryCode,
  dateTime,
  email,
  id,
  locale,
  nameSchemas,
  nameText,
  nullable,
  text,
} from '../../../platform/http/fields.ts';
import { PASSWORD_LENGTH } from '../../../platform/limits.ts';
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

const line = (max: number) => nullable(text({ min: 1, max }));

const required = { email: email({ description: 'Must be unique.' }) };

const readable = {
  username: nameText({
    min: 2,
    max: 64,
    description: 'Must be unique. If omitted, it is derived from the e-mail address.',
  }),
  first_name: line(128),
  surname: line(128),
  display_name: line(128),
  address: line(255),
  postcode: line(32),
  city: line(128),
  country: nullable(countryCode()),
  phone: line(64),
  preferred_locale: nullable(locale()),
  client_id: nullable(id({ description: 'The client (agency) that the person belongs to as a creator.' })),
  revenue_tier_id: nullable(
    id({ description: 'A tier of that client or a common one. The default of a new user is that of the client.' }),
  ),
  store_group_id: nullable(id({ description: 'The user’s market; null: the client’s.' })),
  is_admin: Type.Boolean(),
  is_verified: Type.Boolean({ description: 'The default of a new user is that of the client.' }),
  is_suspended: Type.Boolean({
    description: 'A suspended user creates no links and earns nothing. Suspending a user revokes all tokens.',
  }),
} satisfies TProperties;

const password = text({
  ...PASSWORD_LENGTH,
  description:
    'The password; never returned. Passwords that are easy to guess are refused. A new password ends the user’s sessions and, unless `keep_tokens` is set, revokes the API tokens.',
});

const keepTokens = Type.Boolean({
  description: 'Whether API tokens remain valid after a change of the password. Defaults to false.',
});

const User = Type.Object({
  id: id(),
  ...required,
  ...readable,
  has_password: Type.Boolean(),
  last_active_at: nullable(dateTime()),
  created_at: dateTime(),
  updated_at: dateTime(),
});
export type UserRecord = Static<typeof User>;

/** A user without memberships and tags, which the module `stores` adds. */
export const USERS = {
  kind: 'user',
  plural: 'users',
  presence: 'fresh',
  table: 'users',
  columnNames: { client_id: 'agency_id' },
  record: User,
  creation: creationOf(required, { ...readable, password }),
  changes: changesOf({ ...required, ...readable, password, keep_tokens: keepTokens }),
  columns: sql`t.id, t.email, t.username, t.first_name, t.surname, t.display_name, t.address, t.postcode, t.city, t.country, t.phone,
    t.preferred_locale, t.agency_id AS client_id, t.revenue_tier_id, t.store_group_id, t.is_admin, t.is_verified,
    t.suspended_at IS NOT NULL AS is_suspended, t.password_hash IS NOT NULL AS has_password, t.last_active_at, t.created_at, t.updated_at`,
  where: sql`t.erased_at IS NULL`,
  searched: ['username', 'email', 'display_name'],
  sorts: ['id', 'username', 'email', 'created_at'],
  choices: { approval: { awaited: sql`t.awaits_approval` } },
  filters: { client_id: (agency) => sql`t.agency_id = ${agency}` },
  refusals: ['last_administrator'],
  stored,
  checks: (user, before) => [
    mustBeFree('email', 'users', before, sql`lower(t.email) = lower(${user.email ?? null})`),
    mustBeFree('username', 'users', before, sql`lower(t.username) = lower(${user.username ?? null})`),
    mustExist('client_id', 'client', 'agencies', user.client_id),
    mustExist('store_group_id', 'store group', 'store_groups', user.store_group_id),
    {
      fields: ['revenue_tier_id', 'client_id'],
      wrong: isNone(user.revenue_tier_id)
        ? false
        : sql`NOT EXISTS (SELECT FROM revenue_tiers r WHERE r.id = ${user.revenue_tier_id}
            AND (r.agency_id IS NULL OR r.agency_id = ${user.client_id ?? null}))`,
      says: 'must go together: the revenue tier is to be one of the client’s, or a common one',
    },
  ],
  present: presentUser,
} satisfies Resource<typeof User>;

/** `password` already contains the hash. */
function stored({ password: passwordHash, is_suspended, ...columns }: Fields, now: Date) {
  return {
    ...columns,
    ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
    ...(is_suspended === undefined ? {} : { suspended_at: is_suspended ? now : null }),
  };
}

export function presentUser(user: UserRecord): UserRecord {
  return {
    id: user.id,
    email: user.email,
    username: user.username,
    first_name: user.first_name,
    surname: user.surname,
    display_name: user.display_name,
    address: user.address,
    postcode: user.postcode,
    city: user.city,
    country: user.country,
    phone: user.phone,
    preferred_locale: user.preferred_locale,
    client_id: user.client_id,
    revenue_tier_id: user.revenue_tier_id,
    store_group_id: user.store_group_id,
    is_admin: user.is_admin,
    is_verified: user.is_verified,
    is_suspended: user.is_suspended,
    has_password: user.has_password,
    last_active_at: user.last_active_at === null ? null : isoTime(user.last_active_at),
    created_at: isoTime(user.created_at),
    updated_at: isoTime(user.updated_at),
  };
}

nameSchemas({ User });
