import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { VARIABLES } from '../../src/config-variables.ts';
import { afterThisFile } from '../harness/clean-up.ts';
import { freePort } from '../harness/free-port.ts';
import { openMailServer } from '../harness/peers/mail-server.ts';
import { startFromSources } from '../harness/source-server.ts';
import { dropDatabase, onDatabase, runSql } from '../harness/test-databases.ts';
import { testServer } from '../harness/test-server.ts';
import { serveCommandLine } from '../instructions/command-line.ts';
import { readPage } from '../instructions/pages.ts';

const run = promisify(execFile);
const page = readPage('docs/production.md');
const textOf = (language: string) => page.blocks.find((block) => block.language === language)!.text;
const deployed = (name: string) => readFileSync(path.join('deploy/server', name), 'utf8');
const root = process.cwd();

const folder = await mkdtemp(path.join(tmpdir(), 'tributary-production-'));
afterThisFile(() => rm(folder, { recursive: true, force: true }));

/** Commands that need another machine, each with the reason. All others run, with the paths of this test. */
const NOT_RUN: readonly (readonly [RegExp, string])[] = [
  [/^useradd /, 'changes the users of this machine'],
  [/^install -d /, 'makes folders outside the test’s own'],
  [/^npm ci && npm run build$/, 'installs from the registry: .ci/run does so in a clean clone'],
  [/^sed .* > \/etc\//, 'the test below starts both proxies with the same files'],
  [/^(?:systemctl|journalctl|certbot) /, 'needs systemd or a certificate authority'],
  [/^cp .* \/etc\/systemd\/system\/$/, 'the units are verified below'],
  [/^git -C .* pull/, 'needs a remote repository; tests/upgrade/check.ts upgrades data of an earlier commit'],
];

/** The settings of the file on the page, with the values that its reader fills in. */
async function settings(databaseUrl: string, recipient: string): Promise<string> {
  const filled: Record<string, string> = {
    PORT: String(await freePort()),
    PUBLIC_URL: 'https://0.0.0.0:1',
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    SMTP_URL: (await openMailServer()).url,
    COMPANY_NAME: '"Nordic Links AB"',
    COMPANY_STREET: '"Storgatan 1"',
    COMPANY_POSTAL_CODE: '"111 22"',
    COMPANY_CITY: 'Stockholm',
    COMPANY_VAT_NUMBER: 'SE559000000001',
    COMPANY_IBAN: 'SE4550000000058398257466',
    PAYOUT_IBAN: 'SE4550000000058398257466',
    BACKUP_RECIPIENT: recipient,
    METRICS_TOKEN: randomBytes(24).toString('hex'),
  };
  const lines = deployed('tributary.env').split('\n');
  const empty = lines.filter((line) => line.endsWith('=')).map((line) => line.slice(0, -1));
  expect(empty.filter((name) => !(name in filled))).toEqual([]);
  const text = lines.map((line) => {
    const name = line.split('=')[0]!;
    return name in filled ? `${name}=${filled[name]}` : line;
  });
  return `${text.join('\n')}\nLOG_LEVEL=silent\n`;
}

describe('The page "From an empty server to production"', () => {
  it('leads to an installation that lacks nothing, and to a backup that can be restored', async () => {
    const { url: server } = await testServer();
    const identity = await generateIdentity();
    await writeFile(path.join(folder, 'backup.key'), identity);
    const suffix = randomBytes(4).toString('hex');
    const [name, restored] = [`tributary_${suffix}`, `restored_${suffix}`];
    const [role, database] = textOf('sql').split('\n');
    // The role of the embedded server makes databases and no roles; the statement itself is understood.
    await expect(runSql(server, role!)).rejects.toThrow('permission denied to create role');
    for (const made of [name, restored])
      await runSql(server, database!.replace('DATABASE tributary', `DATABASE ${made}`));
    afterThisFile(async () => {
      for (const made of [name, restored]) await dropDatabase(server, made);
    });
    const as = (made: string) => onDatabase(server, made);
    const file = path.join(folder, 'tributary.env');
    await writeFile(file, await settings(as(name), await identityToRecipient(identity)));

    const program = path.join(folder, 'program');
    const cli = await serveCommandLine((dataDir) => ({
      ...variablesOf(readFileSync(file, 'utf8')),
      DATA_DIR: dataDir,
      ...(dataDir.endsWith('-restored') && { DATABASE_URL: as(restored) }),
    }));
    await writeFile(
      program,
      `printf '%s\\n' "$@" | curl -sS --fail-with-body -H "data-dir: $DATA_DIR" --data-binary @- ${cli}\n`,
    );

    const ours = (command: string) =>
      command
        .replaceAll('/etc/tributary.env', file)
        .replaceAll('cd /opt/tributary', `cd ${folder}`)
        .replaceAll(/exec runuser -u tributary -- /g, '')
        .replaceAll('node dist/main.js', `bash ${program}`)
        .replaceAll('/var/lib/tributary', path.join(folder, 'var'))
        .replaceAll('postgres://tributary:PASSWORD@127.0.0.1:5432/restored', as(restored));
    const commands = page.commands.filter((command) => !NOT_RUN.some(([form]) => form.test(command)));
    const withoutEffect = NOT_RUN.filter(([form]) => !page.commands.some((command) => form.test(command)));
    expect(withoutEffect).toEqual([]);
    expect(commands[0]).toBe('install -m 600 deploy/server/tributary.env /etc/tributary.env');
    const define = commands.find((command) => command.startsWith('tributary() '))!;
    const shell = async (command: string) =>
      (await run('bash', ['-euc', `${ours(define)}\n${ours(command)}`], { cwd: root })).stdout;

    const password = (await shell(commands.find((command) => /user create/.test(command))!)).trim().split('\n').at(-1)!;
    const running = await startFromSources({ ...variablesOf(readFileSync(file, 'utf8')) });
    try {
      const call = async (method: string, route: string, body: object, token?: string) => {
        const headers = { 'content-type': 'application/json', ...(token && { authorization: token }) };
        const reply = await fetch(running.url + route, { method, headers, body: JSON.stringify(body) });
        expect([route, reply.status < 300]).toEqual([route, true]);
        return (await reply.json()) as Record<string, string>;
      };
      const { token } = await call('POST', '/v2/sessions', { email: 'you@example.com', password });
      const { secret } = await call('POST', '/v2/me/second-factor/totp', {}, token);
      const code = new TOTP({ secret: Secret.fromBase32(secret!) }).generate();
      await call('PUT', '/v2/me/second-factor/totp', { code }, token);
    } finally {
      await running.stop();
    }
    const report = await shell(commands.find((command) => command === 'tributary check')!);
    expect(report).toContain('\n0 missing, ');
    expect([...report.matchAll(/^advice +([^:]+):/gm)].map(([, subject]) => subject).sort()).toEqual([
      'PUBLIC_URL',
      'REDIS_URL',
      'S3_*',
      'SERVICE_API_KEY',
      'administrators',
      'exchange rates',
    ]);
    for (const command of commands.filter((text) => /\bbackup /.test(text)))
      await shell(command.replace('--identity backup.key', `--identity ${path.join(folder, 'backup.key')}`));
  }, 180_000);

  it('names settings that exist', () => {
    const names = [...deployed('tributary.env').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name!);
    expect(names.filter((name) => !(name in VARIABLES))).toEqual([]);
  });

  it('has units that start the program as the page describes it', async () => {
    const unit = deployed('tributary.service');
    expect(unit).toContain('EnvironmentFile=/etc/tributary.env');
    expect(unit).toContain('ExecStart=/usr/bin/node --enable-source-maps dist/main.js serve\n');
    if (!existsSync('/usr/bin/systemd-analyze')) return;
    for (const name of ['tributary.service', 'tributary-backup.service', 'tributary-backup.timer']) {
      const checked = path.join(folder, name);
      // The programs and folders of the units do not exist here.
      await writeFile(
        checked,
        deployed(name)
          .replace('/usr/bin/node', process.execPath)
          .replace(/^Documentation=.*\n/m, ''),
      );
    }
    const units = ['tributary.service', 'tributary-backup.timer'].map((name) => path.join(folder, name));
    const { stderr } = await run('systemd-analyze', ['verify', ...units]).catch((error: { stderr: string }) => error);
    expect(stderr.split('\n').filter((line) => line.includes(folder))).toEqual([]);
  });

  it('has alert rules about metrics that exist', async () => {
    const rules = [...deployed('alerts.yml').matchAll(/^ +expr: (.*)$/gm)].map(([, rule]) => rule!);
    const used = rules.flatMap((rule) => rule.match(/\b(?:tributary|http)_\w+/g) ?? []);
    expect(used.length).toBeGreaterThan(5);
    const sources = (await run('grep', ['-rhoE', "'(tributary|http)_[a-z_0-9$\\{\\}]+", 'src', '--include=*.ts']))
      .stdout;
    const known = sources.split('\n').map((name) => name.replace("'", ''));
    for (const name of used) expect(known).toContain(name.replace(/_count$/, ''));
  });
});

/** The variables of a file of settings, as systemd and a shell read them. */
const variablesOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^([A-Z0-9_]+)="?([^"\n]*)"?$/gm)].map(([, name, value]) => [name!, value!]));

