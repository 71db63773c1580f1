import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { bookOrder } from '../../../tests/harness/booked-orders.ts';
import { createPopulatedApplication } from '../../../tests/harness/cast.ts';

/** Token of a creator without links, stores and agency, for empty lists. */
const { application, cast } = await createPopulatedApplication({ timeZone: 'Europe/Stockholm' });
const nobody = await application.tokenOf(await application.market.user());

async function list(query: string, as = cast.tokens.admin) {
  const { status, body } = await application.call({ url: `/v2/affiliate-links?${query}`, as });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as { data: Item[]; links: Record<string, string | null>; meta: Record<string, unknown> };
}

interface Item {
  id: number;
  user_id: number;
  created_at: string;
  number_of_clicks?: number;
  cost_creator_approved?: number;
  cost_creator_potential?: number;
}

async function makeLink(userId: number, storeId: number, createdAt?: string): Promise<number> {
  const { id } = await application.market.link({ userId, storeId });
  if (createdAt !== undefined) {
    await application.database.pool.query('UPDATE links SET created_at = $2 WHERE id = $1', [id, createdAt]);
  }
  return id;
}

/** Writes a link's totals by SQL, as the click log and the orders do. */
async function earn(
  linkId: number,
  days: { clicks: number; userMinor: number; orderUserMinor?: number; campaignId?: number }[],
) {
  for (const [index, { clicks, userMinor, orderUserMinor = 0, campaignId = 0 }] of days.entries()) {
    await application.database.pool.query(
      `INSERT INTO link_days (link_id, day, campaign_id, store_id, user_id, clicks, user_minor, order_user_minor)
      SELECT id, date '2025-01-01' + $2::int, $3, store_id, user_id, $4, $5, $6 FROM links WHERE id = $1`,
      [linkId, index, campaignId, clicks, userMinor, orderUserMinor],
    );
  }
}

const idsOf = ({ data }: { data: Item[] }) => data.map(({ id }) => id);

describe('A list of links', () => {
  it('contains the documented fields only, and more on request', async () => {
    const userId = await application.market.user();
    const id = await makeLink(userId, cast.storeId, '2025-03-01T10:20:30.123Z');
    await application.database.pool.query(`UPDATE links SET title = 'A title' WHERE id = $1`, [id]);
    const { rows } = await application.database.pool.query(
      'SELECT l.code, s.name FROM links l JOIN stores s ON s.id = l.store_id WHERE l.id = $1',
      [id],
    );
    const plain = {
      id,
      title: 'A title',
      service_url: `http://tributary.test/r/${rows[0].code}`,
      user_id: userId,
      created_at: '2025-03-01T10:20:30.123Z',
    };
    const advertiser = { id: cast.storeId, name: rows[0].name };
    const stats = { number_of_clicks: 0, cost_creator_approved: 0, cost_creator_potential: 0, currency: 'SEK' };
    const as = await application.tokenOf(userId);
    expect((await list('', as)).data).toEqual([plain]);
    expect((await list('include[]=advertiser', as)).data).toEqual([{ ...plain, advertiser }]);
    expect((await list('include[]=stats', as)).data).toEqual([{ ...plain, ...stats }]);
    expect((await list('include[]=stats&include[]=advertiser', as)).data).toEqual([{ ...plain, advertiser, ...stats }]);
  });

  it('has the envelope of version 2', async () => {
    const userId = await application.market.user();
    for (let link = 0; link < 3; link++) await makeLink(userId, cast.storeId);
    const body = await list('size=2&include[]=stats&page=2', await application.tokenOf(userId));
    const url = (page: number) => `/v2/affiliate-links?size=2&include%5B%5D=stats&page=${page}`;
    expect({ ...body, data: body.data.length }).toEqual({
      data: 1,
      links: { first: url(1), last: url(2), prev: url(1), next: null },
      meta: {
        current_page: 2,
        from: 3,
        to: 3,
        last_page: 2,
        per_page: 2,
        total: 3,
        path: '/v2/affiliate-links',
        links: [
          { url: url(1), label: '&laquo; Previous', page: 1, active: false },
          { url: url(1), label: '1', page: 1, active: false },
          { url: url(2), label: '2', page: 2, active: true },
          { url: null, label: 'Next &raquo;', page: null, active: false },
        ],
      },
    });
  });

  it('is empty without links, and beyond its end', async () => {
    const empty = { current_page: 1, from: 0, to: 0, last_page: 1, total: 0, per_page: 20 };
    expect(await list('', nobody)).toMatchObject({ data: [], meta: empty });
    expect(await list('page=1000', nobody)).toMatchObject({ data: [], meta: { current_page: 1000, from: 0, to: 0 } });
  });
});

