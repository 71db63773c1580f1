import fc from 'fast-check';
import { parseCsv } from 'hucre/csv';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { bookOrder } from '../../../../tests/harness/booked-orders.ts';
import type { Role } from '../../../../tests/harness/cast.ts';
import { createClosedMarket } from '../../../../tests/harness/closed-month.ts';
import { addParticipantsAndVouchers, addPayouts } from '../../../../tests/harness/dimensions.ts';
import { until } from '../../../../tests/harness/embedded.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { DIMENSIONS } from './cursor.ts';

const click = () => ({ code: link.code, at: new Date('2026-02-01T10:00:00Z') });
const { application, cast } = await createClosedMarket();
const link = await application.market.link({ userId: cast.ids.creator, storeId: cast.storeId });
await addParticipantsAndVouchers(application, cast);
await addPayouts(application, cast);
const record = clickRecorder(application.database, createCalendar('UTC'));
for (let n = 0; n < 12; n += 1) await record(Array.from({ length: 1 + (n % 4) }, click));

/** Exports wait for older transactions, also of other databases of the cluster (docs/explanations.md). */
const areVisible = async (): Promise<boolean> => {
  const { rows } = await application.database.pool.query(
    `SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint > greatest((SELECT max(recorded_in) FROM clicks),
       (SELECT max(recorded_in) FROM orders), (SELECT max(recorded_in) FROM ledger_entries)) AS visible`,
  );
  return rows[0].visible;
};

interface Line extends Record<string, unknown> {
  id: string | number;
  cursor: string;
  end?: true;
}
const fetchText = async (dataset: string, query = '', role: Role | null = 'admin') => {
  const headers = role === null ? {} : { authorization: cast.tokens[role] };
  return application.app.inject({ url: `/v2/exports/${dataset}${query}`, headers });
};
const read = async (dataset: string, query = '', role: Role = 'admin'): Promise<Line[]> => {
  const reply = await fetchText(dataset, query, role);
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/x-ndjson']);
  return reply.body
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
};
const idsIn = async (table: string): Promise<string[]> =>
  (
    await application.database.pool.query(`SELECT t.id::text AS key FROM ${table} t ORDER BY t.recorded_in, t.id`)
  ).rows.map(({ key }) => key);
const EVERYBODY = [
  'admin',
  'advertiser',
  'otherAdvertiser',
  'creator',
  'otherCreator',
  'agency',
  'otherAgency',
] as const;
const TABLES = { clicks: 'clicks', orders: 'orders', ledger: 'ledger_entries' } as const;

beforeEach(() => until(areVisible));

