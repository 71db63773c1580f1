import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { takeMails } from '../../../../tests/harness/mailbox.ts';
import { blackPng } from '../../../../tests/harness/pictures.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { upload } from '../../../../tests/harness/upload.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { remindOfClaims } from './mail-claim.ts';

const NOW = new Date('2026-03-10T12:00:00Z');
const DAY = 86_400_000;
let clock = NOW;
const { application, cast } = await createPopulatedApplication({ now: () => clock });
const { market, database } = application;
await market.price({ storeId: cast.storeId, cpcMinor: 100, cpa: 0.1, invoiceCpa: 0.12 });
await market.price({ storeId: cast.otherStoreId, cpcMinor: 100, cpa: 0.1 });
const link = await market.link({ userId: cast.ids.creator, storeId: cast.storeId });
await market.link({ userId: cast.ids.otherCreator, storeId: cast.storeId });
await market.link({ userId: cast.ids.creator, storeId: cast.otherStoreId });
await clickRecorder(database, createCalendar('UTC'))([{ code: link.code, at: new Date(NOW.getTime() - 3 * DAY) }]);

let numbers = 0;
const bodyOf = (rest: object = {}) => {
  numbers += 1;
  return {
    store_id: cast.storeId,
    order_id: `M-${numbers}`,
    ordered_on: '2026-03-09',
    note: 'It is missing.',
    amount: { amount: '249.90', currency: 'SEK' },
    ...rest,
  };
};
const post = (url: string, body: object, role: Role | null) =>
  application.call({ method: 'POST', url, body, ...(role === null ? {} : { as: cast.tokens[role] }) });
const claim = (rest: object = {}, role: Role | null = 'creator') => post('/v2/order-claims', bodyOf(rest), role);
const read = (url: string, role: Role | null) =>
  application.call({ url, ...(role === null ? {} : { as: cast.tokens[role] }) });
const decide = (id: number, what: 'accept' | 'decline', role: Role | null, body: object = { reason: 'Because.' }) =>
  post(`/v2/order-claims/${id}/${what}`, body, role);

