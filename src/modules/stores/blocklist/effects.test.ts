import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { letShoppersIn } from '../../../../tests/harness/shoppers.ts';

const application = await createTestApplication();
const follow = await letShoppersIn(application);
const admin = await application.tokenOf(await application.market.user({ isAdmin: true }));

/** A store that pays for clicks, and a creator with an agency and a tag who has a link on it. */
async function storeAndCreator() {
  const { market, live, database } = application;
  const domain = `shop-${randomUUID()}.example`;
  const storeId = await market.store({ domains: [domain] });
  await market.price({ storeId, cpcMinor: 100 });
  await live.refresh(storeId);
  const categoryId = await market.category({ storeIds: [storeId] });
  const agencyId = await market.agency();
  const userId = await market.user({ agencyId });
  const tagId = await market.userTag({ userIds: [userId] });
  const as = await application.tokenOf(userId);
  const url = (page: string) => `https://${domain}/${page}`;
  const make = (page: string) =>
    application.call({ method: 'POST', url: '/v2/affiliate-links', as, body: { url: url(page) } });
  const { body } = await make('first');
  return {
    storeId,
    agencyId,
    userId,
    tagId,
    make,
    async clicks() {
      const before = await counted(storeId);
      expect((await follow(body.affiliate_link.url)).status).toBe(302);
      return (await counted(storeId)) - before;
    },
    async inspection() {
      const inspect = `/v2/users/${userId}/inspections/affiliate-link`;
      return (await application.call({ method: 'POST', url: inspect, as, body: { url: url('x') } })).body
        .inspection_result;
    },
    async isListed() {
      const { body: list } = await application.call({
        url: `/v2/users/${userId}/advertisers?category_id=${categoryId}`,
        as,
      });
      return list.meta.total === 1;
    },
  };
  async function counted(store: number): Promise<number> {
    const { rows } = await database.pool.query(
      'SELECT coalesce(sum(clicks), 0)::int AS clicks FROM store_days WHERE store_id = $1',
      [store],
    );
    return rows[0].clicks;
  }
}

describe('Blocking and unblocking apply from the next call', () => {
  it.each([
    ['a creator', (store: StoreAndCreator) => ({ users: [{ id: store.userId, validate_clicks: false }] }), 0],
    [
      'a creator whose clicks still count',
      (store: StoreAndCreator) => ({ users: [{ id: store.userId, validate_clicks: true }] }),
      1,
    ],
    ['a tag of the creator', (store: StoreAndCreator) => ({ user_tag_ids: [store.tagId] }), 0],
    ['the creator’s agency', (store: StoreAndCreator) => ({ client_ids: [store.agencyId] }), 0],
  ])('for %s', async (_whom, body, clicksWhileBlocked) => {
    const store = await storeAndCreator();
    const open = async () => {
      expect([await store.inspection(), await store.isListed(), await store.clicks()]).toEqual([
        'single_advertiser',
        true,
        1,
      ]);
    };
    await open();
    const blocklist = `/v2/advertisers/${store.storeId}/blocklist`;
    const { body: added } = await application.call({ method: 'POST', url: blocklist, as: admin, body: body(store) });

    expect([await store.inspection(), await store.isListed()]).toEqual(['blocked', false]);
    const refused = await store.make('second');
    expect([refused.status, refused.body.error]).toEqual([400, 'url_blocked']);
    expect(await store.clicks()).toBe(clicksWhileBlocked);

    expect((await application.call({ method: 'DELETE', url: `${blocklist}/${added[0].id}`, as: admin })).status).toBe(
      204,
    );
    await open();
    expect((await store.make('second')).status).toBe(200);
  });
});

type StoreAndCreator = Awaited<ReturnType<typeof storeAndCreator>>;
