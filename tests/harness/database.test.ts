import { expect, test } from 'vitest';
import { createTestDatabase } from './database.ts';

const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);

test('each test database is migrated', async () => {
  const { rows } = await one.pool.query('SELECT count(*) AS n FROM schema_migrations');
  expect(rows[0].n).toBeGreaterThanOrEqual(0);
});

test('a change in one test database is not seen in another', async () => {
  await one.pool.query('CREATE TABLE only_here (id int)');
  const { rows } = await other.pool.query(`SELECT to_regclass('only_here') AS found`);
  expect(rows[0].found).toBeNull();
});