describe('an export', () => {
  it.each(Object.entries(TABLES))(
    'of %s contains every record once, in the order of commits, and ends with a cursor',
    async (dataset, table) => {
      const lines = await read(dataset);
      expect(lines.at(-1)).toEqual({ cursor: expect.any(String), end: true });
      expect(lines.slice(0, -1).map(({ id }) => String(id))).toEqual(await idsIn(table));
      expect(await read(dataset, `?after=${lines.at(-1)!.cursor}&wait_seconds=0`)).toHaveLength(1);
    },
  );

  it('continues without gaps or duplicates after repeated interruptions at any position', async () => {
    for (const [dataset, table] of Object.entries(TABLES)) {
      const whole = await idsIn(table);
      await fc.assert(
        fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 30 }), async (cuts) => {
          const seen: string[] = [];
          let after = '';
          for (const cut of [...cuts, Number.POSITIVE_INFINITY]) {
            const lines = await read(dataset, after === '' ? '' : `?after=${after}&wait_seconds=0`);
            // The reply ends in the middle of the record after these records.
            const arrived = lines.filter(({ end }) => end !== true).slice(0, cut);
            seen.push(...arrived.map(({ id }) => String(id)));
            after = arrived.at(-1)?.cursor ?? after;
          }
          expect(seen).toEqual(whole);
        }),
        { numRuns: 8 },
      );
      expect(whole.length).toBeGreaterThan(0);
    }
  });

  it('in parts of a limited size is the same', async () => {
    const seen: string[] = [];
    let after = '';
    for (;;) {
      const lines = await read('clicks', `?limit=3${after === '' ? '' : `&after=${after}&wait_seconds=0`}`);
      after = lines.at(-1)!.cursor;
      if (lines.length === 1) break;
      expect(lines.length).toBeLessThanOrEqual(4);
      seen.push(...lines.slice(0, -1).map(({ id }) => String(id)));
    }
    expect(seen).toEqual(await idsIn('clicks'));
  });

  it('waits for a transaction that has begun earlier and commits later', async () => {
    const { pool } = application.database;
    const [last] = (await read('orders')).slice(-1);
    const slow = await pool.connect();
    await slow.query('BEGIN');
    await slow.query(
      `INSERT INTO orders (store_id, order_id, channel, order_at, day, original_minor, original_currency, value_minor, currency, attribution, unattributed_reason)
       VALUES ($1, 'SLOW', 'server', now(), '2026-02-01', 1, 'SEK', 1, 'SEK', 'none', 'no_click')`,
      [cast.storeId],
    );
    await bookOrder(pool, { linkId: link.id, campaignId: null, day: '2026-02-01', valueMinor: 100, cpaPpm: 1 });
    const meanwhile = await read('orders', `?after=${last!.cursor}&wait_seconds=0`);
    expect(meanwhile).toHaveLength(1);
    await slow.query('COMMIT');
    slow.release();
    await until(areVisible);
    const after = await read('orders', `?after=${meanwhile[0]!.cursor}`);
    expect(after.slice(0, -1).map((line) => line.order_id)).toEqual(['SLOW', expect.any(String)]);
  });

  it('returns a changed record again', async () => {
    const { pool } = application.database;
    const lines = await read('orders');
    const changed = lines[0]!;
    await pool.query(`UPDATE orders SET updated_at = now() WHERE id = $1`, [changed.id]);
    const after = await read('orders', `?after=${lines.at(-1)!.cursor}`);
    expect(after.map(({ id }) => id)).toEqual([changed.id, undefined]);
  });

  it('waits for a record when there is none', async () => {
    const lines = await read('clicks');
    const waiting = read('clicks', `?after=${lines.at(-1)!.cursor}&wait_seconds=30`);
    await record([click()]);
    expect(await waiting).toHaveLength(2);
  });

  it('is CSV if requested, with negative amounts as numbers', async () => {
    const reply = await fetchText('ledger', '?format=csv');
    const [headers, ...rows] = parseCsv(reply.body) as string[][];
    const lines = await read('ledger');
    expect(rows).toHaveLength(lines.length - 1);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([headers!.length]));
    const amounts = rows.map((row) => row[headers!.indexOf('amount_minor')]);
    expect(amounts).toEqual(lines.slice(0, -1).map((line) => String(line.amount_minor)));
    expect(amounts.some((amount) => amount!.startsWith('-'))).toBe(true);
    // Cursors differ when other transactions have ended meanwhile; each cursor continues after the last record.
    expect(await read('ledger', `?after=${rows.at(-1)!.at(-1)}&wait_seconds=0`)).toHaveLength(1);
    const { 'x-next-cursor': end } = reply.trailers as Record<string, string>;
    expect(await read('ledger', `?after=${end}&wait_seconds=0`)).toHaveLength(1);
    const rest = await fetchText('ledger', `?format=csv&after=${end}&wait_seconds=0`);
    expect(parseCsv(rest.body)).toEqual([headers]);
    expect(rest.trailers).toEqual({ 'x-next-cursor': expect.any(String) });
  });

  it('contains the events of the days from `from` to `to`, both included, also after a cursor', async () => {
    const dayOf: Record<string, (line: Line) => string> = {
      clicks: ({ day }) => day as string,
      orders: ({ day }) => day as string,
      ledger: ({ booked_at }) => (booked_at as string).slice(0, 10),
    };
    for (const dataset of Object.keys(TABLES)) {
      const whole = (await read(dataset)).slice(0, -1);
      const days = [...new Set(whole.map(dayOf[dataset]!))].toSorted();
      const [first, last] = [days[0]!, days.at(-1)!];
      const ids = async (query: string) =>
        (await read(dataset, `?wait_seconds=0&${query}`)).slice(0, -1).map(({ id }) => id);
      const expected = (from: string, to: string, lines = whole) =>
        lines.filter((line) => dayOf[dataset]!(line) >= from && dayOf[dataset]!(line) <= to).map(({ id }) => id);
      expect(await ids(`from=${first}&to=${last}`)).toEqual(whole.map(({ id }) => id));
      expect(await ids(`from=${first}&to=${first}`)).toEqual(expected(first, first));
      expect(await ids(`from=${last}`)).toEqual(expected(last, last));
      expect(await ids(`to=${first}`)).toEqual(expected(first, first));
      expect(await ids(`after=${whole[0]!.cursor}&to=${first}`)).toEqual(expected(first, first, whole.slice(1)));
      expect(await ids('to=2020-01-01')).toEqual([]);
    }
    for (const [query, field] of [
      ['from=2026-02-30', 'from'],
      ['from=2026-02-02&to=2026-02-01', 'from'],
      ['to=x', 'to'],
    ] as const)
      expect([query, Object.keys((await fetchText('orders', `?${query}`)).json().errors)]).toEqual([query, [field]]);
  });

  it('counts days in the time zone of the marketplace', async () => {
    // 23:30 on 14 March in UTC is the next day in Stockholm.
    const { rows } = await application.database.pool.query<{ id: string }>(
      `INSERT INTO single_entries (booking, at, month, account, part, store_id, currency, amount_minor, origin_kind, origin_id)
       SELECT b.booking, '2026-03-14T23:30:00Z', (SELECT max(month) FROM payment_periods), x.account, 'payment', x.store_id, 'SEK', x.minor, 'paid', 'zone'
       FROM (SELECT nextval('bookings') AS booking) b, (VALUES ('store', $1::bigint, 5), ('bank', NULL, -5)) x (account, store_id, minor)
       RETURNING id::text`,
      [cast.storeId],
    );
    await until(areVisible);
    const swedish = await createTestApplication({ database: application.database, timeZone: 'Europe/Stockholm' });
    const onDay = async ({ app }: Pick<typeof swedish, 'app'>, day: string) => {
      const url = `/v2/exports/ledger?wait_seconds=0&from=${day}&to=${day}`;
      const { body } = await app.inject({ url, headers: { authorization: cast.tokens.admin } });
      return rows.filter(({ id }) => new RegExp(`"id":"?${id}"?[,}]`).test(body)).length;
    };
    expect([await onDay(application, '2026-03-14'), await onDay(application, '2026-03-15')]).toEqual([2, 0]);
    expect([await onDay(swedish, '2026-03-14'), await onDay(swedish, '2026-03-15')]).toEqual([0, 2]);
  });
});

