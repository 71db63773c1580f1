import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES, type Role } from '../../../../tests/harness/cast.ts';
import { receiveParcels, remindOfAddresses } from './follow-parcels.ts';

const DAY = 86_400_000;
const start = new Date('2026-03-10T08:00:00Z');
let clock = start;
const { application, cast } = await createPopulatedApplication({ now: () => clock });
const { market, database } = application;
const { ids, tokens, storeId, otherStoreId } = cast;
const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;
const sek = (minor: number) => ({ minor, currency: 'SEK' });
const HOME = { recipient: 'Anna Ek', street: 'Storgatan 1', postal_code: '111 22', city: 'Stockholm', country: 'SE' };
const CHOICE = {
  kind: 'choice',
  choices: 1,
  products: [
    { title: 'Shoe', value: sek(100_00) },
    { title: 'Vest', value: sek(300_00) },
  ],
};
const as = (role: Role | null) => (role === null ? {} : { as: tokens[role] });
const notified = async (userId: number, message: string) =>
  (await query('SELECT data FROM notifications WHERE user_id = $1 AND message = $2 ORDER BY id', userId, message))
    .length;

/** A campaign that sends products with a gift, and whoever accepts it. */
async function campaign({ gift = null as object | null, store = storeId, userId = ids.creator } = {}) {
  clock = start;
  const offer = await market.campaign({ storeId: store, type: 'user_accept' });
  await query('UPDATE campaigns SET has_product_seeding = true WHERE id = $1', offer);
  const owner = store === storeId ? tokens.advertiser : tokens.otherAdvertiser;
  if (gift !== null) {
    const set = await application.call({ method: 'PUT', url: `/v2/offers/${offer}/gift`, body: { gift }, as: owner });
    expect(set.status).toBe(200);
  }
  const participant = await market.participant({ campaignId: offer, userId, status: 'open' });
  const creator = await application.tokenOf(userId);
  const url = `/v2/offers/${offer}/participants/${participant}`;
  const call = (method: 'GET' | 'PUT' | 'POST' | 'PATCH', path: string, body?: object, token = creator) =>
    application.call({ method, url: `${url}${path}`, as: token, ...(body && { body }) });
  const move = (status: string, token = creator) => call('PATCH', '/update-status', { status }, token);
  expect((await move('accepted')).status).toBe(200);
  return {
    offer,
    participant,
    call,
    move,
    given: async (token = creator) => (await call('GET', '/gift', undefined, token)).body.given,
    save: (body: object = {}) => call('PUT', '/delivery', { ...HOME, ...body }),
    send: (parcel: object = {}, role: Role | null = 'advertiser', at = offer) =>
      application.call({
        method: 'POST',
        url: `/v2/offers/${at}/parcels`,
        body: { parcels: [{ participant_id: participant, carrier: 'PostNord', number: 'A1', ...parcel }] },
        ...as(role),
      }),
    status: async () => (await query('SELECT status FROM participants WHERE id = $1', participant))[0].status,
  };
}

