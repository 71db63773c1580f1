import { describe, expect, it } from 'vitest';
import { ROLES, type Role } from '../../../../tests/harness/cast.ts';
import { AFTER_CLOSING, createClosedMarket } from '../../../../tests/harness/closed-month.ts';

const { application, cast } = await createClosedMarket();
const first = async (query: string) =>
  (await application.database.pool.query(query, [cast.storeId, cast.ids.creator])).rows[0].id;
const order = await first('SELECT id FROM orders WHERE store_id = $1 AND user_id = $2');
const click = await first('SELECT id FROM clicks WHERE store_id = $1 AND user_id = $2 ORDER BY id LIMIT 1');
const payment = await first('SELECT id FROM one_time_payments WHERE store_id = $1 AND user_id = $2');

const call = (method: 'GET' | 'POST', url: string, role: Role | null, body?: object) =>
  application.call({ method, url, ...(role && { as: cast.tokens[role] }), ...(body && { body }) });
const open = (role: Role | null, rest: object = {}) =>
  call('POST', '/v2/appeals', role, { kind: 'order', subject: String(order), reason: 'I sold it.', ...rest });
const deny = (status: 'denied' | 'approved') =>
  application.database.pool.query('UPDATE orders SET status = $2 WHERE id = $1', [order, status]);
/** All data that contains an amount. */
const money = async () => {
  const tables = ['orders', 'clicks', 'one_time_payments', 'ledger_entries', 'invoices', 'link_days', 'voids'];
  const all = tables.map(
    (table) => `SELECT '${table}' AS t, md5(string_agg(x::text, E'\\n' ORDER BY x::text)) AS h FROM ${table} x`,
  );
  return (await application.database.pool.query(all.join(' UNION ALL '))).rows;
};
/** Closes every open appeal, so that a test can open another one. */
const closeAll = async () => {
  const { body } = await call('GET', '/v2/appeals?state=open&size=100', 'admin');
  for (const { id } of body.data)
    await call('POST', `/v2/appeals/${id}/close`, 'admin', { outcome: 'dismissed', reason: 'Done.' });
};

describe('an appeal', () => {
  it('against a denial is a thread of creator, store and administrators, and changes no amount', async () => {
    await deny('denied');
    const before = await money();
    const { status, body: appeal } = await open('creator');
    expect([status, appeal]).toMatchObject([
      201,
      {
        kind: 'order',
        subject: String(order),
        state: 'open',
        store: { id: cast.storeId },
        user: { id: cast.ids.creator },
      },
    ]);
    const url = `/v2/appeals/${appeal.id}`;
    expect((await open('agency')).body.error).toBe('appeal_exists');
    for (const role of ['advertiser', 'agency', 'admin'] as const)
      expect((await call('POST', `${url}/comments`, role, { comment: `${role} says` })).status).toBe(201);
    expect(
      (await call('POST', `${url}/close`, 'admin', { outcome: 'upheld', reason: 'It is right.' })).body,
    ).toMatchObject({
      state: 'upheld',
      closed_at: AFTER_CLOSING.toISOString(),
    });
    expect((await call('POST', `${url}/comments`, 'creator', { comment: 'Thanks' })).body.error).toBe('appeal_closed');
    expect((await call('POST', `${url}/close`, 'admin', { outcome: 'dismissed', reason: 'x' })).body.error).toBe(
      'appeal_closed',
    );
    const { body: thread } = await call('GET', `${url}/activities`, 'creator');
    expect(thread.data.map((one: Record<string, string>) => one.comment_text ?? one.new_status)).toEqual([
      'I sold it.',
      'advertiser says',
      'agency says',
      'admin says',
      'It is right.',
      'upheld',
    ]);
    expect(await money()).toEqual(before);
    const { rows } = await application.database.pool.query(
      `SELECT action FROM audit_log WHERE details ->> 'appeal_id' = $1 ORDER BY id`,
      [String(appeal.id)],
    );
    expect(rows.map(({ action }) => action)).toEqual(['appeal.opened', 'appeal.closed']);
    await deny('approved');
  });

  it('notifies everybody in the conversation except the actor, by mail, too, and not for each of many comments', async () => {
    await deny('denied');
    const { pool } = application.database;
    const roleOf = Object.fromEntries(ROLES.map((role) => [String(cast.ids[role]), role]));
    const notices = async () => {
      const { rows } = await pool.query('DELETE FROM notifications RETURNING user_id, message, data, path, mail');
      return rows
        .map(({ user_id, message, mail, path, data }) => {
          expect([path, data.about]).toEqual([`/console/explained/orders/${order}`, 'order']);
          return `${roleOf[String(user_id)]} ${message} ${mail}`;
        })
        .sort();
    };
    await pool.query('DELETE FROM notifications');
    const { id } = (await open('agency')).body;
    expect(await notices()).toEqual([
      'admin appeal_opened due',
      'advertiser appeal_opened due',
      'creator appeal_opened due',
    ]);
    const comment = () => call('POST', `/v2/appeals/${id}/comments`, 'advertiser', { comment: 'No.' });
    await comment();
    expect(await notices()).toEqual(['admin', 'agency', 'creator'].map((role) => `${role} appeal_answered due`));
    await comment();
    expect(await notices()).toEqual(['admin', 'agency', 'creator'].map((role) => `${role} appeal_answered none`));
    await call('POST', `/v2/appeals/${id}/close`, 'admin', { outcome: 'upheld', reason: 'It is right.' });
    expect(await notices()).toEqual(['advertiser', 'agency', 'creator'].map((role) => `${role} appeal_decided due`));
    await open('creator');
    await closeAll();
    await comment();
    const { rows } = await pool.query(
      `SELECT DISTINCT data ->> 'outcome' AS outcome FROM notifications WHERE message = 'appeal_decided'`,
    );
    expect(rows).toEqual([{ outcome: 'dismissed' }]);
    const { body } = await application.call({ url: '/v2/me/notifications', as: cast.tokens.creator });
    expect(body.data[0]).toMatchObject({ kind: 'orders', title: expect.stringContaining('dismissed') });
    await deny('approved');
  });

  it('is possible only against a void, a denial or a declined claim', async () => {
    for (const about of [
      { kind: 'order', subject: String(order) },
      { kind: 'click', subject: click },
      { kind: 'one_time_payment', subject: String(payment) },
    ])
      expect((await open('creator', about)).body.error).toBe('not_appealable');
    for (const kind of ['clicks', 'one_time_payments'] as const) {
      const item = kind === 'clicks' ? click : String(payment);
      const filter = { kind, ids: [item] };
      const preview = await call('POST', '/v2/admin/voids/preview', 'admin', filter);
      expect([kind, preview.status]).toEqual([kind, 200]);
      const done = await call('POST', '/v2/admin/voids', 'admin', {
        ...filter,
        reason: 'Fraud.',
        fingerprint: preview.body.fingerprint,
      });
      expect(done.status).toBeLessThan(300);
      expect(
        (await open('creator', { kind: kind === 'clicks' ? 'click' : 'one_time_payment', subject: item })).status,
      ).toBe(201);
    }
    await closeAll();
  });

  it('against a declined claim is possible, by the creator', async () => {
    const { rows } = await application.database.pool.query(
      `INSERT INTO order_claims (user_id, store_id, order_number, ordered_on, amount_minor, currency, note, findings, due_at, decision, decided_at, created_at)
       VALUES ($1, $2, 'C-1', '2026-01-10', 100, 'SEK', 'x', '{}', now(), 'declined', now(), now()) RETURNING id`,
      [cast.ids.creator, cast.storeId],
    );
    expect((await open('creator', { kind: 'order_claim', subject: String(rows[0].id) })).status).toBe(201);
    await closeAll();
  });
});

