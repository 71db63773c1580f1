import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../harness/database.ts';
import { describeSchema } from './describe-schema.ts';

const root = path.join(import.meta.dirname, '../..');
const FILE = path.join(root, 'docs/schema.sql');
const HEADER = `-- The schema as it stands. Generated from a migrated database; not applied by anything.
-- Update: SCHEMA=write npx vitest run tests/schema/schema.test.ts
-- Functions are defined in migrations/repeatable.

`;

const database = await createTestDatabase();

test('docs/schema.sql is the schema of the migrated database', async () => {
  const actual = HEADER + (await describeSchema(database.pool));
  if (process.env.SCHEMA === 'write') writeFileSync(FILE, actual);
  expect(readFileSync(FILE, 'utf8')).toBe(actual);
});

test('changes of a column, a constraint, an index, a trigger, a view and a function are detected', async () => {
  const before = await describeSchema(database.pool);
  for (const [create, remove] of [
    ['ALTER TABLE stores ADD planted int', 'ALTER TABLE stores DROP planted'],
    ['ALTER TABLE stores ADD CONSTRAINT planted CHECK (id > 0)', 'ALTER TABLE stores DROP CONSTRAINT planted'],
    ['CREATE INDEX planted ON stores (id, url)', 'DROP INDEX planted'],
    [
      'CREATE TRIGGER planted BEFORE TRUNCATE ON stores EXECUTE FUNCTION ledger_is_append_only()',
      'DROP TRIGGER planted ON stores',
    ],
    ['CREATE VIEW planted AS SELECT 1 AS one', 'DROP VIEW planted'],
    ['CREATE FUNCTION planted() RETURNS int LANGUAGE sql RETURN 1', 'DROP FUNCTION planted()'],
  ] as const) {
    await database.pool.query(create);
    expect(await describeSchema(database.pool), create).toContain('planted');
    await database.pool.query(remove);
  }
  expect(await describeSchema(database.pool)).toBe(before);
});

/** An index uses this definition; a change needs a migration that rebuilds the index. */
const IN_A_MIGRATION = ['store_name_key'];

test('each function and view is defined once in migrations/repeatable', async () => {
  const { rows } = await database.pool.query<{ name: string }>(`
    SELECT DISTINCT proname AS name FROM pg_proc p WHERE pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    UNION SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'v' ORDER BY 1`);
  const folder = path.join(root, 'migrations/repeatable');
  const text = readdirSync(folder)
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n');
  const defined = [...text.matchAll(/CREATE OR REPLACE (?:FUNCTION|VIEW) (\w+)/g)].map((match) => match[1]!);
  expect([...defined, ...IN_A_MIGRATION].sort()).toEqual(rows.map((row) => row.name).sort());
});