describe('The choice of a creator', () => {
  it('belongs to the delivery details, has the number that the gift says, and is read by the store', async () => {
    const { save, given } = await campaign({ gift: CHOICE });
    const [shoe, vest] = (await given()).gift.products;
    const faults = async (choices?: object[]) => Object.keys((await save({ choices })).body.errors);
    // The address alone is not lost.
    expect((await save({})).status).toBe(200);
    expect((await given()).products).toEqual([]);
    expect(await faults([])).toEqual(['choices']);
    expect(await faults([{ product_id: shoe.id }, { product_id: vest.id }])).toEqual(['choices']);
    const other = await campaign({ gift: CHOICE });
    const foreign = (await other.given()).gift.products[0];
    expect(await faults([{ product_id: foreign.id }])).toEqual(['choices.0.product_id']);
    expect((await save({ choices: [{ product_id: vest.id, options: 'M' }] })).status).toBe(200);
    const chosen = { value: sek(300_00), products: [{ title: 'Vest', options: 'M' }] };
    expect(await given()).toMatchObject(chosen);
    expect(await given(tokens.advertiser)).toMatchObject(chosen);
    // The address is corrected without choosing again.
    expect((await save({ city: 'Lund' })).status).toBe(200);
    expect(await given()).toMatchObject(chosen);
  });

  it('is refused when the product has left the feed', async () => {
    await query(
      `INSERT INTO products (store_id, product_id, title, brand, category, url, url_hash, currency, price_minor, availability, content_hash, created_at, updated_at)
       VALUES ($1, 'tent', 'Tent', '', '', 'https://shop.example/tent', sha256('tent'), 'SEK', 700, 'in_stock', sha256('tent'), now(), now())`,
      storeId,
    );
    const gift = { ...CHOICE, products: [{ product_id: 'tent' }, { title: 'Vest', value: sek(1) }] };
    const { save, given } = await campaign({ gift });
    const [tent] = (await given()).gift.products;
    const choices = [{ product_id: tent.id }];
    expect((await save({ choices })).status).toBe(200);
    await query(`UPDATE products SET gone_at = now() WHERE product_id = 'tent'`);
    expect((await save({ choices })).body.error).toBe('product_gone');
  });

  it('is made only where there is something to choose', async () => {
    const { save } = await campaign({ gift: { kind: 'product', products: [{ title: 'Shoe', value: sek(1) }] } });
    expect(Object.keys((await save({ choices: [{ product_id: 1 }] })).body.errors)).toEqual(['choices']);
    expect((await save()).status).toBe(200);
  });
});

