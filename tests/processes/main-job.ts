import assert from 'node:assert/strict';
import type pg from 'pg';
import { createToken, hashPassword } from '../../src/modules/accounts/index.ts';
import { SqlDatabase } from '../../src/platform/database/sql-database.ts';
import { waitUntil } from '../faults/server-process.ts';
import { createMarket } from '../harness/market.ts';
import { blackPng } from '../harness/pictures.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0';
const SHOPPERS = 20;

/**
 * A link is created and followed, and its click is paid; a person signs in; a logo is uploaded and shown; the console and the
 * reference open. This includes native code (Argon2, sharp). The proxy decides which process serves each request.
 * @param behindProxy the address that counts is then the proxy's word, not the shopper's
 */
export async function mainJob(base: string, pool: pg.Pool, behindProxy: boolean): Promise<string> {
  const market = createMarket(pool);
  const storeId = await market.store({ domains: ['shop.example'] });
  await market.price({ storeId, cpcMinor: 100 });
  const [userId, adminId] = [
    await market.user({ email: 'creator@example.test' }),
    await market.user({ isAdmin: true }),
  ];
  const token = async (id: number) =>
    (await createToken({ db: new SqlDatabase(pool), now: () => new Date() }, { userId: id, purpose: 'api' })).raw;
  const [creator, admin] = [await token(userId), await token(adminId)];
  const call = (url: string, as: string, body?: object | FormData) =>
    fetch(new URL(url, base), {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: as,
        ...(body instanceof FormData || !body ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });

  let link = '';
  await waitUntil('the store is known to both', async () => {
    const made = await call('/v2/affiliate-links', creator, { url: 'https://shop.example/page' });
    if (made.status === 200) link = (await read(made)).affiliate_link.url;
    return made.status === 200;
  });
  assert.ok(link.startsWith(base));
  for (let shopper = 0; shopper < SHOPPERS; shopper++) {
    const headers = { 'user-agent': `${BROWSER} ${shopper}`, 'x-forwarded-for': `203.0.113.${shopper}` };
    const { status, headers: sent } = await fetch(link, { redirect: 'manual', headers });
    assert.equal(status, 302);
    assert.match(sent.get('location') ?? '', /^https:\/\/shop\.example\/page\?tclid=/);
  }
  const figures = await read(await call(`/clicks/${userId}`, creator));
  assert.equal(figures.total_clicks, SHOPPERS);

  const body = { email: 'creator@example.test', password: 'a sentence nobody guesses' };
  await pool.query('UPDATE users SET password_hash = $2 WHERE id = $1', [userId, await hashPassword(body.password)]);
  assert.equal((await call('/v2/sessions', '', body)).status, 201);
  const form = new FormData();
  form.append('logo', new Blob([new Uint8Array(blackPng({ width: 64, height: 64 }))], { type: 'image/png' }), 'l.png');
  assert.equal((await call(`/advertiser/stores/${storeId}/upload-logo`, admin, form)).status, 200);
  const { logo_url: logo } = await read(await call(`/advertiser/stores/${storeId}`, admin));
  for (let time = 0; time < 4; time++) assert.equal((await fetch(logo)).status, 200, 'both processes see the file');
  for (const page of ['/docs/', '/openapi.json', '/v2/health'])
    assert.equal((await fetch(base + page)).status, 200, page);
  assert.match(await (await fetch(`${base}/`)).text(), /<script/, 'the console is built in');
  if (behindProxy) await noAddressIsInvented(base);
  return `main job: a link, ${SHOPPERS} shoppers sent on, counted and paid, a sign-in, a logo seen by both, console and reference`;
}

// biome-ignore lint/suspicious/noExplicitAny: the server's own tests hold replies to their schemas
const read = (reply: Response): Promise<any> => reply.json();

/** A caller that claims another address with each request is counted as one caller. */
async function noAddressIsInvented(base: string): Promise<void> {
  const left: number[] = [];
  for (let claim = 1; claim <= 3; claim++) {
    const reply = await fetch(`${base}/openapi.json?`, { headers: { 'x-forwarded-for': `198.51.100.${claim}` } });
    left.push(Number(reply.headers.get('x-ratelimit-remaining')));
  }
  assert.ok(left[0]! > left[1]! && left[1]! > left[2]!, `remaining: ${left}`);
}