describe('The scope of a list', () => {
  const links: Record<string, number> = {};
  beforeAll(async () => {
    links.mine = await makeLink(cast.ids.creator, cast.storeId);
    links.mineElsewhere = await makeLink(cast.ids.creator, cast.otherStoreId);
    links.others = await makeLink(cast.ids.otherCreator, cast.storeId);
    links.othersElsewhere = await makeLink(cast.ids.otherCreator, cast.otherStoreId);
    links.ofTheAgent = await makeLink(cast.ids.agency, cast.otherStoreId);
  });

  const seen = async (as: string, query = '') => {
    const known = Object.entries(links);
    const ids = idsOf(await list(`size=100&${query}`, as));
    return known.filter(([, id]) => ids.includes(id)).map(([name]) => name);
  };

  it.each([
    ['creator', ['mine', 'mineElsewhere']],
    ['otherCreator', ['others', 'othersElsewhere']],
    ['agency', ['mine', 'mineElsewhere', 'ofTheAgent']],
    ['otherAgency', ['others', 'othersElsewhere']],
    ['advertiser', ['mine', 'others']],
    ['otherAdvertiser', ['mineElsewhere', 'othersElsewhere', 'ofTheAgent']],
    ['admin', ['mine', 'mineElsewhere', 'others', 'othersElsewhere', 'ofTheAgent']],
  ] as const)('%s', async (role, names) => {
    expect(await seen(cast.tokens[role])).toEqual(names);
  });

  it('of a creator can be read where links of the creator are created', async () => {
    const of = (as: string | undefined, query = '') =>
      application.call({
        url: `/v2/users/${cast.ids.creator}/affiliate-links?size=100${query}`,
        ...(as === undefined ? {} : { as }),
      });
    for (const role of ['creator', 'agency', 'admin'] as const) {
      const { status, body } = await of(cast.tokens[role]);
      expect([role, status, body]).toEqual([role, 200, expect.objectContaining({ meta: expect.any(Object) })]);
      expect(body.data.every((link: { user_id: number }) => link.user_id === cast.ids.creator)).toBe(true);
      expect(body.data.map(({ id }: { id: number }) => id)).toEqual(
        expect.arrayContaining([links.mine, links.mineElsewhere]),
      );
    }
    for (const role of ['otherCreator', 'otherAgency', 'advertiser'] as const)
      expect([role, [403, 404].includes((await of(cast.tokens[role])).status)]).toEqual([role, true]);
    expect((await of(undefined)).status).toBe(401);
    const wrong = await of(cast.tokens.creator, '&user_id=1&date_from=x');
    expect([wrong.status, Object.keys(wrong.body.errors).toSorted()]).toEqual([422, ['date_from', 'user_id']]);
  });

  it('is narrowed by filters, which combine', async () => {
    const { admin } = cast.tokens;
    expect(await seen(admin, `user_id=${cast.ids.creator}`)).toEqual(['mine', 'mineElsewhere']);
    expect(await seen(admin, `advertiser_id=${cast.storeId}`)).toEqual(['mine', 'others']);
    expect(await seen(admin, `advertiser_id=${cast.storeId}&user_id=${cast.ids.creator}`)).toEqual(['mine']);
    expect(await seen(cast.tokens.advertiser, `user_id=${cast.ids.creator}`)).toEqual(['mine']);
    expect(await seen(cast.tokens.agency, `user_id=${cast.ids.agency}`)).toEqual(['ofTheAgent']);
  });

  it.each([
    ['creator', () => `user_id=${cast.ids.otherCreator}`],
    ['agency', () => `user_id=${cast.ids.otherCreator}`],
    ['advertiser', () => `advertiser_id=${cast.otherStoreId}`],
    ['otherAgency', () => `user_id=${cast.ids.creator}&include[]=stats&sort_by=number_of_clicks:desc`],
  ] as const)("and never widened: %s asking for other users' links gets an empty list", async (role, query) => {
    expect(await list(query(), cast.tokens[role])).toMatchObject({ data: [], meta: { total: 0, last_page: 1 } });
  });

  it('counts only the listed links', async () => {
    for (const role of ['creator', 'agency', 'advertiser'] as const) {
      const { data, meta } = await list('size=100', cast.tokens[role]);
      expect(meta.total).toBe(data.length);
    }
  });
});

