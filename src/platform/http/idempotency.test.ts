import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts';
import { sampleServer } from '../../../tests/sample-server.ts';
import { everyone, signedIn } from '../auth/policy.ts';
import { connectDatabase } from '../database/database.ts';
import { RuleRefused } from '../errors/errors.ts';
import { operation } from './operation.ts';
import { file } from './replies.ts';

const DAY_MS = 86_400_000;
/** Two servers on one database. */
let servers: FastifyInstance[];
let database: TestDatabase;
let closeSecond: () => Promise<void>;
let clock = new Date('2030-03-01T12:00:00Z');
/** The handler waits for this promise. */
let gate: Promise<void> = Promise.resolve();

beforeAll(async () => {
  database = await createTestDatabase();
  const options = { maxConnections: 5, statementTimeoutMs: 30_000, onPoolError: () => {} };
  const second = connectDatabase(database.url, options);
  closeSecond = () => second.pool.end();
  await database.pool.query(`
    INSERT INTO users (id, username, email) OVERRIDING SYSTEM VALUE
    SELECT n, 'u' || n, 'u' || n || '@example.test' FROM generate_series(1, 3) n`);
  await database.pool.query('CREATE TABLE effects (id bigserial PRIMARY KEY, note text)');
  const open = ({ db }: Pick<TestDatabase, 'db'>) => sampleServer(routes, { db, now: () => clock });
  servers = [await open(database), await open(second)];
});
beforeEach(() => database.pool.query('TRUNCATE effects, idempotency_keys'));
afterAll(async () => {
  for (const server of servers) await server.close();
  await closeSecond();
});

const Effect = Type.Object({ id: Type.Integer(), note: Type.String() });

function routes(server: FastifyInstance): void {
  const tags = ['Things'];
  operation(server, {
    method: 'POST',
    url: '/effects/:kind',
    operationId: 'makeEffect',
    summary: 'Make an effect',
    tags,
    scope: 'links',
    presence: 'token',
    policy: signedIn,
    query: { q: Type.Optional(Type.String()) },
    body: Type.Object({ note: Type.String(), more: Type.Optional(Type.Integer()) }),
    replies: { 200: Effect, 201: Effect },
    errors: ['refused'],
    idempotent: true,
    handle: async ({ ctx, body: { note }, reply }) => {
      const { rows } = await ctx.db.execute<{ id: number }>(
        sql`INSERT INTO effects (note) VALUES (${note}) RETURNING id`,
      );
      if (note === 'refuse') throw new RuleRefused('refused', 'No.');
      if (note === 'break') throw new Error('killed');
      await gate;
      reply.code(201);
      return { id: rows[0]!.id, note };
    },
  });
  operation(server, {
    method: 'PUT',
    url: '/nothing',
    operationId: 'doNothing',
    summary: 'Do nothing',
    tags,
    scope: 'links',
    presence: 'token',
    policy: signedIn,
    replies: { 204: null },
    idempotent: true,
    handle: async ({ ctx }) => {
      await ctx.db.execute(sql`INSERT INTO effects (note) VALUES ('nothing')`);
    },
  });
  operation(server, {
    method: 'POST',
    url: '/files',
    operationId: 'takeFile',
    summary: 'Take a file',
    tags,
    scope: 'links',
    presence: 'token',
    policy: signedIn,
    upload: { field: 'file', maxBytes: 100, description: 'Any.' },
    replies: { 200: Type.Object({ size: Type.Integer() }) },
    idempotent: true,
    handle: async ({ ctx, upload }) => {
      await ctx.db.execute(sql`INSERT INTO effects (note) VALUES (${upload.content.toString()})`);
      return { size: upload.content.length };
    },
  });
}

interface Given {
  key?: string;
  url?: string;
  token?: string;
  body?: object;
  server?: number;
}

async function make({ key, url = '/effects/1', token = 'owner-token', body = { note: 'a' }, server = 0 }: Given = {}) {
  const headers = { authorization: token, ...(key === undefined ? {} : { 'idempotency-key': key }) };
  const reply = await servers[server]!.inject({ method: 'POST', url, payload: body, headers });
  return {
    status: reply.statusCode,
    text: reply.body,
    body: reply.json(),
    isReplayed: reply.headers['idempotent-replayed'] === 'true',
  };
}

const effects = async (): Promise<number> => (await database.pool.query('SELECT count(*) FROM effects')).rows[0].count;

