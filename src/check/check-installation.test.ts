import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { afterThisFile } from '../../tests/harness/clean-up.ts';
import { createTestDatabase } from '../../tests/harness/database.ts';
import { emptyDatabase } from '../../tests/harness/empty-database.ts';
import { openMailServer } from '../../tests/harness/peers/mail-server.ts';
import { parseVaultKey, vaultKeyId } from '../platform/secrets/vault.ts';
import { checkInstallation, linesOf } from './check-installation.ts';

const KEY = '1'.repeat(64);

/** The environment of an installation that lacks nothing, except that nobody can open its public address from here. */
async function complete(): Promise<Record<string, string>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tributary-check-'));
  afterThisFile(() => rm(dataDir, { recursive: true, force: true }));
  const { pool, url } = await createTestDatabase();
  await pool.query(`INSERT INTO users (username, email, is_admin, password_hash, created_at, updated_at)
    VALUES ('first', 'first@example.com', true, 'x', now(), now()), ('second', 'second@example.com', true, 'x', now(), now())`);
  await pool.query(
    `INSERT INTO totp_factors (user_id, sealed_secret, created_at, confirmed_at) SELECT id, '\\x00', now(), now() FROM users`,
  );
  await pool.query(
    "INSERT INTO exchange_rates (currency, day, units_per_eur, source) VALUES ('SEK', current_date, 11, 'ecb')",
  );
  await pool.query('INSERT INTO encryption_key (key_id, set_at) VALUES ($1, now())', [vaultKeyId(parseVaultKey(KEY)!)]);
  return {
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    PUBLIC_URL: 'https://0.0.0.0:1',
    TRUST_PROXY: 'loopback',
    ENCRYPTION_KEY: KEY,
    SMTP_URL: (await openMailServer()).url,
    COMPANY_NAME: 'Nordic Links Oy',
    COMPANY_STREET: 'Esplanadi 1',
    COMPANY_POSTAL_CODE: '00100',
    COMPANY_CITY: 'Helsinki',
    COMPANY_COUNTRY: 'FI',
    COMPANY_VAT_NUMBER: 'FI12345678',
    COMPANY_IBAN: 'FI2112345600000785',
    VAT_RATE: '0.255',
  };
}

/** What is missing, as "subject: text". */
async function missingIn(env: Record<string, string | undefined>): Promise<string[]> {
  const findings = await checkInstallation(env);
  return findings.filter(({ state }) => state === 'missing').map(({ subject, text }) => `${subject}: ${text}`);
}

