import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { migrationsFolder } from '../../src/platform/database/migrate.ts';
import { createTestDatabase } from './database.ts';

const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);

test('each test database is migrated', async () => {
  const files = (await readdir(migrationsFolder())).filter((name) => name.endsWith('.sql'));
  const { rows } = await one.pool.query('SELECT count(*) AS n FROM schema_migrations');
  expect(rows[0].n).toBe(files.length);
});

test('a change in one test database is not seen in another', async () => {
  await one.pool.query('CREATE TABLE only_here (id int)');
  const { rows } = await other.pool.query(`SELECT to_regclass('only_here') AS found`);
  expect(rows[0].found).toBeNull();
});

test('a pool that has ended ignores a connection that the server ends', async () => {
  const pool = new pg.Pool({ connectionString: one.url });
  const client = await pool.connect();
  client.release();
  const ended = pool.end();
  expect(() => client.emit('error', new Error('terminating connection'))).not.toThrow();
  await ended;
});
