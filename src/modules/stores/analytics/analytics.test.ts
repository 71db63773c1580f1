import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { withClickId } from '../urls/index.ts';

const { application, cast } = await createPopulatedApplication();

const run = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;
const connect = (as: Role | null, query = '') =>
  application.call({ url: `/connect-with-analytics?${query}`, ...(as === null ? {} : { as: cast.tokens[as] }) });
const ids = async (as: Role, query = '') =>
  (await connect(as, query)).body.data.map(({ store_id }: { store_id: number }) => store_id);

describe('GET /connect-with-analytics', () => {
  it('returns the connection of a store, and its orders', async () => {
    const [{ name, tracking_key }] = await run('SELECT name, tracking_key FROM stores WHERE id = $1', cast.storeId);
    const record = {
      store_id: cast.storeId,
      store_name: name,
      domains: [cast.domain],
      click_parameter: 'tclid',
      tracking_key,
      script_url: `http://tributary.test/t/${tracking_key}.js`,
      has_orders: false,
      last_order_at: null,
      collectors: [],
    };
    const { status, body } = await connect('advertiser');
    expect([status, body.total, body.data]).toEqual([200, 1, [record]]);
    await run(
      `INSERT INTO order_collectors (store_id, collector, last_seen_at)
      VALUES ($1, 'sales_pixel', '2025-01-02T03:04:05Z'), ($1, 'server', '2025-01-01T00:00:00Z'), ($1, 'shop_plugin', NULL)`,
      cast.storeId,
    );
    expect((await connect('advertiser')).body.data).toEqual([
      {
        ...record,
        has_orders: true,
        last_order_at: '2025-01-02 03:04:05',
        collectors: [
          { collector: 'sales_pixel', last_seen_at: '2025-01-02 03:04:05' },
          { collector: 'server', last_seen_at: '2025-01-01 00:00:00' },
        ],
      },
    ]);
  });

  it('names the parameter that tracked links add', async () => {
    const landing = new URL(withClickId('https://shop.example/', 'a-click'));
    expect([...landing.searchParams.keys()]).toEqual([(await connect('advertiser')).body.data[0].click_parameter]);
  });

  it('shows the caller’s stores, and all stores to an administrator', async () => {
    expect(await ids('advertiser')).toEqual([cast.storeId]);
    expect(await ids('otherAdvertiser')).toEqual([cast.otherStoreId]);
    expect([await ids('creator'), await ids('agency')]).toEqual([[], []]);
    expect(new Set(await ids('admin', 'size=100'))).toEqual(new Set([cast.storeId, cast.otherStoreId]));
    expect(await ids('admin', `store_id=${cast.storeId}`)).toEqual([cast.storeId]);
    expect(await ids('advertiser', `store_id=${cast.otherStoreId}`)).toEqual([]);
    expect((await connect(null)).status).toBe(401);
  });

  it('omits a deleted store', async () => {
    const storeId = await application.market.store();
    await run('UPDATE stores SET deleted_at = now() WHERE id = $1', storeId);
    expect(await ids('admin', `store_id=${storeId}`)).toEqual([]);
  });

  it.each([
    ['store_id=x', 'store_id'],
    ['size=0', 'size'],
    ['page=', 'page'],
  ])('refuses ?%s', async (query, field) => {
    const { status, body } = await connect('advertiser', query);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });
});
