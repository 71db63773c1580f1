// Starts the built product as a newcomer does (`npm start`) in an empty data folder, drives its main job over HTTP, and checks cases
// that a newcomer may encounter: a second start, kill -9 of all processes, a port that is in use. Exit status 0 if all checks succeed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { consoleOpens } from './console.mjs';
import { moneyGoesRound } from './money.mjs';
import { storeOpens } from './store-opens.mjs';

const PATIENCE_MS = 180_000;
/** A server ends within this time after a signal. */
const STOP_MS = 15_000;
const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
];
const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

const dataDir = await mkdtemp(path.join(tmpdir(), 'tributary-newcomer-'));
// Started as root, PostgreSQL runs as another user, who must be able to enter this folder. Otherwise the database would be created
// elsewhere and remain there.
await chmod(dataDir, 0o755);
const running = new Set();

async function start(port) {
  const child = spawn('npm', ['start'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, PUBLIC_URL: '', DATABASE_URL: '', LOG_LEVEL: 'warn' },
  });
  running.add(child);
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  const ended = new Promise((resolve) => {
    child.on('exit', (status) => {
      running.delete(child);
      resolve(status);
    });
  });
  const began = performance.now();
  while (!said.includes('Tributary is ready') && child.exitCode === null && performance.now() - began < PATIENCE_MS) {
    await Promise.race([sleep(50), ended]);
  }
  return {
    address: `http://127.0.0.1:${port}`,
    said: () => said,
    ready: said.includes('Tributary is ready'),
    seconds: (performance.now() - began) / 1000,
    ended,
    signal: (signal) => process.kill(-child.pid, signal),
    npmSignal: (signal) => process.kill(child.pid, signal),
  };
}

/** A free port below the ephemeral ports of the system, so that it stays free until the server has started. */
async function freePort() {
  const port = randomInt(20_000, 32_000);
  const probe = createServer();
  const isFree = await new Promise((resolve) => {
    probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return freePort();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** A GET that does not follow redirects. */
const follow = (url, userAgent, method = 'GET') =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: userAgent ? { 'user-agent': userAgent } : {} }, (reply) => {
      reply.resume();
      reply.on('end', () => resolve({ status: reply.statusCode, location: reply.headers.location }));
    });
    sent.on('error', reject);
    sent.end();
  });

