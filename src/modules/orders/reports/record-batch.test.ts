import { describe, expect, it } from 'vitest';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { storeKey } from '../../../../tests/harness/store-key.ts';
import type { StoreKeyScope } from '../../../platform/auth/store-keys.ts';

const LIMIT = 60;
const { application, cast } = await createPopulatedApplication({
  environment: { PUBLIC_REPORTS_PER_KEY: String(LIMIT) },
});
const { database, call } = application;

let numbers = 0;
const newNumber = () => `B-${++numbers}`;
const url = `/v2/stores/${cast.storeId}/orders/batch`;
const sendTo = (orders: unknown, headers: Record<string, string> = {}, as = cast.tokens.advertiser) =>
  call({ method: 'POST', url, as, body: { orders }, headers });
const alone = (body: object) =>
  call({ method: 'POST', url: `/v2/stores/${cast.storeId}/orders`, as: cast.tokens.advertiser, body });
const outcomes = ({ body }: { body: { data: { outcome: string }[] } }) => body.data.map(({ outcome }) => outcome);
const ordersOf = async (number: string) =>
  (await database.pool.query('SELECT * FROM orders WHERE order_id = $1', [number])).rows;

const keyOf = (scope: StoreKeyScope) => storeKey(application, { storeId: cast.storeId, scopes: [scope] });