describe('tributary check', () => {
  it('finds nothing missing in a complete installation, and gives advice', async () => {
    const findings = await checkInstallation(await complete());
    expect(findings.filter(({ state }) => state === 'missing')).toEqual([]);
    const subjects = findings.filter(({ state }) => state === 'advice').map(({ subject }) => subject);
    expect(subjects).toEqual(
      expect.arrayContaining(['PAYOUT_IBAN', 'METRICS_TOKEN', 'BACKUP_RECIPIENT', 'REDIS_URL', 'S3_*', 'PUBLIC_URL']),
    );
    expect(linesOf(findings).at(-1)).toMatch(/^0 missing, \d+ advised, \d+ ready\.$/);
  });

  it('names what a fresh installation for trying out lacks', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'tributary-check-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const missing = await missingIn({ DATA_DIR: dataDir });
    expect(missing.map((text) => text.split(':')[0])).toEqual([
      'PUBLIC_URL',
      'TRUST_PROXY',
      'DATABASE_URL',
      'COMPANY_*',
      'SMTP_URL',
    ]);
    expect(missing[3]).toContain(
      'COMPANY_NAME; COMPANY_STREET, COMPANY_POSTAL_CODE and COMPANY_CITY; COMPANY_COUNTRY; COMPANY_VAT_NUMBER or COMPANY_TAX_NUMBER; COMPANY_IBAN',
    );
  });

  it('names invalid settings, and settings whose names are misspelt', async () => {
    const findings = await checkInstallation({ PORT: 'abc', COMPANY_STRET: 'Street 1', PATH: '/bin', APP_NAME: 'a' });
    expect(findings.map(({ state, text }) => `${state}: ${text}`)).toEqual([
      expect.stringMatching(/^missing: PORT must be a whole number/),
      'advice: COMPANY_STRET is not a setting, and is ignored. COMPANY_STREET is one.',
    ]);
  });

  it.each([
    ['the rate of VAT of another country', { VAT_RATE: '' }, /^VAT_RATE: .*25 %.*FI is 25.5 %.*VAT_RATE=0.255/],
    ['a public address without encryption', { PUBLIC_URL: 'http://0.0.0.0:1' }, /^PUBLIC_URL: .*not encrypted/],
    ['another key than that of the database', { ENCRYPTION_KEY: '2'.repeat(64) }, /^ENCRYPTION_KEY: It is not the key/],
    ['no key for an external database', { ENCRYPTION_KEY: '' }, /^ENCRYPTION_KEY: Create a key/],
    ['a mail server that does not answer', { SMTP_URL: 'smtp://127.0.0.1:1' }, /^SMTP_URL: Mails cannot be sent/],
    ['a Redis that does not answer', { REDIS_URL: 'redis://127.0.0.1:1' }, /^REDIS_URL: Redis cannot be used/],
    ['several processes without Redis', { WORKERS: '2' }, /^REDIS_URL: Each process counts/],
    [
      'a database server that does not answer',
      { DATABASE_URL: 'postgres://127.0.0.1:1/x' },
      /^database: .*does not answer/,
    ],
    [
      'a bucket that cannot be reached',
      {
        S3_ENDPOINT: 'http://127.0.0.1:1',
        S3_BUCKET: 'files',
        S3_ACCESS_KEY_ID: 'a',
        S3_SECRET_ACCESS_KEY: 'secret-secret',
      },
      /^S3_\*: No file can be stored in the bucket files/,
    ],
  ])('finds %s', async (_what, change, expected) => {
    expect(await missingIn({ ...(await complete()), ...change })).toEqual([expect.stringMatching(expected)]);
  });

  it('finds open accounts of the demo, administrators without a second factor, and none at all', async () => {
    const env = await complete();
    const { pool, url } = await createTestDatabase();
    const missing = () => missingIn({ ...env, DATABASE_URL: url });
    expect(await missing()).toEqual([expect.stringContaining('administrators: There is none.')]);
    await pool.query(`INSERT INTO users (username, email, is_admin, password_hash, created_at, updated_at)
      VALUES ('first', 'first@example.com', true, 'x', now(), now())`);
    await pool.query("INSERT INTO audit_log (action, subject_kind, details) VALUES ('demo.loaded', 'demo', '{}')");
    expect(await missing()).toEqual([
      expect.stringContaining('demo: Anybody can sign in'),
      expect.stringContaining('administrators: first@example.com has no second factor'),
    ]);
  });

  it('changes nothing in an empty database, and finds what is to be migrated', async () => {
    const env = await complete();
    const { pool, url } = await emptyDatabase();
    expect(await missingIn({ ...env, DATABASE_URL: url })).toEqual([
      expect.stringContaining('schema: The database is empty.'),
    ]);
    const tables = await pool.query("SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace");
    expect(tables.rowCount).toBe(0);
    const other = await createTestDatabase();
    await other.pool.query('DELETE FROM schema_migrations WHERE name = (SELECT max(name) FROM schema_migrations)');
    expect(await missingIn({ ...env, DATABASE_URL: other.url })).toContainEqual(
      expect.stringContaining('schema: 1 migrations are not applied'),
    );
    await other.pool.query("INSERT INTO schema_migrations (name, sha256) VALUES ('9999_later.sql', 'x')");
    expect(await missingIn({ ...env, DATABASE_URL: other.url })).toContainEqual(
      expect.stringContaining('a later version'),
    );
  });

  it('asks the public address whether a process of Tributary answers there', async () => {
    const env = await complete();
    let body = '{"status":"ok"}';
    const server = createServer((_request, reply) => reply.end(body));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const PUBLIC_URL = `http://0.0.0.0:${(server.address() as AddressInfo).port}`;
    const found = async () =>
      (await checkInstallation({ ...env, PUBLIC_URL })).find(({ text }) => text.includes('/v2/health'));
    expect(await found()).toMatchObject({ state: 'ready' });
    body = '<p>It works!</p>';
    expect(await found()).toMatchObject({ state: 'advice', text: expect.stringContaining('Check the proxy') });
  });
});
