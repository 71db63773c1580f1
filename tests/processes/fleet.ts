import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { makeDataDir, withDatabase } from '../faults/audit.ts';
import { type ServerProcess, startServer } from '../faults/server-process.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../harness/database-proxy.ts';
import { freePort } from '../harness/free-port.ts';
import { createMarket, type Market } from '../harness/market.ts';
import { createDatabase, onDatabase } from '../harness/test-databases.ts';
import { type RedisServer, startRedis } from './redis-server.ts';

/** Requests per minute of one token or address, over all processes. */
export const RATE_LIMIT = 400;

/** One of the processes, with a separate data folder and a separate proxy to the database. */
export interface Member {
  name: string;
  port: number;
  dataDir: string;
  database: DatabaseProxy;
  process: ServerProcess;
}

/** Several servers on one PostgreSQL and, where the machine has one, one Redis. */
export interface Fleet {
  members: Member[];
  redis: RedisServer | null;
  /** A direct connection to the database. */
  pool: pg.Pool;
  market: Market;
  /** Time until all of them answered, on a database without tables. */
  startedInMs: number;
  /** Starts a process with a member's data folder, in place of the ended one or beside it. */
  start(member: Omit<Member, 'process'>): Promise<ServerProcess>;
}

/** Starts all servers at once, and ends everything after `work`. All servers share one folder for uploaded files. */
export async function withFleet(count: number, work: (fleet: Fleet) => Promise<void>): Promise<void> {
  const { dataDir, remove } = await makeDataDir();
  const redis = await startRedis();
  const running = new Set<ServerProcess>();
  const proxies: DatabaseProxy[] = [];
  try {
    await withDatabase(dataDir, async (_pool, embeddedUrl) => {
      await createDatabase(embeddedUrl, 'fleet', null);
      const url = onDatabase(embeddedUrl, 'fleet');
      const start: Fleet['start'] = async ({ port, dataDir: own, database }) => {
        const environment = { RATE_LIMIT_MAX: String(RATE_LIMIT), REDIS_URL: redis?.url ?? '' };
        const server = await startServer({ port, dataDir: own, databaseUrl: database.url, environment });
        running.add(server);
        return server;
      };
      const prepared: Omit<Member, 'process'>[] = [];
      for (let number = 1; number <= count; number++) {
        const database = await startDatabaseProxy(url);
        proxies.push(database);
        const own = await makeOwnFolder(dataDir, number);
        prepared.push({ name: `server ${number}`, port: await freePort(), dataDir: own, database });
      }
      const began = performance.now();
      const members = await Promise.all(prepared.map(async (one) => ({ ...one, process: await start(one) })));
      const startedInMs = performance.now() - began;
      const pool = new pg.Pool({ connectionString: url, max: 4 });
      pool.on('error', () => {});
      try {
        await work({ members, redis, pool, market: createMarket(pool), startedInMs, start });
      } finally {
        await Promise.all([...running].map((server) => server.stop()));
        await Promise.all(proxies.map((proxy) => proxy.close()));
        await pool.end();
      }
    });
  } finally {
    await redis?.kill().catch(() => undefined);
    await remove();
  }
}

async function makeOwnFolder(dataDir: string, number: number): Promise<string> {
  const shared = path.join(path.dirname(dataDir), 'shared-files');
  await mkdir(shared, { recursive: true });
  const own = path.join(path.dirname(dataDir), `server-${number}`);
  await mkdir(own);
  await symlink(shared, path.join(own, 'files'));
  return own;
}

export interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the servers' own tests hold replies to their schemas; here fields are read freely
  body: any;
  headers: Headers;
}

/** Sends a request to one of the processes; `as` is a raw token, `from` the caller's address. */
export async function call(
  { port }: Pick<Member, 'port'>,
  url: string,
  {
    method = 'GET',
    as,
    body,
    from,
    headers = {},
  }: { method?: string; as?: string; body?: unknown; from?: string; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const isForm = body instanceof FormData;
  const reply = await fetch(`http://127.0.0.1:${port}${url}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(as === undefined ? {} : { authorization: as }),
      ...(from === undefined ? {} : { 'x-forwarded-for': from }),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const isJson = reply.headers.get('content-type')?.includes('json') ?? false;
  const bytes = Buffer.from(await reply.arrayBuffer());
  return { status: reply.status, headers: reply.headers, body: isJson ? JSON.parse(bytes.toString()) : bytes };
}
