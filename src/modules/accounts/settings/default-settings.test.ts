import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDatabase, dropDatabase, onDatabase } from '../../../../tests/harness/test-databases.ts';
import { testServer } from '../../../../tests/harness/test-server.ts';
import { migrate, migrationsFolder } from '../../../platform/database/migrate.ts';
import { installJobTables } from '../../../platform/jobs/tables.ts';

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const ADDS_DEFAULT = '0101_second_factor_default.sql';

async function emptyDatabase(name: string): Promise<string> {
  const { url: server } = await testServer();
  const database = `tributary_defaults_${name}_${process.pid}`;
  await createDatabase(server, database, null);
  onTestFinished(() => dropDatabase(server, database));
  return onDatabase(server, database);
}

async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const requirements = (url: string) =>
  query(
    url,
    'SELECT second_factor_for_administrators AS administrators, second_factor_for_stores AS stores FROM account_settings',
  );

describe('A second factor', () => {
  it('is required of administrators in a new marketplace', async () => {
    const url = await emptyDatabase('new');
    await migrate(url, migrationsFolder(), log, installJobTables);
    expect(await requirements(url)).toEqual([{ administrators: true, stores: false }]);
  });

  it('is not required after the upgrade of a marketplace with users', async () => {
    const url = await emptyDatabase('upgraded');
    const folder = await mkdtemp(path.join(tmpdir(), 'tributary-before-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    for (const name of await readdir(migrationsFolder()))
      if (/^\d/.test(name) && name < ADDS_DEFAULT)
        await cp(path.join(migrationsFolder(), name), path.join(folder, name));
    await migrate(url, folder, log, installJobTables);
    await query(url, `INSERT INTO users (username, email, is_admin) VALUES ('admin', 'admin@example.test', true)`);
    await migrate(url, migrationsFolder(), log, installJobTables);
    expect(await requirements(url)).toEqual([{ administrators: false, stores: false }]);
  });
});
