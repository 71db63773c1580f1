import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES, type Role } from '../../../../tests/harness/cast.ts';
import { letShoppersIn } from '../../../../tests/harness/shoppers.ts';

const { application, cast } = await createPopulatedApplication();
const store = await letShoppersIn(application);
await application.market.price({ storeId: cast.storeId, cpcMinor: 10 });

/**
 * A campaign of the cast's store at 100 a click, in which `creator` has been accepted; no other campaign of the store is running.
 */
async function campaign({ todo = null as string[] | null } = {}) {
  const { market, database } = application;
  await database.pool.query('UPDATE campaigns SET active = false WHERE store_id = $1', [cast.storeId]);
  const campaignId = await market.campaign({ storeId: cast.storeId, type: 'user_accept' });
  await market.price({ storeId: cast.storeId, campaignId, cpcMinor: 100 });
  const participantId = await market.participant({ campaignId, userId: cast.ids.creator, status: 'accepted' });
  if (todo !== null) {
    const items = JSON.stringify(todo.map((key) => ({ key, value: false })));
    await database.pool.query('UPDATE participants SET todo = $2 WHERE id = $1', [participantId, items]);
  }
  return { campaignId, participantId, url: `/v2/offers/${campaignId}/participants/${participantId}` };
}

const sek = (amount: string) => ({ amount, currency: 'SEK' });
const costs = (entries: object[]) => ({ traffic_sources_costs: entries });

interface Change {
  method: 'PUT' | 'PATCH';
  path: string;
  body: object;
  allowed: Role[];
}
const CHANGES: Record<'todo' | 'payment' | 'clicks' | 'costs', Change> = {
  todo: {
    method: 'PATCH',
    path: 'todo',
    body: { todo: [{ key: 'Post', value: true }] },
    allowed: ['creator', 'agency', 'advertiser', 'admin'],
  },
  payment: {
    method: 'PUT',
    path: 'payment-amount',
    body: { payment_amount: sek('12.50') },
    allowed: ['advertiser', 'admin'],
  },
  clicks: {
    method: 'PATCH',
    path: 'overrides/clicks',
    body: { click_limit: 5 },
    allowed: ['advertiser', 'admin'],
  },
  costs: {
    method: 'PATCH',
    path: 'overrides/costs',
    body: costs([{ source: 0, cpc: sek('1.50'), cpa: 0.1 }]),
    allowed: ['advertiser', 'admin'],
  },
};
type ChangeName = keyof typeof CHANGES;

const change = (url: string, name: ChangeName, as?: string, body: unknown = CHANGES[name].body) =>
  application.call({
    method: CHANGES[name].method,
    url: `${url}/${CHANGES[name].path}`,
    body,
    ...(as === undefined ? {} : { as }),
  });

describe.each(Object.keys(CHANGES) as ChangeName[])('Who may change %s', (name) => {
  it.each(ROLES)('%s', async (role) => {
    const { url } = await campaign({ todo: ['Post'] });
    const { status } = await change(url, name, cast.tokens[role]);
    expect(status).toBe(CHANGES[name].allowed.includes(role) ? 200 : role === 'creator' ? 403 : 404);
  });

  it('refused without a token, and below another campaign’s address', async () => {
    const [one, other] = [await campaign({ todo: ['Post'] }), await campaign({ todo: ['Post'] })];
    expect((await change(one.url, name)).status).toBe(401);
    const mixed = `/v2/offers/${one.campaignId}/participants/${other.participantId}`;
    expect((await change(mixed, name, cast.tokens.admin)).status).toBe(404);
  });
});

