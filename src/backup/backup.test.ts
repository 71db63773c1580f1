import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { Secret } from 'otpauth';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPopulatedApplication } from '../../tests/harness/cast.ts';
import { afterThisFile } from '../../tests/harness/clean-up.ts';
import { AFTER_CLOSING, createClosedMonth } from '../../tests/harness/closed-month.ts';
import { silentLog } from '../../tests/harness/embedded.ts';
import { emptyDatabase } from '../../tests/harness/empty-database.ts';
import { clickRecorder } from '../../tests/harness/recorded-clicks.ts';
import { TEST_VAULT } from '../../tests/harness/vault.ts';
import { beginTotp } from '../modules/accounts/second-factor/manage-totp.ts';
import { newClickId } from '../modules/clicks/click-id.ts';
import { startClicks } from '../modules/clicks/index.ts';
import { decodeFrame, encodeFrame } from '../modules/clicks/journal/frame.ts';
import { segmentPath } from '../modules/clicks/journal/segments.ts';
import { audit } from '../modules/payments/audit/audit.ts';
import { rotateSigningSecret } from '../modules/stores/tracking/signing-secrets.ts';
import { createCalendar } from '../platform/calendar.ts';
import type { DatabaseConnection } from '../platform/database/database.ts';
import { backUp } from './back-up.ts';
import { BackupFailed, hasVaultKey, MANIFEST, type Manifest } from './manifest.ts';
import { restore } from './restore.ts';

const { application, cast } = await createPopulatedApplication({ now: () => AFTER_CLOSING });
let root: string;
let dataDir: string;
let manifest: Manifest;
let saved: string;
let codes: string[];
const calendar = createCalendar('UTC');

const faultsIn = async (db: DatabaseConnection['db']) =>
  (await audit(db)).filter(({ faults }) => faults > 0).map(({ title }) => title);
const folder = (name: string) => path.join(root, name);
const sums = ({ tables }: Manifest) => tables.map(({ name, rows, sha256 }) => [name, rows, sha256]);

beforeAll(async () => {
  await createClosedMonth(application, cast);
  root = await mkdtemp(path.join(tmpdir(), 'tributary-backup-'));
  afterThisFile(() => rm(root, { recursive: true, force: true }));
  dataDir = folder('data');
  await mkdir(path.join(dataDir, 'files', 'media'), { recursive: true });
  await writeFile(path.join(dataDir, 'files', 'media', 'a.png'), 'a picture');
  for (const [name, content] of Object.entries(KEYS)) await writeFile(path.join(dataDir, name), content);
  const { pool } = application.database;
  await pool.query(`SELECT graphile_worker.add_job('send_mail', '{"to": "a\\tb\\\\nå"}')`);
  await pool.query(`UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'somebody'`);
  codes = (await pool.query('SELECT code FROM links ORDER BY id')).rows.map(({ code }) => code);
  // A journal of four clicks, of which the first is counted.
  waiting = Array.from({ length: 4 }, (_, index) => newClickId(Date.parse('2026-02-03T06:00:00Z') + index));
  const [code = ''] = codes;
  const clicks = waiting.map((id, index) => ({
    id,
    code,
    day: '2026-02-03',
    visitor: String(index).repeat(32),
    class: 0,
    source: 0,
  }));
  await mkdir(path.join(dataDir, 'clicks', JOURNAL), { recursive: true });
  await writeFile(segmentPath(path.join(dataDir, 'clicks', JOURNAL), 0), encodeFrame(clicks, 0));
  await pool.query('INSERT INTO click_journals (journal, position) VALUES ($1, 1)', [JOURNAL]);
});

/** The files of the data folder with keys and tokens. */
const KEYS = {
  'service-api-key': 'the key of the hooks',
  'encryption-key': 'the key of the vault',
  'demo.json': '{"tokens":{"creator":"trb_demo"}}',
};

/** A journal that no process writes: it has the name of a journal that an earlier version left. */
const JOURNAL = `spool-${'0'.repeat(32)}`;
let waiting: string[];