describe('a Parquet export', () => {
  const readParquet = async (dataset: string, query = '') => {
    const reply = await fetchText(dataset, `?format=parquet${query}`);
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/vnd.apache.parquet']);
    const file = new Uint8Array(reply.rawPayload).buffer;
    const metadata = parquetMetadata(file);
    const cursor = metadata.key_value_metadata!.find(({ key }) => key === 'cursor')!.value!;
    return { metadata, cursor, rows: await parquetReadObjects({ file }) };
  };
  const INSTANT = /_at$/;
  /** The values as in JSON: 64-bit numbers as numbers, instants as texts. */
  const asJson = (row: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        if (name === 'day' && value !== null) return [name, (value as Date).toISOString().slice(0, 10)];
        if (typeof value === 'bigint') return [name, Number(value)];
        return [name, INSTANT.test(name) && value !== null ? (value as Date).toISOString() : value];
      }),
    );

  it.each(Object.keys(TABLES))('of %s has the records, values and cursors of NDJSON', async (dataset) => {
    const { rows, cursor } = await readParquet(dataset);
    const lines = await read(dataset);
    expect(rows.map(asJson)).toEqual(lines.slice(0, -1));
    expect(await read(dataset, `?after=${cursor}&wait_seconds=0`)).toHaveLength(1);
  });

  it('has types: amounts are whole numbers of 64 bits, instants are times, days are dates', async () => {
    const { metadata } = await readParquet('clicks');
    const typeOf = (name: string) => metadata.schema.find((column) => column.name === name);
    expect(typeOf('store_minor')).toMatchObject({ type: 'INT64' });
    expect(typeOf('clicked_at')).toMatchObject({ type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' });
    expect(typeOf('class')).toMatchObject({ type: 'BYTE_ARRAY', converted_type: 'UTF8' });
    expect(typeOf('day')).toMatchObject({ type: 'INT32', converted_type: 'DATE' });
    const campaigns = await readParquet('campaigns');
    const column = (name: string) => campaigns.metadata.schema.find((one) => one.name === name);
    expect(column('active')).toMatchObject({ type: 'BOOLEAN' });
    expect(column('valid_from')).toMatchObject({ converted_type: 'TIMESTAMP_MILLIS' });
  });

  it('without a record is a file without rows, and continues', async () => {
    const end = (await read('orders')).at(-1)!.cursor;
    const { rows, cursor, metadata } = await readParquet('orders', `&after=${end}&wait_seconds=0`);
    expect([rows, Number(metadata.num_rows)]).toEqual([[], 0]);
    expect(await read('orders', `?after=${cursor}&wait_seconds=0`)).toHaveLength(1);
  });

  it('in pieces of a limit has every record once', async () => {
    const seen: unknown[] = [];
    let piece = await readParquet('clicks', '&limit=5');
    while (piece.rows.length > 0) {
      seen.push(...piece.rows.map(({ id }) => id));
      piece = await readParquet('clicks', `&limit=5&after=${piece.cursor}&wait_seconds=0`);
    }
    expect(seen).toEqual(await idsIn('clicks'));
  });

  it('that is cut off cannot be mistaken for a complete one', async () => {
    const { rawPayload } = await fetchText('clicks', '?format=parquet');
    const cut = new Uint8Array(rawPayload.subarray(0, -1)).buffer;
    expect(() => parquetMetadata(cut)).toThrow();
  });
});