describe.each([
  ['nginx', '/usr/sbin/nginx'],
  ['Caddy', '/usr/bin/caddy'],
] as const)('The configuration of %s', (name, program) => {
  it.skipIf(!existsSync(program))(
    'forwards requests with their host, and with the address of the shopper alone',
    async () => {
      const seen: IncomingHttpHeaders[] = [];
      const upstream = createServer(({ headers }, reply) => {
        seen.push(headers);
        reply.end('ok');
      });
      afterThisFile(async () => void upstream.close());
      const [port, plain, upstreamPort] = await Promise.all([freePort(), freePort(), freePort()]);
      const to = `127.0.0.1:${upstreamPort}`;
      const configuration = name === 'nginx' ? await forNginx(port, plain, to) : await forCaddy(port, to);
      const child = spawn(program, configuration, {
        stdio: 'ignore',
        env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder },
      });
      const ended = new Promise((resolve) => child.on('exit', resolve));
      afterThisFile(async () => {
        child.kill('SIGTERM');
        await ended;
      });
      await listening(port);
      const follow = () =>
        run('curl', [
          '-ksS',
          '--resolve',
          `links.example.com:${port}:127.0.0.1`,
          '-H',
          'X-Forwarded-For: 203.0.113.9',
          `https://links.example.com:${port}/r/abc`,
        ]);
      // As the page says of a restart, during which nothing listens.
      const early = follow();
      await new Promise((resolve) => setTimeout(resolve, 500));
      await new Promise<void>((resolve) => upstream.listen(upstreamPort, '127.0.0.1', resolve));
      expect((await early).stdout).toMatch(name === 'nginx' ? /502 Bad Gateway/ : /^ok$/);
      const reply = await follow();
      expect(reply.stdout).toBe('ok');
      expect(seen[0]).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' });
      expect(seen[0]!.host).toMatch(/^links\.example\.com(?::\d+)?$/);
    },
  );
});

