/**
 * The database is unavailable for a minute: first it does not respond, then it refuses connections. Shoppers are redirected from
 * memory and the journal. Orders and the API are answered with 503 soon. Afterwards everything is recorded once.
 *
 *   npx tsx tests/faults/database-unavailable.ts [seconds silent = 20] [seconds refused = 40]
 *
 * Control: if acknowledged clicks are erased from a journal before they are carried, the check must find the loss.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { decodeFrame } from '../../src/modules/clicks/journal/frame.ts';
import { startDatabaseProxy } from '../harness/database-proxy.ts';
import { freePort } from '../harness/free-port.ts';
import { audit, makeDataDir, objectionsTo, printTable, withDatabase } from './audit.ts';
import { makeClickMarket } from './click-market.ts';
import { reportOrders } from './reporting-stores.ts';
import { journalFiles, memoryOf, startServer, statusOf, waitingClicks, waitUntil } from './server-process.ts';
import { type Shoppers, sendShoppers, shareSentOn } from './shoppers.ts';
import { conclude, quantile } from './verdict.ts';

const [silentSeconds = 20, refusedSeconds = 40] = process.argv.slice(2).map(Number);
const MAX_MEMORY_MB = 400;
const CALM_SECONDS = 3;
/** A connection attempt ends after five seconds. A statement that was running ends after its own timeout. */
const [QUICK_MS, SLOWEST_MS] = [6_000, 33_000];

interface Options {
  status: number;
  ms: number;
}

/** Sends an API read every 100 ms, without waiting for replies, until it is stopped. */
function askTheApi(port: number): { answers: Options[]; stop: () => Promise<void> } {
  const answers: Options[] = [];
  const underWay = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const began = performance.now();
    const asked = fetch(`http://127.0.0.1:${port}/v2/users/me`, { headers: { authorization: 'trb_of-nobody' } })
      .then(async (reply) => {
        await reply.arrayBuffer();
        return reply.status;
      })
      .catch(() => 0)
      .then((status) => {
        answers.push({ status, ms: performance.now() - began });
        underWay.delete(asked);
      });
    underWay.add(asked);
  }, 100);
  const stop = async () => {
    clearInterval(timer);
    await Promise.all(underWay);
  };
  return { answers, stop };
}

/**
 * Erases the frame of one of the last acknowledged clicks from the journal, as a failing disk could. @returns whether the frame was
 * found
 */
async function strikeOne(dataDir: string, { acknowledged }: Shoppers): Promise<boolean> {
  const latest = new Set(acknowledged.slice(-100));
  for (const file of await journalFiles(dataDir)) {
    const bytes = await fs.readFile(file);
    for (let at = 0; at < bytes.length; ) {
      const decoded = decodeFrame(bytes, at);
      if (decoded.kind !== 'frame') break;
      if (decoded.frame.clicks.some(({ id }) => latest.has(id))) {
        await fs.writeFile(file, Buffer.concat([bytes.subarray(0, at), bytes.subarray(decoded.end)]));
        return true;
      }
      at = decoded.end;
    }
  }
  return false;
}

interface Spell {
  silentMs: number;
  refusedMs: number;
  struck: boolean;
}

