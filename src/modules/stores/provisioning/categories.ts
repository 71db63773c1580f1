import { sql } from 'drizzle-orm';
import { type Static, Type } from 'typebox';
import { dateTime, id, nameSchemas, nameText, nullable } from '../../../platform/http/fields.ts';
import { changesOf, creationOf, isoTime, mustBeFree, type Resource } from '../../accounts/index.ts';
import { key } from './fields.ts';

const required = {
  name: nameText({ min: 1, max: 128 }),
  key: key('A unique key for programs.'),
};

const inLanguage = (language: string) =>
  nullable(nameText({ min: 1, max: 128, description: `The name for people who read ${language}; null: \`name\`.` }));
const optional = { name_en: inLanguage('English'), name_sv: inLanguage('Swedish'), name_de: inLanguage('German') };

const Category = Type.Object({ id: id(), ...required, ...optional, created_at: dateTime(), updated_at: dateTime() });

export const CATEGORIES = {
  kind: 'category',
  plural: 'categories',
  presence: 'token',
  table: 'categories',
  record: Category,
  creation: creationOf(required, optional),
  changes: changesOf({ ...required, ...optional }),
  columns: sql`t.id, t.name, t.key, t.name_en, t.name_sv, t.name_de, t.created_at, t.updated_at`,
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
    name_en: category.name_en,
    name_sv: category.name_sv,
    name_de: category.name_de,
    created_at: isoTime(category.created_at),
    updated_at: isoTime(category.updated_at),
  };
}

nameSchemas({ Category });
