/**
 * Claims of orders are made and accepted, and a consumer reads the raw export of orders, while the server is killed again and again.
 *
 *   npx tsx tests/faults/claims-and-exports.ts [kills = 4] [claims = 60]
 *
 * Every acknowledged claim must be stored once, and every accepted claim must be one approved order. The consumer continues with the
 * cursor of its last complete line, and must have each order once at the end. Controls: a consumer that begins each connection with
 * the cursor before that has doubles, and one that takes the cursor of a line that was cut off, and so does not keep the line, has
 * gaps.
 */
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { createToken } from '../../src/modules/accounts/index.ts';
import { SqlDatabase } from '../../src/platform/database/sql-database.ts';
import { freePort } from '../harness/free-port.ts';
import { createMarket } from '../harness/market.ts';
import { findFaultsInMoney, makeDataDir, printTable, withDatabase } from './audit.ts';
import { startServer, waitUntil } from './server-process.ts';
import { conclude } from './verdict.ts';

const [kills = 4, claims = 60] = process.argv.slice(2).map(Number);
/** Below the number of claims that a creator may make within a day. */
const CLAIMS_OF_ONE = 15;
const RUN_TIMEOUT_MS = 240_000;

interface Scene {
  storeId: number;
  store: string;
  admin: string;
  creators: string[];
  /** Codes of the creators' links. */
  codes: string[];
}

async function makeScene(pool: pg.Pool): Promise<Scene> {
  const market = createMarket(pool);
  const ctx = { db: new SqlDatabase(pool), now: () => new Date() };
  const tokenOf = async (userId: number) => (await createToken(ctx, { userId, purpose: 'api' })).raw;
  const [member, admin] = [await market.user(), await market.user({ isAdmin: true })];
  const storeId = await market.store();
  await market.member(storeId, member);
  await market.price({ storeId, cpcMinor: 100, cpa: 0.1, invoiceCpa: 0.12 });
  const creators: string[] = [];
  const codes: string[] = [];
  for (let made = 0; made * CLAIMS_OF_ONE < claims; made += 1) {
    const userId = await market.user();
    const { code } = await market.link({ userId, storeId });
    codes.push(code);
    creators.push(await tokenOf(userId));
  }
  return { storeId, store: await tokenOf(member), admin: await tokenOf(admin), creators, codes };
}

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

/** Follows every link once, and waits until the clicks are counted, because claims need counted clicks. */
async function clickAll(port: number, { codes }: Scene, pool: pg.Pool): Promise<void> {
  for (const code of codes)
    await fetch(`http://127.0.0.1:${port}/r/${code}`, { redirect: 'manual', headers: { 'user-agent': BROWSER } });
  await waitUntil('the clicks are counted', async () => {
    const { rows } = await pool.query('SELECT count(*)::int AS n FROM clicks WHERE class = 0');
    return rows[0].n === codes.length;
  });
}

/** @returns status 0 when there is no reply */
async function post(port: number, url: string, token: string, body: object, key?: string) {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}${url}`, {
      method: 'POST',
      headers: {
        authorization: token,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
    });
    return { status: reply.status, body: (await reply.json()) as { id?: number; error?: string } };
  } catch {
    return { status: 0, body: {} };
  }
}

/** Creates and accepts claims, repeating each until it succeeds; records the acknowledged ones. */
async function claimAll(port: number, { storeId, store, creators }: Scene, pool: pg.Pool, isLate: () => boolean) {
  const acknowledged: string[] = [];
  const refused: string[] = [];
  for (let count = 0; count < claims && !isLate(); count += 1) {
    const number = `K-${count}`;
    const token = creators[Math.floor(count / CLAIMS_OF_ONE)]!;
    const ordered = new Date().toISOString().slice(0, 10);
    const claim = {
      store_id: storeId,
      order_id: number,
      ordered_on: ordered,
      note: 'It is missing.',
      amount: { amount: '100.00', currency: 'SEK' },
    };
    let made = await post(port, '/v2/order-claims', token, claim);
    while (made.status === 0 && !isLate()) {
      await delay(50);
      made = await post(port, '/v2/order-claims', token, claim);
    }
    // The claim was stored, but its reply was lost with the server.
    if (made.body.error === 'claim_exists') {
      const { rows } = await pool.query('SELECT id FROM order_claims WHERE order_number = $1', [number]);
      made = { status: 201, body: { id: rows[0].id } };
    }
    if (made.status !== 201) {
      refused.push(`${number}: ${made.status} ${made.body.error ?? ''}`);
      continue;
    }
    const accept = () => post(port, `/v2/order-claims/${made.body.id}/accept`, store, {}, `accept-${number}`);
    let accepted = await accept();
    while ((accepted.status === 0 || accepted.status >= 500) && !isLate()) {
      await delay(50);
      accepted = await accept();
    }
    if (accepted.status === 200) acknowledged.push(number);
    else refused.push(`${number}: ${accepted.status} ${accepted.body.error ?? ''}`);
  }
  return { acknowledged, refused };
}

type Habit = 'right' | 'cursor before the last' | 'cursor of a lost line';

/** A consumer of the export of orders, which is cut off with the server. */
class Consumer {
  readonly seen: number[] = [];
  #cursors: string[] = [];
  readonly #habit: Habit;

  constructor(habit: Habit) {
    this.#habit = habit;
  }

  /** Reads until the export has no more records or the connection breaks. */
  async read(port: number, token: string): Promise<void> {
    const after = this.#habit === 'cursor before the last' ? this.#cursors.at(-2) : this.#cursors.at(-1);
    const query = after === undefined ? '' : `?after=${after}&wait_seconds=0`;
    let text = '';
    try {
      const reply = await fetch(`http://127.0.0.1:${port}/v2/exports/orders${query}`, {
        headers: { authorization: token },
      });
      if (reply.status !== 200) return;
      for await (const part of reply.body!) text += new TextDecoder().decode(part);
    } catch {
      // The connection was cut off; the lines that arrived completely are processed.
    }
    const lines = text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as { id?: number; cursor: string });
    const records = lines.filter(({ id }) => id !== undefined);
    const kept = this.#habit === 'cursor of a lost line' ? records.slice(0, -1) : records;
    this.seen.push(...kept.map(({ id }) => id!));
    this.#cursors.push(...records.map(({ cursor }) => cursor));
  }

  /** Numbers of orders that the consumer lacks, and that it has more than once. */
  faults(all: readonly number[]): { gaps: number; doubles: number } {
    const times = new Map<number, number>();
    for (const id of this.seen) times.set(id, (times.get(id) ?? 0) + 1);
    return {
      gaps: all.filter((id) => !times.has(id)).length,
      doubles: [...times.values()].filter((count) => count > 1).length,
    };
  }
}

