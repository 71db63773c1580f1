import { sql } from 'drizzle-orm';
import { type Static, type TProperties, Type } from 'typebox';
import { dateTime, id, nameSchemas, nameText, nullable, webAddress } from '../../../platform/http/fields.ts';
import { changesOf, creationOf, isNone, isoTime, mustExist, type Resource } from '../../accounts/index.ts';

const required = { name: nameText({ min: 1, max: 128 }) };

const optional = {
  url: nullable(webAddress({ description: 'Where the ad leads.' })),
  store_group_id: nullable(id({ description: 'The market that shows it; not together with a store.' })),
  store_id: nullable(id({ description: 'The store that shows it. Without a store and a market, all stores show it.' })),
  active: Type.Boolean({ description: 'True unless said otherwise.' }),
} satisfies TProperties;

const ReturnAd = Type.Object({ id: id(), ...required, ...optional, created_at: dateTime(), updated_at: dateTime() });

export const RETURN_ADS = {
  kind: 'return ad',
  plural: 'return ads',
  presence: 'token',
  table: 'return_ads',
  record: ReturnAd,
  creation: creationOf(required, optional),
  changes: changesOf({ ...required, ...optional }),
  columns: sql`t.id, t.name, t.url, t.store_group_id, t.store_id, t.active, t.created_at, t.updated_at`,
  searched: ['name'],
  sorts: ['id', 'name', 'created_at'],
  filters: {
    store_group_id: (group) => sql`t.store_group_id = ${group}`,
    store_id: (store) => sql`t.store_id = ${store}`,
  },
  checks: (ad) => [
    mustExist('store_group_id', 'store group', 'store_groups', ad.store_group_id),
    mustExist('store_id', 'store', 'stores', ad.store_id, sql`r.deleted_at IS NULL`),
    {
      fields: ['store_group_id', 'store_id'],
      wrong: !isNone(ad.store_group_id) && !isNone(ad.store_id),
      says: 'must be a market or a store, not both',
    },
  ],
  present,
} satisfies Resource<typeof ReturnAd>;

function present(ad: Static<typeof ReturnAd>): Static<typeof ReturnAd> {
  return {
    id: ad.id,
    name: ad.name,
    url: ad.url,
    store_group_id: ad.store_group_id,
    store_id: ad.store_id,
    active: ad.active,
    created_at: isoTime(ad.created_at),
    updated_at: isoTime(ad.updated_at),
  };
}

nameSchemas({ ReturnAd });
