import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { unique } from '../../../../tests/harness/unique.ts';

const { application, cast } = await createPopulatedApplication();
const { market, database } = application;
const query = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
const call = (method: Method, url: string, body?: unknown, role: Role | null = 'advertiser') =>
  application.call({ method, url, body, ...(role === null ? {} : { as: cast.tokens[role] }) });

async function aStore() {
  const storeId = await market.store({ domains: [`${unique()}.example`] });
  await market.member(storeId, cast.ids.advertiser);
  const report = (body: object) =>
    call('POST', `/v2/stores/${storeId}/orders`, { order_id: unique(), order_value: 100, ...body });
  const hashes = async () =>
    (await query('SELECT customer_hash FROM orders WHERE store_id = $1 ORDER BY id', [storeId])).map(
      ({ customer_hash: hash }) => hash?.toString('hex') ?? null,
    );
  return { storeId, report, hashes };
}

describe('the reference of a customer', () => {
  it('is stored as a hash with a key of the store, and is in no reply', async () => {
    const [one, other] = [await aStore(), await aStore()];
    const reference = `secret-${unique()}`;
    const { status, body } = await one.report({ customer_reference: reference });
    expect([status, body.warnings]).toEqual([201, []]);
    await one.report({ customer_reference: ` ${reference} ` });
    await other.report({ customer_reference: reference });
    const [first, second] = await one.hashes();
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(second).toBe(first);
    expect(await other.hashes()).not.toContain(first);
    expect(JSON.stringify(body)).not.toContain(reference);
    expect(JSON.stringify(body)).not.toContain(first);
    // The hash of a leaked database cannot be computed with what is public.
    const guesses = ['', String(one.storeId), `${one.storeId}`].map((key) =>
      createHmac('sha256', key).update(reference).digest('hex'),
    );
    expect(guesses).not.toContain(first);
    const rows = await query('SELECT row_to_json(o)::text AS text FROM orders o WHERE store_id = $1', [one.storeId]);
    const reports = await query(
      'SELECT row_to_json(r)::text AS text FROM order_reports r JOIN orders o ON o.id = r.order_row_id WHERE o.store_id = $1',
      [one.storeId],
    );
    for (const { text } of [...rows, ...reports]) expect(text).not.toContain(reference);
  });

  it('never loses an order: one that cannot be used is dropped with a warning', async () => {
    const store = await aStore();
    for (const [given, says] of [
      [true, 'must be text; dropped'],
      ['x'.repeat(256), 'must be at most 255 characters; dropped'],
    ] as const) {
      const { status, body } = await store.report({ customer_reference: given });
      expect([status, body.warnings]).toEqual([201, [{ field: 'customer_reference', message: says }]]);
    }
    expect((await store.report({ customer_reference: 4711 })).status).toBe(201);
    expect((await store.report({ customer_reference: '   ' })).body.warnings).toEqual([]);
    expect((await store.hashes()).map((hash) => hash !== null)).toEqual([false, false, true, false]);
  });

  it('is added by a later report of the order, and is not replaced by another', async () => {
    const store = await aStore();
    const order = { order_id: 'O-1' };
    await store.report(order);
    expect((await store.report({ ...order, customer_reference: 'C-1' })).body.warnings).toEqual([]);
    const [hash] = await store.hashes();
    expect(hash).not.toBeNull();
    expect((await store.report({ ...order, customer_reference: 'C-2' })).body.warnings).toEqual([
      { field: 'customer_reference', message: expect.stringContaining('another customer') },
    ]);
    expect((await store.report(order)).body.warnings).toEqual([]);
    expect(await store.hashes()).toEqual([hash]);
  });

  it('is taken from batches and plugins, and not from pages, which a visitor could forge', async () => {
    const store = await aStore();
    const orders = ['A', 'B'].map((order_id) => ({ order_id, order_value: 10, customer_reference: 'C-1' }));
    const batch = await call('POST', `/v2/stores/${store.storeId}/orders/batch`, { orders });
    expect(batch.body.meta.created).toBe(2);
    const [one, two] = await store.hashes();
    expect(one).not.toBeNull();
    expect(two).toBe(one);
    const [row] = await query('SELECT tracking_key FROM stores WHERE id = $1', [store.storeId]);
    const pixel = `/px/${row.tracking_key}.gif?order_id=P&order_value=10&customer_reference=C-1`;
    expect((await application.app.inject({ method: 'GET', url: pixel })).statusCode).toBe(200);
    const [page] = await query(`SELECT customer_hash FROM orders WHERE store_id = $1 AND order_id = 'P'`, [
      store.storeId,
    ]);
    expect(page?.customer_hash ?? null).toBeNull();
  });
});
