import { describe, expect, it, vi } from 'vitest';
import { createTestApplication, type TestApplication } from '../harness/application.ts';
import { createCast } from '../harness/cast.ts';
import { letShoppersIn } from '../harness/shoppers.ts';

/** Two processes on one database: the store uses one, creators and visitors the other. */
const here = await createTestApplication();
const cast = await createCast(here);
const there = await createTestApplication({ database: here.database });
const follow = await letShoppersIn(there);
await here.market.price({ storeId: cast.storeId, cpcMinor: 100 });

const page = (path: string) => `https://www.${cast.domain}/${path}`;
const asStore = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  here.call({ method, url: `/v2/advertisers/${cast.storeId}/${path}`, as: cast.tokens.advertiser, body });
const inspect = async (application: TestApplication, path: string): Promise<string> => {
  const url = `/v2/users/${cast.ids.creator}/inspections/affiliate-link`;
  const reply = await application.call({ method: 'POST', url, as: cast.tokens.creator, body: { url: page(path) } });
  return reply.body.inspection_result;
};
const makeLink = (application: TestApplication, path: string) =>
  application.call({
    method: 'POST',
    url: '/v2/affiliate-links',
    as: cast.tokens.creator,
    body: { url: page(path) },
  });

/** The result in the first process at once, and in the second after the database's notification. */
async function bothSay(path: string, result: string): Promise<void> {
  expect(await inspect(here, path)).toBe(result);
  await vi.waitFor(async () => expect(await inspect(there, path)).toBe(result), { timeout: 30_000, interval: 10 });
}

describe('A store in one process, a creator in another', () => {
  it('agree on each added, changed and deleted rule', async () => {
    await bothSay('gift-cards/100', 'single_advertiser');
    const { body: rule } = await asStore('POST', 'url-matching-rules', { type: 'block', url: page('gift-cards') });
    await bothSay('gift-cards/100', 'blocked');
    expect((await makeLink(there, 'gift-cards/100')).body.error).toBe('url_blocked');
    await asStore('PUT', `url-matching-rules/${rule.id}`, { type: 'block', keyword: 'outlet' });
    await bothSay('gift-cards/100', 'single_advertiser');
    await bothSay('OUTLET/shoes', 'blocked');
    await asStore('DELETE', `url-matching-rules/${rule.id}`);
    await bothSay('OUTLET/shoes', 'single_advertiser');
    expect((await makeLink(there, 'OUTLET/shoes')).status).toBe(200);
  });

  it("agree on the blocklist at once, for links, the creator's list and clicks", async () => {
    const listed = async (application: TestApplication) => {
      const url = `/v2/users/${cast.ids.creator}/advertisers`;
      const { body } = await application.call({ url, as: cast.tokens.creator });
      return body.data.some(({ id }: { id: number }) => id === cast.storeId);
    };
    const link = (await makeLink(there, 'shoes')).body.affiliate_link.url;
    const newClicks = async () => {
      const count = 'SELECT coalesce(sum(clicks), 0)::int AS clicks FROM store_days WHERE store_id = $1';
      const before = (await here.database.pool.query(count, [cast.storeId])).rows[0].clicks;
      expect((await follow(link)).status).toBe(302);
      return (await here.database.pool.query(count, [cast.storeId])).rows[0].clicks - before;
    };
    expect([await listed(there), await newClicks()]).toEqual([true, 1]);

    // A store knows the agencies of its market.
    await here.database.pool.query(
      'UPDATE agencies SET store_group_id = (SELECT store_group_id FROM stores WHERE id = $2) WHERE id = $1',
      [cast.agencyId, cast.storeId],
    );
    const { body: added } = await asStore('POST', 'blocklist', { client_ids: [cast.agencyId] });
    for (const application of [here, there]) {
      expect([await inspect(application, 'shoes'), await listed(application)]).toEqual(['blocked', false]);
    }
    expect(await newClicks()).toBe(0);

    await asStore('DELETE', `blocklist/${added[0].id}`);
    for (const application of [here, there]) {
      expect([await inspect(application, 'shoes'), await listed(application)]).toEqual(['single_advertiser', true]);
    }
    expect(await newClicks()).toBe(1);
  });
});
