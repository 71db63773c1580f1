import { test } from 'vitest';
import { writeFileSync } from 'node:fs';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { createMarket } from '../../../tests/harness/market.ts';
import { listOrders } from './lists/read-orders.ts';

test('explain', { timeout: 500_000 }, async () => {
    const database = await createTestDatabase();
    const market = createMarket(database.pool);
    const store = await market.store();
    const out: string[] = [];
    const c = await database.pool.connect();
    await c.query('SET statement_timeout = 0');
    const q = (t: string) => c.query({ text: t, query_timeout: 500000 } as never);
    const u = await market.user(); const link = (await market.link({ userId: u, storeId: store })).id;
    await q('ALTER TABLE orders DISABLE TRIGGER USER');
    await q(`INSERT INTO orders (store_id, order_id, channel, order_at, day, original_minor, original_currency, value_minor, currency,
      attribution, unattributed_reason, link_id, user_id, cpa_ppm, invoice_cpa_ppm, user_share_ppm, status)
      SELECT ${store}, 'A' || n, 'server', timestamptz '2026-11-20' - n * interval '30 seconds', (timestamptz '2026-11-20' - n * interval '30 seconds')::date, 1000 + n % 5000, 'SEK', 1000 + n % 5000, 'SEK',
        CASE WHEN n % 10 = 0 THEN 'none' ELSE 'click' END, CASE WHEN n % 10 = 0 THEN 'no_click' END, CASE WHEN n % 10 <> 0 THEN ${link} END, CASE WHEN n % 10 <> 0 THEN ${u} END,
        60000, 80000, 700000, (ARRAY['pending','approved','approved','denied'])[1 + n % 4]
      FROM generate_series(1, 1000000) n`);
    out.push('inserted');
    await q('VACUUM ANALYZE orders');
    for (const f of [{}, { isAttributed: true }, { statuses: ['pending' as const] }, { from: '2026-10-01', to: '2026-10-31' }]) {
      await listOrders({ db: database.db }, { storeId: store, ...f }, { size: 20, offset: 0, page: 1 } as never);
      const t = performance.now();
      const { total } = await listOrders({ db: database.db }, { storeId: store, ...f }, { size: 20, offset: 0, page: 1 } as never);
      out.push(`${JSON.stringify(f)} total ${total}: ${(performance.now() - t).toFixed(0)} ms`);
      writeFileSync('/tmp/orders/explain2.txt', out.join('\n'));
    }
    const { rows } = await q(`EXPLAIN (ANALYZE) SELECT count(*) FROM orders o WHERE o.store_id = ${store}`);
    out.push(...rows.map((r: any) => r['QUERY PLAN']));
    c.release();
    writeFileSync('/tmp/orders/explain2.txt', out.join('\n'));
});