describe('a claim', () => {
  it('returns the known facts immediately, and becomes an order with its explanation when the store accepts', async () => {
    const { status, body } = await claim();
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'open', findings: ['not_reported', 'click_in_window'], order: null });
    expect(body.due_at).toBe(new Date(NOW.getTime() + 14 * DAY).toISOString());
    const accepted = await decide(body.id, 'accept', 'advertiser', {});
    expect([accepted.status, accepted.body.status]).toEqual([200, 'accepted']);
    const explanation = await read(`/v2/orders/${accepted.body.order}/explanation`, 'creator');
    expect(explanation.body).toMatchObject({ outcome: 'approved', amounts: { creator: 1_749 } });
    expect(explanation.body.steps.find(({ rule }: { rule: string }) => rule === 'claim').record.id).toBe(
      String(body.id),
    );
    expect((await decide(body.id, 'decline', 'advertiser')).body.error).toBe('claim_decided');
    const again = await claim({ order_id: body.order_id });
    expect(again.body.findings[0]).toBe('already_yours');
    // The decision of a person says nothing of the store's server.
    const { rows: seen } = await application.database.pool.query('SELECT FROM order_collectors WHERE store_id = $1', [
      cast.storeId,
    ]);
    expect(seen).toEqual([]);
  });

  it('tells its store what accepting would cost, and stores nothing for it', async () => {
    const { body } = await claim();
    const cost = (role: Role | null, id = body.id) => read(`/v2/order-claims/${id}/cost`, role);
    const count = async () => (await application.database.pool.query('SELECT FROM orders')).rowCount;
    const before = await count();
    const { status, body: preview } = await cost('advertiser');
    expect([status, await count()]).toEqual([200, before]);
    const accepted = await decide(body.id, 'accept', 'advertiser', {});
    const order = await read(`/v2/stores/${cast.storeId}/orders/${accepted.body.order}`, 'advertiser');
    expect(preview).toEqual({ cost: order.body.cost });
    expect(Number(preview.cost.amount)).toBeGreaterThan(0);
    expect((await cost('advertiser')).body.error).toBe('claim_decided');
    const lost = (await claim({ store_id: cast.otherStoreId })).body.id;
    expect((await cost('otherAdvertiser', lost)).body.error).toBe('no_click_in_window');
    for (const [role, expected] of [
      [null, 401],
      ['creator', 403],
      ['otherAdvertiser', 404],
    ] as const)
      expect((await cost(role)).status, String(role)).toBe(expected);
  });

  it('without a click in the window is reported as such, and cannot be accepted', async () => {
    const { body } = await claim({ store_id: cast.otherStoreId });
    expect(body.findings).toEqual(['not_reported', 'no_click_in_window']);
    const { status, body: refusal } = await decide(body.id, 'accept', 'otherAdvertiser', {});
    expect([status, refusal.error]).toEqual([400, 'no_click_in_window']);
  });

  it('of another creator’s order is reported as such, and cannot be accepted', async () => {
    const { market, database } = application;
    const link = await market.link({ userId: cast.ids.otherCreator, storeId: cast.storeId });
    await clickRecorder(database, createCalendar('UTC'))([{ code: link.code, at: new Date(NOW.getTime() - 2 * DAY) }]);
    const { rows } = await database.pool.query('SELECT id FROM clicks WHERE link_id = $1', [link.id]);
    const order = { order_id: 'OTHERS', order_value: '249.90', currency: 'SEK', tclid: rows[0].id };
    const reported = await post(
      `/v2/stores/${cast.storeId}/orders`,
      { ...order, order_at: '2026-03-09T10:00:00Z' },
      'advertiser',
    );
    expect(reported.status).toBeLessThan(300);
    const { body } = await claim({ order_id: 'OTHERS' });
    expect(body.findings).toEqual(['another_creator', 'click_in_window']);
    const refused = await decide(body.id, 'accept', 'advertiser', {});
    expect([refused.status, refused.body.error]).toEqual([400, 'order_not_attributable']);
    const { rows: left } = await database.pool.query(`SELECT user_id, status FROM orders WHERE order_id = 'OTHERS'`);
    expect(left).toEqual([{ user_id: cast.ids.otherCreator, status: 'pending' }]);
  });

  it('that is declined has the reason, and can be made again', async () => {
    const { body } = await claim();
    expect((await claim({ order_id: body.order_id.toLowerCase() })).body.error).toBe('claim_exists');
    expect((await decide(body.id, 'decline', 'advertiser', {})).status).toBe(422);
    const declined = await decide(body.id, 'decline', 'advertiser', { reason: 'It was returned.' });
    expect(declined.body).toMatchObject({ status: 'declined', reason: 'It was returned.', order: null });
    expect((await claim({ order_id: body.order_id })).status).toBe(201);
  });

  it('is escalated when its deadline has passed', async () => {
    const { body } = await claim();
    clock = new Date(NOW.getTime() + 15 * DAY);
    expect((await read(`/v2/order-claims/${body.id}`, 'creator')).body.status).toBe('escalated');
    const { body: list } = await read(`/v2/stores/${cast.storeId}/order-claims?status=escalated`, 'admin');
    expect(list.data.map(({ id }: { id: number }) => id)).toContain(body.id);
    expect((await decide(body.id, 'decline', 'admin')).status).toBe(200);
    clock = NOW;
  });

  it('accepts pictures as evidence, visible only to its parties', async () => {
    const { body } = await claim();
    const content = blackPng({ width: 40, height: 30 });
    const url = `/v2/order-claims/${body.id}/evidence`;
    const send = (role: Role) => upload(application, { url, as: cast.tokens[role], content, filename: 'receipt.png' });
    expect((await send('advertiser')).status).toBe(403);
    const sent = await send('creator');
    expect([sent.status, sent.body.name]).toEqual([201, 'receipt.png']);
    const picture = `${url}/${sent.body.id}`;
    const statuses = async (role: Role | null) =>
      (
        await application.app.inject({
          url: picture,
          headers: role === null ? {} : { authorization: cast.tokens[role] },
        })
      ).statusCode;
    expect([await statuses('advertiser'), await statuses('otherCreator'), await statuses(null)]).toEqual([
      200, 404, 401,
    ]);
    expect((await read(`/v2/order-claims/${body.id}/evidence/999999`, 'creator')).status).toBe(404);
  });

  it('is limited to twenty a day', async () => {
    const token = 'otherCreator';
    const statuses: number[] = [];
    for (let n = 0; n < 21; n += 1) statuses.push((await claim({}, token)).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 400]);
  });
});