const { dataDir, remove } = await makeDataDir();
const wrong: string[] = [];
try {
  await withDatabase(dataDir, async (pool, databaseUrl) => {
    const scene = await makeScene(pool);
    const port = await freePort();
    const start = () => startServer({ port, databaseUrl, dataDir: path.join(dataDir, 'server') });
    let server = await start();
    await clickAll(port, scene, pool);
    const until = Date.now() + RUN_TIMEOUT_MS;
    const isLate = () => Date.now() > until;
    const consumers = (['right', 'cursor before the last', 'cursor of a lost line'] as const).map((habit) => ({
      habit,
      consumer: new Consumer(habit),
    }));
    let isOver = false;
    const reading = (async () => {
      while (!isOver) {
        for (const { consumer } of consumers) await consumer.read(port, scene.admin);
        await delay(20);
      }
    })();
    const claiming = claimAll(port, scene, pool, isLate).finally(() => {
      isOver = true;
    });
    let killed = 0;
    while (killed < kills && !isOver) {
      await delay(300 + Math.random() * 1_200);
      await server.kill();
      killed += 1;
      server = await start();
    }
    const { acknowledged, refused } = await claiming;
    await reading;
    // Transactions that the kill left behind hold the export back until PostgreSQL has ended them.
    const { rows: orders } = await pool.query<{ id: number }>('SELECT id::int FROM orders ORDER BY id');
    const all = orders.map(({ id }) => id);
    for (let round = 0; round < 200 && consumers[0]!.consumer.faults(all).gaps > 0; round += 1) {
      await consumers[0]!.consumer.read(port, scene.admin);
      await delay(50);
    }
    const { rows: counted } = await pool.query<{ number: string; claims: number; orders: number }>(
      `SELECT n.number, (SELECT count(*)::int FROM order_claims c WHERE c.order_number = n.number AND c.decision = 'accepted') AS claims,
        (SELECT count(*)::int FROM orders o WHERE o.order_id = n.number AND o.status = 'approved' AND o.user_minor > 0) AS orders
       FROM unnest($1::text[]) n (number)`,
      [acknowledged],
    );
    const { rows: halves } = await pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM orders o WHERE NOT EXISTS (SELECT FROM order_claims c WHERE c.order_row_id = o.id)`,
    );
    const notOnce = counted.filter((one) => one.claims !== 1 || one.orders !== 1);
    const table = consumers.map(({ habit, consumer }) => ({
      consumer: habit,
      records: consumer.seen.length,
      ...consumer.faults(all),
    }));
    console.log(`${killed} kills, ${acknowledged.length} claims accepted, ${all.length} orders`);
    printTable(table);
    const [right, doubles, gaps] = table as [(typeof table)[0], (typeof table)[0], (typeof table)[0]];
    if (killed < kills) wrong.push(`only ${killed} of ${kills} kills before the claims were through: use more claims`);
    if (acknowledged.length < claims) wrong.push(`claims that were not accepted: ${refused.slice(0, 5).join(', ')}`);
    if (notOnce.length > 0) wrong.push(`claims or orders not there once: ${JSON.stringify(notOnce.slice(0, 5))}`);
    if (halves[0]!.n > 0) wrong.push(`${halves[0]!.n} orders without their claim`);
    if (right.gaps + right.doubles > 0) wrong.push('the consumer has gaps or doubles');
    if (doubles.doubles === 0 || gaps.gaps === 0) wrong.push('a control was not detected');
    wrong.push(...(await findFaultsInMoney(pool)));
    await server.stop();
  });
} finally {
  await remove();
}
conclude(wrong);
