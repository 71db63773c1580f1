import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../tests/harness/cast.ts';
import { upload } from '../../../tests/harness/upload.ts';
import { audit } from '../payments/index.ts';
import { MAX_COMMISSIONS } from './commissions/import-commissions.ts';

const NOW = new Date('2030-05-01T12:00:00Z');
const { application, cast } = await createPopulatedApplication({ now: () => NOW });
const { call, database } = application;
const query = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;

const send = (url: string, content: string | Buffer, as: Role | null = 'creator') =>
  upload(application, {
    url,
    as: as === null ? null : cast.tokens[as],
    content: Buffer.from(content),
    mediaType: 'text/csv',
  });
const outcomesOf = ({ body }: { body: { rows: { row: number; outcome: string }[] } }) =>
  body.rows.map(({ row, outcome }) => `${row} ${outcome}`);
const errorsOf = ({ body }: { body: { rows: { row: number; error: { column: string; message: string } | null }[] } }) =>
  body.rows.flatMap(({ row, error }) => (error === null ? [] : `row ${row}: ${error.column} ${error.message}`));

describe('Links from a file', () => {
  const url = `/v2/users/${cast.ids.creator}/link-imports`;
  const links = () =>
    query('SELECT id, code, title, tags, url FROM links WHERE user_id = $1 ORDER BY url', [cast.ids.creator]);
  const store = `https://www.${cast.domain}`;
  const DUB = [
    '\uFEFFShort link,Destination URL,Clicks,Title,Tags,Created at',
    `https://dub.sh/a,${store}/shoes,12,"Red\n shoes ","Summer,Shoes",2029-01-01T00:00:00.000Z`,
    `https://dub.sh/b,${store}/hats,0,,,2029-01-01T00:00:00.000Z`,
    `https://dub.sh/c,${store}/shoes,0,Other,,2029-01-01T00:00:00.000Z`,
    'https://dub.sh/d,https://no-store.example/,0,,,',
    'https://dub.sh/e,,0,,,',
    `https://dub.sh/f,"https://www.awin1.com/cread.php?awinmid=1&awinaffid=2&ued=${encodeURIComponent(`${store}/coats`)}",0,,,`,
    'https://dub.sh/g,https://www.awin1.com/cread.php?awinmid=1&awinaffid=2,0,,,',
    `https://dub.sh/h,http://tributary.test/r/abc,0,,,`,
  ].join('\r\n');

  it('are previewed, then created, once', async () => {
    const preview = await send(`${url}?dry=true`, DUB);
    expect(preview).toMatchObject({
      status: 200,
      body: {
        source: 'dub',
        dry: true,
        counts: { new: 3, existing: 0, repeated: 1, refused: 4 },
        columns: [
          { field: 'url', column: 'Destination URL' },
          { field: 'title', column: 'Title' },
          { field: 'tags', column: 'Tags' },
        ],
      },
    });
    expect(preview.body.rows.map(({ url: tracked }: { url: string | null }) => tracked)).toEqual(Array(8).fill(null));
    expect(errorsOf(preview)).toEqual([
      'row 5: Destination URL is a page of no store',
      'row 6: Destination URL is empty',
      'row 8: Destination URL is a tracking link that does not name a page; use the address of the page',
      'row 9: Destination URL is a page of no store',
    ]);
    expect(await links()).toEqual([]);

    const applied = await send(url, DUB);
    expect(outcomesOf(applied)).toEqual(outcomesOf(preview));
    const made = await links();
    expect(made.map(({ title, tags, url: page }) => [title, tags, page])).toEqual([
      ['coats', [], `${store}/coats`],
      ['hats', [], `${store}/hats`],
      ['Red shoes', ['summer', 'shoes'], `${store}/shoes`],
    ]);
    const shoes = made[2]!;
    expect(applied.body.rows[0]).toMatchObject({
      row: 2,
      url: `http://tributary.test/r/${shoes.code}`,
      original_url: `${store}/shoes`,
      title: 'Red shoes',
      advertiser: { id: cast.storeId },
      error: null,
    });
    // Later changes by the creator remain.
    await query(`UPDATE links SET title = 'Mine', tags = '{}' WHERE id = $1`, [shoes.id]);
    const again = await send(url, DUB);
    expect(again.body.counts).toEqual({ new: 0, existing: 3, repeated: 1, refused: 4 });
    expect((await links()).map(({ title }) => title)).toEqual(['coats', 'hats', 'Mine']);
  });

  it('come from any list whose column is named', async () => {
    const list = `Seite;Name\n${store}/a;First\n${store}/b;Second\n`;
    expect(await send(url, list)).toMatchObject({
      status: 422,
      body: { errors: { file: [expect.stringContaining('is no known export: it has the columns Seite, Name.')] } },
    });
    expect(await send(`${url}?column_url=Page`, list)).toMatchObject({
      status: 422,
      body: { errors: { column_url: ['must be a column of the file: Seite, Name'] } },
    });
    expect(await send(`${url}?column_url=seite&dry=true`, list)).toMatchObject({
      status: 200,
      body: { source: 'other', counts: { new: 2, refused: 0 } },
    });
    expect((await send(`${url}?dry=true`, `URL\n${store}/a\n`)).body).toMatchObject({ source: 'other' });
  });

  it('are refused as a file that cannot be read', async () => {
    const many = `url\n${`${store}/x\n`.repeat(10_001)}`;
    for (const [content, message] of [
      ['', 'must not be an empty file'],
      ['url\n', 'must have a row below the header'],
      [Buffer.from([0xff, 0xfe, 0x00]), 'must be a table in text form'],
      [many, 'must have at most 10000 rows'],
    ] as const) {
      const { status, body } = await send(url, content);
      expect([status, body.errors.file[0]]).toEqual([422, expect.stringContaining(message)]);
    }
    expect((await send(`${url}?source=amazon`, 'url\nx\n')).body.errors).toHaveProperty('source');
    const long = `url\n${store}/${'x'.repeat(5000)}\n`;
    expect(errorsOf(await send(url, long))).toEqual(['row 2: url must have less than 4096 characters']);
  });

  it('are imported by the creator, the agency and administrators', async () => {
    const statuses = [];
    for (const role of [null, 'creator', 'agency', 'admin', 'otherCreator', 'otherAgency', 'advertiser'] as const)
      statuses.push((await send(`${url}?dry=true`, `url\n${store}/a\n`, role)).status);
    expect(statuses).toEqual([401, 200, 200, 200, 404, 404, 404]);
    const suspended = await application.market.user();
    await query('UPDATE users SET suspended_at = now() WHERE id = $1', [suspended]);
    const refused = await send(`/v2/users/${suspended}/link-imports`, `url\n${store}/a\n`, 'admin');
    expect([refused.status, refused.body.error]).toEqual([400, 'user_suspended']);
  });
});

