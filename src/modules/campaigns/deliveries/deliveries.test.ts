import { beforeEach, describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES, type Role } from '../../../../tests/harness/cast.ts';
import { purgeDeliveries } from './save-delivery.ts';

let clock = new Date('2026-03-10T08:00:00Z');
const { application, cast } = await createPopulatedApplication({ now: () => clock });
const { market, database } = application;
const { ids, tokens, storeId, otherStoreId } = cast;
const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;

const HOME = {
  recipient: 'Anna Ek',
  street: 'Storgatan 1',
  postal_code: '111 22',
  city: 'Stockholm',
  country: 'SE',
  phone: '+46 70 000 00 00',
  size: '39',
  colour: 'Blue',
  note: 'Door code 1234',
};

/** The reply as text, because it may be a file. */
async function ask(url: string, role: Role | null) {
  const headers = role === null ? {} : { authorization: tokens[role] };
  const { statusCode: status, body: text } = await application.app.inject({ url, headers });
  return { status, text };
}
const listed = async (url: string, role: Role = 'advertiser') => JSON.parse((await ask(url, role)).text).data;

/** A campaign that sends products, with the creator as a participant. */
async function campaign({ status = 'accepted', seeding = true, store = storeId } = {}) {
  const offer = await market.campaign({
    storeId: store,
    type: 'user_accept',
    validUntil: new Date('2026-04-01T00:00:00Z'),
  });
  await query('UPDATE campaigns SET has_product_seeding = $2 WHERE id = $1', offer, seeding);
  const participant = await market.participant({ campaignId: offer, userId: ids.creator, status });
  const url = `/v2/offers/${offer}/participants/${participant}/delivery`;
  const as = (role: Role | null) => (role === null ? {} : { as: tokens[role] });
  return {
    offer,
    participant,
    url,
    read: (role: Role | null = 'creator') => application.call({ url, ...as(role) }),
    save: (body: object = HOME, role: Role | null = 'creator') =>
      application.call({ method: 'PUT', url, body, ...as(role) }),
    remove: (role: Role | null = 'creator') => application.call({ method: 'DELETE', url, ...as(role) }),
    list: `/v2/offers/${offer}/packing-list`,
  };
}

beforeEach(() => {
  clock = new Date('2026-03-10T08:00:00Z');
});

