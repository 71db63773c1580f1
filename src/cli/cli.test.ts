import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { describe, expect, it } from 'vitest';
import { createTestApplication } from '../../tests/harness/application.ts';
import { afterThisFile } from '../../tests/harness/clean-up.ts';
import { captureOutput } from '../../tests/harness/command-output.ts';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../../tests/harness/passwords.ts';
import { run } from './cli.ts';

const application = await createTestApplication();

const written = captureOutput();

const cli = (args: readonly string[], input = '') =>
  run([...args], { DATABASE_URL: application.database.url, LOG_LEVEL: 'silent' }, Readable.from([input]));
const query = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;
const signIn = (email: string, password: string) =>
  application.call({ method: 'POST', url: '/v2/sessions', body: { email, password } });

describe('version', () => {
  it.each(['version', '--version'])('is printed by %s, and is that of all packages', async (command) => {
    expect(await cli([command])).toBe(0);
    const versions = ['.', 'console', 'packages/client', 'packages/cli'].map(
      (folder) => JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).version,
    );
    expect(new Set([written.out.trim(), ...versions]).size).toBe(1);
  });
});

describe('user create', () => {
  it('creates an administrator, with a password that is printed once', async () => {
    expect(await cli(['user', 'create', '--email', 'first@example.test', '--admin'])).toBe(0);
    expect(written.out).toMatch(/^[\w-]{24}\n$/);
    expect(written.err).toMatch(/Made user \d+, first, an administrator\./);
    expect(written.err).not.toContain(written.out.trim());
    const { status, body } = await signIn('first@example.test', written.out.trim());
    expect([status, body.user]).toMatchObject([201, { username: 'first', roles: ['admin'] }]);
    const [log] = await query(
      `SELECT * FROM audit_log WHERE action = 'user.created' AND subject_id = $1`,
      body.user.id,
    );
    expect(log).toMatchObject({ actor_id: null, subject_kind: 'user', details: { is_admin: true } });
  });

  it.each([
    ['line', 'a given password\n'],
    ['line of Windows', 'a given password\r\nand more'],
    ['text', 'a given password'],
  ])('reads a password as a %s from standard input, and prints none', async (_what, input) => {
    const email = `given${input.length}@example.test`;
    const username = `given-${input.length}`;
    expect(await cli(['user', 'create', '--email', email, '--username', username, '--password-stdin'], input)).toBe(0);
    expect(written.out).toBe('');
    const { body } = await signIn(email, 'a given password');
    expect(body.user).toMatchObject({ username, roles: ['creator'] });
  });

  it('does not create a user twice', async () => {
    const args = ['user', 'create', '--email', 'twice@example.test', '--username', 'twice'];
    expect(await cli(args)).toBe(0);
    written.out = '';
    expect(await cli([...args.slice(0, 3), 'TWICE@example.test'])).toBe(1);
    expect(await cli(['user', 'create', '--email', 'other@example.test', '--username', 'Twice'])).toBe(1);
    expect(written.out).toBe('');
    expect(written.err).toMatch(/--email has already been taken\.\n--username has already been taken\.\n$/);
  });

  it.each<[string, string[], string, string]>([
    ['no e-mail', [], '', '--email is missing'],
    ['no address', ['--email', 'x'], '', '--email must be an e-mail address (it is "x")'],
    ['a short name', ['--email', 'a@b.se', '--username', 'x'], '', '--username must be 2 to 64'],
    ['a long name', ['--email', 'a@b.se', '--username', 'x'.repeat(65)], '', '--username must be 2 to 64'],
    ['a short password', ['--email', 'a@b.se', '--password-stdin'], '1234567\n', 'must be 8 to 256'],
    ['a long password', ['--email', 'a@b.se', '--password-stdin'], 'x'.repeat(257), 'must be 8 to 256'],
    ['no password', ['--email', 'a@b.se', '--password-stdin'], '', 'must be 8 to 256'],
    ['a password among the arguments', ['--email', 'a@b.se', '--password', 'x'], '', '--password'],
    ['a word too many', ['--email', 'a@b.se', 'extra'], '', 'extra'],
  ])('refuses %s', async (_what, args, input, says) => {
    expect(await cli(['user', 'create', ...args], input)).toBe(2);
    expect([written.out, written.err]).toEqual(['', expect.stringContaining(says)]);
    expect(written.err).toContain('user create --email');
    expect(await query(`SELECT FROM users WHERE email = 'a@b.se'`)).toEqual([]);
  });

  it.each([
    ['xx', SHORTEST_PASSWORD],
    ['y'.repeat(64), LONGEST_PASSWORD],
  ])('accepts the name %s', async (username, password) => {
    const email = `${username.length}@edge.example`;
    expect(await cli(['user', 'create', '--email', email, '--username', username, '--password-stdin'], password)).toBe(
      0,
    );
    expect((await signIn(email, password)).body.user).toMatchObject({ username });
  });
});

