import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';

const { application, cast } = await createPopulatedApplication();

const run = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;
const get = (path: string, as: Role | null = 'admin') =>
  application.call({ url: path, ...(as === null ? {} : { as: cast.tokens[as] }) });
const NONE = 2 ** 53 - 1;

/** Creates a store with these media, each with its own link and number of clicks. */
async function storeWithMedia(media: { clicks?: number; values?: Record<string, unknown> }[]) {
  const storeId = await application.market.store();
  const made: number[] = [];
  for (const [at, { clicks = 0, values = {} }] of media.entries()) {
    const link = await application.market.link({ userId: cast.ids.creator, storeId });
    const row = {
      user_id: cast.ids.creator,
      store_id: storeId,
      link_id: link.id,
      media_type: 'social',
      media_id: `p${storeId}-${at}`,
      username: 'springer',
      show_store: true,
      created_at: `2025-01-0${at + 1}T12:00:00Z`,
      ...values,
    };
    const names = Object.keys(row);
    const [one] = await run(
      `INSERT INTO user_media (${names}) VALUES (${names.map((_, index) => `$${index + 1}`)}) RETURNING id`,
      ...Object.values(row),
    );
    made.push(one.id);
    for (const day of ['2025-01-05', '2025-02-05'])
      await run(
        `INSERT INTO link_days (link_id, day, campaign_id, store_id, user_id, clicks, cost_minor, orders, order_minor, order_cost_minor)
        VALUES ($1, $2, 0, $3, $4, $5::bigint, $5::bigint * 150, 1, 49900, 2500)`,
        link.id,
        day,
        storeId,
        cast.ids.creator,
        clicks,
      );
  }
  const list = async (query = '') => (await get(`/stores/${storeId}/media?${query}`)).body;
  const ids = async (query = '') => (await list(query)).data.map(({ id }: { id: number }) => id);
  return { storeId, made, list, ids };
}

describe('GET /stores/{id}/media', () => {
  it('lists the media that creators show to the store, with the results of their links', async () => {
    const href = 'https://cdn.example/stories/1.jpg?size=2';
    const { storeId, made, list } = await storeWithMedia([{ clicks: 7, values: { href, content_type: 'image/jpeg' } }]);
    expect(await list()).toMatchObject({
      total: 1,
      per_page: 20,
      path: `http://tributary.test/stores/${storeId}/media`,
    });
    expect((await list()).data).toEqual([
      {
        id: made[0],
        username: 'springer',
        url: href,
        type: 'social',
        created_at: '2025-01-01 12:00:00',
        clicks: '14',
        nr_orders: 2,
        order_value: 99_800,
        cost: 14 * 150 + 5_000,
      },
    ]);
  });

  it('excludes hidden media, those of other stores, and those of erased users', async () => {
    const { made, ids } = await storeWithMedia([{}, { values: { show_store: false } }, {}]);
    await storeWithMedia([{}]);
    expect(await ids()).toEqual([made[2], made[0]]);
    const gone = await application.market.user();
    await run('UPDATE user_media SET user_id = $1 WHERE id = $2', gone, made[0]);
    await run('UPDATE users SET erased_at = now() WHERE id = $1', gone);
    expect(await ids()).toEqual([made[2]]);
  });

  it('is paginated with the newest or the most clicks first', async () => {
    const { made, ids, list } = await storeWithMedia([{ clicks: 2 }, { clicks: 9 }, { clicks: 0 }, { clicks: 2 }]);
    const [a, b, c, d] = made;
    expect(await ids()).toEqual([d, c, b, a]);
    expect(await ids('order_by=created_at')).toEqual([d, c, b, a]);
    expect(await ids('order_by=clicks')).toEqual([b, d, a, c]);
    expect(await ids('order_by=clicks&size=3&page=2')).toEqual([c]);
    expect(await list('size=3&page=2&order_by=clicks')).toMatchObject({ total: 4, last_page: 2, from: 4, to: 4 });
  });

  it('is filtered by kind and by social account', async () => {
    const { made, ids } = await storeWithMedia([
      { values: { media_type: 'image', username: 'springer.blog' } },
      { values: { media_type: 'video' } },
      { values: { media_type: 'shortvideo', username: 'Springer' } },
    ]);
    expect(await ids('type=image')).toEqual([made[0]]);
    expect(await ids('type=social')).toEqual([made[2], made[1]]);
    expect(await ids('identifier=SPRINGER')).toEqual([made[2], made[1]]);
    expect(await ids('identifier=spring%25')).toEqual([]);
    expect(await ids('type=image&identifier=springer')).toEqual([]);
  });

  it('has no figures for media without a link', async () => {
    const { list } = await storeWithMedia([{ clicks: 3, values: { link_id: null } }]);
    expect((await list()).data[0]).toMatchObject({ url: '', clicks: '0', nr_orders: 0, order_value: 0, cost: 0 });
  });

  it.each([
    ['type=video', 'type'],
    ['identifier=', 'identifier'],
    [`identifier=${'x'.repeat(256)}`, 'identifier'],
    ['order_by=cost', 'order_by'],
    ['size=101', 'size'],
    ['page=0', 'page'],
  ])('refuses ?%s', async (query, field) => {
    const { status, body } = await get(`/stores/${cast.storeId}/media?${query}`, 'advertiser');
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });
});

