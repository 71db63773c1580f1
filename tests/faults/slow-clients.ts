/**
 * A thousand slow clients (headers and bodies of a byte a second, uploads, silence), oversized bodies and upload bombs; healthy
 * requests continue at the same time.
 *
 *   npx tsx tests/faults/slow-clients.ts [slow clients = 1000] [seconds = 15]
 *
 * Prints the p99 of the healthy requests before and during the load, memory and event loop. The ratio needs a quiet machine. Control:
 * a server whose event loop is held for 50 ms in every 100 must miss the ratio.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createToken } from '../../src/modules/accounts/index.ts';
import { SqlDatabase } from '../../src/platform/database/sql-database.ts';
import { freePort } from '../harness/free-port.ts';
import { createMarket } from '../harness/market.ts';
import { blackPng, picture } from '../harness/pictures.ts';
import { makeDataDir, printTable, withDatabase } from './audit.ts';
import { makeClickMarket } from './click-market.ts';
import { memoryOf, startServer } from './server-process.ts';
import { conclude, quantile } from './verdict.ts';

const [slowClients = 1_000, seconds = 15] = process.argv.slice(2).map(Number);
const MAX_RATIO = 2;
const MAX_MEMORY_MB = 600;
/** Below this value, a p99 depends more on the machine than on the server. */
const LEAST_P99_MS = 5;
const CROWD = fileURLToPath(new URL('./slow-crowd.ts', import.meta.url));
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0';

const TOO_LARGE: ReadonlySet<string> = new Set(['two megabytes too many', 'a body of 8 MiB']);

interface Healthy {
  p50: number;
  p99: number;
  failures: number;
}

/** Sixteen clients that follow links and read from the API, a few hundred times per second in total. */
async function measureHealthy(port: number, codes: readonly string[], token: string): Promise<Healthy> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });
  const until = performance.now() + seconds * 1_000;
  const times: number[] = [];
  let failures = 0;
  const client = async (number: number) => {
    for (let turn = 0; performance.now() < until; turn++) {
      const reads = turn % 4 === 0;
      const target = reads ? '/v2/me' : `/r/${codes[(number + turn) % codes.length]}`;
      const headers = reads ? { authorization: token } : { 'user-agent': BROWSER };
      const began = performance.now();
      const status = await get(agent, port, target, headers);
      times.push(performance.now() - began);
      if (status !== (reads ? 200 : 302)) failures += 1;
      await delay(20);
    }
  };
  await Promise.all(Array.from({ length: 16 }, (_, number) => client(number)));
  agent.destroy();
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), failures };
}

function get(agent: http.Agent, port: number, target: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    http
      .get({ host: '127.0.0.1', port, path: target, agent, headers }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      })
      .on('error', () => resolve(0));
  });
}

/** Files that are not valid pictures, by kind. */
async function invalidPictures(): Promise<[string, Buffer][]> {
  // A small file, which is refused for its content and not for its size.
  const png = await picture('png', { width: 60, height: 40 });
  return [
    ['60 megapixels in 10 kB', blackPng({ width: 10_000, height: 6_000 })],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['polyglot', Buffer.concat([png, Buffer.from('<html><script>alert(1)</script></html>')])],
    ['cut off', png.subarray(0, png.length / 2)],
    ['two megabytes too many', Buffer.alloc(12 * 1024 * 1024, 1)],
  ];
}

/** Sends each upload bomb ten times, and oversized bodies. @returns the replies, by request */
async function sendInvalidUploads(port: number, token: string, uploadPath: string): Promise<Map<string, Set<number>>> {
  const answers = new Map<string, Set<number>>();
  const note = (what: string, status: number) => answers.set(what, (answers.get(what) ?? new Set()).add(status));
  const statusOfFetch = (url: string, init: RequestInit) =>
    fetch(`http://127.0.0.1:${port}${url}`, init).then(
      (reply) => reply.arrayBuffer().then(() => reply.status),
      // The server closes the connection after its reply, while this side may still be sending.
      () => 0,
    );
  for (const [what, content] of await invalidPictures()) {
    const statuses = await Promise.all(
      Array.from({ length: 10 }, () => {
        const body = new FormData();
        body.append('logo', new Blob([new Uint8Array(content)], { type: 'image/png' }), 'a.png');
        return statusOfFetch(uploadPath, { method: 'POST', headers: { authorization: token }, body });
      }),
    );
    for (const status of statuses) note(what, status);
  }
  const headers = { authorization: token, 'content-type': 'application/json' };
  const body = `{"a":"${'x'.repeat(8 * 1024 * 1024)}"}`;
  note('a body of 8 MiB', await statusOfFetch('/v2/stores/1/orders', { method: 'POST', headers, body }));
  return answers;
}