describe('To-dos', () => {
  it('are checked one by one, by either side, and the others are unchanged', async () => {
    const { url } = await campaign({ todo: ['Post', 'Tag', 'Story'] });
    await change(url, 'todo', cast.tokens.creator, { todo: [{ key: 'Tag', value: true }] });
    const todo = [
      { key: 'Post', value: true },
      { key: 'Tag', value: false },
    ];
    const { body } = await change(url, 'todo', cast.tokens.advertiser, { todo });
    expect(body.todo).toEqual([...todo, { key: 'Story', value: false }]);
  });

  it('that are not on the list are named, and none is ticked', async () => {
    const { url } = await campaign({ todo: ['Post'] });
    const todo = [
      { key: 'Post', value: true },
      { key: '__proto__', value: true },
    ];
    const { status, body } = await change(url, 'todo', cast.tokens.creator, { todo });
    expect([status, body.errors]).toEqual([422, { 'todo.1.key': ['must be one of Post'] }]);
    const after = await application.call({ url, as: cast.tokens.creator });
    expect(after.body.todo).toEqual([{ key: 'Post', value: false }]);
    const empty = await change((await campaign()).url, 'todo', cast.tokens.creator, { todo });
    expect(Object.keys(empty.body.errors)).toEqual(['todo.0.key', 'todo.1.key']);
  });

  it('are closed with the campaign, while its participants can still be paid', async () => {
    const { campaignId, url } = await campaign({ todo: ['Post'] });
    await application.database.pool.query('UPDATE campaigns SET deleted_at = now() WHERE id = $1', [campaignId]);
    for (const role of CHANGES.todo.allowed)
      expect((await change(url, 'todo', cast.tokens[role])).body.message).toBe('No query results for participant.');
    expect((await change(url, 'payment', cast.tokens.advertiser)).body).toMatchObject({
      todo: [{ key: 'Post', value: false }],
      payment_amount: sek('12.50'),
    });
  });

  it('completed concurrently are all completed', async () => {
    const keys = Array.from({ length: 12 }, (_, index) => `Thing ${index}`);
    const { url } = await campaign({ todo: keys });
    await Promise.all(keys.map((key) => change(url, 'todo', cast.tokens.creator, { todo: [{ key, value: true }] })));
    const { body } = await application.call({ url, as: cast.tokens.creator });
    expect(body.todo).toEqual(keys.map((key) => ({ key, value: true })));
  });
});

describe('A payment', () => {
  it('is in the store’s currency, and at most a million', async () => {
    const { url } = await campaign();
    const set = (payment_amount: object) => change(url, 'payment', cast.tokens.advertiser, { payment_amount });
    expect((await set(sek('1000000'))).body.payment_amount).toEqual(sek('1000000.00'));
    for (const [payment, field] of [
      [sek('1000000.01'), 'payment_amount.amount'],
      [{ amount: '1', currency: 'EUR' }, 'payment_amount.currency'],
      [sek('1.234'), 'payment_amount'],
      [sek('-1'), 'payment_amount.amount'],
    ] as const) {
      const reply = await set(payment);
      expect([payment, reply.status, Object.keys(reply.body.errors)]).toEqual([payment, 422, [field]]);
    }
    expect((await set(sek('0'))).body.payment_amount).toEqual(sek('0.00'));
  });
});

