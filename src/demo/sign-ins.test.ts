import { expect, test } from 'vitest';
import { createTestDatabase } from '../../tests/harness/database.ts';
import { demoParts, readDemoFile } from '../../tests/harness/demo.ts';
import { isPassword } from '../domains/accounts/password.ts';
import { loadDemo } from './load-demo.ts';
import { choosePassword, demoPeople, demoSignIns } from './sign-ins.ts';

const KNOWN = 'tributary-demo';

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3000', true],
  ['localhost', 'http://localhost:3000', true],
  ['::1', 'http://[::1]:3000', true],
  ['0.0.0.0', 'http://127.0.0.1:3000', false],
  ['::', 'http://[::]:3000', false],
  ['127.0.0.1', 'https://links.example.com', false],
  ['10.0.0.7', 'http://10.0.0.7:3000', false],
])('at %s, known as %s, the password is the known one: %s', (host, publicUrl, isKnown) => {
  const password = choosePassword({ host, publicUrl });
  expect(password === KNOWN).toBe(isKnown);
  if (!isKnown) expect(choosePassword({ host, publicUrl })).not.toBe(password);
});

test('a demo that others reach has a password of its own, which its file and the welcome tell', async () => {
  const database = await createTestDatabase();
  const parts = await demoParts(database);
  const reach = { host: '0.0.0.0', publicUrl: 'https://links.example.com' };
  const config = { ...parts.config, ...reach };
  expect(await demoSignIns(config)).toEqual([]);
  await loadDemo({ ...parts, config });
  const { password, emails } = await readDemoFile(parts);
  const { rows } = await database.pool.query<{ password_hash: string }>('SELECT DISTINCT password_hash FROM users');
  expect(rows).toHaveLength(1);
  expect(await isPassword(password, rows[0]!.password_hash)).toBe(true);
  expect(await isPassword(KNOWN, rows[0]!.password_hash)).toBe(false);
  const told = (await demoSignIns(config)).join('\n');
  for (const words of [password, emails.creator, emails.advertiser]) expect(told).toContain(words);
});

test('the console offers its people with one click while nobody elsewhere can reach them', async () => {
  const parts = await demoParts(await createTestDatabase());
  expect(await demoPeople(parts.config)).toEqual([]);
  await loadDemo(parts);
  const people = await demoPeople(parts.config);
  expect(people.map(({ role }) => role)).toEqual(['admin', 'advertiser', 'creator', 'agency']);
  expect(people.every(({ password }) => password === KNOWN)).toBe(true);
  expect(await demoPeople({ ...parts.config, host: '0.0.0.0' })).toEqual([]);
});