describe('mails of claims', () => {
  const remindAfter = (days: number) =>
    remindOfClaims({ db: database.db, now: () => new Date(clock.getTime() + days * DAY), publicUrl: 'http://x.test' });
  /** Backdates the existing claims, so that further ones can be created. */
  const age = () => database.pool.query(`UPDATE order_claims SET created_at = created_at - interval '2 days'`);
  const speak = (id: number, locale: string) =>
    database.pool.query('UPDATE users SET preferred_locale = $2 WHERE id = $1', [id, locale]);

  it('notify the creator of a decision, without the store’s text', async () => {
    const { pool } = application.database;
    await takeMails(application.database);
    const { rows } = await pool.query('SELECT email FROM users WHERE id = $1', [cast.ids.creator]);
    for (const [what, subject] of [
      ['accept', 'Your order claim was accepted'],
      ['decline', 'Your order claim was declined'],
    ] as const) {
      const { body } = await claim();
      expect((await decide(body.id, what, 'advertiser', { reason: 'Secret words.' })).status).toBe(200);
      const mails = await takeMails(application.database);
      expect(mails.map(({ to, subject: said }) => [to, said])).toEqual([[rows[0].email, subject]]);
      expect(mails[0]!.text).not.toContain('Secret words');
    }
  });

  it('of a decision that is rolled back are not sent', async () => {
    const { body } = await claim({ store_id: cast.otherStoreId });
    await takeMails(application.database);
    expect((await decide(body.id, 'accept', 'otherAdvertiser', {})).status).toBe(400);
    expect(await takeMails(application.database)).toEqual([]);
  });

  it.each([
    ['en_GB', 'Your order claim was accepted', 'Your order claim was declined', 'Sign in to see what you earn'],
    ['sv_SE', 'Din orderanmälan har godkänts', 'Din orderanmälan har avslagits', 'Vad du tjänar på den'],
    [
      'de_DE',
      'Ihre Nachmeldung einer Bestellung wurde angenommen',
      'Ihre Nachmeldung einer Bestellung wurde abgelehnt',
      'Was Sie daran verdienen',
    ],
  ])(
    'notify a creator of %s in their language, with a link to the claim',
    async (locale, accepted, declined, words) => {
      await age();
      await speak(cast.ids.creator, locale);
      await takeMails(application.database);
      for (const [what, subject] of [
        ['accept', accepted],
        ['decline', declined],
      ] as const) {
        const { body } = await claim();
        expect((await decide(body.id, what, 'advertiser')).status).toBe(200);
        const mails = await takeMails(application.database);
        expect(mails).toMatchObject([{ subject, language: locale.slice(0, 2) }]);
        expect(mails[0]!.text).toMatch(new RegExp(`\\n\\nhttps?://\\S+/console/claims/${body.id}\\n`));
        expect(mails[0]!.text.includes(words)).toBe(what === 'accept');
        expect(mails[0]!.unsubscribeUrl).toBeUndefined();
      }
      await speak(cast.ids.creator, 'en_GB');
    },
  );

  it('remind members of the store once, three days before the deadline, of all claims together', async () => {
    const { pool } = application.database;
    await pool.query(`UPDATE order_claims SET decision = 'declined', decided_at = now() WHERE decision IS NULL`);
    const { rows } = await pool.query('SELECT email FROM users WHERE id = $1', [cast.ids.advertiser]);
    await claim();
    await claim();
    await takeMails(application.database);
    const remind = remindAfter;
    expect(await remind(10)).toBe(0);
    expect(await Promise.all([remind(12), remind(12)]).then(([one, other]) => one + other)).toBe(2);
    const mails = await takeMails(application.database);
    expect(mails.filter(({ to }) => to === rows[0].email).length).toBeGreaterThan(0);
    expect(mails.every(({ subject }) => /order claims? needs? your decision/.test(subject))).toBe(true);
    expect(await remind(13)).toBe(0);
    const { body: last } = await claim();
    expect(await remind(15)).toBe(0);
    expect((await decide(last.id, 'decline', 'advertiser')).status).toBe(200);
  });

  it('remind each member of the store in their language', async () => {
    const { pool } = application.database;
    await pool.query(`UPDATE order_claims SET decision = 'declined', decided_at = now() WHERE decision IS NULL`);
    await age();
    const people = ['en_GB', 'sv_SE', 'de_DE'].map((locale) => ({ locale, email: `due-${locale}@example.com` }));
    for (const { locale, email } of people) {
      const id = await market.user({ email });
      await speak(id, locale);
      await market.member(cast.storeId, id);
    }
    const remindedOf = async (claims: number) => {
      for (let made = 0; made < claims; made += 1) expect((await claim()).status).toBe(201);
      await takeMails(application.database);
      expect(await remindAfter(12)).toBe(claims);
      const mails = await takeMails(application.database);
      return people.map(({ email }) => mails.filter(({ to }) => to === email));
    };
    const one = await remindedOf(1);
    expect(one).toMatchObject([
      [{ subject: 'An order claim needs your decision', language: 'en' }],
      [{ subject: 'En orderanmälan behöver ditt beslut', language: 'sv' }],
      [{ subject: 'Die Nachmeldung einer Bestellung braucht Ihre Entscheidung', language: 'de' }],
    ]);
    for (const [index, deadline] of [
      'The first deadline is 24 March 2026 at 12:00 UTC.',
      'Den första tidsfristen går ut den 24 mars 2026 kl. 12:00 UTC.',
      'Die erste Frist endet am 24. März 2026 um 12:00 UTC.',
    ].entries()) {
      expect(one[index]![0]!.text).toContain(deadline);
      expect(one[index]![0]!.text).toContain(`\nhttp://x.test/console/shop/${cast.storeId}/claims\n`);
    }
    const two = await remindedOf(2);
    expect(two).toMatchObject([
      [{ subject: '2 order claims need your decision' }],
      [{ subject: '2 orderanmälningar behöver ditt beslut' }],
      [{ subject: '2 Nachmeldungen von Bestellungen brauchen Ihre Entscheidung' }],
    ]);
  });
});

