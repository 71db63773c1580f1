import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES, type Role } from '../../../../tests/harness/cast.ts';

const { application, cast } = await createPopulatedApplication();
const { market } = application;
const get = (query = '', role: Role = 'admin') =>
  application.call({ url: `/v2/admin/campaigns${query}`, as: cast.tokens[role] });
const ids = ({ body }: Awaited<ReturnType<typeof get>>) => body.data.map(({ id }: { id: number }) => id);

describe('The campaigns of all stores', () => {
  it.each(ROLES)('are listed for administrators only: %s', async (role) => {
    expect((await get('', role)).status).toBe(role === 'admin' ? 200 : 403);
  });

  it('are not listed without a token', async () => {
    expect((await application.call({ url: '/v2/admin/campaigns' })).status).toBe(401);
  });

  it('continue behind a cursor, newest first, with their store and usage', async () => {
    const first = await market.campaign({ storeId: cast.storeId });
    const second = await market.campaign({ storeId: cast.otherStoreId });
    const page = await get('?size=1');
    expect(page.body).toMatchObject({
      data: [{ id: second, store: { id: cast.otherStoreId }, clicks: 0, spent: { minor: 0 } }],
      meta: { next_cursor: String(second), has_more: true },
    });
    expect(ids(await get(`?size=1&after=${second}`))).toEqual([first]);
    expect(ids(await get(`?store_id=${cast.storeId}`))).not.toContain(second);
    expect(ids(await get(`?q=${second}`))).toEqual([second]);
    expect(ids(await get(`?statuses[]=deleted&q=${second}`))).toEqual([]);
    const refused = await get('?size=101&after=x&statuses[]=lost');
    expect([refused.status, Object.keys(refused.body.errors).sort()]).toEqual([422, ['after', 'size', 'statuses.0']]);
  });
});
