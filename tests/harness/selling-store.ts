import { createCalendar } from '../../src/platform/calendar.ts';
import { createTestApplication, type TestApplication } from './application.ts';
import type { TestDatabase } from './database.ts';
import { clickRecorder } from './recorded-clicks.ts';

/**
 * A store with a creator's link and a counted click on it, an hour before the clock's time. The store pays 12 %, and the creator gets
 * 7 %.
 */
export interface SellingStore {
  application: TestApplication;
  storeId: number;
  linkId: number;
  /** The click's id. */
  click: string;
  trackingKey: string;
  activationKey: string;
  /** The rows of a query. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read columns freely
  query(text: string, values?: unknown[]): Promise<any[]>;
  /** All orders, by number. */
  // biome-ignore lint/suspicious/noExplicitAny: likewise
  orders(): Promise<any[]>;
  /** Deletes all orders and reactivates the store. */
  reset(): Promise<void>;
  /** Requests the tracking image that reports an order. */
  pixel(
    fields: Record<string, string>,
    options?: { method?: 'GET' | 'HEAD'; key?: string },
  ): Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer; errors: Record<string, string[]> }>;
  /** Posts an order as the plugin does. */
  plugin(fields: Record<string, unknown>): ReturnType<TestApplication['call']>;
}

/** Call it in `beforeAll`. */
export async function openSellingStore(options: {
  now: () => Date;
  database?: TestDatabase;
  publicUrl?: string;
}): Promise<SellingStore> {
  const application = await createTestApplication(options);
  const { market, database, app, call } = application;
  const query = async (text: string, values?: unknown[]) => (await database.pool.query(text, values)).rows;
  const storeId = await market.store({ domains: ['shop.example'] });
  await market.price({ storeId, cpa: 0.1, invoiceCpa: 0.12, userShare: 0.7 });
  const link = await market.link({ userId: await market.user(), storeId });
  const at = new Date(options.now().getTime() - 3_600_000);
  await clickRecorder(database, createCalendar('UTC'))([{ code: link.code, at }]);
  const [{ id: click }] = await query('SELECT id FROM clicks');
  const [{ tracking_key: trackingKey }] = await query('SELECT tracking_key FROM stores');
  const activationKey = await market.activationKey(storeId);
  return {
    application,
    storeId,
    linkId: link.id,
    click,
    trackingKey,
    activationKey,
    query,
    orders: () => query('SELECT * FROM orders ORDER BY order_id, store_id'),
    async reset() {
      for (const table of [
        'order_events',
        'order_reports',
        'orders',
        'order_rule_versions',
        'order_collectors',
        'order_rules',
        'order_signing_secrets',
      ])
        await query(`DELETE FROM ${table}`);
      await query('UPDATE stores SET deactivated_at = NULL, deleted_at = NULL');
    },
    async pixel(fields, { method = 'GET', key = trackingKey } = {}) {
      const reply = await app.inject({ method, url: `/px/${key}.gif?${new URLSearchParams(fields)}` });
      const errors = reply.body.startsWith('{') ? reply.json().errors : {};
      return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload, errors: errors ?? {} };
    },
    plugin: (fields) =>
      call({
        method: 'POST',
        url: '/v2/order-collectors/shop-plugin/orders',
        body: { service_activation_key: activationKey, ...fields },
      }),
  };
}