describe('GET /stores/{id}/socialStorys/{username}/{image}', () => {
  const typeOf = async (storeId: number, path: string) => {
    const { status, body } = await get(`/stores/${storeId}/socialStorys/${path}`);
    return status === 200 ? body.data.type : [status, body.message];
  };
  const MISSING = [404, 'No query results for story.'];

  it('returns the media type by file, address or id', async () => {
    const name = `${'ab'.repeat(32)}.mp4`;
    const { storeId, made } = await storeWithMedia([
      { values: { href: 'https://cdn.example/s/1.jpg?w=2#x', content_type: 'image/jpeg' } },
      { values: { file_key: `media/${name}`, content_type: 'video/mp4', media_id: null } },
      { values: { media_id: 'dQw4', media_type: 'video', content_type: 'video/webm' } },
      { values: { media_id: 'unknown', media_type: 'video' } },
    ]);
    expect(await typeOf(storeId, 'springer/1.jpg')).toBe('image/jpeg');
    expect(await typeOf(storeId, `SPRINGER/${name}`)).toBe('video/mp4');
    expect(await typeOf(storeId, 'springer/dQw4')).toBe('video/webm');
    expect(await typeOf(storeId, 'springer/unknown')).toEqual(MISSING);
    expect(await typeOf(storeId, 'springer/2.jpg')).toEqual(MISSING);
    expect(await typeOf(storeId, 'springer/cdn.example')).toEqual(MISSING);
    expect(await typeOf(storeId, 'somebody/1.jpg')).toEqual(MISSING);
    expect(await typeOf(cast.storeId, 'springer/1.jpg')).toEqual(MISSING);
    await run('UPDATE user_media SET show_store = false WHERE id = $1', made[0]);
    expect(await typeOf(storeId, 'springer/1.jpg')).toEqual(MISSING);
  });

  it('finds it by the last segment of its address in every spelling, also with a trailing slash', async () => {
    const { storeId } = await storeWithMedia([
      { values: { href: 'https://cdn.example/s/v%C3%A5r%20bild.jpg?w=a/b', content_type: 'image/jpeg' } },
      { values: { href: 'https://cdn.example/p/CxYz/', content_type: 'image/png' } },
      { values: { href: 'https://cdn.example/p/sommar ö.mp4', content_type: 'video/mp4' } },
      { values: { href: 'https://cdn.example/', content_type: 'video/webm' } },
    ]);
    for (const part of ['v%C3%A5r%20bild.jpg', 'v%25C3%25A5r%2520bild.jpg'])
      expect(await typeOf(storeId, `springer/${part}`)).toBe('image/jpeg');
    expect(await typeOf(storeId, 'springer/CxYz')).toBe('image/png');
    expect(await typeOf(storeId, 'springer/sommar%20%C3%B6.mp4')).toBe('video/mp4');
    for (const part of ['p', 'b', 'cdn.example']) expect(await typeOf(storeId, `springer/${part}`)).toEqual(MISSING);
  });

  it('refuses malformed names', async () => {
    const { status, body } = await get(`/stores/${cast.storeId}/socialStorys/a%00b/${'x'.repeat(256)}`);
    expect([status, Object.keys(body.errors).sort()]).toEqual([422, ['image', 'username']]);
  });
});

describe.each(['media', 'socialStorys/springer/1.jpg'])('/stores/{id}/%s', (path) => {
  it('admits members of the store and administrators', async () => {
    const as = async (role: Role | null) => (await get(`/stores/${cast.storeId}/${path}`, role)).status;
    const found = path === 'media' ? 200 : 404;
    expect([await as('advertiser'), await as('admin')]).toEqual([found, found]);
    for (const role of ['creator', 'agency', 'otherAdvertiser'] as const)
      expect([role, await as(role)]).toEqual([role, 403]);
    expect(await as(null)).toBe(401);
    expect((await get(`/stores/${NONE}/${path}`)).body.message).toBe('No query results for store.');
  });
});
