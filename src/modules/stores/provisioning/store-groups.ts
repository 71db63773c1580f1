import { sql } from 'drizzle-orm';
import { type Static, type TProperties, Type } from 'typebox';
import { isCurrency } from '../../../platform/currencies.ts';
import {
  countryCode,
  currencyCode,
  dateTime,
  id,
  languageCode,
  locale,
  nameSchemas,
  nameText,
  whole,
} from '../../../platform/http/fields.ts';
import { changesOf, creationOf, isoTime, mustBeFree, type Resource } from '../../accounts/index.ts';
import { key } from './fields.ts';

const required = {
  name: nameText({ min: 1, max: 128 }),
  key: key('A unique key for programs.'),
  country: countryCode(),
  currency: currencyCode({
    description: 'The currency of all amounts in the market. It cannot change once the market has stores.',
  }),
  locale: locale(),
  language: languageCode(),
};

const optional = {
  marketplace: Type.Boolean(),
  return_ads_enabled: Type.Boolean(),
  payment_limit: whole({ min: 0, description: 'The minimum payout, in minor units.' }),
} satisfies TProperties;

const StoreGroup = Type.Object({
  id: id(),
  ...required,
  ...optional,
  created_at: dateTime(),
  updated_at: dateTime(),
});

export const STORE_GROUPS = {
  kind: 'store group',
  plural: 'store groups',
  presence: 'fresh',
  table: 'store_groups',
  record: StoreGroup,
  creation: creationOf(required, optional),
  changes: changesOf({ ...required, ...optional }),
  columns: sql`t.id, t.name, t.key, t.country, t.currency, t.locale, t.language, t.marketplace, t.return_ads_enabled,
    t.payment_limit_minor AS payment_limit, t.created_at, t.updated_at`,
  isHeldAlone: true,
  searched: ['name', 'key'],
  sorts: ['id', 'name', 'key', 'created_at'],
  stored: ({ payment_limit, ...columns }) => ({ ...columns, payment_limit_minor: payment_limit }),
  checks: (group, before) => [
    mustBeFree('key', 'store_groups', before, sql`t.key = ${group.key ?? null}`),
    {
      fields: ['currency'],
      wrong: !isCurrency(group.currency ?? ''),
      says: 'must be a currency that exists',
    },
    {
      fields: ['currency'],
      wrong: sql`EXISTS (SELECT FROM stores s WHERE s.store_group_id = ${before?.id ?? 0})`,
      says: 'cannot change while the market has stores',
    },
  ],
  present,
} satisfies Resource<typeof StoreGroup>;

function present(group: Static<typeof StoreGroup>): Static<typeof StoreGroup> {
  return {
    id: group.id,
    name: group.name,
    key: group.key,
    country: group.country,
    currency: group.currency,
    locale: group.locale,
    language: group.language,
    marketplace: group.marketplace,
    return_ads_enabled: group.return_ads_enabled,
    payment_limit: group.payment_limit,
    created_at: isoTime(group.created_at),
    updated_at: isoTime(group.updated_at),
  };
}

nameSchemas({ StoreGroup });
