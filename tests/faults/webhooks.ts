/**
 * Kills the server and the receiver of its webhooks repeatedly while a store reports orders, and compares the orders
 * acknowledged to the store with the events that the receiver acknowledged. Then replays everything, and compares again.
 *
 *   npx tsx tests/faults/webhooks.ts [events = 10000] [kills = 8]
 *
 * Control: a server that writes events after the transactions that they report must be found to lose some.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createToken } from '../../src/modules/accounts/index.ts';
import { SqlDatabase } from '../../src/platform/database/sql-database.ts';
import { freePort } from '../harness/free-port.ts';
import { createMarket } from '../harness/market.ts';
import { makeDataDir, printTable, withDatabase } from './audit.ts';
import { makeClickMarket } from './click-market.ts';
import { reportOrders } from './reporting-stores.ts';
import { startServer, waitUntil } from './server-process.ts';
import { conclude } from './verdict.ts';
import { startReceiver, type WebhookReceiver } from './webhook-receiver.ts';

const [events = 10_000, kills = 8] = process.argv.slice(2).map(Number);
const CONTROL_EVENTS = 600;
const CONTROL_KILLS = 4;
const CLIENTS = 8;
const RECEIVER_AWAY_MS = 300;
/** Deliveries that a killed sender had claimed are sent again after a minute. */
const ARRIVAL_TIMEOUT_MS = 600_000;
/** The time after which the control's receiver gets no more events. */
const CONTROL_TIMEOUT_MS = 100_000;

interface Arm {
  name: string;
  events: number;
  kills: number;
  timeoutMs: number;
  preload?: string;
}

interface Result {
  acknowledged: number;
  /** Orders that were acknowledged to the store and never delivered to the receiver. */
  lost: number;
  /** Deliveries beyond the first of each event. They are permitted, because receivers recognise them by their id. */
  repeated: number;
  replayed: number;
  /** Events that the replay did not deliver again. */
  notReplayed: number;
  forged: number;
}

async function run({ name, events: wanted, kills: times, timeoutMs, preload }: Arm): Promise<Result> {
  const { dataDir, remove } = await makeDataDir();
  const receiver = await startReceiver();
  try {
    const { activationKey, token } = await withDatabase(dataDir, async (pool) => {
      const market = await makeClickMarket(pool);
      const userId = await createMarket(pool).user({ isAdmin: true });
      const db = new SqlDatabase(pool);
      const { raw } = await createToken({ db, now: () => new Date() }, { userId, purpose: 'api' });
      return { ...market, token: raw };
    });
    const since = new Date().toISOString();
    const environment = { OUTBOUND_ALLOW: '127.0.0.0/8' };
    const options = { port: await freePort(), dataDir, environment, ...(preload === undefined ? {} : { preload }) };
    let server = await startServer(options);
    const post = async (path: string, body: object) => {
      const reply = await fetch(`http://127.0.0.1:${options.port}${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { authorization: token, 'content-type': 'application/json' },
      });
      if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
      return reply.json() as Promise<{ id: number; secret: string; replayed: number }>;
    };
    const hook = await post('/v2/webhooks', { url: receiver.url, events: ['order.*'] });
    receiver.trust(hook.secret);
    const store = reportOrders({ clients: CLIENTS, port: options.port, activationKey, click: () => undefined });
    for (let kill = 1; kill <= times; kill += 1) {
      const goal = Math.round((wanted * kill) / (times + 1));
      await waitUntil(`${name}: ${goal} orders`, async () => store.acknowledged.length >= goal, ARRIVAL_TIMEOUT_MS);
      await Promise.all([
        server.kill().then(async () => {
          server = await startServer(options);
        }),
        receiver.crash(RECEIVER_AWAY_MS),
      ]);
    }
    await waitUntil(`${name}: all orders`, async () => store.acknowledged.length >= wanted, ARRIVAL_TIMEOUT_MS);
    await store.stop();
    const lost = await missing(receiver, store.acknowledged, 1, timeoutMs);
    const total = [...receiver.created.values()].reduce((sum, times) => sum + times, 0);
    const before = new Map(receiver.created);
    const { replayed } = await post(`/v2/webhooks/${hook.id}/replay`, { since });
    const again = store.acknowledged.filter((number) => before.has(number));
    const notReplayed = await missing(receiver, again, 1, timeoutMs, before);
    await server.stop();
    const { forged } = receiver;
    return {
      acknowledged: store.acknowledged.length,
      lost,
      repeated: total - before.size,
      replayed,
      notReplayed,
      forged,
    };
  } finally {
    await receiver.stop();
    await remove();
  }
}

/**
 * Returns the number of orders that the receiver has not acknowledged `more` times beyond `before`, once none is missing or the
 * timeout has passed.
 */
async function missing(
  { created }: WebhookReceiver,
  orders: readonly string[],
  more: number,
  timeoutMs: number,
  before: ReadonlyMap<string, number> = new Map(),
): Promise<number> {
  const left = () => orders.filter((number) => (created.get(number) ?? 0) < (before.get(number) ?? 0) + more).length;
  const until = Date.now() + timeoutMs;
  while (left() > 0 && Date.now() < until) await delay(500);
  return left();
}

const promise: Arm = { name: 'server and receiver killed', events, kills, timeoutMs: ARRIVAL_TIMEOUT_MS };
const control: Arm = {
  name: 'control: events after the commit',
  events: CONTROL_EVENTS,
  kills: CONTROL_KILLS,
  timeoutMs: CONTROL_TIMEOUT_MS,
  preload: './publish-after-commit.ts',
};
const held = await run(promise);
const planted = await run(control);
printTable([
  { arm: promise.name, kills: promise.kills, ...held },
  { arm: control.name, kills: control.kills, ...planted },
]);
conclude([
  ...(held.lost > 0 ? [`${held.lost} events are lost`] : []),
  ...(held.notReplayed > 0 ? [`${held.notReplayed} events were not replayed`] : []),
  ...(held.forged > 0 ? [`${held.forged} signatures do not verify`] : []),
  ...(planted.lost > 0 ? [] : ['the control was not detected']),
]);
