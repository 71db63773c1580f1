import { describe, expect, it } from 'vitest';
import { createTestApplication, type TestApplication } from '../harness/application.ts';
import { createCast } from '../harness/cast.ts';

const here = await createTestApplication();
const there = await createTestApplication({ database: here.database });
const cast = await createCast(here);

/** Polls until the condition holds. Otherwise the test times out. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo()));
}

const earns = async ({ call }: TestApplication, url: string) => {
  const path = `/v2/users/${cast.ids.creator}/inspections/affiliate-link`;
  const { body } = await call({ method: 'POST', url: path, as: cast.tokens.creator, body: { url } });
  return body.inspection_result === 'single_advertiser';
};

describe('Of two processes on one database', () => {
  it('a process applies URL rules that another process has changed', async () => {
    const page = `https://${cast.domain}/sale/`;
    await until(() => earns(there, page));
    const rules = `/v2/advertisers/${cast.storeId}/url-matching-rules`;
    const rule = { type: 'block', keyword: 'sale' };
    const made = await here.call({ method: 'POST', url: rules, as: cast.tokens.advertiser, body: rule });
    expect(made.status).toBe(201);
    await until(async () => !(await earns(there, page)));
    const url = `${rules}/${made.body.id}`;
    expect((await there.call({ method: 'DELETE', url, as: cast.tokens.advertiser })).status).toBe(204);
    await until(() => earns(here, page));
  });

  it('a process refuses a token that another process has revoked, at once', async () => {
    const token = await here.tokenOf(cast.ids.creator);
    expect((await there.call({ url: '/v2/me', as: token })).status).toBe(200);
    expect((await here.call({ method: 'DELETE', url: '/v2/sessions/current', as: token })).status).toBe(204);
    expect((await there.call({ url: '/v2/me', as: token })).status).toBe(401);
  });

  it('a process prices the next click with terms that another process has changed', async () => {
    const { code } = await here.market.link({ userId: cast.ids.creator, storeId: cast.storeId });
    // The redirect is served before the routes of the application to which `call` sends requests.
    const address = await there.app.listen({ host: '127.0.0.1', port: 0 });
    const costs: number[] = [];
    for (const cpc of [90, 120]) {
      const url = `/advertiser/stores/${cast.storeId}`;
      const body = { hidden: 0, revenue_cpc: cpc };
      expect((await here.call({ method: 'PATCH', url, as: cast.tokens.admin, body })).status).toBe(200);
      const reply = await fetch(`${address}/r/${code}`, {
        redirect: 'manual',
        headers: {
          'x-forwarded-for': `192.0.2.${cpc}`,
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0',
        },
      });
      const id = new URL(reply.headers.get('location')!).searchParams.get('tclid');
      const costOf = async (): Promise<number | undefined> =>
        (await here.database.pool.query('SELECT cost_minor::int AS cost FROM clicks WHERE id = $1', [id])).rows[0]
          ?.cost;
      await expect.poll(costOf, { timeout: 30_000 }).toBeDefined();
      costs.push((await costOf())!);
    }
    expect(costs).toEqual([90, 120]);
  });
});