describe('Overrides apply from the next click', () => {
  /** Follows a link of the creator, and returns the cost and the campaign of the click. */
  async function walker() {
    const link = await application.market.link({ userId: cast.ids.creator, storeId: cast.storeId });
    return async () => {
      expect((await store(link.code)).status).toBe(302);
      const { rows } = await application.database.pool.query(
        'SELECT cost_minor, campaign_id FROM clicks WHERE link_id = $1 AND class = 0 ORDER BY id DESC LIMIT 1',
        [link.id],
      );
      return [rows[0].cost_minor, rows[0].campaign_id];
    };
  }

  it('a price: the campaign’s, then its own, then the campaign’s again', async () => {
    const { url, campaignId } = await campaign();
    const click = await walker();
    const override = (entries: object[]) => change(url, 'costs', cast.tokens.advertiser, costs(entries));
    expect(await click()).toEqual([100, campaignId]);
    await override([{ source: 0, cpc: sek('2.50') }]);
    expect(await click()).toEqual([250, campaignId]);
    await override([{ source: 1, cpc: sek('9.00') }]);
    expect(await click(), 'a source that is not named keeps what it has').toEqual([250, campaignId]);
    await override([{ source: 0 }]);
    expect(await click()).toEqual([100, campaignId]);
  });

  it('keep the margin of the campaign above the participant’s own price', async () => {
    const { url, campaignId } = await campaign();
    await application.database.pool.query('UPDATE prices SET invoice_cpc_minor = 160 WHERE campaign_id = $1', [
      campaignId,
    ]);
    const click = await walker();
    expect(await click()).toEqual([160, campaignId]);
    await change(url, 'costs', cast.tokens.advertiser, costs([{ source: 0, cpc: sek('2.00') }]));
    expect(await click()).toEqual([260, campaignId]);
    // The store is told this beforehand, and nobody else.
    const told = async (role: Role) =>
      (await application.call({ url: `${url}?include[]=prices`, as: cast.tokens[role] })).body.prices?.general;
    const prices = { cpc: 200, invoice_cpc: 260 };
    expect([await told('advertiser'), await told('admin'), await told('creator')]).toMatchObject([
      prices,
      prices,
      undefined,
    ]);
    const list = `/v2/offers/${campaignId}/participants?include[]=prices`;
    const { body } = await application.call({ url: list, as: cast.tokens.advertiser });
    expect(body.data).toMatchObject([{ prices: { general: prices } }]);
    // A price that is not given is the campaign's, and a margin leads to no cost above the maximum.
    const { pool } = application.database;
    await pool.query('UPDATE prices SET invoice_cpc_minor = 1000000000, invoice_cpa = 0.5 WHERE campaign_id = $1', [
      campaignId,
    ]);
    for (const [given, bills] of [
      [{ cpc: sek('3.00') }, { cpc_minor: 300, invoice_cpc_minor: 100_000, cpa: null }],
      [{ cpa: 0.7 }, { cpc_minor: 100, invoice_cpc_minor: 1_000_000_000, cpa: '0.700000' }],
    ] as const) {
      expect((await change(url, 'costs', cast.tokens.advertiser, costs([{ source: 0, ...given }]))).status).toBe(200);
      const { rows } = await pool.query(
        `SELECT e.cpc_minor, e.invoice_cpc_minor, e.cpa FROM participants p JOIN campaigns o ON o.id = p.campaign_id
          CROSS JOIN effective_prices(o.store_id, o.id, p.id) e WHERE o.id = $1 AND e.source = 0`,
        [campaignId],
      );
      expect(rows).toEqual([bills]);
    }
  });

  it('a click limit: clicks beyond it have the next terms, and those of the campaign once the limit is removed', async () => {
    const { url, campaignId } = await campaign();
    const click = await walker();
    await change(url, 'clicks', cast.tokens.advertiser, { click_limit: 1 });
    expect([await click(), await click(), await click()]).toEqual([
      [100, campaignId],
      [10, null],
      [10, null],
    ]);
    const { body } = await change(url, 'clicks', cast.tokens.advertiser, { click_limit: null });
    expect(body.clicks).toBe(1);
    expect(await click()).toEqual([100, campaignId]);
  });

  it.each<[object, string]>([
    [costs([]), 'traffic_sources_costs'],
    [costs([{ source: 2, cpc: sek('1') }]), 'traffic_sources_costs.0.source'],
    [costs([{ source: 0, cpc: sek('10.01') }]), 'traffic_sources_costs.0.cpc.amount'],
    [costs([{ source: 0, cpc: { amount: '1', currency: 'EUR' } }]), 'traffic_sources_costs.0.cpc.currency'],
    [costs([{ source: 0, cpa: 1.01 }]), 'traffic_sources_costs.0.cpa'],
    [costs([{ source: 0, cpa: -0.01 }]), 'traffic_sources_costs.0.cpa'],
    [
      costs([
        { source: 1, cpa: 0 },
        { source: 1, cpa: 1 },
      ]),
      'traffic_sources_costs.1.source',
    ],
  ])('with %j are a 422', async (body, field) => {
    const { url } = await campaign();
    const reply = await change(url, 'costs', cast.tokens.advertiser, body);
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, [field]]);
  });

  it('accept values at the limits', async () => {
    const { url } = await campaign();
    const edges = [
      { source: 0, cpc: sek('10.00'), cpa: 1 },
      { source: 1, cpc: sek('0'), cpa: 0 },
    ];
    expect((await change(url, 'costs', cast.tokens.advertiser, costs(edges))).status).toBe(200);
    for (const [click_limit, status] of [
      ...[0, 1_000_000].map((limit) => [limit, 200]),
      ...[-1, 1_000_001, '5', 1.5].map((limit) => [limit, 422]),
    ]) {
      const reply = await change(url, 'clicks', cast.tokens.advertiser, { click_limit });
      expect([click_limit, reply.status]).toEqual([click_limit, status]);
    }
  });
});

