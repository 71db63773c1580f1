import { sql } from 'drizzle-orm';
import { Type } from 'typebox';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts';
import { sampleServer } from '../../../tests/sample-server.ts';
import { signedIn } from '../auth/policy.ts';
import type { Database } from '../database/database.ts';
import { operation } from './operation.ts';
import { ofFields, readIfMatch, tagOf } from './record-version.ts';

let database: TestDatabase;
let app: Awaited<ReturnType<typeof sampleServer>>;
/** Whether the change was visible to others when `afterCommit` ran. */
let seenAfterCommit: string[] = [];

const Note = Type.Object({ title: Type.String(), body: Type.String(), reads: Type.Integer() });
type Row = { title: string; body: string; reads: number };

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query('CREATE TABLE notes (title text, body text, reads integer)');
  const read = async (db: Database) =>
    (await db.execute<Row>(sql`SELECT title, body, reads FROM notes FOR NO KEY UPDATE`)).rows[0]!;
  const versionOf = ({ title, body }: Pick<Row, 'title' | 'body'>) => ({ title, body });
  app = await sampleServer(
    (server) => {
      const shared = { url: '/v2/note', tags: ['Things'], policy: signedIn, replies: { 200: Note } } as const;
      operation(server, {
        ...shared,
        method: 'GET',
        operationId: 'getNote',
        summary: 'Read the note',
        version: versionOf,
        handle: ({ ctx }) => read(ctx.db),
      });
      operation(server, {
        ...shared,
        method: 'PATCH',
        operationId: 'changeNote',
        summary: 'Change the note',
        scope: 'links',
        presence: 'token',
        body: Type.Partial(Type.Object({ title: Type.String(), body: Type.String() })),
        current: async ({ ctx }) => versionOf(await read(ctx.db)),
        afterCommit: async () => {
          seenAfterCommit.push((await database.pool.query('SELECT title FROM notes')).rows[0].title);
        },
        handle: async ({ ctx, body: { title = null, body = null } }) => {
          await ctx.db.execute(sql`UPDATE notes SET title = coalesce(${title}, title), body = coalesce(${body}, body)`);
          return read(ctx.db);
        },
      });
    },
    { db: database.db },
  );
});
beforeEach(async () => {
  seenAfterCommit = [];
  await database.pool.query(`DELETE FROM notes; INSERT INTO notes VALUES ('A', 'Text', 0)`);
});
afterAll(() => app.close());

const headers = { authorization: 'owner-token' };
const get = async () => (await app.inject({ url: '/v2/note', headers })).headers.etag as string;
const patch = (payload: object, ifMatch?: string) =>
  app.inject({
    method: 'PATCH',
    url: '/v2/note',
    payload,
    headers: { ...headers, ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }) },
  });

describe('a read with If-None-Match', () => {
  it('is a 304 without a body while the whole reply is unchanged, also its fields that no change can set', async () => {
    const read = async (known: string) => {
      const reply = await app.inject({ url: '/v2/note', headers: { ...headers, 'if-none-match': known } });
      return [reply.statusCode, reply.body === '', reply.headers.etag];
    };
    const tag = await get();
    for (const known of [tag, `"other", ${tag}`, `W/${tag}`]) expect(await read(known)).toEqual([304, true, tag]);
    expect(await read('"other"')).toEqual([200, false, tag]);
    await database.pool.query('UPDATE notes SET reads = reads + 1');
    expect(await read(tag)).toEqual([200, false, await get()]);
    await patch({ title: 'B' });
    expect(await read(tag)).toEqual([200, false, await get()]);
    const written = await app.inject({
      method: 'PATCH',
      url: '/v2/note',
      payload: {},
      headers: { ...headers, 'if-none-match': await get() },
    });
    expect(written.statusCode).toBe(200);
  });
});

describe('a change with If-Match', () => {
  it('succeeds if the record has not changed since it was read; otherwise it is refused with the changed fields', async () => {
    const tag = await get();
    expect((await patch({ title: 'B' }, tag)).statusCode).toBe(200);
    expect(seenAfterCommit).toEqual(['B']);
    const late = await patch({ body: 'Other' }, tag);
    expect([late.statusCode, late.json(), late.headers.etag]).toEqual([
      412,
      {
        status: 412,
        error: 'changed_since',
        message: 'The record has changed since it was read. Read it again and repeat the change.',
        changed: ['title'],
      },
      ofFields(await get()),
    ]);
    expect((await database.pool.query('SELECT title, body FROM notes')).rows).toEqual([{ title: 'B', body: 'Text' }]);
    expect((await patch({ body: 'Other' }, await get())).statusCode).toBe(200);
  });

  it('succeeds once if several are sent at the same time with the same tag', async () => {
    const tag = await get();
    const replies = await Promise.all(['B', 'C', 'D', 'E'].map((title) => patch({ title }, tag)));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412, 412, 412]);
    const winner = replies.find(({ statusCode }) => statusCode === 200)!.json();
    expect((await database.pool.query('SELECT title FROM notes')).rows).toEqual([{ title: winner.title }]);
  });

  it('accepts *, one of several tags, and a tag that a proxy has weakened', async () => {
    for (const given of ['*', `"other", ${await get()}`, `W/${await get()}`])
      expect((await patch({}, given)).statusCode).toBe(200);
  });

  it('names every field if the tag belongs to another record, and refuses an invalid header', async () => {
    expect((await patch({}, '"other"')).json().changed).toEqual(['body', 'title']);
    for (const given of ['other', '"a" "b"', '', ',']) {
      const reply = await patch({}, given);
      expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['if-match']]);
    }
  });

  it('is not refused because of a field that no change can set, and needs no header', async () => {
    const tag = await get();
    await database.pool.query('UPDATE notes SET reads = reads + 1');
    expect(await get()).not.toBe(tag);
    expect((await patch({ title: 'B' }, tag)).statusCode).toBe(200);
    expect((await patch({ title: 'C' })).json().title).toBe('C');
  });
});

describe('an entity tag', () => {
  it('depends on names and values alone, and not on their order or on undefined fields', () => {
    expect(tagOf({ a: 1, b: [2] })).toBe(tagOf({ b: [2], c: undefined, a: 1 }));
    expect(new Set([tagOf({ a: 1 }), tagOf({ a: '1' }), tagOf({ b: 1 }), tagOf({ a: null })]).size).toBe(4);
    expect(readIfMatch(tagOf({ a: 1 }))).toEqual([tagOf({ a: 1 })]);
  });
});
