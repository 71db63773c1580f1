import { describe, expect, it } from 'vitest';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';

let clock = new Date('2030-05-15T12:00:00.000Z');
const { application, cast } = await createPopulatedApplication({ now: () => clock, timeZone: 'Europe/Stockholm' });
const { market } = application;

const rows = async (text: string, values: unknown[] = []) => (await application.database.pool.query(text, values)).rows;
const call = (method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE', url: string, as?: string, body?: object) =>
  application.call({ method, url, ...(as === undefined ? {} : { as }), ...(body === undefined ? {} : { body }) });
const at = (time: string) => {
  clock = new Date(time);
};

/** A member of a new store with a campaign of 10 %, 2.00 for a click and 50.00 for an order, and one participant. */
async function scene(type: 'user_accept' | 'standard' = 'user_accept') {
  at('2030-05-15T12:00:00.000Z');
  const storeId = await market.store();
  const memberId = await market.user();
  await market.member(storeId, memberId);
  const as = await application.tokenOf(memberId);
  const id = await market.campaign({ storeId, type, validUntil: new Date('2031-12-31T00:00:00Z'), maxClicks: 1000 });
  await market.price({ storeId, cpcMinor: 100, invoiceCpcMinor: 120, cpa: 0.05, invoiceCpa: 0.06 });
  await market.price({ storeId, campaignId: id, cpcMinor: 200, cpa: 0.1, cpoMinor: 5000 });
  const creatorId = await market.user();
  const creator = await application.tokenOf(creatorId);
  const participantId =
    type === 'standard' ? 0 : await market.participant({ campaignId: id, userId: creatorId, status: 'accepted' });
  const url = `/v2/offers/${id}`;
  return {
    storeId,
    memberId,
    as,
    id,
    creatorId,
    creator,
    participantId,
    url,
    promise: (until: string | null, notice: number | null, by = as) =>
      call('PUT', `${url}/promise`, by, { until, notice_days: notice }),
    history: async (by = as, query = '') => (await call('GET', `${url}/terms-history${query}`, by)).body,
    pause: (by = as) => call('POST', `${url}/pause`, by),
  };
}

/** Expects that the database refuses a statement because terms are promised. */
const refused = async (text: string, values: unknown[] = []) =>
  expect(
    await application.database.pool.query(text, values).then(
      () => text,
      (error: { code: string }) => error.code,
    ),
  ).toBe('TRB09');

describe('The promise of a campaign', () => {
  it('is made, made stronger, and weakened only by its own rule', async () => {
    const { promise, url, as } = await scene();
    expect((await call('GET', `${url}/promise`, as)).body).toEqual({ promise: null, versions: [] });
    const first = await promise('2030-06-30', 14);
    expect(first.status).toBe(200);
    expect(first.body.promise).toEqual({
      until: '2030-06-30',
      notice_days: 14,
      is_binding: true,
      earliest_change_on: '2030-07-01',
      next: null,
      ended_reason: null,
    });
    expect((await promise('2030-06-29', 14)).body.errors).toHaveProperty('until');
    expect((await promise(null, 14)).body.errors).toHaveProperty('until');
    expect((await promise('2030-07-31', 30)).body.promise).toMatchObject({
      until: '2030-07-31',
      notice_days: 30,
      earliest_change_on: '2030-08-01',
    });
    // The end is announced: the notice of 30 days passes first.
    const announced = (await promise('2030-07-31', null)).body;
    expect(announced.promise).toMatchObject({
      notice_days: 30,
      is_binding: true,
      next: { notice_days: null, begins_on: '2030-06-14' },
    });
    expect((await promise('2030-07-31', null)).body.versions).toHaveLength(announced.versions.length);
    at('2030-07-31T21:59:00.000Z');
    expect((await call('GET', `${url}/promise`, as)).body.promise.is_binding).toBe(true);
    at('2030-07-31T22:00:00.000Z');
    expect((await call('GET', `${url}/promise`, as)).body.promise).toMatchObject({ is_binding: false, next: null });
    expect((await promise('2030-07-30', null)).body.errors).toHaveProperty('until');
    expect((await promise('2036-07-30', null)).body.errors).toHaveProperty('until');
  });

  it('is written by the store, read by participants and their agencies, and ended only by administrators', async () => {
    const { promise, url, creator, creatorId } = await scene();
    const agencyId = await market.agency();
    await rows('UPDATE users SET agency_id = $1 WHERE id = $2', [agencyId, creatorId]);
    const representativeId = await market.user();
    await market.representative(agencyId, representativeId);
    const agency = await application.tokenOf(representativeId);
    for (const [by, status] of [
      [creator, 403],
      [agency, 404],
      [cast.tokens.creator, 404],
      [cast.tokens.otherAdvertiser, 404],
      [cast.tokens.admin, 200],
    ] as const)
      expect((await promise('2030-06-30', null, by)).status).toBe(status);
    for (const path of ['promise', 'terms-history'])
      for (const [by, status] of [
        [undefined, 401],
        [creator, 200],
        [agency, 200],
        [cast.tokens.agency, 404],
        [cast.tokens.creator, 404],
        [cast.tokens.otherAdvertiser, 404],
      ] as const)
        expect([path, (await call('GET', `${url}/${path}`, by)).status]).toEqual([path, status]);
    expect(
      (await call('PUT', `${url}/promise`, cast.tokens.admin, { until: 'x', notice_days: 0 })).body.errors,
    ).toEqual(expect.objectContaining({ until: expect.anything(), notice_days: expect.anything() }));
  });
});

describe('While a promise binds', () => {
  it('worse terms are refused with the field and the earliest day, and better ones are accepted and recorded', async () => {
    const { promise, url, as, memberId, history, pause } = await scene();
    await promise('2030-06-30', null);
    const paused = await pause();
    expect([paused.status, paused.body.error]).toEqual([400, 'terms_are_promised']);
    expect(paused.body.message).toContain('active');
    expect(paused.body.message).toContain('2030-07-01');
    expect((await call('DELETE', url, as)).body.error).toBe('terms_are_promised');
    const rules = (cpa: number) => call('PUT', `${url}/commission-rules`, as, { rules: [{ customer: 'new', cpa }] });
    expect((await rules(0.08)).body.error).toBe('terms_are_promised');
    expect((await rules(0.2)).status).toBe(200);
    expect((await rules(0.15)).body.error).toBe('terms_are_promised');
    const { data } = await history();
    expect(data[0]).toMatchObject({
      changed_by: { id: memberId },
      recorded_at: clock.toISOString(),
      changes: [{ field: 'commission_rules', is_worse: false }],
    });
    expect(data.at(-1)).toMatchObject({ is_first: true });
    expect(data.at(-1).changes.filter((one: { is_worse: boolean }) => one.is_worse)).toEqual([]);
    at('2030-07-01T00:00:00.000Z');
    expect((await pause()).status).toBe(200);
    expect((await history()).data[0].changes).toContainEqual({
      field: 'active',
      before: 'true',
      after: 'false',
      is_worse: true,
    });
  });

  it('rates that rise are neither removed nor reached later or with less', async () => {
    const { promise, url, as, id } = await scene();
    const steps = { counts: 'orders', period: 'quarter', applies: 'whole', user_tag_id: null };
    const set = (given: object, ...of: { orders: number; cpa: number }[]) =>
      call('PUT', `${url}/rate-steps`, as, { ...steps, steps: of, ...given });
    const [first, second] = [
      { orders: 10, cpa: 0.2 },
      { orders: 30, cpa: 0.25 },
    ];
    await promise('2030-06-30', null);
    expect((await set({}, first, second)).status).toBe(200);
    for (const worse of [
      () => set({}),
      () => set({}, first),
      () => set({}, { ...first, orders: 11 }, second),
      () => set({}, { ...first, cpa: 0.19 }, second),
      () => set({ applies: 'later' }, first, second),
      () => set({ period: 'month' }, first, second),
    ]) {
      const { status, body } = await worse();
      expect([status, body.error]).toEqual([400, 'terms_are_promised']);
      expect(body.message).toContain('rate_steps');
    }
    expect((await set({}, { orders: 5, cpa: 0.21 }, { orders: 30, cpa: 0.3 })).status).toBe(200);
    await refused(
      `INSERT INTO rate_steps (campaign_id, version, counts, period, applies, steps, created_by, created_at)
       SELECT $1, 3, 'orders', 'quarter', 'whole', '[]', min(id), now() FROM users`,
      [id],
    );
    at('2030-07-01T00:00:00.000Z');
    expect((await set({})).status).toBe(200);
  });

  it('the database refuses the same changes by SQL, also in several steps of one transaction', async () => {
    const { promise, id, storeId, participantId, creatorId } = await scene();
    await rows(`INSERT INTO prices (store_id, campaign_id, participant_id, source, cpa) VALUES ($1, $2, $3, 0, 0.15)`, [
      storeId,
      id,
      participantId,
    ]);
    const { id: linkId } = await market.link({ userId: creatorId, storeId });
    await rows('INSERT INTO vouchers (store_id, code, user_id, link_id) VALUES ($1, $2, $3, $4)', [
      storeId,
      `ANNA${id}`,
      creatorId,
      linkId,
    ]);
    // The clock of the database applies to changes that no use case makes.
    await promise('2034-12-31', 14);
    for (const [text, values] of [
      ['UPDATE campaigns SET active = false WHERE id = $1', [id]],
      ['UPDATE campaigns SET deleted_at = now() WHERE id = $1', [id]],
      [`UPDATE campaigns SET valid_until = '2031-06-01' WHERE id = $1`, [id]],
      [`UPDATE campaigns SET valid_from = '2031-06-01' WHERE id = $1`, [id]],
      ['UPDATE campaigns SET max_clicks = 999 WHERE id = $1', [id]],
      ['UPDATE campaigns SET max_money_minor = 1 WHERE id = $1', [id]],
      ['UPDATE campaigns SET attribution_window_days = 29 WHERE id = $1', [id]],
      [`UPDATE campaigns SET attribution = 'code_first' WHERE id = $1`, [id]],
      ['UPDATE stores SET attribution_window_days = 29 WHERE id = $1', [storeId]],
      ['UPDATE stores SET deactivated_at = now() WHERE id = $1', [storeId]],
      [`UPDATE stores SET currency = 'EUR' WHERE id = $1`, [storeId]],
      [`INSERT INTO order_rules (store_id, attribution) VALUES ($1, 'code_first')`, [storeId]],
      ['UPDATE prices SET cpc_minor = 199 WHERE campaign_id = $1 AND participant_id IS NULL', [id]],
      ['UPDATE prices SET cpo_minor = 4999 WHERE campaign_id = $1 AND participant_id IS NULL', [id]],
      ['UPDATE prices SET minimum_order_minor = 100 WHERE campaign_id = $1 AND participant_id IS NULL', [id]],
      [`UPDATE prices SET cpo_mode = 'larger' WHERE campaign_id = $1 AND participant_id IS NULL`, [id]],
      ['DELETE FROM prices WHERE campaign_id = $1 AND participant_id IS NULL', [id]],
      ['DELETE FROM prices WHERE participant_id = $1', [participantId]],
      ['UPDATE prices SET cpa = 0.149 WHERE participant_id = $1', [participantId]],
      [`INSERT INTO prices (store_id, campaign_id, source, cpa) VALUES ($2, $1, 1, 0.09)`, [id, storeId]],
      [
        `INSERT INTO prices (store_id, campaign_id, participant_id, source, cpc_minor) VALUES ($3, $1, $2, 1, 199)`,
        [id, participantId, storeId],
      ],
      [`UPDATE participants SET status = 'store_denied' WHERE id = $1`, [participantId]],
      [`UPDATE participants SET status = 'done' WHERE id = $1`, [participantId]],
      ['UPDATE participants SET click_limit = 5 WHERE id = $1', [participantId]],
      ['UPDATE vouchers SET valid_until = now() WHERE user_id = $1', [creatorId]],
      ['DELETE FROM vouchers WHERE user_id = $1', [creatorId]],
      ['INSERT INTO blocklist (store_id, user_id) VALUES ($1, $2)', [storeId, creatorId]],
      [`INSERT INTO url_rules (store_id, type, keyword) VALUES ($1, 'block', 'a')`, [storeId]],
      [`INSERT INTO url_rules (store_id, type, keyword) VALUES ($1, 'allow', 'a')`, [storeId]],
      ['DELETE FROM store_domains WHERE store_id = $1', [storeId]],
      [
        `INSERT INTO commission_rules (campaign_id, version, rules, created_by, created_at)
          SELECT $1, 1, '[{"customer": "new", "cpa_ppm": 99999}]', min(id), now() FROM users`,
        [id],
      ],
    ] as const)
      await refused(text, [...values]);
    const client = await application.database.pool.connect();
    await client.query('BEGIN');
    await client.query('DELETE FROM prices WHERE campaign_id = $1', [id]);
    await client.query(
      'INSERT INTO prices (store_id, campaign_id, source, cpc_minor, cpa) VALUES ($1, $2, 0, 200, 0.1)',
      [storeId, id],
    );
    await expect(client.query('COMMIT')).rejects.toMatchObject({ code: 'TRB09' });
    client.release();
    for (const text of [
      'UPDATE prices SET cpc_minor = 201 WHERE campaign_id = $1 AND participant_id IS NULL',
      'UPDATE campaigns SET max_clicks = NULL WHERE id = $1',
      'UPDATE campaigns SET valid_until = NULL WHERE id = $1',
      'UPDATE campaigns SET attribution_window_days = 31 WHERE id = $1',
      `UPDATE campaigns SET name = 'Other' WHERE id = $1`,
    ])
      await rows(text, [id]);
  });

  it('no other campaign of the store prices its clicks for less', async () => {
    const { promise, id, storeId, participantId, creatorId } = await scene();
    await promise('2034-12-31', null);
    const add = `WITH added AS (INSERT INTO campaigns (store_id, token, type, priority, only_user_id) VALUES ($1, gen_random_uuid(), 'standard', $2, $3) RETURNING id)
      INSERT INTO prices (store_id, campaign_id, source, cpc_minor, cpa, cpo_minor) SELECT $1, id, 0, 200, $4, 5000 FROM added RETURNING campaign_id AS id`;
    await refused(add, [storeId, 90, null, 0.09]);
    await refused(add, [storeId, 10, creatorId, 0.09]);
    await rows(add, [storeId, 90, null, 0.11]);
    const [{ id: below }] = await rows(add, [storeId, 10, null, 0.01]);
    await refused('UPDATE campaigns SET priority = 60 WHERE id = $1', [below]);
    const { id: linkId } = await market.link({ userId: creatorId, storeId });
    await refused('INSERT INTO campaign_links (campaign_id, link_id) VALUES ($1, $2)', [below, linkId]);
    await rows('INSERT INTO campaign_links (campaign_id, link_id) VALUES ($1, $2)', [id, linkId]);
    await refused('DELETE FROM campaign_links WHERE campaign_id = $1', [id]);
    expect(participantId).toBeGreaterThan(0);
  });

  it('the administration ends it with a reason that creators read, or by stopping the store', async () => {
    const first = await scene();
    await first.promise('2030-06-30', 14);
    const end = (by: string, body: object) => call('POST', `${first.url}/promise/end`, by, body);
    expect((await end(first.as, { reason: 'Fraud' })).status).toBe(403);
    expect((await end(cast.tokens.admin, { reason: '' })).body.errors).toHaveProperty('reason');
    const ended = await end(cast.tokens.admin, { reason: 'Fraud' });
    expect(ended.body.promise).toMatchObject({ is_binding: false, ended_reason: 'Fraud' });
    expect((await call('GET', `${first.url}/promise`, first.creator)).body.versions[0].ended_reason).toBe('Fraud');
    expect((await first.pause()).status).toBe(200);
    const second = await scene();
    await second.promise('2030-06-30', 14);
    const stop = (by: string) => call('POST', `/v2/advertisers/${second.storeId}/deactivate`, by);
    expect((await stop(second.as)).body.error).toBe('terms_are_promised');
    expect((await stop(cast.tokens.admin)).status).toBe(200);
    expect((await call('GET', `${second.url}/promise`, cast.tokens.admin)).body.promise).toMatchObject({
      is_binding: false,
      ended_reason: expect.stringContaining('deactivated'),
    });
  });
});

describe('Records of promises', () => {
  it('are never changed, also by SQL', async () => {
    const { promise, id, storeId, memberId } = await scene();
    await promise('2034-12-31', 14);
    for (const text of [
      'UPDATE terms_promises SET notice_days = 1',
      'DELETE FROM terms_promises',
      'DELETE FROM recorded_terms',
    ])
      await expect(rows(text)).rejects.toMatchObject({ code: '23001' });
    const add = `INSERT INTO terms_promises (campaign_id, store_id, version, until, notice_days, begins_on, time_zone, created_by, created_at)
      VALUES ($1, $2, $3, $4, $5, '2030-05-15', 'UTC', $6, '2030-05-15T12:00:00Z')`;
    await refused(add, [id, storeId, 2, '2034-12-30', 14, memberId]);
    await refused(add, [id, storeId, 2, '2034-12-31', 13, memberId]);
    await expect(rows(add, [id, storeId, 3, '2034-12-31', 14, memberId])).rejects.toMatchObject({ code: '23514' });
  });

  it('show a participant the own terms and none of other participants, and no budgets', async () => {
    const { promise, id, storeId, creator, participantId, history } = await scene();
    const otherId = await market.user();
    const other = await market.participant({ campaignId: id, userId: otherId, status: 'accepted' });
    await promise('2030-06-30', null);
    await rows('INSERT INTO prices (store_id, campaign_id, participant_id, source, cpa) VALUES ($1, $2, $3, 0, 0.2)', [
      storeId,
      id,
      other,
    ]);
    await rows('UPDATE campaigns SET max_clicks = 2000 WHERE id = $1', [id]);
    const all = (await history()).data;
    expect(all.map((one: { participant_id: number | null }) => one.participant_id)).toContain(other);
    const own = (await history(creator)).data;
    expect(new Set(own.map((one: { participant_id: number | null }) => one.participant_id))).toEqual(
      new Set([null, participantId]),
    );
    expect(JSON.stringify(own)).not.toContain('max_clicks');
    const page = await history(undefined, '?size=1');
    expect(page.meta.has_more).toBe(true);
    expect((await history(undefined, `?size=1&after=${page.meta.next_cursor}`)).data[0].id).toBe(all[1].id);
  });

  it('a promise and a worse change at the same time: one of both is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { promise, pause, id } = await scene();
      const [made, paused] = await Promise.all([promise('2030-06-30', null), pause()]);
      expect(made.status).toBe(200);
      const [{ active }] = await rows('SELECT active FROM campaigns WHERE id = $1', [id]);
      const [first] = await rows(
        'SELECT terms FROM recorded_terms WHERE campaign_id = $1 AND participant_id IS NULL ORDER BY id LIMIT 1',
        [id],
      );
      expect(first.terms.active).toBe(active);
      expect(paused.status).toBe(active ? 400 : 200);
    }
  });
});
