import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { VARIABLES } from '../../src/config-variables.ts';
import { readDockerfile } from './dockerfile.ts';

const read = (file: string) => readFileSync(file, 'utf8');

test('every shipped package is listed with a licence that permits shipping it', () => {
  const { status, stderr } = spawnSync(process.execPath, ['deploy/licences.mjs', '--check'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});

test('the image is built from existing files and runs as an ordinary user', async () => {
  const image = await readDockerfile('deploy/Dockerfile');
  const ours = image.copies.filter(({ stage }) => stage === null).map(({ from }) => from);
  expect(ours).toEqual(['package.json', 'migrations']);
  const letIn = read('.dockerignore').split('\n');
  for (const name of ours) expect([name, existsSync(name), letIn.includes(`!${name}`)]).toEqual([name, true, true]);
  expect(image).toMatchObject({
    user: 'node',
    stopSignal: 'SIGTERM',
    command: expect.arrayContaining(['dist/main.js']),
  });
  expect(Object.keys(image.environment).filter((name) => name !== 'NODE_ENV' && !(name in VARIABLES))).toEqual([]);
});

const NOT_IN_COMPOSE =
  /^(?:HOST|PORT|DATA_DIR|WORKERS|LOG_LEVEL|CLICK_LOG_URL|DATABASE_CONNECTIONS|RATE_LIMIT_MAX|PUBLIC_REPORTS_\w+|REGISTRATIONS_PER_HOUR|STRIPE_API_URL|HUBSPOT_URL|YOUTUBE_API_URL)$/;

test('compose sets existing variables, contains no secret, and restricts the containers', () => {
  const compose = read('deploy/compose.yaml');
  const environment = /environment: &environment\n((?: {4}.*\n)+)/.exec(compose)?.[1] ?? '';
  const names = [...environment.matchAll(/^ {4}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !(name in VARIABLES))).toEqual([]);
  // The containers receive every setting, except those of the process, of tests and of parts that compose does not start.
  expect(Object.keys(VARIABLES).filter((name) => !names.includes(name) && !NOT_IN_COMPOSE.test(name))).toEqual([]);
  for (const secret of ['POSTGRES_PASSWORD', 'SERVICE_API_KEY', 'ENCRYPTION_KEY']) {
    expect(compose).toMatch(new RegExp(`\\$\\{${secret}:\\?`));
    expect(compose).not.toMatch(new RegExp(`\\$\\{${secret}:?-`));
  }
  const services = compose.slice(compose.indexOf('\nservices:'), compose.indexOf('\nnetworks:'));
  const each = services.split(/\n {2}(?=[\w-]+:\n)/).slice(1);
  expect(each.map((service) => service.split(':')[0])).toEqual([
    'tributary-1',
    'tributary-2',
    'proxy',
    'postgres',
    'redis',
  ]);
  for (const service of each) expect(service).toMatch(/<<: \*(?:hardened|tributary)\n/);
  for (const line of ['read_only: true', 'cap_drop: [ALL]', 'security_opt: ["no-new-privileges:true"]'])
    expect(compose).toContain(line);
});

function folder(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'tributary-release-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

test('the bill of materials lists the shipped packages of the lock file, without build and test packages', () => {
  const file = path.join(folder(), 'sbom.json');
  const { status, stderr } = spawnSync(process.execPath, ['deploy/sbom.mjs', file], { encoding: 'utf8' });
  expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
  const bill = JSON.parse(read(file));
  const { name, version, dependencies, devDependencies } = JSON.parse(read('package.json'));
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name, version, type: 'application' } },
  });
  const listed = new Set(bill.components.map((one: { purl: string }) => decodeURIComponent(one.purl)));
  for (const [shipped, exact] of Object.entries(dependencies)) expect(listed).toContain(`pkg:npm/${shipped}@${exact}`);
  // TypeScript and the types of Node.js are tools of this project and also dependencies of shipped packages.
  for (const tool of ['vitest', 'rolldown', 'playwright-core', '@biomejs/biome'])
    expect(listed).not.toContain(`pkg:npm/${tool}@${devDependencies[tool]}`);
  // Packages that are bundled into the console are shipped, too.
  expect([...listed].some((purl) => String(purl).startsWith('pkg:npm/react@'))).toBe(true);
});

test('the installation without containers copies everything that its commands need, which install by the lock file', () => {
  const page = read('docs/deployment.md');
  const section = page.slice(page.indexOf('## Without containers'), page.indexOf('## Releases'));
  const block = /```sh\n([\s\S]*?)```/.exec(section)![1]!;
  const copied = /^cp -r --parents (.*) \S+$/m.exec(block)![1]!.split(' ');
  expect(copied).toEqual(
    expect.arrayContaining(['dist', 'console/dist', 'migrations', 'package.json', 'package-lock.json']),
  );
  const target = folder();
  // Files that a build creates are missing in a clone; all others must exist.
  const present = copied.filter((name) => !name.endsWith('dist'));
  expect(spawnSync('cp', ['-r', '--parents', ...present, target], { encoding: 'utf8' })).toMatchObject({
    status: 0,
    stderr: '',
  });
  const [command, ...args] = /^npm ci --omit.*$/m.exec(block)![0].split(' ');
  // The planted fault: without the lock file, npm refuses even a dry run.
  const planned = spawnSync(command!, [...args, '--dry-run', '--offline'], { cwd: target, encoding: 'utf8' });
  expect([planned.status, planned.status === 0 ? '' : planned.stderr]).toEqual([0, '']);
  rmSync(path.join(target, 'package-lock.json'));
  expect(spawnSync(command!, [...args, '--dry-run', '--offline'], { cwd: target }).status).not.toBe(0);
});