describe('token create', () => {
  it('prints a token for the user, by id and by e-mail, and audits it', async () => {
    const id = await application.market.user({ email: 'Program@example.test' });
    for (const who of [String(id), 'program@example.test']) {
      written.out = '';
      expect(await cli(['token', 'create', '--user', who, '--name', 'import', '--days', '1'])).toBe(0);
      expect((await application.call({ url: '/v2/me', as: written.out.trim() })).body).toMatchObject({ id });
    }
    const logged = await query(`SELECT actor_id, details FROM audit_log WHERE action = 'token.created' ORDER BY id`);
    expect(logged).toEqual(
      Array(2).fill({ actor_id: null, details: { user_id: id, purpose: 'api', scopes: 'all', days: 1 } }),
    );
  });

  it('creates no token for an unknown user', async () => {
    expect(await cli(['token', 'create', '--user', 'nobody@example.test'])).toBe(1);
    const erased = await application.market.user();
    await query('UPDATE users SET erased_at = now() WHERE id = $1', erased);
    expect(await cli(['token', 'create', '--user', String(erased)])).toBe(1);
    expect([written.out, written.err]).toEqual(['', 'No query results for user.\nNo query results for user.\n']);
  });

  it.each(['0', '-1', '1.5', 'x', '36501'])('creates no token for %s days', async (days) => {
    expect(await cli(['token', 'create', '--user', '1', `--days=${days}`])).toBe(2);
    expect(written.err).toContain('whole number from 1 to 36500');
  });
});

describe('load-rates', () => {
  const rates = () =>
    query(`SELECT currency, day, units_per_eur::float8 AS units FROM exchange_rates WHERE source = 'ECB' ORDER BY 2`);
  const usd = (day: string, units: number) => ({ currency: 'USD', day, units });

  it('loads a file or standard input, and reports its contents', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'tributary-rates-'));
    const file = path.join(folder, 'eurofxref-hist.csv');
    await writeFile(file, 'Date,USD,\n2026-01-02,1.17,\n2025-12-31,1.18,\n');
    expect([await cli(['load-rates', file]), written.err]).toEqual([0, '']);
    expect(written.out).toBe('Rates loaded. Days: 2, currencies: 1, newest day: 2026-01-02.\n');
    expect(await rates()).toEqual([usd('2025-12-31', 1.18), usd('2026-01-02', 1.17)]);
    written.out = '';
    expect(await cli(['load-rates', '-'], 'Date, USD, \n02 January 2026, 1.2, \n')).toBe(0);
    expect(written.out).toBe('Rates loaded. Days: 1, currencies: 1, newest day: 2026-01-02.\n');
    expect(await rates()).toEqual([usd('2025-12-31', 1.18), usd('2026-01-02', 1.2)]);
    await rm(folder, { recursive: true });
  });

  it('reports an error in one sentence, and loads nothing', async () => {
    const before = await rates();
    expect(await cli(['load-rates', '-'], 'Date,USD,\n2026-01-03,1.17,\n2026-01-04,,\n')).toBe(1);
    expect(written.err).toMatch(/^No rate was loaded\.\nLine 3: "" is not a rate of USD[^\n]*\n$/);
    expect(await cli(['load-rates', '/nowhere/eurofxref.csv'])).toBe(1);
    expect(written.err).toContain('ENOENT');
    expect(await cli(['load-rates'])).toBe(2);
    expect([written.out, await rates()]).toEqual(['', before]);
  });

  it('limits the size of its input', async () => {
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(1_000_000);
      })(),
    );
    const env = { DATABASE_URL: application.database.url, LOG_LEVEL: 'silent' };
    expect(await run(['load-rates', '-'], env, endless)).toBe(1);
    expect(written.err).toContain('more than 64 MiB');
  });
});

describe('demo disarm', () => {
  it('reports a missing demo', async () => {
    expect(await cli(['demo', 'disarm'])).toBe(1);
    expect([written.out, written.err]).toEqual(['', expect.stringContaining('No demo has been loaded')]);
  });
});

