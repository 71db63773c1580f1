import { describe, expect, it } from 'vitest';
import {
  createPopulatedApplication,
  openStore,
  type Role,
  STORE_MEMBERS_ONLY,
} from '../../../../tests/harness/cast.ts';

const { application, cast } = await createPopulatedApplication();

let codes = 0;
const newCode = () => `CODE${++codes}`;
type Method = 'GET' | 'POST' | 'DELETE';
const ask = (method: Method, path = '', body?: unknown, role: Role | null = 'advertiser', store = cast.storeId) =>
  application.call({
    method,
    url: `/v2/stores/${store}/vouchers${path}`,
    body,
    ...(role === null ? {} : { as: cast.tokens[role] }),
  });
const give = (values: object = {}, role?: Role | null, store?: number) =>
  ask('POST', '', { code: newCode(), user_id: cast.ids.creator, ...values }, role, store);

describe('a store’s vouchers', () => {
  it('are created with a link of the creator to the front page, which all vouchers of the creator share', async () => {
    const first = await give({ code: ' Linnea15 ' });
    expect([first.status, first.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        code: 'Linnea15',
        user: { id: cast.ids.creator, username: expect.any(String), public_name: expect.any(String) },
        affiliate_link_id: expect.any(Number),
        created_at: expect.any(String),
        valid_from: expect.any(String),
        exclusive: false,
      },
    ]);
    const { rows } = await application.database.pool.query('SELECT user_id, store_id, url FROM links WHERE id = $1', [
      first.body.affiliate_link_id,
    ]);
    expect(rows).toEqual([{ user_id: cast.ids.creator, store_id: cast.storeId, url: `https://${cast.domain}/` }]);
    expect((await give()).body.affiliate_link_id).toBe(first.body.affiliate_link_id);
    expect((await give({ user_id: cast.ids.otherCreator })).body.affiliate_link_id).not.toBe(
      first.body.affiliate_link_id,
    );
  });

  it('have unique codes in their store, ignoring case, also under concurrency', async () => {
    const code = newCode();
    const replies = await Promise.all([give({ code }), give({ code: code.toLowerCase() })]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect(replies.find(({ status }) => status === 400)!.body).toMatchObject({ error: 'voucher_exists' });
    expect((await give({ code }, 'otherAdvertiser', cast.otherStoreId)).status).toBe(201);
  });

  describe('that an order names', () => {
    const report = async (body: object) =>
      (
        await application.call({
          method: 'POST',
          url: `/v2/stores/${cast.storeId}/orders`,
          as: cast.tokens.advertiser,
          body: { order_id: newCode(), order_value: 100, ...body },
        })
      ).body;
    const owner = async (body: object) => (await report(body)).user?.id ?? null;

    it.each([
      ['tom&jerry', ['tom&amp;jerry', 'TOM&#38;JERRY', 'tom&amp;amp;jerry', 'tom&#x26;jerry']],
      [
        'KLARA10',
        ['\uff2b\uff2c\uff21\uff32\uff21\uff11\uff10', 'klara\u200b10', '\ufeffKlara 10', 'KLARA\u00a010\u200e'],
      ],
      ['Ång-Ström', ['a\u030ang\u2013stro\u0308m', 'ÅNG\u2011STRÖM', '&aring;ng-str&ouml;m']],
      ["mom's", ['mom\u2019s', 'mom&#039;s', 'MOM&apos;S']],
    ])('are compared as people read them: %s', async (code, written) => {
      await give({ code });
      for (const voucher_code of written) {
        expect([voucher_code, await owner({ voucher_code })]).toEqual([voucher_code, cast.ids.creator]);
        // A name with an invisible mark is refused before its code is compared.
        expect([400, 422]).toContain((await give({ code: voucher_code })).status);
      }
    });

    it('count by the first that belongs to a creator, wherever it stands, and all are kept', async () => {
      const [anna, bert] = [newCode(), newCode()];
      await give({ code: anna });
      await give({ code: bert, user_id: cast.ids.otherCreator });
      for (const body of [
        { voucher_code: `FREESHIP, ${anna},${bert}` },
        { voucher_codes: ['FREESHIP', anna, bert] },
        { voucher_code: 'FREESHIP', voucher_codes: [anna, bert] },
      ])
        expect(await report(body)).toMatchObject({
          voucher_code: anna,
          voucher_codes: ['FREESHIP', anna, bert],
          attribution: 'voucher',
          user: { id: cast.ids.creator },
        });
    });

    it('belong to whom they belonged when the order was placed, whenever it is reported', async () => {
      const code = newCode();
      const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();
      const first = await give({ code, valid_from: days(10) });
      expect(await owner({ voucher_code: code, order_at: days(11) })).toBeNull();
      await ask('DELETE', `/${first.body.id}`);
      expect((await give({ code, user_id: cast.ids.otherCreator })).status).toBe(201);
      expect(await owner({ voucher_code: code, order_at: days(5) })).toBe(cast.ids.creator);
      expect(await owner({ voucher_code: code })).toBe(cast.ids.otherCreator);
    });
  });

  it('bring orders, which remain when they are deleted', async () => {
    await application.market.price({ storeId: cast.storeId, cpa: 0.1 });
    const { body: voucher } = await give();
    const report = (order_id: string) =>
      application.call({
        method: 'POST',
        url: `/v2/stores/${cast.storeId}/orders`,
        as: cast.tokens.advertiser,
        body: { order_id, order_value: 100, voucher_code: voucher.code.toLowerCase() },
      });
    const brought = {
      attribution: 'voucher',
      affiliate_link_id: voucher.affiliate_link_id,
      earnings: { amount: '7.00' },
    };
    expect((await report('V-1')).body).toMatchObject(brought);
    expect((await ask('DELETE', `/${voucher.id}`)).status).toBe(204);
    expect((await ask('DELETE', `/${voucher.id}`)).status).toBe(404);
    expect((await report('V-1')).body).toMatchObject(brought);
    expect((await report('V-2')).body).toMatchObject({ attribution: 'none', unattributed_reason: 'unknown_voucher' });
    const { rows } = await application.database.pool.query(
      `SELECT action, actor_id FROM audit_log WHERE subject_kind = 'voucher' AND subject_id = $1 ORDER BY id`,
      [voucher.id],
    );
    expect(rows.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['voucher.created', cast.ids.advertiser],
      ['voucher.deleted', cast.ids.advertiser],
    ]);
  });

  it('are listed newest first, page by page, and of one creator', async () => {
    const { body: all } = await ask('GET', '?size=100');
    const ids = all.data.map(({ id }: { id: number }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    const paged = [];
    for (let page = 1; page <= all.meta.total; page += 1)
      paged.push((await ask('GET', `?size=1&page=${page}`)).body.data[0].id);
    expect(paged).toEqual(ids);
    const { body: own } = await ask('GET', `?user_id=${cast.ids.otherCreator}`);
    expect(own.data.map(({ user }: { user: { id: number } }) => user.id)).toEqual([
      ...own.data.map(() => cast.ids.otherCreator),
    ]);
    expect(own.data.length).toBeGreaterThan(0);
  });

  it.each([...STORE_MEMBERS_ONLY, [null, 401]] as const)('are managed by the members: %s: %s', async (role, status) => {
    const { body: voucher } = await give();
    expect((await ask('GET', '', undefined, role)).status).toBe(status);
    expect((await give({}, role)).status).toBe(status === 200 ? 201 : status);
    expect((await ask('DELETE', `/${voucher.id}`, undefined, role)).status).toBe(status === 200 ? 204 : status);
  });

  it('are not found under another store’s path', async () => {
    const { body: voucher } = await give();
    expect((await ask('DELETE', `/${voucher.id}`, undefined, 'admin', cast.otherStoreId)).status).toBe(404);
    expect((await ask('DELETE', '/x')).status).toBe(404);
  });

  it.each([
    [{ code: '' }, 'code'],
    [{ code: '  ' }, 'code'],
    [{ code: 'x'.repeat(65) }, 'code'],
    [{ code: 'a\nb' }, 'code'],
    [{ code: 5 }, 'code'],
    [{ user_id: 2 ** 40 }, 'user_id'],
    [{ user_id: 'x' }, 'user_id'],
    [{ percent: 15 }, 'percent'],
  ])('name the field of %j', async (values, field) => {
    const { status, body } = await give(values);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
  });

  it('are refused for creators that the store does not pay, and for stores without a page to link to', async () => {
    const { market, database } = application;
    const refusal = async (reply: ReturnType<typeof give>) => (await reply).body.error;
    const blocked = await market.user();
    await database.pool.query('INSERT INTO blocklist (store_id, user_id) VALUES ($1, $2)', [cast.storeId, blocked]);
    await application.live.refresh(cast.storeId);
    expect(await refusal(give({ user_id: blocked }))).toBe('url_blocked');
    expect(await refusal(give({ user_id: await market.user({ suspended: true }) }))).toBe('user_suspended');
    expect(await refusal(give({}, 'admin', await market.store()))).toBe('no_domain');
  });

  it('link to a page that the store pays for, if it does not pay for its front page', async () => {
    const rules = [
      { type: 'block' as const, url: 'https://choosy.example/shop/sale' },
      { type: 'allow' as const, url: 'https://choosy.example/shop' },
    ];
    const choosy = await openStore(application, { domains: ['choosy.example'] }, rules);
    const { status, body } = await give({}, 'admin', choosy);
    const { rows } = await application.database.pool.query('SELECT url FROM links WHERE id = $1', [
      body.affiliate_link_id,
    ]);
    expect([status, rows]).toEqual([201, [{ url: 'https://choosy.example/shop' }]]);
  });
});