describe('an export of the records to which clicks and orders refer', () => {
  it.each(DIMENSIONS)('of %s has every record once, by its id, whole or in parts', async (dataset) => {
    const lines = await read(dataset);
    const ids = lines.slice(0, -1).map(({ id }) => id as number);
    expect(ids.length).toBeGreaterThan(0);
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
    const parts: unknown[] = [];
    for (let after = ''; ; ) {
      const part = await read(dataset, `?limit=1${after}`);
      if (part.length === 1) break;
      parts.push(part[0]!.id);
      after = `&after=${part.at(-1)!.cursor}`;
    }
    expect(parts).toEqual(ids);
    const csv = await fetchText(dataset, '?format=csv');
    expect(parseCsv(csv.body)).toHaveLength(ids.length + 1);
    expect((await fetchText(dataset, '?format=parquet')).statusCode).toBe(200);
  });

  it('contains the records that the reader may know, with the reader’s own fields', async () => {
    const of = async (dataset: string, role: Role) => (await read(dataset, '', role)).slice(0, -1);
    expect((await of('stores', 'advertiser')).map(({ id }) => id)).toEqual([cast.storeId]);
    for (const store of await of('stores', 'creator')) expect([store.hidden, store.created_at]).toEqual([false, null]);
    for (const role of ['advertiser', 'otherAdvertiser'] as const)
      for (const dataset of ['links', 'campaigns', 'participants', 'vouchers', 'invoices'])
        for (const row of await of(dataset, role))
          expect([dataset, row.store_id]).toEqual([dataset, role === 'advertiser' ? cast.storeId : cast.otherStoreId]);
    for (const dataset of ['links', 'participants', 'vouchers', 'invoices'])
      for (const row of await of(dataset, 'creator'))
        expect([dataset, row.user_id]).toEqual([dataset, cast.ids.creator]);
    for (const link of await of('links', 'advertiser')) expect([link.tags, link.archived_at]).toEqual([null, null]);
    const campaigns = await of('campaigns', 'creator');
    for (const campaign of campaigns)
      expect([campaign.name, campaign.max_money_minor, campaign.priority]).toEqual([null, null, null]);
    for (const dataset of ['links', 'participants', 'vouchers'])
      for (const row of await of(dataset, 'otherAgency')) expect(row.user_id).toBe(cast.ids.otherCreator);
  });

  it('contains exactly the invoices that the reader can also read one by one', async () => {
    const { rows } = await application.database.pool.query<{ id: number }>(
      'SELECT id::int AS id FROM invoices ORDER BY id',
    );
    expect(rows.length).toBeGreaterThan(2);
    for (const role of EVERYBODY) {
      const headers = { authorization: cast.tokens[role] };
      const readable: number[] = [];
      for (const { id } of rows)
        if ((await application.app.inject({ url: `/v2/invoices/${id}/lines`, headers })).statusCode === 200)
          readable.push(id);
      expect([role, (await read('invoices', '', role)).slice(0, -1).map(({ id }) => id)]).toEqual([role, readable]);
    }
  });

  it('contains exactly the payouts that the reader can also list of each payee', async () => {
    const payees = [`users/${cast.ids.creator}`, `users/${cast.ids.otherCreator}`, `clients/${cast.agencyId}`];
    const seen: Record<string, number> = {};
    for (const role of EVERYBODY) {
      const headers = { authorization: cast.tokens[role] };
      const listed: unknown[] = [];
      for (const payee of payees) {
        const reply = await application.app.inject({ url: `/v2/${payee}/payouts`, headers });
        if (reply.statusCode === 200) listed.push(...reply.json().data.map(({ id }: { id: number }) => id));
      }
      const exported = (await read('payouts', '', role)).slice(0, -1);
      expect([role, exported.map(({ id }) => id)]).toEqual([role, listed.toSorted()]);
      seen[role] = listed.length;
    }
    expect(seen).toMatchObject({ admin: 3, agency: 2, creator: 1, otherCreator: 1, advertiser: 0, otherAdvertiser: 0 });
    expect((await read('payouts', '', 'creator'))[0]).toMatchObject({
      kind: 'creator',
      user_id: cast.ids.creator,
      client_id: null,
      currency: 'SEK',
      amount_minor: 12_300,
      status: 'in_run',
      account: 'SE45 … 7466',
    });
  });

  it('contains exactly the agencies that the reader can also list, with the share that the reader may know', async () => {
    await application.database.pool.query('UPDATE agencies SET agency_share = 0.125');
    for (const role of EVERYBODY) {
      const { body } = await application.call({ url: '/v2/clients?size=500', as: cast.tokens[role] });
      const agencies = (await read('agencies', '', role)).slice(0, -1);
      expect([role, agencies.map(({ id }) => id)]).toEqual([role, body.data.map(({ id }: { id: number }) => id)]);
      const shares = new Set(agencies.map((one) => one.revenue_share_ppm));
      expect([...shares]).toEqual(
        agencies.length === 0 ? [] : [role === 'admin' || /agency/i.test(role) ? 125_000 : null],
      );
    }
  });

  it('contains the creators whom the reader knows: a store by name only, an agency with the address', async () => {
    const of = async (role: Role) => (await read('creators', '', role)).slice(0, -1);
    expect((await of('creator')).map(({ id }) => id)).toEqual([cast.ids.creator]);
    const ofAgency = await of('agency');
    expect(ofAgency.map(({ id }) => id)).toContain(cast.ids.creator);
    expect(ofAgency.map(({ id }) => id)).not.toContain(cast.ids.otherCreator);
    for (const one of ofAgency) expect(one.email).toMatch(/@/);
    const ofStore = (await of('advertiser')).filter(({ id }) => id !== cast.ids.advertiser);
    expect(ofStore.map(({ id }) => id)).toEqual([cast.ids.creator]);
    for (const { id, username, name, cursor, ...rest } of ofStore) {
      expect([id, username, name, cursor]).toEqual([
        expect.any(Number),
        expect.any(String),
        expect.any(String),
        expect.any(String),
      ]);
      expect(rest).toEqual({ email: null, client_id: null, suspended: null, created_at: null });
    }
    expect((await of('otherAdvertiser')).map(({ id }) => id)).toContain(cast.ids.otherCreator);
    const { rows } = await application.database.pool.query(
      'SELECT id::int AS id FROM users WHERE erased_at IS NULL ORDER BY id',
    );
    expect((await of('admin')).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  });

  it('tells no creator that a store considers them, or has put them second', async () => {
    const { pool } = application.database;
    const { rows } = await pool.query('SELECT id, status FROM participants WHERE user_id = $1 LIMIT 1', [
      cast.ids.creator,
    ]);
    const seen = async (status: string, role: Role) => {
      await pool.query('UPDATE participants SET status = $2 WHERE id = $1', [rows[0].id, status]);
      return (await read('participants', '', role)).find(({ id }) => id === rows[0].id)?.status ?? null;
    };
    expect([await seen('suggestion', 'creator'), await seen('suggestion', 'advertiser')]).toEqual([null, 'suggestion']);
    expect(await seen('suggestion', 'agency')).toBeNull();
    expect([await seen('second_prio', 'creator'), await seen('second_prio', 'advertiser')]).toEqual([
      'applied',
      'second_prio',
    ]);
    await seen(rows[0].status, 'admin');
  });

  it('has no days', async () => {
    const reply = await fetchText('stores', '?from=2026-01-01&to=2026-01-31');
    expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['from', 'to']]);
  });
});