describe('Commissions from a file', () => {
  const url = `/v2/stores/${cast.storeId}/imported-commissions`;
  const ofCreator = `/v2/users/${cast.ids.creator}/imported-commissions`;
  const AWIN = [
    'id;publisher_id;site_name;sale_amount;commission;date;commission_status;extra;type',
    '101;7;Blog;1.234,50;123,45;2029-04-01 10:00:00;1;ORDER-1;Sale',
    '102;7;Blog;10,00;1,00;2029-04-02;pending;ORDER-2;Sale',
    '103;8;Channel;-10,00;-1,00;2029-04-03T10:00:00Z;2;;Sale',
  ];
  const list = async (path: string, as: Role) => (await call({ url: path, as: cast.tokens[as] })).body;

  it('are shown, stored once and changed by a later export', async () => {
    const preview = await send(`${url}?currency=EUR&dry=true`, AWIN.join('\n'), 'advertiser');
    expect(preview).toMatchObject({
      status: 200,
      body: { source: 'awin', dry: true, counts: { new: 3, changed: 0, unchanged: 0, refused: 0 } },
    });
    expect((await list(url, 'advertiser')).data).toEqual([]);
    expect(outcomesOf(await send(`${url}?currency=EUR`, AWIN.join('\n'), 'advertiser'))).toEqual(outcomesOf(preview));
    const again = await send(`${url}?currency=EUR`, AWIN.join('\n'), 'advertiser');
    expect(again.body.counts).toEqual({ new: 0, changed: 0, unchanged: 3, refused: 0 });
    const later = AWIN.map((line) => line.replace('pending', 'approved')).join('\n');
    expect(outcomesOf(await send(`${url}?currency=EUR`, later, 'advertiser'))).toEqual([
      '2 unchanged',
      '3 changed',
      '4 unchanged',
    ]);
    const { data, meta } = await list(url, 'advertiser');
    expect(meta.total).toBe(3);
    expect(data[2]).toEqual({
      id: expect.any(Number),
      source: 'awin',
      external_id: '101',
      earned_at: '2029-04-01T10:00:00.000Z',
      commission: { amount: '123.45', currency: 'EUR' },
      sale: { amount: '1234.50', currency: 'EUR' },
      status: 'approved',
      order_reference: 'ORDER-1',
      partner: 'Blog',
      imported_at: NOW.toISOString(),
    });
    expect(data.map(({ status }: { status: string }) => status)).toEqual(['declined', 'approved', 'approved']);
    expect((await list(`${url}?source=dub`, 'advertiser')).data).toEqual([]);
    const entries = await query(
      `SELECT actor_id, details FROM audit_log WHERE action = 'commissions.imported' ORDER BY id`,
    );
    expect(entries).toEqual([
      { actor_id: cast.ids.advertiser, details: { source: 'awin', new: 3, changed: 0 } },
      { actor_id: cast.ids.advertiser, details: { source: 'awin', new: 0, changed: 1 } },
    ]);
  });

  it('are refused by row and column, and do not stop the others', async () => {
    const rows = [
      'ID,Type,Amount,Earnings,Currency,Status,Created at,Partner name',
      'cm_1,sale,"$2,000",$200,usd,paid,2029-04-01T10:00:00.000Z,Ann',
      ',sale,$20.00,$2.00,usd,paid,2029-04-01,Ann',
      'cm_1,sale,$20.00,$2.00,usd,paid,2029-04-01,Ann',
      'cm_3,sale,$20.00,two,usd,paid,2029-04-01,Ann',
      'cm_4,sale,$20.00,$2.00,XQQ,paid,2029-04-01,Ann',
      'cm_5,sale,$20.00,$2.00,usd,maybe,2029-04-01,Ann',
      'cm_6,sale,$20.00,$2.00,usd,paid,01/04/2029,Ann',
      'cm_7,sale,$20.00,$2.00,usd,paid,2031-01-01,Ann',
      `cm_8,sale,$20.00,$2.00,usd,paid,2029-04-01,${'x'.repeat(201)}`,
      'cm_9,sale,$20.00,$2.001,usd,paid,2029-04-01,Ann',
      'cm_10,sale,$20.00,$2.00,,paid,2029-04-01,Ann',
    ].join('\n');
    const reply = await send(ofCreator, rows);
    expect(reply.body).toMatchObject({ source: 'dub', counts: { new: 2, refused: 9 } });
    expect(errorsOf(reply)).toEqual([
      'row 3: ID is empty',
      'row 4: ID is the same as in row 2',
      'row 5: Earnings must be an amount such as 12.50',
      'row 6: Currency must be a currency code such as EUR',
      'row 7: Status must be a status such as pending, approved, declined or paid',
      'row 8: Created at must be a day or a time such as 2030-01-31 or 2030-01-31 14:05:00',
      'row 9: Created at must not be in the future',
      'row 10: Partner name must have at most 200 characters',
      'row 12: Currency is empty; name the currency of such rows with `currency`',
    ]);
    expect(reply.body.rows[0].imported).toMatchObject({
      commission: { amount: '200.00' },
      sale: { amount: '2000.00' },
    });
    expect((await send(url, AWIN.join('\n'), 'advertiser')).body.errors).toEqual({
      currency: ['is required: the file has no column with the currency'],
    });
    expect(
      (await send(`${url}?source=awin&currency=EUR`, 'id;date\n1;2029-01-01\n', 'advertiser')).body.errors,
    ).toEqual({
      file: ['must have a column with the commission; name it with column_commission'],
    });
    const unclear = 'Nr;Day;Fee\n1;2029-01-01;1.234\n';
    const named = `${url}?currency=EUR&dry=true&column_id=Nr&column_date=Day&column_commission=Fee`;
    expect(errorsOf(await send(named, unclear, 'advertiser'))).toEqual([
      'row 2: Fee can be read as thousands or as decimals; say which with `decimals`',
    ]);
    const clear = await send(`${named}&decimals=comma`, unclear, 'advertiser');
    expect(clear.body.rows[0].imported.commission.amount).toBe('1234.00');
  });

  it('belong to the importing owner, who can delete them', async () => {
    const statuses = async (path: string, method: 'GET' | 'DELETE') => {
      const found = [];
      for (const role of ['advertiser', 'otherAdvertiser', 'creator', 'agency', 'otherCreator'] as const)
        found.push((await call({ method, url: path, as: cast.tokens[role] })).status);
      return [(await call({ method, url: path })).status, ...found];
    };
    expect(await statuses(url, 'GET')).toEqual([401, 200, 403, 403, 403, 403]);
    expect(await statuses(ofCreator, 'GET')).toEqual([401, 404, 404, 200, 200, 404]);
    const written = [];
    for (const role of ['otherAdvertiser', 'creator', null] as const)
      written.push((await send(`${url}?currency=EUR`, AWIN.join('\n'), role)).status);
    expect(written).toEqual([403, 403, 401]);
    expect((await send(`${ofCreator}?currency=EUR`, AWIN.join('\n'), 'advertiser')).status).toBe(404);
    // Equal ids of two owners are different commissions.
    expect((await send(`${ofCreator}?currency=EUR`, AWIN.join('\n'))).body.counts.new).toBe(3);
    expect(await statuses(`${ofCreator}?source=awin`, 'DELETE')).toEqual([401, 404, 404, 200, 200, 404]);
    expect((await list(ofCreator, 'creator')).data.map(({ source }: { source: string }) => source)).toEqual([
      'dub',
      'dub',
    ]);
    expect((await list(url, 'advertiser')).meta.total).toBe(3);
    const gone = await call({ method: 'DELETE', url: `${url}?source=awin`, as: cast.tokens.admin });
    expect([gone.status, gone.body]).toEqual([200, { deleted: 3 }]);
    expect((await call({ method: 'DELETE', url, as: cast.tokens.admin })).status).toBe(422);
  });

  it('cause no owed amounts', async () => {
    const tables = ['ledger_entries', 'orders', 'invoices', 'one_time_payments', 'clicks', 'link_days', 'store_days'];
    const books = async () => {
      const counts = [];
      for (const table of tables) counts.push((await query(`SELECT count(*) AS count FROM ${table}`))[0]);
      const shown = [];
      for (const path of ['balances', 'statements', 'orders', 'next-payouts', 'payouts']) {
        const { status, body } = await call({ url: `/v2/users/${cast.ids.creator}/${path}`, as: cast.tokens.creator });
        expect([path, status]).toEqual([path, 200]);
        shown.push(body);
      }
      return { counts, shown };
    };
    const before = await books();
    for (const [path, role] of [
      [url, 'advertiser'],
      [ofCreator, 'creator'],
    ] as const)
      expect((await send(`${path}?currency=EUR`, AWIN.join('\n'), role)).body.counts.new).toBe(3);
    expect(await books()).toEqual(before);
    expect((await audit(database.db)).filter(({ faults }) => faults > 0)).toEqual([]);
  });

  it('are limited for each owner', async () => {
    await query(
      `INSERT INTO imported_commissions (store_id, source, external_id, earned_at, currency, commission_minor, status, imported_at, updated_at)
       SELECT $1::bigint, 'dub', n::text, now(), 'EUR', 1, 'paid', now(), now() FROM generate_series(1, $2::int) n`,
      [cast.otherStoreId, MAX_COMMISSIONS - 2],
    );
    const path = `/v2/stores/${cast.otherStoreId}/imported-commissions?currency=EUR`;
    const reply = await send(path, AWIN.join('\n'), 'otherAdvertiser');
    expect([reply.status, reply.body.error]).toEqual([400, 'too_many_imported']);
    expect((await send(path, AWIN.slice(0, 3).join('\n'), 'otherAdvertiser')).body.counts.new).toBe(2);
  });

  it('of a creator are deleted with the account', async () => {
    const kinds = async () =>
      (await query('SELECT DISTINCT user_id IS NULL AS of_store FROM imported_commissions ORDER BY 1')).map(
        (row) => row.of_store,
      );
    expect(await kinds()).toEqual([false, true]);
    const erased = await call({
      method: 'POST',
      url: `/v2/admin/users/${cast.ids.creator}/erase`,
      as: cast.tokens.admin,
    });
    expect([erased.status, await kinds()]).toEqual([200, [true]]);
  });
});
