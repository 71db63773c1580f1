import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { afterThisFile } from '../tests/harness/clean-up.ts';
import { createTestDatabase } from '../tests/harness/database.ts';
import { silentLog } from '../tests/harness/embedded.ts';
import { emptyDatabase } from '../tests/harness/empty-database.ts';
import { openVault } from './open-vault.ts';
import { completeDatabase } from './platform/complete-database.ts';
import { migrate, migrationsFolder } from './platform/database/migrate.ts';
import { installJobTables } from './platform/jobs/tables.ts';
import { hasUnsealed } from './platform/secrets/sealed-columns.ts';

const [FIRST, SECOND, THIRD] = ['1', '2', '3'].map((digit) => digit.repeat(64)) as [string, string, string];
const folder = async () => {
  const made = await mkdtemp(path.join(tmpdir(), 'tributary-vault-'));
  afterThisFile(() => rm(made, { recursive: true, force: true }));
  return made;
};
const database = async () => (await createTestDatabase()).db;
const config = (dataDir: string, encryptionKey: string | null, previousEncryptionKey: string | null = null) => ({
  dataDir,
  encryptionKey,
  previousEncryptionKey,
  databaseUrl: 'postgres://elsewhere' as string | null,
});

describe('The encryption key of a database', () => {
  it('is required for an external database, and none is generated', async () => {
    const [dataDir, db] = [await folder(), await database()];
    await expect(openVault(config(dataDir, null), db)).rejects.toThrow(/ENCRYPTION_KEY is missing.*openssl rand/);
    await expect(readFile(path.join(dataDir, 'encryption-key'))).rejects.toThrow('ENOENT');
  });

  it('is generated for the embedded database, once', async () => {
    const [dataDir, db] = [await folder(), await database()];
    const embedded = { ...config(dataDir, null), databaseUrl: null };
    const sealed = (await openVault(embedded, db)).seal(Buffer.from('x'), 'a/1');
    expect((await openVault(embedded, db)).open(sealed, 'a/1').toString()).toBe('x');
    // A second data folder would have another key.
    const another = await folder();
    await expect(openVault({ ...embedded, dataDir: another }, db)).rejects.toThrow(/encryption-key.*ENCRYPTION_KEY/);
    await expect(readFile(path.join(another, 'encryption-key'))).rejects.toThrow('ENOENT');
    // The file is used with an external database, too.
    await openVault(config(dataDir, null), db);
  });

  it('is that of the first process: one with another key does not start', async () => {
    const [dataDir, db] = [await folder(), await database()];
    await openVault(config(dataDir, FIRST), db);
    await openVault(config(dataDir, FIRST), db);
    for (const previous of [null, THIRD])
      await expect(openVault(config(dataDir, SECOND, previous), db)).rejects.toThrow(
        /ENCRYPTION_KEY is not the key.*ENCRYPTION_KEY_PREVIOUS/,
      );
  });

  it('is replaced together with the former one, which then opens nothing alone', async () => {
    const [dataDir, db] = [await folder(), await database()];
    const sealed = (await openVault(config(dataDir, FIRST), db)).seal(Buffer.from('x'), 'a/1');
    const vault = await openVault(config(dataDir, SECOND, FIRST), db);
    expect(vault.open(sealed, 'a/1').toString()).toBe('x');
    await openVault(config(dataDir, SECOND, FIRST), db);
    await openVault(config(dataDir, SECOND), db);
    await expect(openVault(config(dataDir, FIRST), db)).rejects.toThrow('is not the key of this database');
  });

  it('is checked against what was encrypted before ids were recorded', async () => {
    const [dataDir, db] = [await folder(), await database()];
    const sealed = (await openVault(config(dataDir, FIRST), await database())).seal(Buffer.from('x'), 'payout_file/1');
    const run = `INSERT INTO users (username, email) VALUES ('a', 'a@example.test') RETURNING id`;
    const { sql } = await import('drizzle-orm');
    const { rows } = await db.execute<{ id: number }>(sql.raw(run));
    const runs = await db.execute<{ id: number }>(sql`
      INSERT INTO payout_runs (currency, cut_off, status, needs_approval, created_by, created_at)
      VALUES ('SEK', '2026-01-01', 'draft', false, ${rows[0]!.id}, now()) RETURNING id`);
    await db.execute(sql`
      INSERT INTO payout_files (run_id, kind, name, media_type, message_id, payouts, total_minor, sha256, sealed)
      VALUES (${runs.rows[0]!.id}, 'bank', 'a.xml', 'application/xml', 'M', 1, 1, sha256(''), ${sealed})`);
    await expect(openVault(config(dataDir, SECOND), db)).rejects.toThrow('is not the key of this database');
    // The refused key was not recorded.
    await openVault(config(dataDir, SECOND, FIRST), db);
  });

  it('encrypts the secrets of an earlier version before it is returned', async () => {
    const { url, db, pool } = await databaseOfEarlierVersion('0230');
    await pool.query(`INSERT INTO users (username, email) VALUES ('a', 'a@example.test')`);
    await pool.query(`INSERT INTO totp_factors (user_id, secret, created_at) SELECT id, 'app', now() FROM users`);
    await pool.query(`INSERT INTO webhooks (kind, user_id, url, events, description, secret, previous_secret, created_at, updated_at)
      SELECT kind, u.id, 'https://a.example', '{*}', '', secret, previous, now(), now()
      FROM users u, (VALUES ('webhook', 'whsec_new', 'whsec_old'), ('postback', NULL, NULL)) AS v (kind, secret, previous)`);
    await migrate(url, migrationsFolder(), silentLog(), completeDatabase);
    const vault = await openVault(config(await folder(), FIRST), db);
    const totp = await pool.query('SELECT user_id AS id, sealed_secret FROM totp_factors');
    expect(vault.open(totp.rows[0].sealed_secret, `totp/${totp.rows[0].id}`).toString()).toBe('app');
    const { rows } = await pool.query('SELECT id, sealed_secret, sealed_previous_secret FROM webhooks ORDER BY id');
    const opened = (sealed: Buffer) => vault.open(sealed, `webhook/${rows[0].id}`).toString();
    expect([opened(rows[0].sealed_secret), opened(rows[0].sealed_previous_secret)]).toEqual(['whsec_new', 'whsec_old']);
    expect(rows[1]).toMatchObject({ sealed_secret: null, sealed_previous_secret: null });
    expect(await hasUnsealed(db)).toBe(false);
  });
});

/** A database with the migrations before one. */
async function databaseOfEarlierVersion(before: string) {
  const from = await folder();
  await mkdir(path.join(from, 'repeatable'));
  for (const name of await readdir(migrationsFolder()))
    if (name.endsWith('.sql') && name < before)
      await copyFile(path.join(migrationsFolder(), name), path.join(from, name));
  const connection = await emptyDatabase();
  await migrate(connection.url, from, silentLog(), installJobTables);
  return connection;
}