/** The page's file within a configuration that needs no privileges, with a certificate of this test. @returns the arguments */
async function forNginx(port: number, plain: number, to: string): Promise<string[]> {
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '1',
    '-keyout',
    key,
    '-out',
    certificate,
    '-subj',
    '/CN=links.example.com',
  ]);
  const servers = deployed('nginx.conf')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`)
    .replaceAll(/^\tlisten \[::\].*\n/gm, '')
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    .replace('127.0.0.1:3000', to);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const file = path.join(folder, 'nginx.conf');
  await writeFile(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; events {}\nhttp { access_log off; ${temporary.join(' ')}\n${servers}}\n`,
  );
  return ['-c', file];
}

/** The page's file with Caddy's own certificate authority. @returns the arguments */
async function forCaddy(port: number, to: string): Promise<string[]> {
  const file = path.join(folder, 'Caddyfile');
  const site = deployed('Caddyfile')
    .replace('links.example.com {', `https://links.example.com:${port} {\n\ttls internal`)
    .replace('127.0.0.1:3000', to);
  await writeFile(file, `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n${site}`);
  return ['run', '--config', file, '--adapter', 'caddyfile'];
}

/** Waits until a port accepts connections. */
async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      setTimeout(() => socket.destroy(), 50);
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nothing listens on ${port}`);
}
