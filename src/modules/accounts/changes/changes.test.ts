import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { createCast, type Role } from '../../../../tests/harness/cast.ts';
import { openChangeFeed } from '../../../platform/changes/change-feed.ts';
import { openNotifications } from '../../../platform/database/notifications.ts';
import { dispatchEvents } from '../../webhooks/dispatch-events.ts';
import { readTokenActors } from '../authenticate.ts';
import { notify } from '../notifications/notify.ts';
import { createToken, hashToken } from '../tokens/create-token.ts';
import { ChangeConnections } from './connections.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0';
const PATIENCE_MS = 30_000;
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const now = () => new Date();

const application = await createTestApplication({ hasChanges: true });
const cast = await createCast(application);
const { database, market } = application;
const link = await market.link({ userId: cast.ids.creator, storeId: cast.storeId });
await application.app.listen({ host: '127.0.0.1', port: 0 });
const { port } = application.app.server.address() as AddressInfo;

/** Follows the changes of a role. `parts` has what it was told since, `ended` resolves when the server ends the connection. */
async function follow(role: Role) {
  const abort = new AbortController();
  const reply = await fetch(`http://127.0.0.1:${port}/v2/me/changes`, {
    headers: { authorization: cast.tokens[role] },
    signal: abort.signal,
  });
  const parts = new Set<string>();
  const ended = (async () => {
    if (reply.body === null) return;
    let text = '';
    for await (const bytes of reply.body) {
      text += Buffer.from(bytes).toString();
      for (const [, data] of text.matchAll(/^event: changed\ndata: (.*)\n\n/gm))
        for (const part of JSON.parse(data!).parts) parts.add(part);
    }
  })().catch(() => {});
  return { reply, parts, ended, close: () => abort.abort() };
}

describe('GET /v2/me/changes', () => {
  it('tells of clicks that another process records: the creator, the agency, the store and administrators, and nobody else', async () => {
    const roles = ['creator', 'agency', 'advertiser', 'admin', 'otherCreator', 'otherAdvertiser'] as const;
    const followers = await Promise.all(roles.map(follow));
    expect(followers[0]!.reply.headers.get('content-type')).toBe('text/event-stream');
    const other = await createTestApplication({ database });
    await other.app.listen({ host: '127.0.0.1', port: 0 });
    const { port: otherPort } = other.app.server.address() as AddressInfo;
    const url = `http://127.0.0.1:${otherPort}/r/${link.code}`;
    await fetch(url, { redirect: 'manual', headers: { 'user-agent': BROWSER } });
    await expect
      .poll(() => followers.slice(0, 4).map(({ parts }) => [...parts]), { timeout: PATIENCE_MS })
      .toEqual(Array.from({ length: 4 }, () => ['clicks']));
    // Whatever comes next comes after the clicks.
    const values = { store: 'A shop', drops: 1, gone: 0 };
    const to = { userId: cast.ids.otherCreator };
    await notify(database.db, now(), [{ message: 'products_changed', values, to, path: '/console' }]);
    await expect.poll(() => [...followers[4]!.parts], { timeout: PATIENCE_MS }).toEqual(['notifications']);
    expect([...followers[5]!.parts]).toEqual([]);
    for (const { close } of followers) close();
  });

  it('tells of events those who a webhook would be told for', async () => {
    await dispatchEvents({ db: database.db, now });
    const [creator, otherCreator, admin] = await Promise.all(
      (['creator', 'otherCreator', 'admin'] as const).map(follow),
    );
    const url = `https://${cast.domain}/followed`;
    await application.call({ method: 'POST', url: '/v2/affiliate-links', body: { url }, as: cast.tokens.creator });
    await dispatchEvents({ db: database.db, now });
    const told = () => [creator!, admin!].map(({ parts }) => [...parts]);
    await expect.poll(told, { timeout: PATIENCE_MS }).toEqual([['links'], ['links']]);
    expect([...otherCreator!.parts]).toEqual([]);
    for (const { close } of [creator!, otherCreator!, admin!]) close();
  });

  it('is refused without a session, and beyond four connections of one', async () => {
    expect((await fetch(`http://127.0.0.1:${port}/v2/me/changes`)).status).toBe(401);
    const four = await Promise.all(['', '', '', ''].map(() => follow('otherAgency')));
    expect(four.map(({ reply }) => reply.status)).toEqual([200, 200, 200, 200]);
    const fifth = await follow('otherAgency');
    expect([fifth.reply.status, fifth.reply.headers.get('retry-after')]).toEqual([429, '3']);
    four[0]!.close();
    const again = async () => {
      const { reply, close } = await follow('otherAgency');
      close();
      return reply.status;
    };
    await expect.poll(again, { timeout: PATIENCE_MS }).toBe(200);
    for (const { close } of four) close();
  });

  it('is a 204 where nothing is announced, such as in a sandbox', async () => {
    const quiet = await createTestApplication({ database });
    expect((await quiet.call({ url: '/v2/me/changes', as: cast.tokens.creator })).status).toBe(204);
  });

  it('does not keep a server from stopping', async () => {
    const stopping = await createTestApplication({ database, hasChanges: true });
    await stopping.app.listen({ host: '127.0.0.1', port: 0 });
    const { port: itsPort } = stopping.app.server.address() as AddressInfo;
    const reply = await fetch(`http://127.0.0.1:${itsPort}/v2/me/changes`, {
      headers: { authorization: cast.tokens.creator },
    });
    const text = reply.text();
    await stopping.app.close();
    expect(await text).toBe('retry: 3000\n\n');
  });
});

