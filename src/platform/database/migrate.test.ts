import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createDatabase, dropDatabase, onDatabase } from '../../../tests/harness/test-databases.ts';
import { testServer } from '../../../tests/harness/test-server.ts';
import { migrate, migrationsFolder } from './migrate.ts';

const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
let folder: string;
let url: string;
let counter = 0;

beforeEach(async () => {
  const { url: server } = await testServer();
  const name = `tributary_migrate_${process.pid}_${counter++}`;
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tributary-migrations-'));
  await createDatabase(server, name, null);
  url = onDatabase(server, name);
  onTestFinished(async () => {
    await fs.rm(folder, { recursive: true });
    await dropDatabase(server, name);
  });
});

function write(name: string, sql: string) {
  return fs.writeFile(path.join(folder, name), sql);
}

async function query(sql: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('an empty folder is not an error', async () => {
  expect(await migrate(url, folder, log)).toEqual([]);
});

test('files are applied once, in the order of their names', async () => {
  await write('0002_fill.sql', 'INSERT INTO things VALUES (1);');
  await write('0001_things.sql', 'CREATE TABLE things (id int); -- a comment at the end');
  await write('notes.md', 'not SQL');
  expect(await migrate(url, folder, log)).toEqual(['0001_things.sql', '0002_fill.sql']);
  expect(await migrate(url, folder, log)).toEqual([]);
  expect(await query('SELECT id FROM things')).toEqual([{ id: 1 }]);
  await write('0003_more.sql', 'INSERT INTO things VALUES (2)');
  expect(await migrate(url, folder, log)).toEqual(['0003_more.sql']);
});

test('a failing file leaves nothing behind, and the error names the file and the line', async () => {
  await write('0001_half.sql', 'CREATE TABLE half (id int);\nINSERT INTO nowhere VALUES (1);');
  await expect(migrate(url, folder, log)).rejects.toThrow(/0001_half\.sql failed at line 2.*nowhere/);
  expect(await query(`SELECT to_regclass('half') AS found`)).toEqual([{ found: null }]);
  await write('0001_half.sql', 'CREATE TABLE half (id int);');
  expect(await migrate(url, folder, log)).toEqual(['0001_half.sql']);
});

test('a file changed after it was applied is refused; other line endings are not a change', async () => {
  await write('0001_a.sql', 'CREATE TABLE a (id int);\nSELECT 1;\n');
  await migrate(url, folder, log);
  await write('0001_a.sql', 'CREATE TABLE a (id int);\r\nSELECT 1;\r\n');
  expect(await migrate(url, folder, log)).toEqual([]);
  await write('0001_a.sql', 'CREATE TABLE a (id bigint);');
  await expect(migrate(url, folder, log)).rejects.toThrow(
    'its migration 0001_a.sql differs from the file of this version',
  );
});

test('an applied file that is missing is refused, and the error tells a later version from one that cannot be upgraded', async () => {
  await write('0001_a.sql', 'SELECT 1');
  await write('0003_c.sql', 'SELECT 1');
  await migrate(url, folder, log);
  await fs.rm(path.join(folder, '0003_c.sql'));
  await expect(migrate(url, folder, log)).rejects.toThrow(
    'The database was made by a later version of Tributary: it has the migration 0003_c.sql',
  );
  await write('0003_other.sql', 'SELECT 1');
  await expect(migrate(url, folder, log)).rejects.toThrow(
    'The database was made by a version of Tributary that this one cannot upgrade: it has the migration 0003_c.sql',
  );
});

test('a file that arrives after one with a higher number is applied', async () => {
  await write('0002_b.sql', 'CREATE TABLE b (id int)');
  await migrate(url, folder, log);
  await write('0001_a.sql', 'CREATE TABLE a (id int)');
  await write('0003_c.sql', 'ALTER TABLE a ADD name text');
  expect(await migrate(url, folder, log)).toEqual(['0001_a.sql', '0003_c.sql']);
});

test('definitions are applied after the migrations, in any order, and again when one of them changes', async () => {
  await fs.mkdir(path.join(folder, 'repeatable'));
  await write('0001_things.sql', 'CREATE TABLE things (id int); INSERT INTO things VALUES (1), (2);');
  await write('repeatable/a.sql', `CREATE OR REPLACE FUNCTION a() RETURNS int LANGUAGE sql AS $$ SELECT b() + 1 $$;`);
  await write(
    'repeatable/b.sql',
    'CREATE OR REPLACE FUNCTION b() RETURNS int LANGUAGE sql AS $$ SELECT count(*)::int FROM things $$;',
  );
  await migrate(url, folder, log);
  expect(await query('SELECT a()')).toEqual([{ a: 3 }]);
  await query(`CREATE OR REPLACE FUNCTION b() RETURNS int LANGUAGE sql AS $$ SELECT 100 $$`);
  await migrate(url, folder, log);
  expect(await query('SELECT a()')).toEqual([{ a: 101 }]);
  await write('repeatable/a.sql', `CREATE OR REPLACE FUNCTION a() RETURNS int LANGUAGE sql AS $$ SELECT b() + 2 $$;`);
  await migrate(url, folder, log);
  expect(await query('SELECT a()')).toEqual([{ a: 4 }]);
});

test('when one definition fails, all stay unchanged, and the error names the file and the line', async () => {
  await fs.mkdir(path.join(folder, 'repeatable'));
  await write('repeatable/a.sql', `CREATE OR REPLACE FUNCTION a() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;`);
  await migrate(url, folder, log);
  await write('repeatable/a.sql', `CREATE OR REPLACE FUNCTION a() RETURNS int LANGUAGE sql AS $$ SELECT 2 $$;`);
  await write('repeatable/b.sql', 'CREATE OR REPLACE VIEW b AS\n  SELECT * FROM nowhere;');
  await expect(migrate(url, folder, log)).rejects.toThrow(/repeatable\/b\.sql failed at line 2.*nowhere/);
  expect(await query('SELECT a()')).toEqual([{ a: 1 }]);
});

test('when several processes start at once, one applies the migrations and all succeed', async () => {
  await write('0001_slow.sql', 'SELECT pg_sleep(0.1); CREATE TABLE slow (id int);');
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(url, folder, log)));
  expect(applied.flat()).toEqual(['0001_slow.sql']);
});

test("the project's own folder is found", async () => {
  expect(path.basename(migrationsFolder())).toBe('migrations');
  expect((await fs.readdir(path.dirname(migrationsFolder()))).includes('package.json')).toBe(true);
});