describe('A surplus argument', () => {
  it.each([
    ['serve'],
    ['migrate'],
    ['demo'],
    ['demo', 'disarm'],
    ['help'],
    ['--help'],
    ['token', 'create'],
    ['user', 'create'],
    ['load-rates', '-'],
  ])('after %s is refused', async (...command) => {
    expect(await cli([...command, 'extra'])).toBe(2);
    expect([written.out, written.err]).toEqual(['', expect.stringContaining('extra')]);
  });

  it('or a missing one is refused', async () => {
    for (const args of [[], ['nothing'], ['user'], ['user', 'delete'], ['token'], ['token', 'list']])
      expect([args, await cli(args)]).toEqual([args, 2]);
    expect(written.out).toBe('');
  });
});

describe('backup and restore', () => {
  const folder = async () => {
    const made = await mkdtemp(path.join(tmpdir(), 'tributary-cli-backup-'));
    afterThisFile(() => rm(made, { recursive: true, force: true }));
    return made;
  };
  const inFolder = (dataDir: string, args: readonly string[], environment: Record<string, string> = {}) =>
    run([...args], { DATABASE_URL: application.database.url, DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...environment });

  it('say whether the backup is encrypted and whether it contains the keys', async () => {
    const [dataDir, to] = [await folder(), await folder()];
    await writeFile(path.join(dataDir, 'encryption-key'), 'a key');
    const recipient = await identityToRecipient(await generateX25519Identity());
    expect(await inFolder(dataDir, ['backup', path.join(to, 'a')])).toBe(0);
    expect(written.out).toMatch(
      /not encrypted \(BACKUP_RECIPIENT is not set\)\. It contains no keys: keep ENCRYPTION_KEY/,
    );
    written.out = '';
    const environment = { BACKUP_RECIPIENT: recipient };
    expect(await inFolder(dataDir, ['backup', path.join(to, 'b'), '--with-keys'], environment)).toBe(0);
    expect(written.out).toContain(`encrypted for ${recipient}. It contains the keys and tokens`);
    expect(await readdir(path.join(to, 'b'))).toContain('manifest.json.age');
    expect(await inFolder(dataDir, ['restore', path.join(to, 'b')])).toBe(1);
    expect(written.err).toContain('--identity FILE');
  });

  it('refuse unknown options and recipients that are no keys', async () => {
    const dataDir = await folder();
    expect(await inFolder(dataDir, ['backup', path.join(dataDir, 'x'), '--keys'])).toBe(2);
    expect(await inFolder(dataDir, ['backup'])).toBe(2);
    expect(await inFolder(dataDir, ['restore', 'a', 'b'])).toBe(2);
    expect(await inFolder(dataDir, ['backup', path.join(dataDir, 'x')], { BACKUP_RECIPIENT: 'somebody' })).toBe(1);
    expect(written.err).toContain('BACKUP_RECIPIENT');
  });
});

it('migrate and help work', async () => {
  expect(await cli(['migrate'])).toBe(0);
  expect(written.err).toContain('up to date');
  expect(await cli(['--help'])).toBe(0);
  expect(written.out).toContain('user create --email');
});

describe('currencies', () => {
  it('refuses amounts whose decimals are not known, with the command that states them, and converts them then', async () => {
    await query("INSERT INTO payout_minimums (currency, minimum_minor, updated_at) VALUES ('HUF', 1500, now())");
    await query('DELETE FROM currencies');
    expect(await cli(['audit'])).toBe(1);
    expect(written.err).toMatch(/^An earlier version .* HUF .* currencies --written-with HUF=DECIMALS .*\.\n$/);
    for (const wrong of ['HUF', 'HUF=', 'HUF=x', 'HUF=0,HUF=2', 'HUF=12'])
      expect(await cli(['currencies', '--written-with', wrong])).toBe(2);
    written.out = '';
    expect(await cli(['currencies', '--written-with', 'HUF=0'])).toBe(0);
    expect(written.out).toContain('The amounts in HUF were converted from 0 to 2 decimals.\n');
    expect(written.out).toMatch(/^HUF {2}2 decimals$/m);
    expect(await query('SELECT minimum_minor FROM payout_minimums')).toEqual([{ minimum_minor: 150_000 }]);
    written.out = '';
    expect(await cli(['currencies'])).toBe(0);
    expect(written.out).not.toContain('converted');
  });
});