describe('A parcel', () => {
  it('moves the participant, tells the creator its number, and can be corrected', async () => {
    const { send, status, given, offer } = await campaign();
    const before = await notified(ids.creator, 'parcel_sent');
    expect((await send({ tracking_url: 'https://track.example/A1' })).body).toEqual({ recorded: 1 });
    expect(await status()).toBe('product_sent');
    expect((await given()).parcel).toMatchObject({
      carrier: 'PostNord',
      number: 'A1',
      tracking_url: 'https://track.example/A1',
      sent_at: start.toISOString(),
      received_by_itself_at: new Date(start.getTime() + 14 * DAY).toISOString(),
    });
    expect(await notified(ids.creator, 'parcel_sent')).toBe(before + 1);
    // The same again is no news, a corrected number is.
    await send();
    expect(await notified(ids.creator, 'parcel_sent')).toBe(before + 1);
    expect((await send({ number: 'B2' })).status).toBe(200);
    expect((await given()).parcel).toMatchObject({ number: 'B2', tracking_url: null });
    expect(await notified(ids.creator, 'parcel_sent')).toBe(before + 2);
    const activities = await query(
      `SELECT old_status, new_status FROM activities a JOIN participants p ON p.id = a.participant_id WHERE p.campaign_id = $1 ORDER BY a.id`,
      offer,
    );
    expect(activities.at(-1)).toEqual({ old_status: 'accepted', new_status: 'product_sent' });
  });

  it('is entered by the store alone, and for its own participants', async () => {
    const { send, status } = await campaign();
    const found: Record<string, number> = {};
    for (const role of [null, ...ROLES].filter((one) => one !== 'advertiser' && one !== 'admin'))
      found[`${role}`] = (await send({}, role)).status;
    expect(found).toEqual({
      null: 401,
      creator: 403,
      otherCreator: 404,
      agency: 404,
      otherAgency: 404,
      otherAdvertiser: 404,
    });
    const foreign = await campaign({ store: otherStoreId });
    const { status: refused, body } = await send({}, 'otherAdvertiser', foreign.offer);
    expect([refused, Object.keys(body.errors)]).toEqual([422, ['parcels.0.participant_id']]);
    expect(await status()).toBe('accepted');
    // The control.
    expect((await send()).status).toBe(200);
  });

  it.each([
    ['tracking_url', { tracking_url: 'javascript:alert(1)' }],
    ['tracking_url', { tracking_url: 'http://track.example/1' }],
    ['tracking_url', { tracking_url: 'https:' }],
    ['number', { number: undefined }],
    ['carrier', { carrier: undefined }],
    ['carrier', { carrier: 'a\nb' }],
    ['credit_code', { credit_code: 'X' }],
    ['sent_at', { sent_at: '2026-03-11T08:00:00Z' }],
    ['sent_at', { sent_at: '2025-03-11T08:00:00Z' }],
  ])('is refused with a wrong %s', async (field, wrong) => {
    const { send, status } = await campaign();
    const { status: refused, body } = await send(wrong);
    expect([refused, Object.keys(body.errors)]).toEqual([422, [`parcels.0.${field}`]]);
    expect(await status()).toBe('accepted');
  });

  it('is refused for those who have not been accepted or have received it', async () => {
    for (const at of ['open', 'have_received', 'have_posted', 'done']) {
      const { send, participant } = await campaign();
      await query('UPDATE participants SET status = $2 WHERE id = $1', participant, at);
      expect([at, (await send()).status]).toEqual([at, 422]);
    }
  });

  it('of a credit is a code, which only the creator and the store read', async () => {
    const { send, given, save, participant } = await campaign({ gift: { kind: 'credit', value: sek(50_00) } });
    // No address is needed for it.
    expect((await save()).body.error).toBe('no_delivery');
    const credit = { carrier: undefined, number: undefined };
    expect(Object.keys((await send(credit)).body.errors)).toEqual(['parcels.0.credit_code']);
    expect((await send({ ...credit, credit_code: 'ANNA50' })).status).toBe(200);
    expect((await given()).credit_code).toBe('ANNA50');
    const url = `/v2/offers/${(await query('SELECT campaign_id FROM participants WHERE id = $1', participant))[0].campaign_id}/participants/${participant}/gift`;
    for (const role of ROLES) {
      const { status, body } = await application.call({ url, as: tokens[role] });
      expect([role, status === 200 ? body.given.credit_code : status]).toEqual([
        role,
        { creator: 'ANNA50', advertiser: 'ANNA50', admin: 403 }[role as string] ?? 404,
      ]);
    }
  });

  it('counts as received after the days of the gift, once', async () => {
    const gift = { kind: 'product', products: [{ title: 'Shoe', value: sek(1) }], received_after_days: 5 };
    const { send, status, participant } = await campaign({ gift });
    await send();
    const at = (days: number) => ({ db: database.db, now: () => new Date(start.getTime() + days * DAY) });
    await receiveParcels(at(4.9));
    expect(await status()).toBe('product_sent');
    await receiveParcels(at(5));
    expect(await status()).toBe('have_received');
    await receiveParcels(at(6));
    expect(
      await query(`SELECT FROM activities WHERE participant_id = $1 AND new_status = 'have_received'`, participant),
    ).toHaveLength(1);
  });

  it('that was sent long ago leaves the creator three days after it was entered', async () => {
    const { send, status } = await campaign();
    await send({ sent_at: '2026-01-10T08:00:00Z' });
    const at = (days: number) => ({ db: database.db, now: () => new Date(start.getTime() + days * DAY) });
    await receiveParcels(at(2.9));
    expect(await status()).toBe('product_sent');
    await receiveParcels(at(3));
    expect(await status()).toBe('have_received');
  });

  it('that has not arrived does not count as received, and waits for the store until another one is entered', async () => {
    const { send, status, call, given } = await campaign();
    const missing = (token?: string) => call('POST', '/not-received', { text: 'Returned' }, token);
    expect((await missing()).body.error).toBe('nothing_sent');
    await send();
    expect((await missing(tokens.advertiser)).status).toBe(403);
    expect((await missing(tokens.otherCreator)).status).toBe(404);
    expect((await missing()).body.given.parcel.not_received).toMatchObject({ text: 'Returned' });
    const late = { db: database.db, now: () => new Date(start.getTime() + 90 * DAY) };
    await receiveParcels(late);
    expect(await status()).toBe('product_sent');
    const work = await application.call({ url: '/v2/me/work', as: tokens.advertiser });
    expect(JSON.stringify(work.body)).toContain('products_not_received');
    await send({ number: 'C3' });
    expect((await given()).parcel.not_received).toBeNull();
    await receiveParcels(late);
    expect(await status()).toBe('have_received');
  });
});