async function startSlowClients(port: number, token: string, uploadPath: string): Promise<ChildProcess> {
  const args = ['--import', 'tsx', CROWD, String(port), String(slowClients), token, uploadPath];
  const crowd = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(crowd.stdout!, 'data');
  return crowd;
}

async function eventLoopLagMs(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Math.round(Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1] ?? 0) * 1_000);
}

async function runArm(preload?: string) {
  const { dataDir, remove } = await makeDataDir();
  try {
    return await withDatabase(dataDir, async (pool, databaseUrl) => {
      const { codes } = await makeClickMarket(pool);
      const admin = await createMarket(pool).user({ isAdmin: true });
      const ctx = { db: new SqlDatabase(pool), now: () => new Date() };
      const { raw: token } = await createToken(ctx, { userId: admin, purpose: 'api' });
      const { rows } = await pool.query('SELECT min(id) AS id FROM stores');
      const uploadPath = `/advertiser/stores/${rows[0].id}/upload-logo`;
      const port = await freePort();
      const options = { port, databaseUrl, dataDir: path.join(dataDir, 'server') };
      const calm = await startServer(options);
      await measureHealthy(port, codes, token);
      const before = await measureHealthy(port, codes, token);
      await calm.stop();
      const server = await startServer({ ...options, ...(preload === undefined ? {} : { preload }) });
      let beside: Healthy;
      if (preload === undefined) {
        const crowd = await startSlowClients(port, token, uploadPath);
        try {
          await delay(2_000);
          beside = await measureHealthy(port, codes, token);
        } finally {
          crowd.kill('SIGTERM');
          await once(crowd, 'exit');
        }
      } else beside = await measureHealthy(port, codes, token);
      const lagMs = await eventLoopLagMs(port);
      const answers =
        preload === undefined ? await sendInvalidUploads(port, token, uploadPath) : new Map<string, Set<number>>();
      const memory = await memoryOf(server.pid);
      const stopped = await server.stop();
      return { before, beside, lagMs, answers, memory, stopped };
    });
  } finally {
    await remove();
  }
}

const ratioOf = ({ before, beside }: Awaited<ReturnType<typeof runArm>>) =>
  beside.p99 / Math.max(LEAST_P99_MS, before.p99);

const held = await runArm();
const planted = await runArm('./held-event-loop.ts');
const row = (arm: string, result: typeof held) => ({
  arm,
  'p99 ms before': result.before.p99.toFixed(1),
  beside: result.beside.p99.toFixed(1),
  ratio: ratioOf(result).toFixed(2),
  'not served': result.beside.failures,
  'event loop p99 ms': result.lagMs,
  'memory at most MB': result.memory.maxMb,
});
printTable([row(`${slowClients} slow clients`, held), row('control: event loop held', planted)]);
printTable([...held.answers].map(([sent, statuses]) => ({ sent, answered: [...statuses].join(', ') })));
const wrong: string[] = [];
if (ratioOf(held) >= MAX_RATIO) wrong.push(`healthy requests took ${ratioOf(held).toFixed(2)} times as long`);
if (held.beside.failures > 0) wrong.push(`${held.beside.failures} healthy requests were not served`);
if (held.memory.maxMb > MAX_MEMORY_MB) wrong.push(`the server took ${held.memory.maxMb} MB`);
for (const [sent, statuses] of held.answers)
  for (const status of statuses) {
    const isHungUp = status === 0 && TOO_LARGE.has(sent);
    if (!isHungUp && (status < 400 || status >= 500)) wrong.push(`${sent}: answered ${status}`);
  }
if (ratioOf(planted) < MAX_RATIO) wrong.push('the control was not detected');
conclude(wrong);