describe('Days of a list are those of the platform’s time zone', () => {
  let as: string;
  let ids: number[];
  beforeAll(async () => {
    const userId = await application.market.user();
    as = await application.tokenOf(userId);
    // Stockholm is one hour ahead of UTC in winter and two in summer. The last Sunday of March has 23 hours.
    const made = [
      '2025-03-28T22:59:59.999Z',
      '2025-03-28T23:00:00Z',
      '2025-03-29T23:00:00Z',
      '2025-03-30T21:59:59Z',
      '2025-03-30T22:00:00Z',
    ];
    ids = [];
    for (const at of made) ids.push(await makeLink(userId, cast.storeId, at));
  });

  it.each([
    ['date_from=2025-03-29&date_to=2025-03-29', [1]],
    ['date_from=2025-03-30&date_to=2025-03-30', [2, 3]],
    ['date_from=2025-03-30', [2, 3, 4]],
    ['date_to=2025-03-28', [0]],
    ['date_from=2025-03-28&date_to=2025-03-31', [0, 1, 2, 3, 4]],
    ['date_from=2025-04-01', []],
  ])('%s', async (query, expected) => {
    expect(idsOf(await list(`sort_by=created_at:asc&${query}`, as))).toEqual(expected.map((index) => ids[index]));
  });
});

describe('Figures', () => {
  it("are the sums of the link's days without pending orders", async () => {
    const userId = await application.market.user();
    const storeId = await application.market.store({ currency: 'EUR' });
    const [earning, other] = [await makeLink(userId, storeId), await makeLink(userId, storeId)];
    await earn(earning, [
      { clicks: 3, userMinor: 210 },
      { clicks: 4, userMinor: 281 },
    ]);
    await earn(other, [{ clicks: 1, userMinor: 7 }]);
    const order = { linkId: earning, campaignId: null, day: '2025-01-01', cpaPpm: 1_000_000 };
    // The creator's share is seven tenths of each: 300, 100 and 500.
    await bookOrder(application.database.pool, { ...order, valueMinor: 429, status: 'pending' });
    await bookOrder(application.database.pool, { ...order, valueMinor: 143, status: 'pending' });
    await bookOrder(application.database.pool, { ...order, valueMinor: 715 });
    const { data } = await list('include[]=stats&sort_by=created_at:asc', await application.tokenOf(userId));
    const figures = { number_of_clicks: 7, cost_creator_approved: 991, cost_creator_potential: 400, currency: 'EUR' };
    expect(data).toMatchObject([
      { id: earning, ...figures },
      { id: other, number_of_clicks: 1, cost_creator_approved: 7, cost_creator_potential: 0, currency: 'EUR' },
    ]);
  });
});

describe('Reading all pages', () => {
  let as: string;
  const made: { id: number; createdAt: string; clicks: number; approved: number }[] = [];
  beforeAll(async () => {
    const userId = await application.market.user();
    as = await application.tokenOf(userId);
    // Ties in every column, so that only the id breaks them, and links without figures.
    for (let index = 0; index < 47; index++) {
      const createdAt = new Date(Date.UTC(2025, 0, 1 + (index % 5))).toISOString();
      const [clicks, approved] = [index % 4, (index * 7) % 3];
      const id = await makeLink(userId, index % 2 ? cast.storeId : cast.otherStoreId, createdAt);
      if (clicks > 0 || approved > 0) await earn(id, [{ clicks, userMinor: approved }]);
      made.push({ id, createdAt, clicks, approved });
    }
  });

  const VALUES = {
    created_at: ({ createdAt }: (typeof made)[number]) => Date.parse(createdAt),
    number_of_clicks: ({ clicks }: (typeof made)[number]) => clicks,
    cost_creator_approved: ({ approved }: (typeof made)[number]) => approved,
  };

  it('returns each link once in the requested order, for any page size', async () => {
    const sorts = fc.record({
      column: fc.constantFrom(...(Object.keys(VALUES) as (keyof typeof VALUES)[])),
      direction: fc.constantFrom('asc' as const, 'desc' as const),
      size: fc.integer({ min: 1, max: 60 }),
      withStats: fc.boolean(),
      advertiserOnly: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(sorts, async ({ column, direction, size, withStats, advertiserOnly }) => {
        const include = withStats || column !== 'created_at' ? '&include[]=stats' : '';
        const filter = advertiserOnly ? `&advertiser_id=${cast.storeId}` : '';
        const walked: number[] = [];
        let query: string | null = `size=${size}&sort_by=${column}:${direction}${include}${filter}`;
        for (let pages = 0; query !== null; pages++) {
          expect(pages).toBeLessThanOrEqual(made.length);
          const page: Awaited<ReturnType<typeof list>> = await list(query, as);
          walked.push(...idsOf(page));
          query = page.links.next?.split('?')[1] ?? null;
        }
        const sign = direction === 'asc' ? 1 : -1;
        const expected = made
          .filter((_, index) => !advertiserOnly || index % 2 === 1)
          .sort((a, b) => sign * (VALUES[column](a) - VALUES[column](b) || a.id - b.id));
        expect(walked).toEqual(expected.map(({ id }) => id));
      }),
      { numRuns: 40 },
    );
  });

  it('begins with the newest by default', async () => {
    const newest = made.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || b.id - a.id);
    expect(idsOf(await list('size=100', as))).toEqual(newest.map(({ id }) => id));
  });
});
