import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { unique } from '../../../../tests/harness/unique.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { computeResults } from './compute-results.ts';

const { application, cast } = await createPopulatedApplication();
const { market, database } = application;
const { tokens, ids, storeId, otherStoreId, agencyId, otherAgencyId } = cast;
const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const call = (method: Method, url: string, as: Role | null, body?: object) =>
  application.call({ method, url, ...(as !== null && { as: tokens[as] }), ...(body !== undefined && { body }) });
const ours = (rest: string) => `/v2/clients/${agencyId}/${rest}`;
const theirs = (rest: string) => `/v2/clients/${otherAgencyId}/${rest}`;
const ofStore = (rest: string) => `/v2/stores/${storeId}/${rest}`;
const ROLES_AND_NOBODY = [
  null,
  'creator',
  'otherCreator',
  'otherAgency',
  'advertiser',
  'otherAdvertiser',
  'agency',
  'admin',
] as const;

interface Made {
  topic?: number;
  country?: string;
  followers?: number;
  forStores?: boolean;
  forAgencies?: boolean;
  showsResults?: boolean;
}

/** A creator who is found by agencies and not by stores, unless the options say otherwise. */
async function creator({ forStores = false, forAgencies = true, showsResults = false, ...made }: Made = {}) {
  const id = await market.user();
  await query('UPDATE users SET country = $2 WHERE id = $1', id, made.country ?? 'SE');
  await query(
    `INSERT INTO creator_profiles (user_id, bio, languages, is_listed, is_listed_for_agencies, shows_results, updated_at)
     VALUES ($1, $2, '{sv}', $3, $4, $5, now())`,
    id,
    `zz${id} walks`,
    forStores,
    forAgencies,
    showsResults,
  );
  if (made.topic !== undefined)
    await query('INSERT INTO creator_topics (user_id, category_id) VALUES ($1, $2)', id, made.topic);
  await query(
    `INSERT INTO social_accounts (user_id, type, platform, identifier, url, stated_followers) VALUES ($1, 'social', 'instagram', $2, 'https://x.example/', $3)`,
    id,
    `n${id}`,
    made.followers ?? 100,
  );
  return id;
}
const consent = (id: number, forAgencies: boolean) =>
  query('UPDATE creator_profiles SET is_listed_for_agencies = $2 WHERE user_id = $1', id, forAgencies);
const idsOf = (body: { data: { user_id: number }[] }) => body.data.map((one) => one.user_id).sort((a, b) => a - b);
const found = async (filters: string, as: Role = 'agency', url = ours('creators')) => {
  const { status, body } = await call('GET', `${url}?size=100&${filters}`, as);
  expect([filters, status, body.errors]).toEqual([filters, 200, undefined]);
  return idsOf(body);
};
const newList = async (name = unique(), base = ours, as: Role = 'agency') =>
  (await call('POST', base('creator-lists'), as, { name })).body.id as number;

describe('The consent to be found by agencies', () => {
  it('is off, another choice than that for stores, and changed by the creator in person only', async () => {
    const url = `/v2/users/${ids.creator}/profile`;
    expect((await call('GET', url, 'creator')).body).toMatchObject({ is_listed: false, is_listed_for_agencies: false });
    await call('PATCH', url, 'creator', { is_listed: true });
    expect((await call('GET', url, 'creator')).body).toMatchObject({ is_listed: true, is_listed_for_agencies: false });
    for (const as of ['agency', 'admin'] as const) {
      expect([as, (await call('PATCH', url, as, { is_listed_for_agencies: true })).status]).toEqual([as, 403]);
      // The form of the agency sends all fields, also those that it does not change.
      expect([as, (await call('PATCH', url, as, { bio: as, is_listed_for_agencies: false })).status]).toEqual([
        as,
        200,
      ]);
    }
    expect(
      (await call('PATCH', url, 'creator', { is_listed_for_agencies: true, is_listed: false })).body,
    ).toMatchObject({ is_listed: false, is_listed_for_agencies: true });
    expect((await call('PATCH', url, 'agency', { is_listed_for_agencies: false })).status).toBe(403);
    const [{ details }] = await query(
      "SELECT details FROM audit_log WHERE action = 'user.updated' ORDER BY id DESC LIMIT 1",
    );
    expect(details).toEqual({ fields: [], is_listed: false, is_listed_for_agencies: true, shows_results: false });
    expect(await found('worked_together=true')).toEqual([ids.creator]);
    await call('PATCH', url, 'creator', { is_listed_for_agencies: false });
    expect(await found('worked_together=true')).toEqual([]);
  });

  it('is in the export of the person’s data, and ends with the account', async () => {
    const { eraseUser } = await import('../../accounts/erasing/erase-user.ts');
    const { SECTIONS } = await import('../../accounts/own-data/sections.ts');
    const id = await creator();
    const section = SECTIONS.find(({ name }) => name === 'creator_profile')!;
    const { rows } = await database.db.execute(section.rows(id));
    expect(rows).toMatchObject([{ is_listed: false, is_listed_for_agencies: true }]);
    await eraseUser({ db: database.db, now: () => new Date() }, { userId: id, actorId: null });
    expect(await query('SELECT FROM creator_profiles WHERE user_id = $1', id)).toEqual([]);
    expect((await call('GET', ours(`creators/${id}`), 'agency')).status).toBe(404);
  });
});