describe('who may', () => {
  it.each([
    ['admin', 200],
    ['advertiser', 403],
    ['creator', 403],
    [null, 401],
  ] as const)('%s list the claims of all stores: %s', async (role, status) => {
    const reply = await read('/v2/admin/order-claims?status=declined&size=1', role);
    expect(reply.status).toBe(status);
    if (status === 200) expect(reply.body.data.map((one: { status: string }) => one.status)).toEqual(['declined']);
  });

  it.each([
    ['creator', 200, 403, 200],
    ['agency', 200, 403, 200],
    ['advertiser', 200, 400, 404],
    ['admin', 200, 400, 200],
    ['otherCreator', 404, 404, 404],
    ['otherAdvertiser', 404, 404, 404],
    [null, 401, 401, 401],
  ] as const)('%s read %s, decide %s, list of the creator %s', async (role, reads, decides, ofUser) => {
    const { rows } = await application.database.pool.query(
      'SELECT id FROM order_claims WHERE user_id = $1 AND decision IS NOT NULL LIMIT 1',
      [cast.ids.creator],
    );
    const { id } = rows[0];
    expect((await read(`/v2/order-claims/${id}`, role)).status).toBe(reads);
    expect((await decide(id, 'decline', role)).status).toBe(decides);
    expect((await read(`/v2/users/${cast.ids.creator}/order-claims`, role)).status).toBe(ofUser);
  });

  it.each([
    [{ store_id: 999_999 }, 'store_id'],
    [{ ordered_on: '2027-01-01' }, 'ordered_on'],
    [{ ordered_on: '2025-01-01' }, 'ordered_on'],
    [{ amount: { amount: '0', currency: 'SEK' } }, 'amount'],
    [{ note: ' ' }, 'note'],
    [{ order_id: '' }, 'order_id'],
  ])('a claim of %j is refused', async (rest, field) => {
    const { status, body } = await claim(rest, 'creator');
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('a claim for another user, or an anonymous one, is refused', async () => {
    expect((await claim({ user_id: cast.ids.creator }, 'otherAgency')).status).toBe(404);
    expect((await claim({}, null)).status).toBe(401);
  });
});
