import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApplication, type TestApplication } from '../../tests/harness/application.ts';
import { createTestDatabase } from '../../tests/harness/database.ts';
import { type DemoMarket, openDemoMarket } from '../../tests/harness/demo.ts';
import { readDemoFile } from './demo-file.ts';
import { isArmed, NoDemo } from './demo-state.ts';
import { DemoExposed, disarmDemo, refuseExposedDemo } from './disarm.ts';
import { demoPeople } from './sign-ins.ts';

const LOOPBACK = { host: '127.0.0.1', publicUrl: 'http://127.0.0.1:3000' };
const EXPOSED = [
  { host: '0.0.0.0', publicUrl: 'http://127.0.0.1:3000' },
  { host: '127.0.0.1', publicUrl: 'https://links.example.com' },
];

describe('A demo that others than this machine could reach', () => {
  let market: DemoMarket;
  let application: TestApplication;
  beforeAll(async () => {
    market = await openDemoMarket();
    const { database, deps } = market;
    application = await createTestApplication({
      database,
      demoSignIns: async () => ((await isArmed(database.pool)) ? demoPeople(deps.config) : []),
    });
  });
  const disarm = () => disarmDemo({ ...market.database, config: market.deps.config, now: () => new Date() });
  const statusOf = async (as: string) => (await application.call({ url: '/v2/me', as })).status;
  const signIn = async (email: string, password: string) =>
    (await application.call({ method: 'POST', url: '/v2/sessions', body: { email, password } })).status;
  const offered = async (headers: Record<string, string> = {}) =>
    (await application.call({ url: '/v2/sign-in-options', headers })).body.demo.length;

  it('is refused, with a message that names the command, until its accounts are closed for good', async () => {
    const { pool } = market.database;
    const { tokens, emails, password } = market.demo;
    await refuseExposedDemo(pool, LOOPBACK);
    for (const reach of EXPOSED) {
      await expect(refuseExposedDemo(pool, reach)).rejects.toThrow(DemoExposed);
      await expect(refuseExposedDemo(pool, reach)).rejects.toThrow('npm run cli -- demo disarm');
    }
    expect([await statusOf(tokens.admin), await signIn(emails.creator, password), await offered()]).toEqual([
      200, 201, 4,
    ]);

    const { people, tokens: revoked } = await disarm();
    expect(people).toBeGreaterThan(10);
    expect(revoked).toBeGreaterThanOrEqual(Object.keys(tokens).length);
    for (const reach of [LOOPBACK, ...EXPOSED]) await refuseExposedDemo(pool, reach);
    for (const token of Object.values(tokens)) expect(await statusOf(token)).toBe(401);
    expect([await signIn(emails.creator, password), await signIn(emails.advertiser, password)]).toEqual([401, 401]);
    expect([await offered(), await readDemoFile(market.deps.config.dataDir)]).toEqual([0, null]);
    const { rows } = await pool.query('SELECT count(*)::int AS open FROM users WHERE suspended_at IS NULL');
    expect(rows[0].open).toBe(0);
    // Repeating it is not an error, and closes accounts that were opened in the meantime.
    expect(await disarm()).toEqual({ people, tokens: 0 });
  });
});

describe('Demo sign-ins', () => {
  it('are offered to direct requests of this machine, and not to proxied ones', async () => {
    const person = { role: 'admin' as const, name: 'A', email: 'a@b.example', password: 'x' };
    const { call, app } = await createTestApplication({ demoSignIns: async () => [person] });
    const offered = async (headers: Record<string, string>) =>
      (await call({ url: '/v2/sign-in-options', headers })).body.demo.length;
    expect(await offered({})).toBe(1);
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-host', 'cf-connecting-ip'])
      expect([name, await offered({ [name]: '127.0.0.1' })]).toEqual([name, 0]);
    const remote = await app.inject({ url: '/v2/sign-in-options', remoteAddress: '192.0.2.7' });
    expect(remote.json().demo).toEqual([]);
  });
});

it('Without a demo there is nothing to close, and any address will do', async () => {
  const database = await createTestDatabase();
  for (const reach of EXPOSED) await refuseExposedDemo(database.pool, reach);
  const closing = disarmDemo({ ...database, config: { dataDir: '/nowhere' }, now: () => new Date() });
  await expect(closing).rejects.toThrow(NoDemo);
});