describe('The search of an agency', () => {
  it('finds those who consent to agencies with every filter, and never those who consent to stores alone', async () => {
    const topic = await market.category();
    const open = await creator({ topic });
    const shy = await creator({ topic, forStores: true, forAgencies: false });
    const filters = [
      `topics[]=${topic}`,
      `topics[]=${topic}&order=newest`,
      `topics[]=${topic}&country=SE`,
      `topics[]=${topic}&languages[]=sv`,
      `topics[]=${topic}&platform=instagram`,
      `topics[]=${topic}&platform=instagram&followers_from=100&followers_to=100`,
      `topics[]=${topic}&is_verified=false`,
      `topics[]=${topic}&worked_together=false`,
      `topics[]=${topic}&q=walks`,
    ];
    for (const filter of filters) {
      expect([filter, await found(filter)]).toEqual([filter, [open]]);
      // The control: the same search finds the creator as soon as they consent.
      await consent(shy, true);
      expect([filter, await found(filter)]).toEqual([filter, [open, shy]]);
      await consent(shy, false);
    }
    // A store and an administrator find the other one.
    expect(await found(`topics[]=${topic}`, 'advertiser', ofStore('creators'))).toEqual([shy]);
    expect(await found(`topics[]=${topic}`, 'admin', '/v2/admin/creators')).toEqual([shy]);
    expect((await call('GET', ofStore(`creators/${open}`), 'advertiser')).status).toBe(404);
    expect((await call('GET', ours(`creators/${shy}`), 'agency')).status).toBe(404);
    expect((await call('GET', ours(`creators/${open}`), 'agency')).status).toBe(200);
  });

  it('is for representatives of the agency and administrators', async () => {
    const id = await creator();
    const statuses: Record<string, number[]> = {};
    for (const as of ROLES_AND_NOBODY)
      statuses[`${as}`] = [
        (await call('GET', ours('creators'), as)).status,
        (await call('GET', ours(`creators/${id}`), as)).status,
        (await call('GET', ours(`creators/${id}/similar`), as)).status,
        (await call('GET', ours('creator-lists'), as)).status,
      ];
    const hidden = [404, 404, 404, 404];
    const shown = [200, 200, 200, 200];
    expect(statuses).toEqual({
      null: [401, 401, 401, 401],
      creator: hidden,
      otherCreator: hidden,
      otherAgency: hidden,
      advertiser: hidden,
      otherAdvertiser: hidden,
      agency: shown,
      admin: shown,
    });
  });

  it('shows no results at a store, and those over all stores in bands with consent only', async () => {
    const [quiet, open] = [await creator(), await creator({ showsResults: true })];
    const stores = [storeId, otherStoreId, await market.store(), await market.store()];
    for (const user of [quiet, open])
      for (const [at, store] of stores.entries())
        await query(
          `INSERT INTO link_days (link_id, day, campaign_id, store_id, user_id, clicks, orders) VALUES ($1, current_date - 10, 0, $2, $3, 431, 17)`,
          1_000_000 + user * 10 + at,
          store,
          user,
        );
    await query('DELETE FROM creator_result_day');
    await computeResults({ db: database.db, now: () => new Date() }, createCalendar('UTC'));
    const read = async (id: number) => (await call('GET', ours(`creators/${id}`), 'agency')).body;
    expect(await read(quiet)).toMatchObject({ results: { clicks: null, orders: null }, own_results: null });
    const shown = await read(open);
    expect(shown).toMatchObject({
      results: { clicks: { from: 1_000, below: 10_000 } },
      own_results: null,
      has_worked_together: false,
    });
    expect(JSON.stringify(shown)).not.toMatch(/431|1724|@|email|is_listed|shows_results/);
    expect(await found('order=clicks')).toContain(open);
    expect(await found('order=clicks')).not.toContain(quiet);
    // The control: a store sees its own results of the same creator.
    await query('UPDATE creator_profiles SET is_listed = true WHERE user_id = $1', open);
    expect((await call('GET', ofStore(`creators/${open}`), 'advertiser')).body.own_results).toMatchObject({
      clicks: 431,
    });
  });

  it('finds similar creators who consent, and none for a creator who does not', async () => {
    const topic = await market.category();
    const [one, near, shy] = [
      await creator({ topic, followers: 10_000 }),
      await creator({ topic, followers: 11_000 }),
      await creator({ topic, followers: 10_000, forStores: true, forAgencies: false }),
    ];
    const similar = async (id: number) => {
      const { status, body } = await call('GET', ours(`creators/${id}/similar`), 'agency');
      return status === 200 ? idsOf(body) : status;
    };
    expect([await similar(one), await similar(shy)]).toEqual([[near], 404]);
    await consent(shy, true);
    expect([await similar(one), await similar(shy)]).toEqual([
      [near, shy],
      [one, near],
    ]);
  });

  it('is refused with a wrong filter, which it names', async () => {
    for (const [field, filters] of [
      ['after', 'after=x'],
      ['country', 'country=sweden'],
      ['list', 'list=0'],
      ['size', 'size=101'],
    ]) {
      const { status, body } = await call('GET', ours(`creators?${filters}`), 'agency');
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    }
  });
});

