import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES, type Role } from '../../../tests/harness/cast.ts';

const { application, cast } = await createPopulatedApplication();
const { market } = application;
const get = (query = '', role: Role = 'admin') =>
  application.call({ url: `/v2/admin/links${query}`, as: cast.tokens[role] });
const ids = ({ body }: Awaited<ReturnType<typeof get>>) => body.data.map(({ id }: { id: number }) => id);
const query = async (text: string, values: unknown[]) => (await application.database.pool.query(text, values)).rows;

describe('The links of all creators', () => {
  it.each(ROLES)('are listed for administrators only: %s', async (role) => {
    expect((await get('', role)).status).toBe(role === 'admin' ? 200 : 403);
  });

  it('are not listed without a token', async () => {
    expect((await application.call({ url: '/v2/admin/links' })).status).toBe(401);
  });

  it('continue behind a cursor, newest first, and are found by name, code, creator and store', async () => {
    const { id: first, code } = await market.link({ userId: cast.ids.creator, storeId: cast.storeId });
    const { id: second } = await market.link({ userId: cast.ids.otherCreator, storeId: cast.otherStoreId });
    await query("UPDATE links SET title = 'Blue shoes', created_at = '2030-01-01' WHERE id = $1", [first]);
    await query("UPDATE links SET created_at = '2030-01-02' WHERE id = $1", [second]);
    const page = await get('?size=1');
    expect(page.body).toMatchObject({
      data: [
        {
          id: second,
          advertiser: { id: cast.otherStoreId },
          user: { id: cast.ids.otherCreator },
          number_of_clicks: 0,
          cost: { minor: 0 },
        },
      ],
      meta: { next_cursor: String(second), has_more: true },
    });
    expect(ids(await get(`?size=1&after=${second}`))).toEqual([first]);
    for (const filter of [
      'q=shoes blue',
      `q=${code.toUpperCase()}`,
      `q=${first}`,
      `user_id=${cast.ids.creator}&advertiser_id=${cast.storeId}`,
    ])
      expect([filter, ids(await get(`?${filter}`))]).toEqual([filter, [first]]);
    await query('UPDATE links SET archived_at = now() WHERE id = $1', [first]);
    expect(ids(await get('?q=shoes'))).toEqual([]);
    expect(ids(await get('?q=shoes&archived=only'))).toEqual([first]);
    const refused = await get('?size=0&after=x&archived=some');
    expect([refused.status, Object.keys(refused.body.errors).sort()]).toEqual([422, ['after', 'archived', 'size']]);
  });
});