describe('the scope of an export', () => {
  it('is refused without a token', async () => {
    expect((await fetchText('clicks', '', null)).statusCode).toBe(401);
  });

  it('contains the reader’s own records and amounts', async () => {
    const of = async (dataset: string, role: Role) => (await read(dataset, '', role)).slice(0, -1);
    const ofStore = await of('clicks', 'advertiser');
    expect(new Set(ofStore.map((row) => row.store_id))).toEqual(new Set([cast.storeId]));
    for (const row of ofStore)
      expect(row).toMatchObject({ store_minor: 400, creator_minor: null, agency_minor: null, client_id: null });
    const ofCreator = await of('clicks', 'creator');
    expect(new Set(ofCreator.map((row) => row.user_id))).toEqual(new Set([cast.ids.creator]));
    for (const row of ofCreator)
      expect([row.store_minor, row.agency_minor, row.platform_minor]).toEqual([null, null, null]);
    expect((await of('clicks', 'agency')).map(({ id }) => id)).toEqual(ofCreator.map(({ id }) => id));
    for (const row of await of('orders', 'creator'))
      expect([row.order_id, row.channel, row.store_minor]).toEqual([null, null, null]);
    const accounts = async (role: Role) => [...new Set((await of('ledger', role)).map((row) => row.account))];
    expect([await accounts('advertiser'), await accounts('creator'), await accounts('agency')]).toEqual([
      ['store'],
      ['creator'],
      ['client'],
    ]);
    for (const row of await of('ledger', 'advertiser'))
      expect([row.store_id, row.client_id, String(row.origin_id).split(':').length]).toEqual([
        cast.storeId,
        null,
        row.origin_kind === 'clicks' ? 3 : 1,
      ]);
  });
});

describe('a cursor', () => {
  it('of something else is refused', async () => {
    const other = (await read('orders')).at(-1)!.cursor;
    for (const query of [`?after=${other}`, '?after=x', '?after=', '?limit=0', '?format=xml', '?wait_seconds=31']) {
      const reply = await fetchText('clicks', query);
      expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, [query.slice(1).split('=')[0]]]);
    }
    expect((await fetchText('secrets')).statusCode).toBe(422);
  });

  it('of another database, as after a restore, is refused', async () => {
    const { pool } = application.database;
    const { cursor } = (await read('clicks')).at(-1)!;
    const { rows } = await pool.query('SELECT identity FROM export_identity');
    await pool.query('UPDATE export_identity SET identity = gen_random_uuid()');
    const reply = await fetchText('clicks', `?after=${cursor}`);
    expect([reply.statusCode, reply.json().error]).toEqual([400, 'cursor_outdated']);
    await pool.query('UPDATE export_identity SET identity = $1', [rows[0].identity]);
  });
});