describe('Lists and notes of an agency', () => {
  it('are written, searched and removed by its representatives, and count those who still consent', async () => {
    const [a, shy, list] = [await creator(), await creator({ forStores: true, forAgencies: false }), await newList()];
    const added = await call('POST', ours(`creator-lists/${list}/members`), 'agency', { user_ids: [a, shy] });
    expect(added.body).toMatchObject({ list: { id: list, creators: 1 }, skipped_user_ids: [shy] });
    expect((await call('PUT', ours(`creators/${a}/note`), 'agency', { note: 'Met in Umeå.' })).status).toBe(204);
    expect((await call('PUT', ours(`creators/${a}/note`), 'agency', { note: 'Called.' })).status).toBe(204);
    expect((await call('PUT', ours(`creators/${shy}/note`), 'agency', { note: 'x' })).status).toBe(404);
    expect((await call('GET', ours(`creators/${a}`), 'agency')).body).toMatchObject({
      note: 'Called.',
      list_ids: [list],
    });
    expect(await found(`list=${list}`)).toEqual([a]);
    await consent(a, false);
    expect(await found(`list=${list}`)).toEqual([]);
    const { body } = await call('GET', ours('creator-lists'), 'agency');
    expect(body.data.find((one: { id: number }) => one.id === list).creators).toBe(0);
    await consent(a, true);
    expect((await call('PATCH', ours(`creator-lists/${list}`), 'agency', { name: 'Hikers' })).body.name).toBe('Hikers');
    expect((await call('DELETE', ours(`creator-lists/${list}/members/${a}`), 'agency')).status).toBe(204);
    expect((await call('DELETE', ours(`creators/${a}/note`), 'agency')).status).toBe(204);
    expect((await call('GET', ours(`creators/${a}`), 'agency')).body).toMatchObject({ note: null, list_ids: [] });
    expect((await call('DELETE', ours(`creator-lists/${list}`), 'agency')).status).toBe(204);
  });

  it('are found, filled and changed by no other agency and no store, also through their own addresses', async () => {
    const a = await creator({ forStores: true });
    const list = await newList();
    await call('POST', ours(`creator-lists/${list}/members`), 'agency', { user_ids: [a] });
    await call('PUT', ours(`creators/${a}/note`), 'agency', { note: 'Secret of ours.' });
    const storeList = (await call('POST', ofStore('creator-lists'), 'advertiser', { name: unique() })).body.id;
    await call('POST', ofStore(`creator-lists/${storeList}/members`), 'advertiser', { user_ids: [a] });
    await call('PUT', ofStore(`creators/${a}/note`), 'advertiser', { note: 'Secret of the store.' });
    const attacks = async (base: (rest: string) => string, as: Role | null, id = list) => [
      (await call('POST', base(`creator-lists/${id}/members`), as, { user_ids: [a] })).status,
      (await call('PATCH', base(`creator-lists/${id}`), as, { name: 'Stolen' })).status,
      (await call('DELETE', base(`creator-lists/${id}/members/${a}`), as)).status,
      (await call('DELETE', base(`creator-lists/${id}`), as)).status,
    ];
    const hidden = [404, 404, 404, 404];
    for (const as of ['creator', 'otherAgency', 'advertiser'] as const)
      expect([as, await attacks(ours, as)]).toEqual([as, hidden]);
    expect(await attacks(ours, null)).toEqual([401, 401, 401, 401]);
    expect(await attacks(theirs, 'otherAgency')).toEqual(hidden);
    expect(await attacks(ofStore, 'advertiser')).toEqual(hidden);
    expect(await attacks(ours, 'agency', storeList)).toEqual(hidden);
    for (const [base, as] of [
      [theirs, 'otherAgency'],
      [ofStore, 'advertiser'],
    ] as const) {
      expect((await call('GET', base(`creators?list=${list}`), as)).body.data).toEqual([]);
      expect(JSON.stringify((await call('GET', base(`creators/${a}`), as)).body)).not.toContain('Secret of ours');
      const lists = (await call('GET', base('creator-lists'), as)).body.data;
      expect(lists.map(({ id }: { id: number }) => id)).not.toContain(list);
    }
    expect(await found(`list=${storeList}`)).toEqual([]);
    expect((await call('GET', ours(`creators/${a}`), 'agency')).body).toMatchObject({
      note: 'Secret of ours.',
      list_ids: [list],
    });
    expect((await call('GET', ofStore(`creators/${a}`), 'advertiser')).body).toMatchObject({
      note: 'Secret of the store.',
      list_ids: [storeList],
    });
    const { body: all } = await call('GET', '/v2/admin/creators?size=100', 'admin');
    expect(JSON.stringify(all)).not.toContain('Secret of');
    // A message of a store to a list of the agency reaches nobody.
    const offer = await market.campaign({ storeId, type: 'store_accept' });
    await market.participant({ campaignId: offer, userId: a, status: 'accepted' });
    const message = { offer_id: offer, subject: 'News', text: 'Hello' };
    const preview = (id: number) =>
      call('POST', ofStore('broadcasts/preview'), 'advertiser', { ...message, to: { list_id: id } });
    expect((await preview(list)).status).not.toBe(200);
    expect((await preview(storeList)).status).toBe(200);
  });

  it('may have the name of a list of another owner, and not twice of the same', async () => {
    const name = unique();
    await newList(name);
    expect((await call('POST', theirs('creator-lists'), 'otherAgency', { name })).status).toBe(201);
    expect((await call('POST', ofStore('creator-lists'), 'advertiser', { name })).status).toBe(201);
    const { status, body } = await call('POST', ours('creator-lists'), 'agency', { name: name.toUpperCase() });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['name']]);
  });

  it('are not written by a representative who may only read', async () => {
    const [a, list] = [await creator(), await newList()];
    const reader = await market.user();
    await market.representative(agencyId, reader);
    await query(`UPDATE agency_members SET role = 'read_only' WHERE agency_id = $1 AND user_id = $2`, agencyId, reader);
    const as = await application.tokenOf(reader);
    const send = async (method: Method, rest: string, body?: object) => {
      const { status, body: reply } = await application.call({ method, url: ours(rest), as, ...(body && { body }) });
      return reply?.error ?? status;
    };
    expect([await send('GET', `creators/${a}`), await send('GET', 'creator-lists')]).toEqual([200, 200]);
    for (const [method, rest, body] of [
      ['PUT', `creators/${a}/note`, { note: 'x' }],
      ['DELETE', `creators/${a}/note`, undefined],
      ['POST', 'creator-lists', { name: unique() }],
      ['POST', `creator-lists/${list}/members`, { user_ids: [a] }],
      ['DELETE', `creator-lists/${list}`, undefined],
    ] as const)
      expect([method, rest, await send(method, rest, body)]).toEqual([method, rest, 'insufficient_role']);
  });

  it('end with the account of the creator, and with the agency', async () => {
    const { eraseUser } = await import('../../accounts/erasing/erase-user.ts');
    const agency = await market.agency();
    const base = (rest: string) => `/v2/clients/${agency}/${rest}`;
    const [a, b] = [await creator(), await creator()];
    const list = await newList(unique(), base, 'admin');
    await call('POST', base(`creator-lists/${list}/members`), 'admin', { user_ids: [a, b] });
    for (const id of [a, b]) await call('PUT', base(`creators/${id}/note`), 'admin', { note: 'x' });
    const kept = async () =>
      (
        await query(
          `SELECT (SELECT count(*)::int FROM creator_notes WHERE agency_id = $1) AS notes,
             (SELECT count(*)::int FROM creator_list_members WHERE list_id = $2) AS members`,
          agency,
          list,
        )
      )[0];
    expect(await kept()).toEqual({ notes: 2, members: 2 });
    await eraseUser({ db: database.db, now: () => new Date() }, { userId: a, actorId: null });
    expect(await kept()).toEqual({ notes: 1, members: 1 });
    expect((await call('DELETE', `/v2/admin/clients/${agency}`, 'admin')).status).toBe(204);
    expect(await kept()).toEqual({ notes: 0, members: 0 });
  });
});
