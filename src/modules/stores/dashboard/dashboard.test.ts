import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, STORE_MEMBERS_ONLY } from '../../../../tests/harness/cast.ts';
import { MAX_ENTRIES } from './find-dashboard.ts';

const { application, cast } = await createPopulatedApplication();

const run = (text: string, ...values: unknown[]) => application.database.pool.query(text, values);
const read = (userId: number | string, as = cast.tokens.advertiser, storeId: number | string = cast.storeId) =>
  application.call({ url: `/advertiser/stores/${storeId}/users/${userId}/dashboard`, as });
async function dashboard(userId: number, as?: string) {
  const { status, body } = await read(userId, as);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
}

/** A creator with values in all fields, an agency and a tier. */
async function creator(): Promise<number> {
  const tierId = await application.market.tier({ userShare: 0.5 });
  const id = await application.market.user({ agencyId: cast.agencyId, tierId, email: `ann-${tierId}@example.test` });
  await run(
    `UPDATE users SET username = $2, first_name = 'Ann', surname = 'Ek', country = 'SE', city = 'Lund', address = 'Gatan 1', postcode = '222 22',
      phone = '070-1', tier_pricing_type = 'fixed', config = '{"a": 1}', recruitment_utm = 'spring', is_verified = true,
      agreement_signed_at = '2025-01-02T03:04:05Z', last_active_at = '2025-02-03T04:05:06Z', created_at = '2024-01-01T00:00:00Z',
      updated_at = '2024-06-01T12:00:00Z' WHERE id = $1`,
    id,
    `ann${tierId}`,
  );
  return id;
}
const linked = async (userId: number, storeId = cast.storeId) => {
  await application.market.link({ userId, storeId });
};
const partOf = async (userId: number, status: string, storeId = cast.storeId) => {
  const campaignId = await application.market.campaign({ storeId, type: 'store_accept' });
  await application.market.participant({ campaignId, userId, status });
};

const PERSON = {
  first_name: 'Ann',
  surname: 'Ek',
  last_active: '2025-02-03 04:05:06',
  sign_user_agreement: '2025-01-02 03:04:05',
};
const HOME = { city: 'Lund', address: 'Gatan 1', postcode: '222 22', phone: '070-1' };
const INTERNALS = { tier_pricing_type: 'fixed', config: '{"a":1}', recruitment_utm: 'spring' };
const emptied = (fields: Record<string, string>) => Object.fromEntries(Object.keys(fields).map((name) => [name, '']));
const NO_INTERNALS = { tier_pricing_type: '', config: '{}', recruitment_utm: '', revenue_tier_id: 0 };

