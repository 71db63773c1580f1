/**
 * Every route that accepts an Idempotency-Key: fifty concurrent requests to two servers; another body with the same key; and a
 * repetition after the server was killed.
 *
 *   npx tsx tests/faults/idempotency.ts [at once = 50] [kills = 5]
 *
 * Control: the same requests without a key create one payment per request.
 */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { freePort } from '../harness/free-port.ts';
import { findFaultsInMoney, makeDataDir, printTable, withDatabase } from './audit.ts';
import { type KeyedRequest, type KeyedScene, makeKeyedScene } from './keyed-requests.ts';
import { type ServerProcess, startServer, waitUntil } from './server-process.ts';
import { conclude } from './verdict.ts';

const [atOnce = 50, kills = 5] = process.argv.slice(2).map(Number);
const LATEST_KILL_MS = 80;

interface Reply {
  status: number;
  text: string;
}

/** @returns status 0 when there is no reply */
async function send(port: number, { tokens }: KeyedScene, request: KeyedRequest, key: string | null): Promise<Reply> {
  const { method, url, body, csv, as } = request;
  const headers: Record<string, string> = {
    authorization: tokens[as],
    ...(key === null ? {} : { 'idempotency-key': key }),
  };
  let payload: string | FormData | undefined;
  if (csv !== undefined) {
    payload = new FormData();
    payload.append('file', new Blob([csv], { type: 'text/csv' }), 'table.csv');
  } else if (body !== undefined) {
    payload = JSON.stringify(body);
    headers['content-type'] = 'application/json';
  }
  try {
    const reply = await fetch(`http://127.0.0.1:${port}${url}`, {
      method,
      headers,
      ...(payload === undefined ? {} : { body: payload }),
    });
    return { status: reply.status, text: await reply.text() };
  } catch {
    return { status: 0, text: '' };
  }
}

async function effectsOf(pool: pg.Pool, { effects }: KeyedRequest): Promise<number> {
  return effects === 'none' ? 0 : (await pool.query(effects)).rows[0].n;
}

/** A job closes the month after the reply. */
async function monthIsClosed(pool: pg.Pool, request: KeyedRequest, server: ServerProcess): Promise<void> {
  await waitUntil('the month is closed', async () => (await effectsOf(pool, request)) > 0).catch((error) =>
    console.log(`${error.message}; the server says: ${server.said()}`),
  );
}

const wanted = ({ effects }: KeyedRequest) => (effects === 'none' ? 0 : 1);
const isDone = ({ status }: Reply) => status >= 200 && status < 300;

const { dataDir, remove } = await makeDataDir();
const wrong: string[] = [];
try {
  await withDatabase(dataDir, async (pool, databaseUrl) => {
    // The first round is sent fifty times at once, the last one without keys, and each round between them belongs to one kill.
    const scene = await makeKeyedScene(pool, kills + 2);
    const [first, ...others] = scene.rounds;
    const unkeyed = others.pop()!;
    const ports = [await freePort(), await freePort()] as const;
    const start = (port: number) => startServer({ port, databaseUrl, dataDir: path.join(dataDir, `server-${port}`) });
    let [server, other] = await Promise.all(ports.map(start));
    const rows = new Map<string, Record<string, string | number>>();
    const invoices = scene.paidFirst.join('\n');
    const bank = first!.find(({ route }) => route === 'mark as paid')!;
    const paid = await send(ports[0], scene, { ...bank, csv: `invoice_id\n${invoices}\n` }, null);
    if (!isDone(paid)) throw new Error(`the invoices could not be marked: ${paid.text}`);

    for (const request of first!) {
      const key = randomUUID();
      const replies = await Promise.all(
        Array.from({ length: atOnce }, (_, at) => send(ports[at % 2]!, scene, request, key)),
      );
      if (request.route === 'close a month') await monthIsClosed(pool, request, server!);
      const answers = new Set(replies.map(({ status, text }) => `${status} ${text}`)).size;
      const effects = await effectsOf(pool, request);
      const another = await send(ports[0], scene, { ...request, ...request.another }, key);
      rows.set(request.route, { route: request.route, answers, effects, 'other body': another.status });
      if (answers !== 1 || !isDone(replies[0]!))
        wrong.push(
          `${request.route}: ${answers} answers, the first ${replies[0]!.status} ${replies[0]!.text.slice(0, 200)}`,
        );
      if (effects !== wanted(request)) wrong.push(`${request.route}: ${effects} effects`);
      if (another.status !== 409)
        wrong.push(`${request.route}: another body under the same key is answered ${another.status}`);
    }

    const counts = new Map<string, { cut: number; effects: number }>();
    for (const round of others) {
      const keys = round.map(() => randomUUID());
      const asked = round.map((request, at) => send(ports[0], scene, request, keys[at]!));
      await delay(Math.random() * LATEST_KILL_MS);
      await server!.kill();
      const cut = await Promise.all(asked);
      server = await start(ports[0]);
      for (const [at, request] of round.entries()) {
        const again = await send(ports[0], scene, request, keys[at]!);
        if (request.route === 'close a month') await monthIsClosed(pool, request, server);
        const effects = await effectsOf(pool, request);
        const before = counts.get(request.route) ?? { cut: 0, effects: 0 };
        const wasCut = cut[at]!.status === 0 ? 1 : 0;
        counts.set(request.route, { cut: before.cut + wasCut, effects: before.effects + effects });
        if (!isDone(again))
          wrong.push(
            `${request.route}: repeated after a kill it is answered ${again.status} ${again.text.slice(0, 200)}`,
          );
        if (effects !== wanted(request)) wrong.push(`${request.route}: ${effects} effects after a kill`);
        if (wasCut === 0 && cut[at]!.text !== again.text)
          wrong.push(`${request.route}: answered otherwise after a kill`);
      }
    }

    let several = 0;
    for (const request of unkeyed) {
      const replies = await Promise.all(
        Array.from({ length: atOnce }, (_, at) => send(ports[at % 2]!, scene, request, null)),
      );
      const answers = new Set(replies.map(({ status, text }) => `${status} ${text}`)).size;
      const effects = await effectsOf(pool, request);
      if (effects > 1) several += 1;
      const { cut = 0, effects: after = 0 } = counts.get(request.route) ?? {};
      Object.assign(rows.get(request.route)!, {
        'cut off by kills': `${cut} of ${others.length}`,
        'effects after repeating': after,
        'without key: answers': answers,
        'effects ': effects,
      });
    }
    if (several === 0) wrong.push('the control was not detected: without keys nothing was done twice');
    wrong.push(...(await findFaultsInMoney(pool)));
    printTable([...rows.values()]);
    console.log(`${atOnce} concurrent requests to 2 servers, ${rows.size} routes, ${others.length} kills`);
    await Promise.all([server!.stop(), other!.stop()]);
    other = undefined;
  });
} finally {
  await remove();
}
conclude(wrong);
