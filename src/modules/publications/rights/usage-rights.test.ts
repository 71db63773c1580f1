import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { remindOfEndingRights } from './notify-usage-rights.ts';

const NOW = new Date('2030-05-15T12:00:00.000Z');
const { application, cast } = await createPopulatedApplication({ now: () => NOW });
const { market, database } = application;
const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const ALL = [
  null,
  'creator',
  'agency',
  'advertiser',
  'otherCreator',
  'otherAgency',
  'otherAdvertiser',
  'admin',
] as const;
const RIGHTS = {
  channels: ['website', 'paid_ads'],
  territory: 'Sweden',
  starts_on: '2030-06-01',
  ends_on: '2030-12-31',
  price: { minor: 250_000, currency: 'SEK' },
};

const call = (method: 'GET' | 'POST', url: string, role: Role | null, body?: object) =>
  application.call({
    method,
    url,
    ...(role === null ? {} : { as: cast.tokens[role] }),
    ...(body === undefined ? {} : { body }),
  });

async function deliverable(userId = cast.ids.creator) {
  const campaignId = await market.campaign({ storeId: cast.storeId, type: 'user_accept' });
  const participantId = await market.participant({ campaignId, userId, status: 'accepted' });
  const [{ id }] = await rows(
    `INSERT INTO deliverables (participant_id, title, instructions, due_on, status, created_by, created_at, updated_at)
     VALUES ($1, 'Story', '', '2030-05-20', 'approved', $2, $3, $3) RETURNING id`,
    [participantId, cast.ids.advertiser, NOW],
  );
  const at = `/v2/deliverables/${id}/usage-rights`;
  const offer = (body: object = {}, role: Role | null = 'advertiser') => call('POST', at, role, { ...RIGHTS, ...body });
  return { campaignId, participantId, at, offer };
}

async function offered(body: object = {}) {
  const of = await deliverable();
  const reply = await of.offer(body);
  expect(reply.status).toBe(201);
  const url = `/v2/usage-rights/${reply.body.id}`;
  const act = (what: string, role: Role | null, sent?: object) => call('POST', `${url}/${what}`, role, sent);
  return { ...of, right: reply.body, id: reply.body.id as number, url, act };
}

async function accepted(body: object = {}) {
  const of = await offered(body);
  expect((await of.act('accept', 'creator')).status).toBe(200);
  const pay = (role: Role | null = 'advertiser') => of.act('payment', role, { payment_date: '2030-05-15' });
  return { ...of, pay };
}

const statusesOf = async (
  request: (role: Role | null) => Promise<{ status: number }>,
  roles: readonly (Role | null)[],
) => {
  const found: number[] = [];
  for (const role of roles) found.push((await request(role)).status);
  return found;
};
const paymentsOf = async (userId: number) =>
  rows('SELECT id, user_minor FROM one_time_payments WHERE user_id = $1 ORDER BY id', [userId]);