describe('A backup', () => {
  it('is a consistent snapshot under load', async () => {
    const record = clickRecorder(application.database, calendar);
    let recorded = 0;
    let isOver = false;
    const shoppers = (async () => {
      while (!isOver) {
        await record(codes.map((code) => ({ code, at: new Date('2026-02-03T07:00:00Z') })));
        recorded += codes.length;
      }
    })();
    while (recorded < 100) await new Promise((resolve) => setImmediate(resolve));
    const before = recorded;
    saved = folder('saved');
    manifest = await backUp({ url: application.database.url, dataDir }, saved);
    isOver = true;
    await shoppers;
    const { rows } = await application.database.pool.query('SELECT count(*) AS clicks FROM clicks');
    const clicks = manifest.tables.find(({ name }) => name === 'public.clicks')!.rows;
    expect(clicks).toBeGreaterThanOrEqual(before);
    expect(clicks).toBeLessThan(rows[0].clicks);
  });

  it('has neither visitors nor their keys', async () => {
    const names = manifest.tables.map(({ name }) => name);
    expect(names.filter((name) => /visitor/.test(name))).toEqual([]);
    expect(names).toContain('graphile_worker._private_jobs');
    expect((await readdir(root)).sort()).toEqual(['data', 'saved']);
  });

  it('contains the clicks that are not counted yet; they are counted once after the restore', async () => {
    const file = path.join('data', 'clicks', JOURNAL, '0000000000000001.log');
    expect(Object.keys(manifest.files)).toContain(file);
    const bytes = await readFile(path.join(saved, file));
    const decoded = decodeFrame(bytes, 0);
    expect(decoded).toMatchObject({
      kind: 'frame',
      frame: { first: 1, clicks: waiting.slice(1).map((id) => ({ id })) },
    });
    const there = await emptyDatabase();
    const where = folder('with-clicks');
    await restore({ url: there.url, dataDir: where, log: silentLog() }, saved);
    const parts = { databaseUrl: there.url, pool: there.pool, dataDir: where, calendar, trustProxy: null };
    for (let start = 0; start < 2; start++) {
      const clicks = await startClicks({ ...parts, now: () => Date.now(), logger: silentLog() });
      await clicks.stop();
      const { rows } = await there.pool.query('SELECT id FROM clicks WHERE id = ANY ($1) ORDER BY id', [waiting]);
      expect(rows.map(({ id }) => id)).toEqual(waiting.slice(1));
    }
    expect(await faultsIn(there.db)).toEqual([]);
  });

  it('does not overwrite an existing one', async () => {
    await expect(backUp({ url: application.database.url, dataDir }, saved)).rejects.toThrow(BackupFailed);
  });

  it('is restored completely: audit, checksums of every table, files and sequences', async () => {
    const there = await emptyDatabase();
    const [where, again] = [folder('restored'), folder('again')];
    await restore({ url: there.url, dataDir: where, log: silentLog() }, saved);
    expect(await faultsIn(there.db)).toEqual([]);
    const second = await backUp({ url: there.url, dataDir: where }, again);
    const jobs = 'graphile_worker._private_jobs';
    const without = (rows: unknown[][]) => rows.filter(([name]) => name !== jobs);
    expect(without(sums(second))).toEqual(without(sums(manifest)));
    expect(second.sequences).toEqual(manifest.sequences);
    expect([second.files, second.clickMonths]).toEqual([manifest.files, manifest.clickMonths]);
    expect(await readFile(path.join(where, 'files', 'media', 'a.png'), 'utf8')).toBe('a picture');
    const { rows } = await there.pool.query(
      `SELECT t.identifier, j.locked_at FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id`,
    );
    expect(rows).toContainEqual({ identifier: 'send_mail', locked_at: null });
    expect(rows.filter((row) => row.locked_at !== null)).toEqual([]);
    const constraints = `SELECT conrelid::regclass::text AS t, conname, pg_get_constraintdef(oid) AS d FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY 1, 2`;
    const triggers = `SELECT tgrelid::regclass::text AS t, tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal AND tgrelid::regclass::text !~ '^clicks_\\d' ORDER BY 1, 2`;
    for (const query of [constraints, triggers])
      expect((await there.pool.query(query)).rows).toEqual((await application.database.pool.query(query)).rows);
    await expect(there.pool.query('UPDATE single_entries SET amount_minor = 1')).rejects.toThrow('never changed');
  });

  it('serves after the restore: a click counts, and the audit is clean', async () => {
    const there = await emptyDatabase();
    await restore({ url: there.url, dataDir: folder('serving'), log: silentLog() }, saved);
    await there.pool.query(`SELECT ensure_click_months('2026-02-01', '2026-03-01')`);
    await clickRecorder({ ...there }, calendar)([{ code: codes[0]!, at: new Date('2026-02-10T10:00:00Z') }]);
    expect(await faultsIn(there.db)).toEqual([]);
  });

  it('is not restored over existing data', async () => {
    const { url } = application.database;
    await expect(restore({ url, dataDir: folder('over'), log: silentLog() }, saved)).rejects.toThrow('not empty');
  });
});