describe('An open connection', async () => {
  const notifications = await openNotifications(database.url, silent);
  const feed = await openChangeFeed(notifications);
  const readTokens = (hashes: readonly string[]) => readTokenActors({ pool: database.pool, now }, hashes);
  const connections = new ChangeConnections(feed, readTokens, silent, 50);
  afterAll(() => {
    connections.stop();
    return notifications.stop();
  });
  const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;

  async function connect(userId: number) {
    const session = { userId, purpose: 'session', lifetimeSeconds: 3_600 } as const;
    const { id, raw } = await createToken({ db: database.db, now }, session);
    const hash = hashToken(raw).toString('hex');
    const [row] = await query('SELECT last_used_at, expires_at FROM tokens WHERE id = $1', id);
    const stream = connections.open(hash, (await readTokens([hash])).get(hash)!);
    return { id, row, stream, isEnded: isEnded(stream) };
  }
  const isEnded = (stream: Readable) => {
    let ended = false;
    stream.resume().on('end', () => {
      ended = true;
    });
    return () => ended;
  };

  it('ends when its session ends, and another one of the same person stays', async () => {
    const [one, two] = [await connect(cast.ids.creator), await connect(cast.ids.creator)];
    await query('UPDATE tokens SET revoked_at = now() WHERE id = $1', one.id);
    await expect.poll(one.isEnded, { timeout: PATIENCE_MS }).toBe(true);
    expect([two.isEnded(), connections.size]).toEqual([false, 1]);
    // Waiting does not extend a session.
    expect(await query('SELECT last_used_at, expires_at FROM tokens WHERE id = $1', two.id)).toEqual([two.row]);
    two.stream.destroy();
    await expect.poll(() => connections.size, { timeout: PATIENCE_MS }).toBe(0);
  });

  it('ends when a role is taken or given', async () => {
    const member = await connect(cast.ids.otherAdvertiser);
    const creator = await connect(cast.ids.otherCreator);
    await query('DELETE FROM store_members WHERE user_id = $1', cast.ids.otherAdvertiser);
    await market.member(cast.otherStoreId, cast.ids.otherCreator);
    await expect.poll(() => [member.isEnded(), creator.isEnded()], { timeout: PATIENCE_MS }).toEqual([true, true]);
  });

  it('is told once of many changes, and of all when some may have been missed', async () => {
    const texts: string[] = [];
    const { stream } = await connect(cast.ids.creator);
    stream.on('data', (bytes) => texts.push(String(bytes)));
    const change = JSON.stringify(['clicks', [], [], [cast.ids.creator], 0]);
    await query(`SELECT pg_notify('changes', $1) FROM generate_series(1, 500)`, change);
    // A process of a later release.
    await query(`SELECT pg_notify('changes', '["dreams", [], [], [], 1]')`);
    await expect.poll(() => texts.join(''), { timeout: PATIENCE_MS }).toContain('{"parts":["clicks"]}');
    await query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tributary-listen' AND datname = current_database()`,
    );
    await expect.poll(() => texts.join(''), { timeout: PATIENCE_MS }).toContain('"*"');
    expect(texts.join('').split('event: changed').length - 1).toBeLessThan(5);
    stream.destroy();
  });
});