/** A period without the database, under load. */
async function runArm({ silentMs, refusedMs, struck }: Spell) {
  const { dataDir, remove } = await makeDataDir();
  try {
    return await withDatabase(dataDir, async (pool, databaseUrl) => {
      const { codes, activationKey } = await makeClickMarket(pool);
      const proxy = await startDatabaseProxy(databaseUrl);
      const port = await freePort();
      const folder = path.join(dataDir, 'server');
      const server = await startServer({ port, dataDir: folder, databaseUrl: proxy.url });
      for (const code of codes) await statusOf(port, `/r/${code}`);
      const shoppers = sendShoppers({ clients: 16, ports: [port], codes, pauseMs: 20 });
      const click = () => shoppers.acknowledged.at(-1);
      const store = reportOrders({ clients: 4, port, activationKey, click, pauseMs: 50 });
      await delay(CALM_SECONDS * 1_000);
      const before = await memoryOf(server.pid);
      const api = askTheApi(port);
      if (silentMs > 0) {
        proxy.freeze();
        await delay(silentMs);
      }
      await proxy.cut();
      if (silentMs > 0) proxy.thaw();
      await delay(refusedMs);
      const clicksDuringOutage = shoppers.acknowledged.length;
      await api.stop();
      if (struck) {
        await Promise.all([shoppers.stop(), store.stop()]);
        if (!(await strikeOne(folder, shoppers))) throw new Error('the journal contained no click to erase');
      }
      const began = performance.now();
      await proxy.restore();
      await waitUntil('the database is used again', async () => (await statusOf(port, '/r/nothing-here')) === 404);
      await waitUntil('clicks are counted', async () => (await waitingClicks(port)) === 0);
      const backMs = performance.now() - began;
      await delay(struck ? 0 : CALM_SECONDS * 1_000);
      await Promise.all([shoppers.stop(), store.stop()]);
      const memory = await memoryOf(server.pid);
      const stopped = await server.stop();
      await proxy.close();
      const result = await audit(pool, shoppers, store);
      return {
        ...result,
        shoppers,
        shop: store,
        api: api.answers,
        before,
        memory,
        backMs,
        clicksDuringOutage,
        stopped,
      };
    });
  } finally {
    await remove();
  }
}

const held = await runArm({ silentMs: silentSeconds * 1_000, refusedMs: refusedSeconds * 1_000, struck: false });
const planted = await runArm({ silentMs: 0, refusedMs: 2_000, struck: true });
const { shoppers, shop: store, api } = held;
printTable([
  ...[
    ['clicks acknowledged', shoppers.acknowledged.length],
    ['… of which lost', held.lost],
    ['… doubled', held.doubled],
    ['shoppers sent on', `${(100 * shareSentOn(shoppers)).toFixed(2)} %`],
    ['longest gap between two, ms', Math.round(shoppers.longestGapMs)],
    ['orders acknowledged', store.acknowledged.length],
    ['… of which lost', held.ordersLost],
    ['… doubled', held.ordersDoubled],
    ['orders answered otherwise', JSON.stringify(Object.fromEntries(store.failures))],
    ['… after ms: median, p95, slowest', spread(store.refusedAfterMs)],
    ['API answered', JSON.stringify(tally(api))],
    ['… after ms: median, p95, slowest', spread(api.map((one) => one.ms))],
    ['server’s memory before, after, at most, MB', `${held.before.nowMb}, ${held.memory.nowMb}, ${held.memory.maxMb}`],
    ['back and counted after ms', Math.round(held.backMs)],
    ['control: a frame struck from the journal', planted.lost > 0 ? `${planted.lost} lost, found` : 'not found'],
  ].map(([figure, value]) => ({ figure: figure!, value: value! })),
]);

function ms(numbers: readonly number[], part: number): number {
  return Math.round(quantile(numbers, part));
}
function spread(numbers: readonly number[]): string {
  return [0.5, 0.95, 1].map((part) => ms(numbers, part)).join(', ');
}
function tally(answers: readonly Options[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const wrong = objectionsTo(held);
if (shoppers.failures.size > 0) wrong.push(`shoppers not sent on: ${JSON.stringify([...shoppers.failures])}`);
const strange = [...store.failures.keys()].filter((status) => status !== 503);
if (strange.length > 0) wrong.push(`orders were answered ${strange.join(', ')}`);
const odd = api.filter(({ status }) => status !== 503 && status !== 401);
if (odd.length > 0) wrong.push(`the API answered ${JSON.stringify(tally(odd))}`);
const refusals = [...store.refusedAfterMs, ...api.map((one) => one.ms)];
if (ms(refusals, 0.95) > QUICK_MS) wrong.push(`19 of 20 refusals took up to ${ms(refusals, 0.95)} ms`);
if (ms(refusals, 1) > SLOWEST_MS) wrong.push(`a refusal took ${ms(refusals, 1)} ms`);
if (held.memory.maxMb > MAX_MEMORY_MB) wrong.push(`the server took ${held.memory.maxMb} MB`);
if (planted.lost === 0) wrong.push('the control was not detected');
conclude(wrong);
