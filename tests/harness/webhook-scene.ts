import { createDeliverer } from '../../src/modules/webhooks/deliver-job.ts';
import { askForDueDeliveries, dispatchEvents } from '../../src/modules/webhooks/dispatch-events.ts';
import { createCalendar } from '../../src/platform/calendar.ts';
import { createOutbound } from '../../src/platform/outbound/outbound.ts';
import { createTestApplication, type TestApplication } from './application.ts';
import { type Cast, createCast, type Role } from './cast.ts';
import { runWaitingJobs } from './jobs.ts';
import { clickRecorder } from './recorded-clicks.ts';
import { TEST_VAULT } from './vault.ts';

/** A market with a store, a creator of an agency, a link and a click, whose events can be sent. */
export interface WebhookScene {
  application: TestApplication;
  cast: Cast;
  link: { id: number; code: string };
  clickId: string;
  /** The application's time: the real time plus the time that was added by `wait`. */
  now(): Date;
  /** Lets time pass. */
  wait(ms: number): void;
  call(
    role: Role | null,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    body?: unknown,
  ): ReturnType<TestApplication['call']>;
  /** The record of a new webhook, with its secret. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read records freely
  hook(role: Role, values: { url: string; events?: string[] } & Record<string, unknown>): Promise<any>;
  /** Reports an order of the click, and returns its record. */
  // biome-ignore lint/suspicious/noExplicitAny: likewise
  order(body?: object): Promise<any>;
  /** Dispatches published events, and sends all due deliveries. */
  deliver(): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: likewise
  query(text: string, values?: unknown[]): Promise<any[]>;
}

/** Call it in `beforeAll`. */
export async function createWebhookScene(): Promise<WebhookScene> {
  let waited = 0;
  const now = () => new Date(Date.now() + waited);
  const application = await createTestApplication({ now });
  const cast = await createCast(application);
  const { market, database } = application;
  await market.price({
    storeId: cast.storeId,
    cpcMinor: 100,
    cpa: 0.1,
    invoiceCpa: 0.12,
    userShare: 0.7,
    agencyShare: 0.1,
  });
  const link = await market.link({ userId: cast.ids.creator, storeId: cast.storeId });
  await clickRecorder(database, createCalendar('UTC'))([{ code: link.code, at: new Date(Date.now() - 60_000) }]);
  const query = async (text: string, values?: unknown[]) => (await database.pool.query(text, values)).rows;
  const [{ id: clickId }] = await query('SELECT id FROM clicks');
  const deps = {
    db: database.db,
    now,
    publicUrl: 'http://tributary.test',
    vault: TEST_VAULT,
    outbound: createOutbound({ allow: ['127.0.0.0/8'] }),
  };
  const call: WebhookScene['call'] = (role, method, url, body) =>
    application.call({ method, url, body, ...(role === null ? {} : { as: cast.tokens[role] }) });
  let orders = 0;
  return {
    application,
    cast,
    link,
    clickId,
    now,
    call,
    query,
    wait: (ms) => {
      waited += ms;
    },
    async hook(role, { events = ['*'], ...values }) {
      const { status, body } = await call(role, 'POST', '/v2/webhooks', { events, ...values });
      if (status !== 201) throw new Error(`no webhook was made: ${status} ${JSON.stringify(body)}`);
      return body;
    },
    async order(body = {}) {
      orders += 1;
      const report = { order_id: `W-${orders}`, order_value: 100, tclid: clickId, ...body };
      return (await call('advertiser', 'POST', `/v2/stores/${cast.storeId}/orders`, report)).body;
    },
    async deliver() {
      while ((await dispatchEvents(deps)) !== 0);
      await askForDueDeliveries(deps);
      await runWaitingJobs(database, [createDeliverer(deps)]);
    },
  };
}