describe('Usage rights', () => {
  it('are offered by the store, and give nothing until the creator alone accepts them', async () => {
    const { right, act, at, campaignId } = await offered();
    expect(right).toMatchObject({
      ...RIGHTS,
      version: 1,
      status: 'offered',
      allows_whitelisting: false,
      exclusivity: '',
      last_day: '2030-12-31',
      is_paid: false,
      offer: { id: campaignId },
      user: { id: cast.ids.creator },
    });
    const others = [null, 'agency', 'advertiser', 'otherCreator', 'otherAgency', 'otherAdvertiser', 'admin'] as const;
    for (const what of ['accept', 'decline'])
      expect(await statusesOf((role) => act(what, role), others), what).toEqual([401, 403, 403, 404, 404, 404, 403]);
    expect((await act('payment', 'advertiser', { payment_date: '2030-05-15' })).body.error).toBe('rights_not_accepted');
    expect((await act('propose-end', 'advertiser', { ends_on: '2030-06-30' })).body.error).toBe('rights_not_accepted');
    expect((await act('accept', 'creator')).body).toMatchObject({ status: 'accepted', decided_at: NOW.toISOString() });
    // The control: the creator's answer is final, and given once.
    for (const what of ['accept', 'decline']) expect((await act(what, 'creator')).body.error).toBe('rights_decided');
    expect((await act('withdraw', 'advertiser')).body.error).toBe('rights_decided');
    expect(await statusesOf((role) => call('GET', at, role), ALL)).toEqual([401, 200, 200, 200, 404, 404, 404, 200]);
    const actions = await rows(
      `SELECT action FROM audit_log WHERE subject_kind = 'offer' AND subject_id = $1 ORDER BY id`,
      [campaignId],
    );
    expect(actions.map(({ action }) => action)).toEqual(['offer.usage_rights_offered', 'offer.usage_rights_accepted']);
  });

  it('are offered only by the store, one offer at a time, with possible days and the store’s currency', async () => {
    const { offer, participantId } = await deliverable();
    const others = [null, 'creator', 'agency', 'otherCreator', 'otherAdvertiser'] as const;
    expect(await statusesOf((role) => offer({}, role), others)).toEqual([401, 403, 403, 404, 404]);
    const faults = async (body: object) => Object.keys((await offer(body)).body.errors ?? {});
    expect(await faults({ ends_on: '2030-05-31' })).toEqual(['ends_on']);
    expect(await faults({ starts_on: '2030-01-01', ends_on: '2030-05-14' })).toEqual(['ends_on']);
    expect(await faults({ price: { minor: 1, currency: 'EUR' } })).toEqual(['price.currency']);
    expect(await faults({ price: { minor: -1, currency: 'SEK' } })).toEqual(['price.minor']);
    expect(await faults({ channels: [] })).toEqual(['channels']);
    expect(await faults({ channels: ['cinema'] })).toEqual(['channels.0']);
    expect(await faults({ territory: ' ' })).toEqual(['territory']);
    const replies = await Promise.all([offer(), offer(), offer()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    expect(replies.map(({ body }) => body.error)).toContain('rights_offered');
    await rows(`UPDATE participants SET status = 'store_denied' WHERE id = $1`, [participantId]);
    expect((await offer()).body.error).toBe('not_participating');
  });

  it('are withdrawn by the store, or declined by the creator, and can then be offered in another version', async () => {
    const { act, offer } = await offered();
    expect(
      await statusesOf((role) => act('withdraw', role), [null, 'creator', 'otherCreator', 'otherAdvertiser']),
    ).toEqual([401, 403, 404, 404]);
    expect((await act('withdraw', 'advertiser')).body.status).toBe('withdrawn');
    expect((await act('accept', 'creator')).body.error).toBe('rights_decided');
    const second = (await offer({ price: { minor: 0, currency: 'SEK' } })).body;
    expect(second.version).toBe(2);
    expect((await call('POST', `/v2/usage-rights/${second.id}/decline`, 'creator')).body.status).toBe('declined');
    expect((await offer()).body.version).toBe(3);
  });

  it('cannot be lengthened by the store, except by a version that the creator accepts', async () => {
    const { at, offer, url, act } = await accepted({ ends_on: '2030-06-30' });
    // Neither a proposal nor an agreement moves the last day to a later one.
    for (const day of ['2030-06-30', '2030-07-01'])
      expect((await act('propose-end', 'advertiser', { ends_on: day })).body.errors).toEqual({
        ends_on: ['must not be after 2030-06-29'],
      });
    const longer = (await offer({ ends_on: '2031-06-30' })).body;
    const current = async () =>
      (await call('GET', at, 'creator')).body.data.map((one: { version: number; status: string }) => [
        one.version,
        one.status,
      ]);
    expect(await current()).toEqual([
      [2, 'offered'],
      [1, 'accepted'],
    ]);
    await call('POST', `/v2/usage-rights/${longer.id}/accept`, 'creator');
    expect(await current()).toEqual([
      [2, 'accepted'],
      [1, 'replaced'],
    ]);
    for (const method of ['PATCH', 'DELETE'] as const)
      expect(
        (await application.call({ method, url, as: cast.tokens.advertiser, body: { ends_on: '2040-01-01' } })).status,
      ).toBe(404);
  });

  it('end earlier only when both sides agree on the day', async () => {
    const { act } = await accepted({ ends_on: null });
    const day = { ends_on: '2030-07-31' };
    expect(
      await statusesOf(
        (role) => act('propose-end', role, day),
        [null, 'agency', 'otherCreator', 'otherAdvertiser', 'admin'],
      ),
    ).toEqual([401, 403, 404, 404, 403]);
    expect((await act('propose-end', 'creator', { ends_on: '2030-05-14' })).body.errors).toHaveProperty('ends_on');
    expect((await act('propose-end', 'creator', day)).body).toMatchObject({
      proposed_end: { on: '2030-07-31', by: 'creator' },
      last_day: null,
    });
    expect((await act('agree-end', 'creator', day)).body.error).toBe('end_not_proposed');
    expect((await act('agree-end', 'advertiser', { ends_on: '2030-07-30' })).body.error).toBe('end_not_proposed');
    expect((await act('agree-end', 'advertiser', day)).body).toMatchObject({
      proposed_end: null,
      agreed_end: '2030-07-31',
      last_day: '2030-07-31',
    });
    expect((await act('propose-end', 'advertiser', { ends_on: '2030-08-01' })).body.errors).toHaveProperty('ends_on');
  });

  it('are paid by the store once, also when several members pay at once', async () => {
    const { pay, id, url } = await accepted();
    const before = (await paymentsOf(cast.ids.creator)).length;
    expect(await statusesOf(pay, [null, 'creator', 'agency', 'otherCreator', 'otherAdvertiser'])).toEqual([
      401, 403, 403, 404, 404,
    ]);
    const replies = await Promise.all([pay(), pay(), pay('admin')]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(replies.map(({ body }) => body.error)).toContain('rights_paid');
    const payments = (await paymentsOf(cast.ids.creator)).slice(before);
    expect(payments.map(({ user_minor }) => user_minor)).toEqual([250_000]);
    const [{ payment_id }] = await rows('SELECT payment_id FROM usage_rights WHERE id = $1', [id]);
    expect(payment_id).toBe(payments[0].id);
    // The creator accepts nothing a second time for a second payment.
    expect((await call('POST', `${url}/accept`, 'creator')).body.error).toBe('rights_decided');
    expect((await pay()).body.error).toBe('rights_paid');
    const free = await accepted({ price: { minor: 0, currency: 'SEK' } });
    expect((await free.pay()).body.error).toBe('rights_included');
    // A refused payment leaves the price unpaid.
    const other = await accepted();
    expect((await other.act('payment', 'advertiser', { payment_date: '2040-01-01' })).body.errors).toHaveProperty(
      'payment_date',
    );
    expect((await other.pay()).body.is_paid).toBe(true);
  });
});

describe('The calendar of what ends', () => {
  const calendar = createCalendar('UTC');
  const remindAt = (day: string) =>
    remindOfEndingRights({ db: database.db, now: () => new Date(`${day}T06:00:00Z`) }, calendar);

  it('lists rights by their last day for both sides, and for nobody else', async () => {
    const { id, campaignId } = await accepted({ ends_on: '2030-09-15' });
    await accepted({ ends_on: null });
    const query = `?ends_from=2030-09-01&ends_until=2030-09-30&status=accepted`;
    const ofStore = `/v2/stores/${cast.storeId}/usage-rights${query}`;
    const ofUser = `/v2/users/${cast.ids.creator}/usage-rights${query}&offer_id=${campaignId}`;
    expect(await statusesOf((role) => call('GET', ofStore, role), ALL)).toEqual([
      401, 403, 403, 200, 403, 403, 403, 200,
    ]);
    expect(await statusesOf((role) => call('GET', ofUser, role), ALL)).toEqual([
      401, 200, 200, 404, 404, 404, 404, 200,
    ]);
    for (const [path, role] of [
      [ofStore, 'advertiser'],
      [ofUser, 'agency'],
    ] as const) {
      const { data, meta } = (await call('GET', path, role)).body;
      expect([data.map((one: { id: number }) => one.id), meta.has_more]).toEqual([[id], false]);
    }
  });

  it('reminds both sides 14 days and 1 day before the end, each once', async () => {
    await rows('DELETE FROM usage_rights');
    await accepted({ ends_on: '2030-07-01' });
    await offered({ ends_on: '2030-07-01' });
    expect(await remindAt('2030-06-16')).toBe(0);
    const counts = await Promise.all([remindAt('2030-06-17'), remindAt('2030-06-17')]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(1);
    expect(await remindAt('2030-06-29')).toBe(0);
    expect([await remindAt('2030-06-30'), await remindAt('2030-06-30'), await remindAt('2030-07-01')]).toEqual([
      1, 0, 0,
    ]);
    const notices = await rows(
      `SELECT user_id, data FROM notifications WHERE message = 'usage_rights_ending' AND user_id = ANY ($1) ORDER BY id`,
      [[cast.ids.creator, cast.ids.advertiser]],
    );
    const { creator, advertiser } = cast.ids;
    expect(notices.map(({ user_id, data }) => [user_id, data.day]).sort()).toEqual(
      [creator, creator, advertiser, advertiser].sort((a, b) => a - b).map((user) => [user, '2030-07-01']),
    );
  });
});
