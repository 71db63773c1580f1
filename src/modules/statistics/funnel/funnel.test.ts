import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role, STORE_MEMBERS_ONLY } from '../../../../tests/harness/cast.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';

const NOW = new Date('2026-03-30T12:00:00Z');
const { application, cast } = await createPopulatedApplication({ now: () => NOW });
const { market, database } = application;
await market.price({ storeId: cast.storeId, cpcMinor: 100, cpa: 0.1, userShare: 0.7, agencyShare: 0.1 });
const links = [
  await market.link({ userId: cast.ids.creator, storeId: cast.storeId }),
  await market.link({ userId: cast.ids.otherCreator, storeId: cast.storeId }),
];
await clickRecorder(
  database,
  createCalendar('UTC'),
)([0, 0, 0, 1].map((of, at) => ({ code: links[of]!.code, at: new Date(NOW.getTime() - 3_600_000 - at) })));
const clicks = await database.pool.query('SELECT id, link_id FROM clicks WHERE store_id = $1 ORDER BY id', [
  cast.storeId,
]);
const clicksOf = (link: number) => clicks.rows.filter((row) => row.link_id === link).map(({ id }) => String(id));

const call = (method: 'GET' | 'POST', path: string, body?: unknown, role: Role | null = 'advertiser') =>
  application.call({
    method,
    url: `/v2/stores/${cast.storeId}/${path}`,
    body,
    ...(role === null ? {} : { as: cast.tokens[role] }),
  });
for (const [code, name] of [
  ['lead', 'Lead'],
  ['trial', 'Trial'],
])
  await call('POST', 'event-kinds', { code, name, cpl: { minor: 1_000, currency: 'SEK' } });
const report = (kind: string, id: string, tclid?: string) => call('POST', 'events', { kind, event_id: id, tclid });
const [one, two, three] = clicksOf(links[0]!.id);
await report('lead', 'L1', one);
await report('lead', 'L2', two);
await report('lead', 'L3', three);
await report('trial', 'T1', one);
await report('lead', 'L4', clicksOf(links[1]!.id)[0]);
await report('lead', 'L5');
const sold = await call('POST', 'orders', { order_id: 'O1', order_value: 100, tclid: one });
if (sold.status !== 201) throw new Error(JSON.stringify(sold.body));
await call('POST', 'event-decisions', {
  kind: 'lead',
  events: [
    { event_id: 'L1', status: 'approved' },
    { event_id: 'L2', status: 'denied', denial_reason: 'fraud' },
  ],
});

const DAY = 'from=2026-03-30&to=2026-03-30';
const funnel = async (query = DAY) => (await call('GET', `funnel?${query}`)).body;
const sek = (amount: string) => ({ amount, currency: 'SEK' });
const lead = { kind: 'lead', name: 'Lead', reported: 3, approved: 1, denied: 1, cost: sek('20.00') };
const trial = { kind: 'trial', name: 'Trial', reported: 1, approved: 0, denied: 0, cost: sek('10.00') };

describe('the funnel of a store', () => {
  it.each([...STORE_MEMBERS_ONLY, [null, 401]] as const)('to %s: %s', async (role, status) => {
    expect((await call('GET', `funnel?${DAY}`, undefined, role)).status).toBe(status);
  });

  it('has the clicks, events by kind and orders of each creator, most events first', async () => {
    const { data, meta } = await funnel();
    expect(meta.total).toBe(2);
    expect(data).toMatchObject([
      { user: { id: cast.ids.creator }, clicks: 3, stages: [lead, trial], orders: 1 },
      {
        user: { id: cast.ids.otherCreator },
        clicks: 1,
        stages: [{ ...lead, reported: 1, approved: 0, denied: 0, cost: sek('10.00') }],
        orders: 0,
      },
    ]);
  });

  it('continues on the next page', async () => {
    const { data } = await funnel(`${DAY}&size=1&page=2`);
    expect(data).toMatchObject([{ user: { id: cast.ids.otherCreator } }]);
  });

  it('has one record of all creators, without unattributed events', async () => {
    const { data } = await funnel(`${DAY}&group_by=store`);
    expect(data).toEqual([
      { user: null, clicks: 4, stages: [{ ...lead, reported: 4, cost: sek('30.00') }, trial], orders: 1 },
    ]);
  });

  it('can be that of some creators', async () => {
    const { data } = await funnel(`${DAY}&users=${cast.ids.otherCreator}`);
    expect(data.map(({ user }: { user: { id: number } }) => user.id)).toEqual([cast.ids.otherCreator]);
    const together = await funnel(`${DAY}&group_by=store&users=${cast.ids.otherCreator}`);
    expect(together.data).toMatchObject([{ clicks: 1, stages: [{ reported: 1 }] }]);
  });

  it('is empty without events in the range', async () => {
    expect((await funnel('from=2026-03-01&to=2026-03-02')).data).toEqual([]);
    expect((await funnel('from=2026-03-01&to=2026-03-02&group_by=store')).data).toEqual([
      { user: null, clicks: 0, stages: [], orders: 0 },
    ]);
  });

  it('names the field of bad input', async () => {
    const { status, body } = await call('GET', 'funnel?from=2026-03-30&to=2026-03-01');
    expect([status, Object.keys(body.errors)]).toEqual([422, ['from']]);
    expect((await call('GET', `funnel?${DAY}&group_by=day`)).body.errors).toHaveProperty('group_by');
  });
});