describe('Delivery details', () => {
  it('are saved, changed and removed by the creator, and read by the store', async () => {
    const { read, save, remove } = await campaign();
    expect((await read()).body).toEqual({ is_wanted: true, delivery: null });
    const saved = await save();
    const delivery = { ...HOME, updated_at: clock.toISOString(), kept_until: '2026-05-01' };
    expect([saved.status, saved.body]).toEqual([200, { is_wanted: true, delivery }]);
    expect((await read('advertiser')).body).toEqual({ is_wanted: true, delivery });
    const { phone: _, size: __, colour: ___, note: ____, ...address } = HOME;
    expect((await save({ ...address, city: 'Lund' })).body.delivery).toMatchObject({
      city: 'Lund',
      size: '',
      note: '',
    });
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(204);
    expect((await read('advertiser')).body).toEqual({ is_wanted: true, delivery: null });
  });

  it('are shown to nobody else: not to other stores, agencies, creators or administrators', async () => {
    const { url: read, list, save } = await campaign();
    expect((await save()).status).toBe(200);
    const statuses = async (url: string) => {
      const found: Record<string, number> = {};
      for (const role of [null, ...ROLES]) {
        const { status, text } = await ask(url, role);
        found[`${role}`] = status;
        // The control: those who may read it, read it.
        expect([role, text.includes('Storgatan')]).toEqual([role, status === 200]);
      }
      return found;
    };
    const hidden = { null: 401, otherCreator: 404, otherAdvertiser: 404, agency: 404, otherAgency: 404, admin: 403 };
    expect(await statuses(read)).toEqual({ ...hidden, creator: 200, advertiser: 200 });
    expect(await statuses(list)).toEqual({ ...hidden, creator: 403, advertiser: 200 });
    expect(await statuses(`${list}?format=csv`)).toEqual({ ...hidden, creator: 403, advertiser: 200 });
  });

  it('are changed by nobody else', async () => {
    const { save, remove, read } = await campaign();
    await save();
    const found: Record<string, number[]> = {};
    for (const role of [null, ...ROLES].filter((one) => one !== 'creator'))
      found[`${role}`] = [(await save({ ...HOME, street: 'Elsewhere 1' }, role)).status, (await remove(role)).status];
    const both = (status: number) => [status, status];
    expect(found).toEqual({
      null: both(401),
      otherCreator: both(404),
      agency: both(404),
      otherAgency: both(404),
      advertiser: both(403),
      otherAdvertiser: both(404),
      admin: both(403),
    });
    expect((await read()).body.delivery.street).toBe(HOME.street);
  });

  it('are not read through another campaign, or by its store', async () => {
    const own = await campaign();
    const other = await campaign({ store: otherStoreId });
    await own.save();
    const url = `/v2/offers/${other.offer}/participants/${own.participant}/delivery`;
    for (const role of ['creator', 'advertiser', 'otherAdvertiser'] as const)
      expect((await application.call({ url, as: tokens[role] })).status).toBe(404);
    expect(await listed(other.list, 'otherAdvertiser')).toMatchObject([
      { creator: expect.any(String), delivery: null },
    ]);
    expect((await own.read('otherAdvertiser')).status).toBe(404);
  });

  it('are asked for only while the creator takes part in a campaign that sends products', async () => {
    for (const values of [{ status: 'open' }, { status: 'applied' }, { status: 'done' }, { seeding: false }]) {
      const { save, read } = await campaign(values);
      const { status, body } = await save();
      expect([values, status, body.error]).toEqual([values, 400, 'no_delivery']);
      expect((await read()).body).toEqual({ is_wanted: false, delivery: null });
    }
  });

  it('are hidden from the store before the acceptance, and shown after it', async () => {
    // The details of a former participation are kept for 30 days.
    const { participant, save, read, list } = await campaign();
    expect((await save()).status).toBe(200);
    for (const status of ['open', 'applied', 'second_prio', 'store_denied', 'denied']) {
      await query('UPDATE participants SET status = $2 WHERE id = $1', participant, status);
      const file = await ask(`${list}?format=csv`, 'advertiser');
      expect([status, (await read('advertiser')).body, await listed(list), file.text.includes('Storgatan')]).toEqual([
        status,
        { is_wanted: false, delivery: null },
        [],
        false,
      ]);
    }
    // The control.
    await query(`UPDATE participants SET status = 'accepted' WHERE id = $1`, participant);
    expect((await read('advertiser')).body.delivery).toMatchObject(HOME);
    expect(await listed(list)).toHaveLength(1);
    expect((await ask(`${list}?format=csv`, 'advertiser')).text).toContain('Storgatan');
  });

  it('are hidden from the store when the creator no longer takes part, and the creator may still remove them', async () => {
    const { participant, save, read, list, remove } = await campaign();
    await save();
    await query(`UPDATE participants SET status = 'done', updated_at = $2 WHERE id = $1`, participant, clock);
    expect((await read('advertiser')).body).toEqual({ is_wanted: false, delivery: null });
    expect(await listed(list)).toEqual([]);
    expect((await read()).body).toMatchObject({
      is_wanted: false,
      delivery: { street: HOME.street, kept_until: '2026-04-09' },
    });
    expect((await remove()).status).toBe(204);
  });

  it.each([
    ['recipient', { recipient: ' ' }],
    ['street', { street: 'a\nb' }],
    ['country', { country: 'Sweden' }],
    ['postal_code', { postal_code: undefined }],
    ['note', { note: 'x'.repeat(501) }],
    ['other', { other: 'x' }],
  ])('are refused with a wrong %s', async (field, wrong) => {
    const { save } = await campaign();
    const { status, body } = await save({ ...HOME, ...wrong });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('are a packing list for the store: those who wait first, and then those whose address is missing', async () => {
    const { offer, participant, save, list } = await campaign();
    await save();
    await query("UPDATE participants SET status = 'product_sent' WHERE id = $1", participant);
    const [second, third] = [await market.user(), await market.user()];
    await market.participant({ campaignId: offer, userId: third, status: 'accepted' });
    const id = await market.participant({ campaignId: offer, userId: second, status: 'accepted' });
    const saved = await application.call({
      method: 'PUT',
      url: `/v2/offers/${offer}/participants/${id}/delivery`,
      as: await application.tokenOf(second),
      body: { ...HOME, recipient: '=HYPERLINK("x")' },
    });
    expect(saved.status).toBe(200);
    expect(
      (await listed(list)).map(({ status, delivery }: { status: string; delivery: { recipient: string } | null }) => [
        status,
        delivery?.recipient ?? null,
      ]),
    ).toEqual([
      ['accepted', '=HYPERLINK("x")'],
      ['accepted', null],
      ['product_sent', 'Anna Ek'],
    ]);
    const { text } = await ask(`${list}?format=csv&lang=sv`, 'advertiser');
    const [heading, first, missing, last] = text.replace('\uFEFF', '').split('\r\n');
    expect(heading).toContain('Produkter,Mottagare,Gata,Postnummer,Ort,Land,Telefon,Storlek,Färg');
    // A cell that a spreadsheet would calculate is text.
    expect(first).not.toContain(',=HYPERLINK');
    expect(missing).toContain('accepted,,,');
    expect(last).toContain('Anna Ek,Storgatan 1,111 22,Stockholm,SE');
    const printed = await ask(`${list}?format=pdf&lang=de`, 'advertiser');
    expect([printed.status, printed.text.slice(0, 5)]).toEqual([200, '%PDF-']);
    const audited = await query(
      `SELECT actor_id, details FROM audit_log WHERE action = 'offer.packing_list_read' AND subject_id = $1 ORDER BY id`,
      offer,
    );
    expect(audited).toEqual(
      ['json', 'csv', 'pdf'].map((format) => ({ actor_id: ids.advertiser, details: { format } })),
    );
  });

  it('are hidden from the store from the receipt on, and deleted 30 days later', async () => {
    const { participant, save, read, list } = await campaign();
    await save();
    for (const status of ['accepted', 'product_sent', 'have_received', 'have_posted']) {
      await query('UPDATE participants SET status = $2, updated_at = $3 WHERE id = $1', participant, status, clock);
      const isShown = status === 'accepted' || status === 'product_sent';
      const { delivery } = (await read('advertiser')).body;
      expect([status, delivery !== null, (await ask(list, 'advertiser')).text.includes('Storgatan')]).toEqual([
        status,
        isShown,
        isShown,
      ]);
    }
    expect((await read()).body.delivery.kept_until).toBe('2026-04-09');
  });

  it('are not changed after the sending, unless what was sent has not arrived', async () => {
    const { participant, save } = await campaign();
    await save();
    await query("UPDATE participants SET status = 'product_sent' WHERE id = $1", participant);
    expect((await save()).body.error).toBe('already_sent');
    await query(
      'INSERT INTO participant_gifts (participant_id, assigned_at, sent_at, not_received_at) VALUES ($1, $2, $2, $2)',
      participant,
      clock,
    );
    expect((await save()).status).toBe(200);
  });

  it('are deleted 30 days after the end of the campaign or of the participation', async () => {
    const running = await campaign();
    const finished = await campaign();
    await running.save();
    await finished.save();
    await query(`UPDATE participants SET status = 'done', updated_at = $2 WHERE id = $1`, finished.participant, clock);
    const left = async () =>
      (
        await query('SELECT participant_id AS id FROM participant_deliveries WHERE participant_id = ANY ($1)', [
          running.participant,
          finished.participant,
        ])
      ).map(({ id }) => id);
    const purge = (at: string) => purgeDeliveries({ db: database.db, now: () => new Date(at) });
    await purge('2026-04-09T07:59:59Z');
    expect(await left()).toEqual([running.participant, finished.participant]);
    await purge('2026-04-09T08:00:00Z');
    expect(await left()).toEqual([running.participant]);
    await purge('2026-05-01T00:00:00Z');
    expect(await left()).toEqual([]);
  });

  it('are in the export of the creator’s data, and end with the erasure of the person', async () => {
    const person = await market.user();
    const { offer } = await campaign();
    const id = await market.participant({ campaignId: offer, userId: person, status: 'accepted' });
    await application.call({
      method: 'PUT',
      url: `/v2/offers/${offer}/participants/${id}/delivery`,
      as: await application.tokenOf(person),
      body: HOME,
    });
    const { SECTIONS } = await import('../../accounts/own-data/sections.ts');
    const section = SECTIONS.find(({ name }) => name === 'deliveries')!;
    const { rows } = await database.db.execute(section.rows(person));
    expect(rows).toMatchObject([{ campaign_id: offer, street: HOME.street, size: '39' }]);
    const { eraseUser } = await import('../../accounts/erasing/erase-user.ts');
    await eraseUser({ db: database.db, now: () => clock }, { userId: person, actorId: null });
    expect(await query('SELECT FROM participant_deliveries WHERE user_id = $1', person)).toEqual([]);
  });
});
