import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { createCast, type Role } from '../../../../tests/harness/cast.ts';
import { afterThisFile } from '../../../../tests/harness/clean-up.ts';
import { openHttpPeer, type PeerReply } from '../../../../tests/harness/peers/http-peer.ts';

let waitedMs = 0;
const application = await createTestApplication({ now: () => new Date(Date.now() + waitedMs) });
const cast = await createCast(application);
const { pool } = application.database;

/** The beginning of a picture is enough: nothing decodes it here. */
const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(64, 7)]);
const picture: PeerReply = { status: 200, headers: { 'content-type': 'text/html' }, body: PNG };
let answer = picture;
const server = await openHttpPeer(() => answer, afterThisFile);
let products = 0;

beforeEach(() => {
  answer = picture;
  server.requests.length = 0;
});

/** A product whose picture is at an address; on the server of the store by default. */
async function product({ storeId = cast.storeId, image = `${server.url}/${products}.png` as string | null } = {}) {
  products += 1;
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO products (store_id, product_id, title, brand, category, url, url_hash, image_url, currency, price_minor, availability,
       content_hash, created_at, updated_at)
     VALUES ($1, $2, 'Shoe', '', '', 'https://a.example', sha256('a'), $3, 'EUR', 100, 'in_stock', sha256('a'), now(), now()) RETURNING id`,
    [storeId, `picture-${products}`, image],
  );
  return rows[0]!.id;
}
const read = (id: number | string, role: Role | null = 'creator') =>
  application.app.inject({
    url: `/v2/products/${id}/picture`,
    headers: role === null ? {} : { authorization: cast.tokens[role] },
  });

describe('The picture of a product', () => {
  it('comes through our server, once for all readers, with the type of its content', async () => {
    const id = await product();
    const replies = await Promise.all([read(id), read(id), read(id, 'otherCreator'), read(id, 'admin')]);
    for (const reply of replies) {
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/png']);
      expect(reply.rawPayload).toEqual(PNG);
      expect(reply.headers).toMatchObject({
        'cache-control': 'private, max-age=86400',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      });
    }
    expect(server.requests).toHaveLength(1);
    const { headers } = server.requests[0]!;
    expect([headers.cookie, headers.authorization, headers.referer]).toEqual([undefined, undefined, undefined]);
    waitedMs += 61 * 60_000;
    await read(id);
    expect(server.requests).toHaveLength(2);
  });

  it('does not use up the limit of requests, and guessed tokens do', async () => {
    const limited = await createTestApplication({
      database: application.database,
      environment: { RATE_LIMIT_MAX: '3' },
    });
    const id = await product();
    const ask = (authorization: string) =>
      limited.app.inject({ url: `/v2/products/${id}/picture`, headers: { authorization } });
    for (let call = 0; call < 6; call += 1) expect((await ask(cast.tokens.creator)).statusCode).toBe(200);
    const guesses: number[] = [];
    for (let call = 0; call < 4; call += 1) guesses.push((await ask(`guess-${call}`)).statusCode);
    expect(guesses).toEqual([401, 401, 401, 429]);
  });

  it('is for callers who are signed in, and of stores to which they can make links', async () => {
    const id = await product();
    expect((await read(id, null)).statusCode).toBe(401);
    const hidden = await product({ storeId: await application.market.store({ hidden: true }) });
    const none = await product({ image: null });
    for (const [unknown, status] of [
      [hidden, 404],
      [none, 404],
      [999_999_999, 404],
      ['x', 404],
    ] as const)
      expect([unknown, (await read(unknown)).statusCode]).toEqual([unknown, status]);
    expect(server.requests).toHaveLength(0);
  });

  it.each([
    ['a page', { status: 200, headers: { 'content-type': 'image/png' }, body: '<script>alert(1)</script>' }],
    ['a drawing with scripts', { status: 200, headers: { 'content-type': 'image/svg+xml' }, body: '<svg/>' }],
    ['an error', { status: 500, body: PNG }],
    ['too much', { status: 200, body: Buffer.concat([PNG, Buffer.alloc(4 * 1024 * 1024)]) }],
    ['a redirect to a private address', { status: 302, headers: { location: 'http://10.0.0.1/' } }],
  ] satisfies [string, PeerReply][])('is not found if its server sends %s', async (_kind, reply) => {
    answer = reply;
    expect((await read(await product())).statusCode).toBe(404);
  });

  it('is never loaded from a private address', async () => {
    expect((await read(await product({ image: 'http://169.254.169.254/latest' }))).statusCode).toBe(404);
  });
});