async function mainJob(base, demo) {
  const call = async (method, url, { as, body } = {}) => {
    const reply = await fetch(`${base}${url}`, {
      method,
      headers: { ...(as ? { authorization: as } : {}), ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, body: text === '' ? null : JSON.parse(text) };
  };
  const { creator, advertiser, admin, other_creator: otherCreator } = demo.tokens;
  const today = new Date().toISOString().slice(0, 10);

  assert.equal((await call('GET', '/v2/health')).body.status, 'up');
  assert.equal((await call('GET', '/clicks')).status, 401, 'nobody reads without a token');

  const inspection = await call('POST', `/v2/users/${demo.ids.user}/inspections/affiliate-link`, {
    as: creator,
    body: { url: demo.product_url },
  });
  assert.equal(inspection.body.inspection_result, 'single_advertiser');
  assert.equal(inspection.body.matching_advertisers[0].id, demo.ids.store);

  const page = new URL(demo.product_url);
  page.searchParams.set('newcomer', String(Date.now()));
  const created = await call('POST', '/v2/affiliate-links', { as: creator, body: { url: page.href } });
  assert.equal(created.status, 200, JSON.stringify(created.body));
  const link = created.body.affiliate_link;
  assert.equal(link.advertiser.id, demo.ids.store);
  const again = await call('POST', `/v3/users/${demo.ids.user}/affiliate-links`, {
    as: creator,
    body: { url: page.href },
  });
  assert.equal(again.body.url, link.url, 'the same URL again gives the same link');
  const unknown = await call('POST', '/v2/affiliate-links', { as: creator, body: { url: demo.unknown_url } });
  assert.deepEqual([unknown.status, unknown.body.error], [400, 'no_matching_store']);

  const mine = async () => (await call('GET', `/clicks/${demo.ids.user}`, { as: creator })).body;
  const shop = async () =>
    (await call('GET', `/stores/${demo.ids.store}/clicksPerDay?from=${today}&to=${today}`, { as: advertiser })).body;
  const [before, shopBefore] = [await mine(), await shop()];

  let clickId = '';
  for (const browser of BROWSERS) {
    const { status, location } = await follow(link.url, browser);
    assert.equal(status, 302);
    const target = new URL(location);
    clickId = target.searchParams.get('tclid') ?? '';
    assert.match(clickId, /^[0-9a-f-]{36}$/);
    target.searchParams.delete('tclid');
    assert.equal(target.href, page.href, 'the shopper is in the shop, on that page');
  }
  for (const uncounted of [BROWSERS[0], BOT, undefined]) assert.equal((await follow(link.url, uncounted)).status, 302);
  assert.equal((await follow(link.url, BROWSERS[1], 'HEAD')).status, 302);
  assert.equal((await follow(`${base}/r/nobodyKnows`, BROWSERS[0])).status, 404);

  const [after, shopAfter] = [await mine(), await shop()];
  assert.equal(after.total_clicks - before.total_clicks, 3, 'three visitors count; a bot, a repeat, a HEAD do not');
  assert.equal(shopAfter.clicks - shopBefore.clicks, 3);
  const earned = after.user_revenue - before.user_revenue;
  const paid = shopAfter.cost - shopBefore.cost;
  assert.ok(earned > 0 && paid > earned, `the creator earned ${earned}, the store paid ${paid}`);
  assert.equal(shopAfter.per_day[today].clicks, shopAfter.clicks);

  const all = await call('GET', '/clicks', { as: admin });
  assert.equal(all.body.find((row) => row.user_id === String(demo.ids.user)).total_clicks, after.total_clicks);
  const theirs = await call('GET', `/clicks/${demo.ids.user}`, { as: otherCreator });
  assert.ok([403, 404].includes(theirs.status), 'another creator reads nothing of it');
  const stats = await call('GET', `/stores/${demo.ids.store}/generalStats`, { as: advertiser });
  assert.equal(stats.status, 200);
  assert.equal(stats.headers.get('x-ratelimit-limit') !== null, true);
  for (const place of ['/openapi.json', '/docs/', '/metrics'])
    assert.equal((await fetch(base + place)).status, 200, place);
  return { page, link, clicks: after.total_clicks, clickId };
}

async function story() {
  const port = await freePort();
  const first = await start(port);
  assert.ok(first.ready, `npm start did not get ready:\n${first.said()}`);
  console.log(`first start, with demo data: ${first.seconds.toFixed(1)} s`);
  const demo = JSON.parse(await readFile(path.join(dataDir, 'demo.json'), 'utf8'));
  const base = `http://127.0.0.1:${port}`;
  assert.equal(demo.base_url, base);
  const { link, clicks, clickId } = await mainJob(base, demo);
  console.log('the main job: a URL became a link, clicks were counted, priced and shown');
  await consoleOpens(base);
  console.log('the console: its page, its files and a session by one click');
  await moneyGoesRound(base, demo, clickId);
  console.log('an order was attributed and refunded; a month was closed, invoiced and paid');

  const beside = await start(await freePort());
  assert.ok(beside.ready, `no second process beside the first:\n${beside.said()}`);
  await storeOpens(base, beside.address, demo);
  beside.signal('SIGTERM');
  await beside.ended;
  console.log('a shop opened: each effect was seen at once, also in a second process');

  const second = await start(port);
  assert.equal(await second.ended, 1);
  assert.match(second.said(), /taken by another program/);
  assert.doesNotMatch(second.said(), /\n\s+at /, 'a taken port is said in a sentence');
  assert.equal((await (await fetch(`${base}/v2/health`)).json()).status, 'up', 'and the first one goes on');
  console.log('a port that is in use: the error is clear');

  first.signal('SIGKILL');
  await first.ended;
  const third = await start(port);
  assert.ok(third.ready, `no start after kill -9:\n${third.said()}`);
  console.log(`start after kill -9: ${third.seconds.toFixed(1)} s`);
  const mine = await fetch(`${base}/clicks/${demo.ids.user}`, { headers: { authorization: demo.tokens.creator } });
  assert.equal((await mine.json()).total_clicks, clicks, 'every click is still there');
  assert.equal((await follow(link.url, BROWSERS[0])).status, 302);

  // To npm alone, as a service manager or `kill` does.
  third.npmSignal('SIGTERM');
  await third.ended;
  for (let waited = 0; !third.said().includes('Stopped.') && waited < STOP_MS; waited += 50) await sleep(50);
  assert.match(third.said(), /Stopping \(SIGTERM\)[\s\S]*Stopped\./);
  assert.equal(await fetch(`${base}/v2/health`).catch(() => null), null, 'nobody listens on the port any more');
  console.log('SIGTERM to npm: stopped gracefully');
}

try {
  await story();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  for (const child of running) {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The process has ended in the meantime.
    }
  }
  await sleep(500);
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