describe('POST /v2/stores/{store}/orders/batch', () => {
  it('has a result for each report, in their order', async () => {
    const [known, corrected] = [newNumber(), newNumber()];
    await alone({ order_id: known, order_value: 10 });
    await alone({ order_id: corrected, order_value: 10 });
    const fresh = newNumber();
    const reply = await sendTo([
      { order_id: known, order_value: 10 },
      { order_id: fresh, order_value: '1 2' },
      { order_id: ` ${fresh} `, order_value: '12.50', customer: 'regular' },
      { order_id: corrected, order_value: 20 },
      { order_value: 5, colour: 'red' },
      'no order',
      { order_id: 'N\0', order_value: 5 },
    ]);
    expect(reply.status).toBe(200);
    expect(reply.body.meta).toEqual({ created: 1, corrected: 1, known: 1, refused: 4, failed: 0 });
    const refused = { id: null, outcome: 'refused', error: null, message: 'The given data was invalid.', warnings: [] };
    const taken = { id: expect.any(Number), error: null, message: null, errors: null, warnings: [] };
    expect(reply.body.data).toEqual([
      { ...taken, order_id: known, outcome: 'known' },
      { ...refused, order_id: fresh, errors: { order_value: [expect.any(String)] } },
      {
        ...taken,
        order_id: fresh,
        outcome: 'created',
        warnings: [{ field: 'customer', message: expect.any(String) }],
      },
      { ...taken, order_id: corrected, outcome: 'corrected' },
      { ...refused, order_id: null, errors: { order_id: [expect.any(String)], colour: [expect.any(String)] } },
      { ...refused, order_id: null, errors: { order: [expect.any(String)] } },
      { ...refused, order_id: null, errors: { order_id: [expect.any(String)] } },
    ]);
  });

  it('records each order and states each fault as a single report does', async () => {
    const reports: object[] = [
      { order_value: '99.95', currency: 'eur', order_at: '2026-03-10T12:00:00Z' },
      { order_value: 100, lines: [{ sku: 'A', price: 50, quantity: 2 }], customer: 'new' },
      { order_value: 100, voucher_codes: ['X'.repeat(70), 'B'] },
      { order_value: -5 },
      { order_value: 5, currency: 'ZZZ' },
      { order_value: 1e30 },
    ];
    const single = [];
    for (const report of reports) single.push(await alone({ ...report, order_id: newNumber() }));
    const inBatch = (await sendTo(reports.map((report) => ({ ...report, order_id: newNumber() })))).body.data;
    for (const [index, { status, body }] of single.entries()) {
      const one = inBatch[index];
      expect([index, one.outcome]).toEqual([index, status === 201 ? 'created' : 'refused']);
      expect([one.errors, one.error]).toEqual([body.errors ?? null, body.error ?? null]);
      if (status !== 201) continue;
      expect(one.warnings).toEqual(body.warnings);
      const columns = ({
        id,
        order_id,
        created_at,
        updated_at,
        order_at,
        recorded_in,
        ...rest
      }: Record<string, unknown>) => rest;
      const [[a], [b]] = [await ordersOf(body.order_id), await ordersOf(one.order_id)];
      expect(columns(b)).toEqual(columns(a));
    }
  });

  it('counts the refused reports for the store', async () => {
    await database.pool.query('DELETE FROM refused_reports');
    await sendTo([{ order_id: newNumber(), order_value: 'x' }, { order_id: newNumber(), order_value: 'y' }, {}]);
    const { rows } = await database.pool.query('SELECT channel, field, reports FROM refused_reports ORDER BY field');
    expect(rows).toEqual([
      { channel: 'server', field: 'order_id', reports: 1 },
      { channel: 'server', field: 'order_value', reports: 3 },
    ]);
  });

  it('follows the order of its reports of one order, and records it once in concurrent batches', async () => {
    const [first, second] = [newNumber(), newNumber()];
    const batch = [
      { order_id: first, order_value: 1 },
      { order_id: second, order_value: 1 },
      { order_id: first, order_value: 2 },
      { order_id: first, order_value: 3 },
    ];
    expect(outcomes(await sendTo(batch))).toEqual(['created', 'created', 'corrected', 'corrected']);
    expect((await ordersOf(first))[0].value_minor).toBe(300);
    const shared = Array.from({ length: 6 }, () => ({ order_id: newNumber(), order_value: 1 }));
    const replies = await Promise.all([sendTo(shared), sendTo(shared.toReversed()), sendTo(shared)]);
    expect(replies.flatMap(outcomes).toSorted()).toEqual([...Array(6).fill('created'), ...Array(12).fill('known')]);
  });

  it('of too many or no reports, or too many bytes, is refused as a whole', async () => {
    const order = { order_id: newNumber(), order_value: 1 };
    for (const orders of [[], Array(1_001).fill(order), undefined, 'x']) {
      const { status, body } = await sendTo(orders);
      expect([status, Object.keys(body.errors)]).toEqual([422, ['orders']]);
    }
    expect((await sendTo([{ ...order, voucher_code: 'x'.repeat(5_000_000) }])).status).toBe(413);
    expect(await ordersOf(order.order_id)).toEqual([]);
  });

  it('with an idempotency key is executed once, and receives the same results', async () => {
    const orders = [{ order_id: newNumber(), order_value: 1 }, { order_value: 1 }];
    const headers = { 'idempotency-key': newNumber() };
    const replies = await Promise.all([sendTo(orders, headers), sendTo(orders, headers)]);
    expect(replies.map(outcomes)).toEqual([
      ['created', 'refused'],
      ['created', 'refused'],
    ]);
    expect(replies.filter((reply) => reply.headers['idempotent-replayed'] === 'true')).toHaveLength(1);
    expect((await sendTo([...orders, ...orders], headers)).status).toBe(409);
    const whole = { 'idempotency-key': newNumber() };
    expect([(await sendTo([], whole)).status, (await sendTo(orders, whole)).status]).toEqual([422, 200]);
  });

  it('that was interrupted is executed again with its key, and finds the orders that it has recorded', async () => {
    const orders = [{ order_id: newNumber(), order_value: 1 }];
    const headers = { 'idempotency-key': newNumber() };
    await sendTo(orders, headers);
    await database.pool.query('UPDATE idempotency_keys SET status = NULL, reply = NULL WHERE key = $1', [
      headers['idempotency-key'],
    ]);
    expect((await sendTo([...orders, {}], headers)).status).toBe(409);
    expect(outcomes(await sendTo(orders, headers))).toEqual(['known']);
    expect((await sendTo(orders, headers)).headers['idempotent-replayed']).toBe('true');
  });

  it('states which reports failed by a fault of the service, keeps the others, and is executed again with its key', async () => {
    const [broken, fine] = [newNumber(), newNumber()];
    const orders = [broken, fine].map((number) => ({ order_id: number, order_value: 1 }));
    const headers = { 'idempotency-key': newNumber() };
    await database.pool.query(`
      CREATE FUNCTION break_order() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$;
      CREATE TRIGGER break_order BEFORE INSERT ON orders FOR EACH ROW WHEN (NEW.order_id = '${broken}') EXECUTE FUNCTION break_order()`);
    const reply = await sendTo(orders, headers);
    expect(reply.body.data).toMatchObject([
      { order_id: broken, outcome: 'failed', error: 'server_error', message: 'Server Error' },
      { order_id: fine, outcome: 'created' },
    ]);
    await database.pool.query('DROP TRIGGER break_order ON orders; DROP FUNCTION break_order()');
    expect(outcomes(await sendTo(orders, headers))).toEqual(['created', 'known']);
  });

  it('counts each order for the limit of the key, and is refused as a whole above it', async () => {
    const key = await keyOf('orders');
    const batchOf = (size: number) => Array.from({ length: size }, () => ({ order_id: newNumber(), order_value: 1 }));
    const first = await sendTo(batchOf(40), {}, key);
    expect([first.status, first.headers['x-ratelimit-limit'], first.headers['x-ratelimit-remaining']]).toEqual([
      200,
      String(LIMIT),
      '20',
    ]);
    const tooMany = batchOf(30);
    const refused = await sendTo(tooMany, {}, key);
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect(await ordersOf(tooMany[0]!.order_id)).toEqual([]);
    const other = await keyOf('orders');
    expect((await sendTo(batchOf(30), {}, other)).status).toBe(200);
  });

  it('is refused with a key of the store that lacks the scope, and a key of another store', async () => {
    const orders = [{ order_id: newNumber(), order_value: 1 }];
    expect((await sendTo(orders, {}, await keyOf('read'))).body.error).toBe('insufficient_scope');
    const foreign = { method: 'POST', url: `/v2/stores/${cast.otherStoreId}/orders/batch`, body: { orders } } as const;
    expect((await call({ ...foreign, as: await keyOf('orders') })).status).toBe(403);
  });
});