describe('A request with an idempotency key', () => {
  it('is executed once and then answered by any process with the same status and response', async () => {
    const first = await make({ key: 'k' });
    expect(first).toMatchObject({ status: 201, isReplayed: false, body: { note: 'a' } });
    for (const server of [0, 1]) expect(await make({ key: 'k', server })).toEqual({ ...first, isReplayed: true });
    expect(await effects()).toBe(1);
    const { rows } = await database.pool.query('SELECT reply FROM idempotency_keys');
    expect(rows).toEqual([{ reply: first.body }]);
  });

  it('sent fifty times at once to two processes has one effect and one response', async () => {
    let open = () => {};
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const asked = Promise.all(Array.from({ length: 50 }, (_, at) => make({ key: 'storm', server: at % 2 })));
    open();
    const answers = await asked;
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(201);
    expect(answers.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
    expect(await effects()).toBe(1);
  });

  it('stores an empty response, too', async () => {
    const headers = { authorization: 'owner-token', 'idempotency-key': 'e' };
    for (const replayed of [undefined, 'true']) {
      const reply = await servers[0]!.inject({ method: 'PUT', url: '/nothing', headers });
      expect([reply.statusCode, reply.body, reply.headers['idempotent-replayed']]).toEqual([204, '', replayed]);
    }
    expect(await effects()).toBe(1);
  });

  it.each([
    ['another body', { body: { note: 'b' } }],
    ['one field more', { body: { note: 'a', more: 1 } }],
    ['another path', { url: '/effects/2' }],
    ['another query', { url: '/effects/1?q=x' }],
  ])('is a 409 with %s', async (_what, change) => {
    await make({ key: 'k' });
    const reply = await make({ key: 'k', ...change });
    expect([reply.status, reply.body]).toEqual([
      409,
      {
        status: 409,
        error: 'idempotency_key_reused',
        message: 'This idempotency key came with another request before.',
      },
    ]);
    expect(await effects()).toBe(1);
  });

  it("does not depend on the order of the body's fields", async () => {
    await make({ key: 'k', body: { note: 'a', more: 1 } });
    expect(await make({ key: 'k', body: { more: 1, note: 'a' } })).toMatchObject({ status: 201, isReplayed: true });
  });

  it('with a file is identified by the file’s bytes, too', async () => {
    const send = async (content: string) => {
      const form = new FormData();
      form.append('file', new Blob([content]), 'x.csv');
      const encoded = new Response(form);
      const type = encoded.headers.get('content-type')!;
      const reply = await servers[0]!.inject({
        method: 'POST',
        url: '/files',
        payload: Buffer.from(await encoded.arrayBuffer()),
        headers: { authorization: 'owner-token', 'content-type': type, 'idempotency-key': 'f' },
      });
      return [reply.statusCode, await effects()];
    };
    expect([await send('abc'), await send('abc'), await send('abd')]).toEqual([
      [200, 1],
      [200, 1],
      [409, 1],
    ]);
  });

  it('stores nothing for a refused or interrupted request, which can be retried', async () => {
    expect(await make({ key: 'k', body: { note: 'refuse' } })).toMatchObject({
      status: 400,
      body: { error: 'refused' },
    });
    expect((await make({ key: 'k', body: { note: 'break' } })).status).toBe(500);
    expect(await effects()).toBe(0);
    expect(await make({ key: 'k' })).toMatchObject({ status: 201, isReplayed: false });
    expect(await effects()).toBe(1);
  });

  it('is separate for each caller', async () => {
    await make({ key: 'k' });
    expect(await make({ key: 'k', token: 'stranger-token' })).toMatchObject({ status: 201, isReplayed: false });
  });

  it('expires after seven days, and old keys of other callers are deleted with new ones', async () => {
    const start = clock;
    await make({ key: 'k' });
    await make({ key: 'old', token: 'stranger-token' });
    clock = new Date(start.getTime() + 7 * DAY_MS);
    expect((await make({ key: 'k' })).isReplayed).toBe(true);
    clock = new Date(start.getTime() + 7 * DAY_MS + 1);
    expect(await make({ key: 'k', body: { note: 'b' } })).toMatchObject({ status: 201, isReplayed: false });
    const { rows } = await database.pool.query('SELECT key FROM idempotency_keys');
    expect(rows).toEqual([{ key: 'k' }]);
    clock = start;
  });

  it.each(['', 'with space', 'ä', 'x'.repeat(256)])('is a 422 when the key is %j', async (key) => {
    const reply = await make({ key });
    expect([reply.status, reply.body.errors]).toEqual([
      422,
      { 'idempotency-key': ['must be 1 to 255 visible ASCII characters'] },
    ]);
    expect(await effects()).toBe(0);
  });

  it('has its key checked after authorization and body validation', async () => {
    expect((await make({ key: 'k', token: 'unknown' })).status).toBe(401);
    expect((await make({ key: 'k', body: {} })).body.errors).toEqual({ note: ['is required'] });
    expect((await database.pool.query('SELECT FROM idempotency_keys')).rowCount).toBe(0);
  });
});

it('Without a key, every request is executed', async () => {
  const [first, second] = [await make(), await make()];
  expect(second.body.id).not.toBe(first.body.id);
  expect(await effects()).toBe(2);
});

it('A connection that breaks halfway leaves nothing behind, and the retry succeeds', async () => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  const asked = make({ key: 'dies' });
  const poll = async (): Promise<void> => {
    const { rows } = await database.pool.query(
      `SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
       WHERE datname = current_database() AND state = 'idle in transaction' AND query LIKE 'INSERT INTO effects%'`,
    );
    if (rows.length > 0) arrive();
    else await poll();
  };
  await poll();
  await arrived;
  open();
  expect((await asked).status).toBe(503);
  expect(await effects()).toBe(0);
  expect(await make({ key: 'dies' })).toMatchObject({ status: 201, isReplayed: false });
  expect(await effects()).toBe(1);
});

it('Only routes with a caller and a storable response can be declared idempotent', async () => {
  const declared = (change: object) =>
    sampleServer((server) => {
      operation(server, {
        method: 'POST',
        url: '/x',
        operationId: 'x',
        summary: 'X',
        tags: ['X'],
        scope: 'links',
        presence: 'token',
        policy: signedIn,
        replies: { 204: null },
        idempotent: true,
        handle: () => undefined,
        ...change,
      } as Parameters<typeof operation>[1]);
    });
  await expect(declared({})).resolves.toBeDefined();
  for (const change of [{ method: 'GET' }, { policy: everyone }, { replies: { 200: file('A file.', 'text/csv') } }])
    await expect(declared(change)).rejects.toThrow('cannot be idempotent');
});