describe('who may', () => {
  it.each([
    ['creator', 201],
    ['agency', 201],
    ['advertiser', 201],
    ['admin', 201],
    ['otherCreator', 404],
    ['otherAgency', 404],
    ['otherAdvertiser', 404],
    [null, 401],
  ] as const)('open one, %s: %s', async (role, status) => {
    await deny('denied');
    expect((await open(role)).status).toBe(status);
    await closeAll();
  });

  it.each(ROLES)('read, comment and close one: %s', async (role) => {
    await deny('denied');
    const { body } = await open('creator');
    const url = `/v2/appeals/${body.id}`;
    const replies = [
      await call('GET', url, role),
      await call('GET', `${url}/activities`, role),
      await call('POST', `${url}/comments`, role, { comment: 'Hello' }),
      await call('POST', `${url}/close`, role, { outcome: 'dismissed', reason: 'No.' }),
    ];
    const concerned = ['creator', 'agency', 'advertiser'].includes(role);
    const expected = role === 'admin' ? [200, 200, 201, 200] : concerned ? [200, 200, 201, 403] : [404, 404, 404, 404];
    expect(replies.map(({ status }) => status)).toEqual(expected);
    const { body: list } = await call('GET', '/v2/appeals?size=100', role);
    expect(list.data.some(({ id }: { id: number }) => id === body.id)).toBe(concerned || role === 'admin');
    for (const [store, isListed] of [
      [cast.storeId, concerned || role === 'admin'],
      [cast.otherStoreId, false],
    ] as const) {
      const { body: ofStore } = await call('GET', `/v2/appeals?size=100&state=open&store_id=${store}`, role);
      expect(ofStore.data.some(({ id }: { id: number }) => id === body.id)).toBe(isListed && role !== 'admin');
    }
    await closeAll();
  });

  it('is refused without a token', async () => {
    for (const [method, url] of [
      ['GET', '/v2/appeals'],
      ['GET', '/v2/appeals/1'],
      ['GET', '/v2/appeals/1/activities'],
      ['POST', '/v2/appeals/1/comments'],
      ['POST', '/v2/appeals/1/close'],
    ] as const)
      expect([url, (await call(method, url, null, method === 'POST' ? {} : undefined)).status]).toEqual([url, 401]);
  });

  it.each([
    [{ kind: 'invoice' }, 'kind'],
    [{ subject: '' }, 'subject'],
    [{ reason: ' ' }, 'reason'],
  ])('refuses callers with %j', async (rest, field) => {
    const { status, body } = await open('creator', rest);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it.each(['0', '-1', '01', 'x', '999999999999999'])('not about the order %s', async (subject) => {
    expect((await open('admin', { subject })).status).toBe(404);
  });
});
