import { sql } from 'drizzle-orm';
import { type Static, type TProperties, Type } from 'typebox';
import { dateTime, id, nameSchemas, nameText, nullable, whole } from '../../../platform/http/fields.ts';
import { changesOf, creationOf, isoTime, mustBeFree, mustExist, type Resource } from '../../accounts/index.ts';
import { key } from './fields.ts';

const required = {
  name: nameText({ min: 1, max: 128 }),
  slug: key('A key for programs, unique among the tags of the store or among the common tags.'),
};

const optional = {
  access_level: whole({
    min: 0,
    max: 100,
    description: 'A number of the operator for its own use. It changes nothing.',
  }),
} satisfies TProperties;
const storeId = nullable(id({ description: 'The store that owns the tag; it cannot change. Null: a common tag.' }));

const UserTag = Type.Object({
  id: id(),
  ...required,
  ...optional,
  store_id: storeId,
  users: whole({ min: 0, description: 'How many have it.' }),
  created_at: dateTime(),
  updated_at: dateTime(),
});

export const USER_TAGS = {
  kind: 'user tag',
  plural: 'user tags',
  presence: 'token',
  table: 'user_tags',
  record: UserTag,
  creation: creationOf(required, { ...optional, store_id: storeId }),
  // A tag cannot be moved to another store, because campaigns and blocklists may use it.
  changes: changesOf({ ...required, ...optional }),
  columns: sql`t.id, t.name, t.slug, t.access_level, t.store_id,
    (SELECT count(*) FROM user_tag_members m WHERE m.user_tag_id = t.id) AS users, t.created_at, t.updated_at`,
  searched: ['name', 'slug'],
  sorts: ['id', 'name', 'slug', 'created_at'],
  filters: { store_id: (store) => sql`t.store_id = ${store}` },
  checks: (tag, before) => [
    mustBeFree(
      'slug',
      'user_tags',
      before,
      sql`t.slug = ${tag.slug ?? null} AND t.store_id IS NOT DISTINCT FROM ${tag.store_id ?? null}::bigint`,
    ),
    mustExist('store_id', 'store', 'stores', tag.store_id, sql`r.deleted_at IS NULL`),
  ],
  present,
} satisfies Resource<typeof UserTag>;

function present(tag: Static<typeof UserTag>): Static<typeof UserTag> {
  return {
    id: tag.id,
    name: tag.name,
    slug: tag.slug,
    access_level: tag.access_level,
    store_id: tag.store_id,
    users: tag.users,
    created_at: isoTime(tag.created_at),
    updated_at: isoTime(tag.updated_at),
  };
}

nameSchemas({ UserTag });