describe('The secrets in a backup', () => {
  /** Secrets in the forms in which a file could contain them. */
  async function makeSecrets(): Promise<Buffer[]> {
    const { db } = application.database;
    const actor = { userId: cast.ids.creator, isAdmin: false, storeIds: [], agencyIds: [], memberOfAgencyId: null };
    const ctx = { db, actor, now: () => AFTER_CLOSING, vault: TEST_VAULT, log: silentLog(), publicUrl: '' };
    const totp = (await beginTotp(ctx)).secret;
    const page = (await rotateSigningSecret(ctx, { storeId: cast.storeId, overlapHours: 1 })).secret;
    const hook = await application.call({
      method: 'POST',
      url: '/v2/webhooks',
      as: cast.tokens.advertiser,
      body: { store_id: cast.storeId, url: 'https://hooks.example.com/', events: ['*'] },
    });
    expect(hook.status).toBe(201);
    const bytes = Buffer.from(Secret.fromBase32(totp).bytes);
    const forms = (secret: string) => [secret, Buffer.from(secret).toString('hex')];
    return [...[totp, page, hook.body.secret].flatMap(forms), bytes.toString('hex'), bytes.toString('base64')].map(
      (form) => Buffer.from(form),
    );
  }

  /** The bytes of each file, and those that it contains compressed. */
  async function everyByte(of: string): Promise<Buffer[]> {
    const entries = await readdir(of, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
    const read = await Promise.all(
      files.map(async (file) => {
        const content = await readFile(file);
        return file.endsWith('.gz') ? [content, gunzipSync(content)] : [content];
      }),
    );
    return read.flat();
  }
  const found = async (of: string, words: readonly Buffer[]) => {
    const contents = await everyByte(of);
    return words.filter((word) => contents.some((content) => content.includes(word))).map(String);
  };
  const words = (...given: string[]) => given.map((word) => Buffer.from(word));
  const keys = words(...Object.values(KEYS));
  let secrets: Buffer[];

  beforeAll(async () => {
    secrets = await makeSecrets();
  });

  it('are encrypted, and the keys are not beside them', async () => {
    const to = folder('without-keys');
    const { files } = await backUp({ url: application.database.url, dataDir }, to);
    expect(await found(to, [...secrets, ...keys])).toEqual([]);
    expect(Object.keys(files).filter((file) => !/^data\/(?:files|clicks)\//.test(file))).toEqual([]);
    // Something that a backup does contain is found in the same way.
    expect(await found(to, words('https://hooks.example.com/'))).toHaveLength(1);
  });

  it('come with the keys only if these are asked for, and the restore brings the keys back', async () => {
    const to = folder('with-keys');
    const made = await backUp({ url: application.database.url, dataDir, withKeys: true }, to);
    expect(await found(to, keys)).toEqual(keys.map(String));
    expect(hasVaultKey(made)).toBe(true);
    const there = await emptyDatabase();
    const where = folder('restored-with-keys');
    await restore({ url: there.url, dataDir: where, log: silentLog() }, to);
    for (const [name, content] of Object.entries(KEYS))
      expect(await readFile(path.join(where, name), 'utf8')).toBe(content);
  });

  it('and everything else are unreadable in an encrypted backup, which its identity restores', async () => {
    const identity = await generateX25519Identity();
    const recipient = await identityToRecipient(identity);
    const to = folder('encrypted');
    const made = await backUp({ url: application.database.url, dataDir, recipient, withKeys: true }, to);
    const clear = words('https://hooks.example.com/', 'a picture', 'public.users', 'migrations');
    expect(await found(to, [...secrets, ...keys, ...clear])).toEqual([]);
    const names = (await readdir(to, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    expect(names.filter(({ name }) => !name.endsWith('.age'))).toEqual([]);
    expect(names).toHaveLength(1 + made.tables.length + Object.keys(made.files).length);

    const there = await emptyDatabase();
    const parts = { url: there.url, dataDir: folder('decrypted'), log: silentLog() };
    await expect(restore(parts, to)).rejects.toThrow('--identity');
    const file = folder('backup.key');
    await writeFile(file, `# created: now\n${await generateX25519Identity()}\n`);
    await expect(restore({ ...parts, identityFile: file }, to)).rejects.toThrow('encrypted for another key');
    await writeFile(file, '# nothing\n');
    await expect(restore({ ...parts, identityFile: file }, to)).rejects.toThrow('contains no private key');
    await writeFile(file, `# created: now\n${identity}\n`);
    await restore({ ...parts, identityFile: file }, to);
    expect(await faultsIn(there.db)).toEqual([]);
    expect(await readFile(path.join(parts.dataDir, 'files', 'media', 'a.png'), 'utf8')).toBe('a picture');
    const again = await backUp({ url: there.url, dataDir: parts.dataDir }, folder('compared'));
    const without = (rows: unknown[][]) => rows.filter(([name]) => name !== 'graphile_worker._private_jobs');
    expect(without(sums(again))).toEqual(without(sums(made)));

    const [damaged] = names.filter(({ name }) => name.startsWith('public.users'));
    const bytes = await readFile(path.join(damaged!.parentPath, damaged!.name));
    bytes[bytes.length - 1]! ^= 1;
    await writeFile(path.join(damaged!.parentPath, damaged!.name), bytes);
    const other = await emptyDatabase();
    await expect(restore({ ...parts, url: other.url, identityFile: file }, to)).rejects.toThrow(
      /damaged: .*public.users/,
    );
  });

  it('are not saved for a recipient that is no key', async () => {
    const recipient = `age1${'q'.repeat(58)}`;
    await expect(backUp({ url: application.database.url, dataDir, recipient }, folder('none'))).rejects.toThrow(
      'BACKUP_RECIPIENT',
    );
    expect((await readdir(root)).filter((name) => name.startsWith('none'))).toEqual([]);
    expect((await readdir(dataDir)).filter((name) => name.startsWith('.backup'))).toEqual([]);
  });
});

describe('An altered backup', () => {
  /**
   * A copy of the backup in which the text of one table is changed.
   * @param hasNewChecksum whether the manifest contains the checksum of the changed text
   */
  async function altered(name: string, change: (text: string) => string, hasNewChecksum: boolean): Promise<string> {
    const copy = folder(`altered-${randomUUID()}`);
    const { cp } = await import('node:fs/promises');
    await cp(saved, copy, { recursive: true });
    const table = manifest.tables.find((one) => one.name === name)!;
    const file = path.join(copy, table.file);
    const before = gunzipSync(await readFile(file)).toString('utf8');
    const after = change(before);
    expect(after).not.toBe(before);
    await writeFile(file, gzipSync(after));
    if (hasNewChecksum) {
      const sha256 = createHash('sha256').update(after).digest('hex');
      const tables = manifest.tables.map((one) => (one === table ? { ...one, sha256 } : one));
      await writeFile(path.join(copy, MANIFEST), JSON.stringify({ ...manifest, tables }));
    }
    return copy;
  }
  /** Adds one to the first number of a column in the first row. */
  const more = (name: string, column: string) => (text: string) => {
    const at = manifest.tables.find((one) => one.name === name)!.columns.indexOf(column);
    const [first = '', ...rest] = text.split('\n');
    const fields = first.split('\t');
    fields[at] = String(Number(fields[at]) + 1);
    return [fields.join('\t'), ...rest].join('\n');
  };

  it.each([
    ['public.clicks', 'cost_minor'],
    ['public.link_days', 'user_minor'],
    ['public.store_days', 'clicks'],
    ['public.invoice_lines', 'amount_minor'],
  ])('with adjusted checksums is detected by the audit: %s.%s', async (name, column) => {
    const there = await emptyDatabase();
    await restore(
      { url: there.url, dataDir: folder(randomUUID()), log: silentLog() },
      await altered(name, more(name, column), true),
    );
    expect(await faultsIn(there.db)).not.toEqual([]);
  });

  it('with wrong checksums is not restored, not even in part', async () => {
    const there = await emptyDatabase();
    const copy = await altered('public.clicks', more('public.clicks', 'cost_minor'), false);
    const parts = { url: there.url, dataDir: folder(randomUUID()), log: silentLog() };
    await expect(restore(parts, copy)).rejects.toThrow(/damaged: tables\/public.clicks/);
    expect((await there.pool.query(`SELECT to_regclass('public.users') AS users`)).rows).toEqual([{ users: null }]);
    await writeFile(path.join(copy, 'data', 'files', 'media', 'a.png'), 'another');
    await expect(restore(parts, copy)).rejects.toThrow(/damaged: data\/files\/media\/a.png/);
    await expect(restore(parts, root)).rejects.toThrow('contains no backup');
  });

  it.each([
    ['9999_later.sql', 'made by a later version of Tributary'],
    ['0001_another.sql', 'made by a version of Tributary that this one cannot upgrade'],
  ])('with the unknown migration %s is refused before anything is written', async (name, sentence) => {
    const there = await emptyDatabase();
    const copy = await altered('public.users', (text) => ` ${text}`, false);
    const migrations = [...manifest.migrations, name].sort();
    await writeFile(path.join(copy, MANIFEST), JSON.stringify({ ...manifest, tables: [], migrations }));
    const restoring = restore({ url: there.url, dataDir: folder(randomUUID()), log: silentLog() }, copy);
    await expect(restoring).rejects.toThrow(`The backup was ${sentence}: it has the migration ${name}`);
    expect((await there.pool.query(`SELECT to_regclass('public.users') AS users`)).rows).toEqual([{ users: null }]);
  });

  it('that refers to a missing user is not restored, not even in part', async () => {
    const there = await emptyDatabase();
    const copy = await altered('public.store_members', () => '999999\t999999\t2026-01-01 00:00:00+00\n', true);
    const parts = { url: there.url, dataDir: folder(randomUUID()), log: silentLog() };
    await expect(restore(parts, copy)).rejects.toThrow();
    expect((await there.pool.query('SELECT count(*) AS users FROM users')).rows).toEqual([{ users: 0 }]);
  });
});
