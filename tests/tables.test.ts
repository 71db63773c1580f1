import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { is } from 'drizzle-orm';
import { getTableConfig, type PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './harness/database.ts';

const DOMAINS = path.join(import.meta.dirname, '../src/modules');

interface Described {
  table: string;
  column: PgColumn;
}

/** Every column that a module's tables.ts gives a type. */
async function describedColumns(): Promise<Described[]> {
  const described: Described[] = [];
  const rooms = (await readdir(DOMAINS, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  for (const room of rooms) {
    if (!(await readdir(path.join(DOMAINS, room.name))).includes('tables.ts')) continue;
    const module: Record<string, unknown> = await import(path.join(DOMAINS, room.name, 'tables.ts'));
    for (const table of Object.values(module)) {
      if (!is(table, PgTable)) continue;
      const { name, columns } = getTableConfig(table);
      for (const column of columns) described.push({ table: name, column });
    }
  }
  return described;
}

interface ActualColumn {
  type: string;
  notNull: boolean;
  /** PostgreSQL fills it in when an INSERT leaves it out. */
  filledIn: boolean;
  isIdentity: boolean;
  isPrimary: boolean;
  /** Texts that a check of this column alone names. */
  checked: string[] | null;
}

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});

async function actualColumn(table: string, column: string): Promise<ActualColumn | null> {
  const { rows } = await database.pool.query(
    `SELECT format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS "notNull",
      a.atthasdef OR a.attidentity <> '' AS "filledIn", a.attidentity = 'a' AS "isIdentity",
      EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = a.attrelid AND k.contype = 'p' AND k.conkey = ARRAY[a.attnum]) AS "isPrimary",
      (SELECT pg_get_constraintdef(k.oid) FROM pg_constraint k
        WHERE k.conrelid = a.attrelid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum] AND pg_get_constraintdef(k.oid) LIKE '%= ANY%') AS check
    FROM pg_attribute a WHERE a.attrelid = to_regclass('public.' || quote_ident($1)) AND a.attname = $2 AND a.attnum > 0`,
    [table, column],
  );
  if (rows[0] === undefined) return null;
  const { check, ...actual } = rows[0];
  return { ...actual, checked: check === null ? null : [...check.matchAll(/'([^']*)'/g)].map(([, text]) => text) };
}

/** `char(2)` and `numeric(7, 6)` as PostgreSQL prints them. */
const asPrinted = (type: string) => type.replace(/^char\b/, 'character').replaceAll(', ', ',');

describe('Each column that the code gives a type is in the migrated database, as the code says', async () => {
  const described = await describedColumns();

  it('which covers every room that has tables', () => {
    const tables = new Set(described.map(({ table }) => table));
    expect([...tables]).toEqual(expect.arrayContaining(['users', 'tokens', 'stores', 'links']));
    expect(described.length).toBeGreaterThanOrEqual(60);
  });

  it.each(described.map(({ table, column }) => [table, column.name, column] as const))(
    '%s.%s',
    async (table, name, column) => {
      const actual = await actualColumn(table, name);
      expect(actual).not.toBeNull();
      const { checked, ...facts } = actual!;
      expect(facts).toEqual({
        type: asPrinted(column.getSQLType()),
        notNull: column.notNull,
        filledIn: column.hasDefault || column.generatedIdentity !== undefined,
        isIdentity: column.generatedIdentity?.type === 'always',
        isPrimary: column.primary,
      });
      if (column.enumValues !== undefined) expect([...column.enumValues].sort()).toEqual(checked?.sort());
    },
  );
});