describe('The dashboard of a creator', () => {
  it('has every field of the record for callers who may act for the creator', async () => {
    const id = await creator();
    const { rows } = await run('SELECT username, public_name, email, revenue_tier_id FROM users WHERE id = $1', id);
    expect(await dashboard(id, cast.tokens.admin)).toEqual({
      id,
      ...rows[0],
      ...PERSON,
      ...HOME,
      ...INTERNALS,
      created_at: '2024-01-01 00:00:00',
      updated_at: '2024-06-01 12:00:00',
      admin: 0,
      country: 'SE',
      is_suspended: false,
      is_verified: true,
      pivot: { store_id: cast.storeId, user_id: id },
      can_edit: true,
      user_tags: [],
      social_media: [],
      one_time_earnings: [],
    });
  });

  it('has empty texts and zeros by default', async () => {
    const id = await application.market.user();
    const { username, public_name, email, created_at, updated_at, ...rest } = await dashboard(id, cast.tokens.admin);
    expect(public_name).toBe(username);
    expect(rest).toEqual({
      id,
      ...emptied(PERSON),
      ...emptied(HOME),
      ...NO_INTERNALS,
      admin: 0,
      country: '',
      is_suspended: false,
      is_verified: false,
      can_edit: true,
      pivot: { store_id: cast.storeId, user_id: id },
      user_tags: [],
      social_media: [],
      one_time_earnings: [],
    });
  });

  it('has the creator’s social accounts', async () => {
    const id = await creator();
    const { rows } = await run(
      `INSERT INTO social_accounts (user_id, type, identifier, is_valid, followers, created_at, updated_at) VALUES
      ($1, 'social', 'ann.runs', true, 1200, '2025-01-01T00:00:00Z', '2025-01-02T00:00:00Z'), ($1, 'blog', 'ann.example', false, 0, '2025-01-01T00:00:00Z', '2025-01-02T00:00:00Z')
      RETURNING id`,
      id,
    );
    await linked(id);
    const times = { created_at: '2025-01-01 00:00:00', updated_at: '2025-01-02 00:00:00' };
    expect((await dashboard(id)).social_media).toEqual([
      { id: rows[0].id, user_id: id, type: 'social', identifier: 'ann.runs', is_valid: 1, followers: 1200, ...times },
      { id: rows[1].id, user_id: id, type: 'blog', identifier: 'ann.example', is_valid: 0, followers: 0, ...times },
    ]);
  });

  it('has the tags that the store may see, and no other store’s', async () => {
    const id = await creator();
    await linked(id);
    const common = await application.market.userTag({ name: 'Runners', userIds: [id] });
    const own = await application.market.userTag({ name: 'Ours', storeId: cast.storeId, userIds: [id] });
    await application.market.userTag({ name: 'Theirs', storeId: cast.otherStoreId, userIds: [id] });
    await application.market.userTag({ name: 'Somebody else’s' });
    const { user_tags: tags } = await dashboard(id);
    expect(tags).toEqual([
      expect.objectContaining({
        id: common,
        name: 'Runners',
        access_level: 0,
        store_id: null,
        pivot: { user_id: id, user_tag_id: common },
      }),
      expect.objectContaining({ id: own, name: 'Ours', store_id: cast.storeId }),
    ]);
    expect(Object.keys(tags[0]).sort()).toEqual([
      'access_level',
      'created_at',
      'id',
      'name',
      'pivot',
      'slug',
      'store_id',
      'updated_at',
    ]);
    expect(tags[0].created_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  it('contains the payments of this store, latest first, and of no other', async () => {
    const id = await creator();
    await linked(id);
    const pay = async (storeId: number, minor: number, day: string) => {
      const { rows } = await run(
        `INSERT INTO one_time_payments (store_id, user_id, user_minor, currency, payment_date, comment, created_at, updated_at)
        VALUES ($1, $2, $3, 'SEK', $4, 'for the film', '2025-01-01T00:00:00Z', '2025-01-02T00:00:00Z') RETURNING id`,
        storeId,
        id,
        minor,
        day,
      );
      return rows[0].id;
    };
    const first = await pay(cast.storeId, 500, '2025-01-01');
    const later = await pay(cast.storeId, 700, '2025-03-01');
    await pay(cast.otherStoreId, 900, '2025-02-01');
    const payment = {
      user_id: id,
      store_id: cast.storeId,
      comment: 'for the film',
      created_at: '2025-01-01 00:00:00',
      updated_at: '2025-01-02 00:00:00',
    };
    expect((await dashboard(id)).one_time_earnings).toEqual([
      { id: later, user_earnings: 700, payment_date: '2025-03-01', ...payment },
      { id: first, user_earnings: 500, payment_date: '2025-01-01', ...payment },
    ]);
  });

  it('has lists of limited length', async () => {
    const id = await creator();
    await linked(id);
    await run(
      `INSERT INTO one_time_payments (store_id, user_id, user_minor, currency, payment_date, comment)
      SELECT $1, $2, n, 'SEK', '2025-01-01', 'one of many' FROM generate_series(1, $3::int) n`,
      cast.storeId,
      id,
      MAX_ENTRIES + 1,
    );
    expect((await dashboard(id)).one_time_earnings).toHaveLength(MAX_ENTRIES);
  });
});

describe('A store sees', () => {
  const seen = async (userId: number) => {
    const { email, ...body } = await dashboard(userId);
    expect(body).toMatchObject({
      ...NO_INTERNALS,
      can_edit: false,
      country: 'SE',
      username: expect.stringMatching(/^ann/),
    });
    const has = (fields: Record<string, string>) => {
      const shown = Object.fromEntries(Object.keys(fields).map((name) => [name, body[name]]));
      expect([fields, emptied(fields)]).toContainEqual(shown);
      return shown[Object.keys(fields)[0]!] !== '';
    };
    expect(email === '').toBe(!has(PERSON));
    return { person: has(PERSON), home: has(HOME) };
  };

  it('name and e-mail of a creator with a link on it, and not where the creator lives', async () => {
    const id = await creator();
    await linked(id);
    expect(await seen(id)).toEqual({ person: true, home: false });
  });

  it('only public data of a creator who was only invited', async () => {
    for (const status of ['open', 'suggestion', 'denied']) {
      const id = await creator();
      await partOf(id, status);
      expect([status, await seen(id)]).toEqual([status, { person: false, home: false }]);
    }
    const id = await creator();
    await application.market.campaign({ storeId: cast.storeId, onlyUserId: id });
    expect(await seen(id)).toEqual({ person: false, home: false });
  });

  it('name and e-mail of a creator who has applied, and the address once it is agreed', async () => {
    const id = await creator();
    await partOf(id, 'applied');
    expect(await seen(id)).toEqual({ person: true, home: false });
    await run(`UPDATE participants SET status = 'accepted' WHERE user_id = $1`, id);
    expect(await seen(id)).toEqual({ person: true, home: true });
  });

  it('its own members', async () => {
    const id = await creator();
    await application.market.member(cast.storeId, id);
    expect(await seen(id)).toEqual({ person: true, home: true });
  });

  it('no other users', async () => {
    const id = await creator();
    await linked(id, cast.otherStoreId);
    await partOf(id, 'accepted', cast.otherStoreId);
    await application.market.campaign({ storeId: cast.otherStoreId, onlyUserId: id });
    await application.market.member(cast.otherStoreId, id);
    for (const user of [id, cast.ids.admin, 4_503_599_627_370_496, 0, 'x']) {
      const { status, body } = await read(user);
      expect([user, status, body.message]).toEqual([user, 404, 'No query results for user.']);
    }
  });

  it('no erased user', async () => {
    const id = await creator();
    await linked(id);
    await run('UPDATE users SET erased_at = now() WHERE id = $1', id);
    expect((await read(id)).status).toBe(404);
    expect((await read(id, cast.tokens.admin)).status).toBe(404);
  });
});

describe('Who may read it', () => {
  it.each(STORE_MEMBERS_ONLY)('the role %s: %i', async (role, status) => {
    const id = await creator();
    await linked(id);
    expect((await read(id, cast.tokens[role])).status).toBe(status);
  });

  it('refused without a token, and for a hidden or missing store', async () => {
    const { status } = await application.call({ url: `/advertiser/stores/${cast.storeId}/users/1/dashboard` });
    expect(status).toBe(401);
    const hidden = await application.market.store({ hidden: true });
    for (const store of [hidden, 4_503_599_627_370_496, 'x']) {
      const { body } = await read(cast.ids.creator, cast.tokens.advertiser, store);
      expect(body.message).toBe('No query results for store.');
    }
  });

  it('shows members that they may edit themselves, and users that their agency may', async () => {
    expect((await dashboard(cast.ids.advertiser)).can_edit).toBe(true);
    const id = await creator();
    await linked(id);
    await application.market.representative(cast.agencyId, cast.ids.advertiser);
    expect(await dashboard(id)).toMatchObject({ can_edit: true, ...HOME, ...INTERNALS });
  });
});