describe('Looking a user up', () => {
  it('finds the participant only of that campaign, for those who administer it', async () => {
    const { campaignId, participantId } = await campaign();
    const look = (user: number, as?: string) =>
      application.call({ url: `/v2/offers/${campaignId}/users/${user}`, ...(as === undefined ? {} : { as }) });
    for (const role of ['advertiser', 'admin'] as const)
      expect((await look(cast.ids.creator, cast.tokens[role])).body.id).toBe(participantId);
    const absent = await look(cast.ids.otherCreator, cast.tokens.advertiser);
    expect([absent.status, absent.body.message]).toEqual([404, 'No query results for participant.']);
    for (const role of ['agency', 'otherAdvertiser'] as const)
      expect((await look(cast.ids.creator, cast.tokens[role])).status).toBe(404);
    expect((await look(cast.ids.creator, cast.tokens.creator)).status).toBe(403);
    expect((await look(cast.ids.creator)).status).toBe(401);
  });
});

describe('The audit log', () => {
  const auditOf = async (campaignId: number) => {
    const { rows } = await application.database.pool.query(
      "SELECT actor_id, action, details FROM audit_log WHERE subject_kind = 'offer' AND subject_id = $1 AND action LIKE 'participant.%' ORDER BY id",
      [campaignId],
    );
    return rows;
  };

  it('records who has changed the terms and the status of a participant, with the values before and after', async () => {
    const { campaignId, participantId, url } = await campaign();
    const as = cast.tokens.advertiser;
    const send = async (path: string, method: 'PUT' | 'PATCH', body: object) =>
      expect((await application.call({ method, url: `${url}/${path}`, as, body })).status, path).toBe(200);
    const own = costs([{ source: 1, cpc: sek('1.50') }]);
    await send('overrides/costs', 'PATCH', own);
    await send('overrides/costs', 'PATCH', own);
    await send('overrides/clicks', 'PATCH', { click_limit: 5 });
    await send('payment-amount', 'PUT', { payment_amount: sek('12.50') });
    await send('overrides/clicks', 'PATCH', { click_limit: null });
    await send('update-status', 'PATCH', { status: 'store_denied' });
    const [user_id, currency] = [cast.ids.creator, 'SEK'];
    const terms = (before: object, after: object) => ({
      actor_id: cast.ids.advertiser,
      action: 'participant.terms_changed',
      details: { user_id, before: { currency, ...before }, after: { currency, ...after } },
    });
    expect(await auditOf(campaignId)).toEqual([
      terms({ social_cpc_minor: null }, { social_cpc_minor: 150 }),
      terms({ click_limit: null }, { click_limit: 5 }),
      terms({ payment_minor: null }, { payment_minor: 1_250 }),
      terms({ click_limit: 5 }, { click_limit: null }),
      {
        actor_id: cast.ids.advertiser,
        action: 'participant.moved',
        details: { user_id, before: { status: 'accepted' }, after: { status: 'store_denied' } },
      },
    ]);
    expect(participantId).toBeGreaterThan(0);
  });

  it('has no entry for prices that are saved as they were, and what the store pays for them stays', async () => {
    const { campaignId, participantId, url } = await campaign();
    const body = costs([{ source: 0, cpc: sek('1.50'), cpa: 0.1 }]);
    const save = () =>
      application.call({ method: 'PATCH', url: `${url}/overrides/costs`, as: cast.tokens.advertiser, body });
    await save();
    const { pool } = application.database;
    const price = async () =>
      (
        await pool.query('SELECT cpc_minor, invoice_cpc_minor, invoice_cpa FROM prices WHERE participant_id = $1', [
          participantId,
        ])
      ).rows;
    await pool.query('UPDATE prices SET invoice_cpc_minor = 190, invoice_cpa = 0.12 WHERE participant_id = $1', [
      participantId,
    ]);
    await save();
    expect(await price()).toEqual([{ cpc_minor: 150, invoice_cpc_minor: 190, invoice_cpa: '0.120000' }]);
    expect(await auditOf(campaignId)).toHaveLength(1);
    // Another price is paid with the margin of the campaign again.
    body.traffic_sources_costs = [{ source: 0, cpc: sek('1.60'), cpa: 0.1 }];
    await save();
    expect(await price()).toEqual([{ cpc_minor: 160, invoice_cpc_minor: null, invoice_cpa: '0.120000' }]);
  });
});
