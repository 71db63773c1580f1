import { sql } from 'drizzle-orm';
import { type Static, Type } from 'typebox';
import { dateTime, id, nameSchemas, nameText } from '../../../platform/http/fields.ts';
import { changesOf, creationOf, isoTime, mustBeFree, type Resource } from '../../accounts/index.ts';
import { key } from './fields.ts';

const required = {
  name: nameText({ min: 1, max: 128 }),
  key: key('A unique key for programs.'),
};

const Category = Type.Object({ id: id(), ...required, created_at: dateTime(), updated_at: dateTime() });

export const CATEGORIES = {
  kind: 'category',
  plural: 'categories',
  presence: 'token',
  table: 'categories',
  record: Category,
  creation: creationOf(required, {}),
  changes: changesOf(required),
  columns: sql`t.id, t.name, t.key, t.created_at, t.updated_at`,
  searched: ['name', 'key'],
  sorts: ['id', 'name', 'key', 'created_at'],
  checks: (category, before) => [mustBeFree('key', 'categories', before, sql`t.key = ${category.key ?? null}`)],
  present,
} satisfies Resource<typeof Category>;

function present(category: Static<typeof Category>): Static<typeof Category> {
  return {
    id: category.id,
    name: category.name,
    key: category.key,
    created_at: isoTime(category.created_at),
    updated_at: isoTime(category.updated_at),
  };
}

nameSchemas({ Category });
