import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VARIABLES } from '../../src/config-variables.ts';
import { readDockerfile } from './dockerfile.ts';

const read = (file: string) => readFileSync(file, 'utf8');

test('every package that is shipped is listed with a licence that lets us ship it', () => {
  const { status, stderr } = spawnSync(process.execPath, ['deploy/licences.mjs', '--check'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});

test('the image is made of what is there, and runs as an ordinary user', async () => {
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

test('compose sets variables that there are, keeps no secret, and closes what can be closed', () => {
  const compose = read('deploy/compose.yaml');
  const environment = /environment: &environment\n((?: {4}.*\n)+)/.exec(compose)?.[1] ?? '';
  const names = [...environment.matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !(name in VARIABLES))).toEqual([]);
  for (const secret of ['POSTGRES_PASSWORD', 'SERVICE_API_KEY']) {
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
