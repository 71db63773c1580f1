import { expect, test } from 'vitest';
import { createTestDatabase } from '../../tests/harness/database.ts';
import { demoDeps, openDemoMarket, readDemoFile } from '../../tests/harness/demo.ts';
import { isPassword } from '../modules/accounts/password.ts';
import type { Company } from '../modules/payments/index.ts';
import { withDemoAccount } from './demo-account.ts';
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
])('at %s with the public address %s, the password is the default one: %s', (host, publicUrl, isKnown) => {
  const password = choosePassword({ host, publicUrl });
  expect(password === KNOWN).toBe(isKnown);
  if (!isKnown) expect(choosePassword({ host, publicUrl })).not.toBe(password);
});

test('a demo that other machines can reach has a random password, shown in its file and at the start', async () => {
  const database = await createTestDatabase();
  const deps = await demoDeps(database);
  const reach = { host: '0.0.0.0', publicUrl: 'https://links.example.com' };
  const config = { ...deps.config, ...reach };
  expect(await demoSignIns(config)).toEqual([]);
  await loadDemo({ ...deps, config });
  const { password, emails } = await readDemoFile(deps);
  const { rows } = await database.pool.query<{ password_hash: string }>('SELECT DISTINCT password_hash FROM users');
  expect(rows).toHaveLength(1);
  expect(await isPassword(password, rows[0]!.password_hash)).toBe(true);
  expect(await isPassword(KNOWN, rows[0]!.password_hash)).toBe(false);
  const announced = (await demoSignIns(config)).join('\n');
  for (const words of [password, emails.creator, emails.advertiser]) expect(announced).toContain(words);
  // The test loads a whole demo, which takes more than a minute on a busy machine.
}, 240_000);

test('the console offers one-click sign-in while no other machine can reach it', async () => {
  const { config: empty } = await demoDeps(await createTestDatabase());
  expect(await demoPeople(empty)).toEqual([]);
  const { deps } = await openDemoMarket();
  const people = await demoPeople(deps.config);
  expect(people.map(({ role }) => role)).toEqual(['admin', 'advertiser', 'creator', 'agency']);
  expect(people.every(({ password }) => password === KNOWN)).toBe(true);
  expect(await demoPeople({ ...deps.config, host: '0.0.0.0' })).toEqual([]);
});

test('the operator of a demo has a fictional account while no other machine can reach it and none is configured', async () => {
  const { database, deps } = await openDemoMarket();
  const { pool } = database;
  const none: Company = {
    name: 'Operator',
    lines: [],
    vatNumber: null,
    bankAccount: null,
    country: 'SE',
    vatRatePpm: 250_000,
  };
  const config = { ...deps.config, company: none };
  const shown = async (given: Partial<typeof config>) => {
    const { company } = await withDemoAccount({ ...config, ...given }, pool);
    return [company.account?.iban, company.bankAccount];
  };
  const own = { iban: 'NO9386011117947', bic: null };
  expect(await shown({})).toEqual(['SE4550000000058398257466', expect.stringContaining('SE45 5000')]);
  expect(await shown({ publicUrl: 'https://links.example.com' })).toEqual([undefined, null]);
  expect(await shown({ company: { ...none, account: own, bankAccount: 'NO93' } })).toEqual([own.iban, 'NO93']);
  expect(await shown({ company: { ...none, bankAccount: 'Bankgiro 5050-1055' } })).toEqual([
    undefined,
    'Bankgiro 5050-1055',
  ]);
  const empty = await createTestDatabase();
  expect((await withDemoAccount(config, empty.pool)).company.account).toBeUndefined();
});