describe('A reminder of an address', () => {
  it('is sent after three and after seven days, and not to those who have given one or need none', async () => {
    const [waiting, given, credited] = [await market.user(), await market.user(), await market.user()];
    await campaign({ userId: waiting });
    await (await campaign({ userId: given })).save();
    await campaign({ userId: credited, gift: { kind: 'credit', value: sek(1) } });
    const counts: number[] = [];
    for (const days of [2.9, 3, 3, 6.9, 7, 30]) {
      await remindOfAddresses({ db: database.db, now: () => new Date(start.getTime() + days * DAY) });
      counts.push(await notified(waiting, 'address_wanted'));
    }
    expect(counts).toEqual([0, 1, 1, 1, 2, 2]);
    expect([await notified(given, 'address_wanted'), await notified(credited, 'address_wanted')]).toEqual([0, 0]);
  });
});

describe('The value of a gift', () => {
  it('is a cost of the campaign from the sending, beside what is invoiced, and a benefit of the creator from the receipt', async () => {
    const userId = await market.user();
    const { offer, save, given, send, move, participant } = await campaign({ gift: CHOICE, userId });
    const creator = await application.tokenOf(userId);
    const stats = async () =>
      (await application.call({ url: `/v2/offers/${offer}/stats`, as: tokens.advertiser })).body;
    const received = async (parameters = '', as = creator) =>
      application.call({ url: `/v2/users/${userId}/gifts${parameters}`, as });
    const nothing = { sent: 0, value: sek(0) };
    expect((await stats()).gifts).toEqual(nothing);
    await save({ choices: [{ product_id: (await given()).gift.products[1].id }] });
    expect((await stats()).gifts).toEqual(nothing);
    await send();
    expect(await stats()).toMatchObject({ gifts: { sent: 1, value: sek(300_00) }, cost: 0 });
    expect((await received()).body).toMatchObject({ data: [], totals: [] });
    await move('have_received');
    expect((await received()).body).toMatchObject({
      data: [
        {
          participant_id: participant,
          offer: { id: offer },
          store: { id: storeId },
          products: ['Vest'],
          is_credit: false,
          value: sek(300_00),
          received_on: '2026-03-10',
        },
      ],
      totals: [sek(300_00)],
    });
    expect((await received('?year=2025')).body.data).toEqual([]);
    const { body: file } = await application.app.inject({
      url: `/v2/users/${userId}/gifts?format=csv&lang=sv`,
      headers: { authorization: creator },
    });
    expect(file).toMatch(/^\uFEFF?Mottagen,Butik,Kampanj,Produkter,Värde[^\r\n]*\r\n2026-03-10,.*Vest,300/);
    // Nobody invoices it.
    expect(await query('SELECT FROM one_time_payments WHERE user_id = $1', userId)).toEqual([]);
    for (const role of ['otherCreator', 'advertiser', 'agency'] as const)
      expect([role, (await received('', tokens[role])).status]).toEqual([role, 404]);
    // After an erasure the value remains, without the number of the parcel and the sizes.
    const { eraseUser } = await import('../../accounts/erasing/erase-user.ts');
    await eraseUser({ db: database.db, now: () => clock }, { userId, actorId: null });
    expect(
      await query('SELECT value_minor, carrier, number FROM participant_gifts WHERE participant_id = $1', participant),
    ).toEqual([{ value_minor: 300_00, carrier: '', number: '' }]);
    expect((await stats()).gifts).toEqual({ sent: 1, value: sek(300_00) });
  });
});
