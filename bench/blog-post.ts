import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { parse } from 'parse5';
import type pg from 'pg';
import { linkQuotes } from '../src/modules/clicks/index.ts';
import { findHrefs } from '../src/modules/links/deep-links/html/find-hrefs.ts';
import { replaceHrefs, webAddressIn } from '../src/modules/links/deep-links/html/href-value.ts';
import { deepLinkRoutesLegacy, LiveIndex } from '../src/modules/links/index.ts';
import { completeDatabase } from '../src/platform/complete-database.ts';
import type { Logger } from '../src/platform/context.ts';
import { connectDatabase } from '../src/platform/database/database.ts';
import { startEmbeddedDatabase } from '../src/platform/database/embedded/embedded-database.ts';
import { migrate, migrationsFolder } from '../src/platform/database/migrate.ts';
import { openNotifications } from '../src/platform/database/notifications.ts';
import { createServer } from '../src/platform/http/server.ts';
import { TEST_VAULT } from '../tests/harness/vault.ts';
import { median, printTable } from './report.ts';

const LINKS = 2_000;
const BYTES = 1024 * 1024;
const STORES = 50;
const PUBLIC_URL = 'http://tributary.test';
const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };

export interface BlogPostFigures {
  /** Medians in milliseconds. `parse5` only builds the document with source positions; `html` is the complete processing of the text. */
  parse5Ms: number;
  htmlMs: number;
  /** Complete requests over HTTP: with every link new, and with every link known. */
  newMs: number;
  knownMs: number;
  /**
   * The longest block of the event loop during such a request, as a median, because other work on the machine can block the loop, too.
   */
  newHeldMs: number;
  knownHeldMs: number;
}

/**
 * The goal "blog post, 1 MiB, 2,000 links" (goals.md), compared with parse5 alone. The route runs on a separate server with a separate
 * database. The caller is another thread, so that only the server uses the event loop.
 */
export async function runBlogPostBench(rounds = 15): Promise<BlogPostFigures> {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'tributary-bench-'));
  // As root, the server runs as another user, who must be able to enter this folder.
  await fs.chmod(dataDir, 0o711);
  const server = await startEmbeddedDatabase({ dataDir, log: SILENT });
  try {
    await migrate(server.url, migrationsFolder(), SILENT, completeDatabase);
    const limits = { maxConnections: 4, statementTimeoutMs: 30_000, onPoolError: () => {} };
    const { pool, db } = connectDatabase(server.url, limits);
    const notifications = await openNotifications(server.url, SILENT);
    const userId = await fillMarket(pool);
    const live = await LiveIndex.open(pool, notifications, SILENT);
    const actor = { userId, isAdmin: false, storeIds: [], agencyIds: [], memberOfAgencyId: null };
    const app = await createServer({
      db,
      authenticate: async () => actor,
      vault: TEST_VAULT,
      publicUrl: PUBLIC_URL,
      logLevel: 'silent',
      trustProxy: null,
      rateLimitPerMinute: 1_000_000,
      redisUrl: null,
    });
    deepLinkRoutesLegacy(app, { live, publicUrl: PUBLIC_URL, quotes: linkQuotes });
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    // parse5 runs last, because it leaves much garbage.
    const route = await measureRoute(`${address}/deepLinkBlogPost/${userId}`, rounds);
    const figures = { ...route, ...(await measureHtml(rounds)) };
    await app.close();
    await notifications.stop();
    await pool.end();
    return figures;
  } finally {
    await server.stop();
    await fs.rm(dataDir, { recursive: true, force: true });
  }
}

async function fillMarket(pool: pg.Pool): Promise<number> {
  await pool.query(`
    INSERT INTO store_groups (name, key, country, currency, locale, language) VALUES ('Bench', 'bench', 'SE', 'SEK', 'sv_SE', 'sv');
    INSERT INTO stores (store_group_id, name, country, currency, language, locale, tracking_key)
      SELECT g.id, 'Bench ' || i, 'SE', 'SEK', 'sv', 'sv_SE', 't' || i FROM generate_series(0, ${STORES - 1}) i, store_groups g;
    INSERT INTO store_domains (store_id, host) SELECT id, 'shop-' || substr(tracking_key, 2) || '.example' FROM stores;
    INSERT INTO prices (store_id, source, cpc_minor) SELECT id, source, 200 FROM stores, (VALUES (0), (1)) s (source);`);
  const { rows } = await pool.query(`INSERT INTO users (username, email) VALUES ('a', 'a@bench.example') RETURNING id`);
  return rows[0].id;
}

/** A post of 1 MiB with 2,000 links to new pages. */
function post(round: number): string {
  const word = 'Lorem ipsum dolor sit amet &amp; consectetur <em>adipiscing</em> elit, sed do eiusmod &ndash; tempor. ';
  const filling = word.repeat(Math.floor((BYTES / LINKS - 130) / word.length));
  const parts = Array.from({ length: LINKS }, (_, n) => {
    const url = `https://www.shop-${n % STORES}.example/p/product-${round}-${n}.html?color=bl%C3%A5&amp;utm_source=blog`;
    return `<p>${filling}<a class="link" href="${url}">här</a></p>\n`;
  });
  const html = parts.join('');
  return html + ' '.repeat(BYTES - Buffer.byteLength(html));
}

async function measureHtml(rounds: number): Promise<Pick<BlogPostFigures, 'parse5Ms' | 'htmlMs'>> {
  const times = { parse5: [] as number[], html: [] as number[] };
  const html = post(-1);
  for (let round = 0; round < rounds; round++) {
    times.parse5.push(await timed(() => parse(html, { sourceCodeLocationInfo: true })));
    times.html.push(
      await timed(async () => {
        const hrefs = (await findHrefs(html)).filter((href) => webAddressIn(html, href) !== null);
        if (hrefs.length !== LINKS) throw new Error(`${hrefs.length} links were found`);
        replaceHrefs(
          html,
          hrefs.map((href) => ({ ...href, value: `${PUBLIC_URL}/r/0123456789` })),
        );
      }),
    );
  }
  return { parse5Ms: median(times.parse5), htmlMs: median(times.html) };
}

async function timed(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Posts the given text. Returns the response time and the numbers of created and known links. */
const CALLER = `
  const { parentPort, workerData } = require('node:worker_threads');
  parentPort.on('message', async (blogPost) => {
    const body = JSON.stringify({ blogPost });
    const headers = { authorization: 'token', 'content-type': 'application/json' };
    const began = performance.now();
    const reply = await fetch(workerData, { method: 'POST', headers, body });
    const text = await reply.text();
    const ms = performance.now() - began;
    const count = (status) => text.split('"status":"' + status + '"').length - 1;
    parentPort.postMessage({ ms, created: count('created'), existing: count('existing') });
  });`;

interface Answer {
  ms: number;
  created: number;
  existing: number;
}

async function measureRoute(url: string, rounds: number) {
  const caller = new Worker(CALLER, { eval: true, workerData: url });
  const ask = async (html: string): Promise<Answer & { heldMs: number }> => {
    const held = monitorEventLoopDelay({ resolution: 1 });
    held.enable();
    const answered = once(caller, 'message');
    caller.postMessage(html);
    const [answer] = (await answered) as [Answer];
    held.disable();
    return { ...answer, heldMs: held.max / 1e6 };
  };
  // The first rounds warm up the compiler.
  for (let round = 0; round < 3; round++) await ask(post(round));
  const fresh: (Answer & { heldMs: number })[] = [];
  const known: (Answer & { heldMs: number })[] = [];
  for (let round = 3; round < rounds + 3; round++) {
    fresh.push(await ask(post(round)));
    known.push(await ask(post(round)));
  }
  await caller.terminate();
  const created = fresh.reduce((sum, answer) => sum + answer.created, 0);
  const existing = known.reduce((sum, answer) => sum + answer.existing, 0);
  if (created !== rounds * LINKS || existing !== rounds * LINKS)
    throw new Error(`created ${created}, known ${existing}`);
  return {
    newMs: median(fresh.map(({ ms }) => ms)),
    knownMs: median(known.map(({ ms }) => ms)),
    newHeldMs: median(fresh.map(({ heldMs }) => heldMs)),
    knownHeldMs: median(known.map(({ heldMs }) => heldMs)),
  };
}

const rounded = (value: number) => Math.round(value * 10) / 10;

/** Prints the figures as a table. */
export function printBlogPostFigures(figures: BlogPostFigures): void {
  const line = (what: string, ms: number, heldMs?: number) => ({
    what,
    ms: rounded(ms),
    'ratio to parse5': rounded(ms / figures.parse5Ms),
    'event loop held, ms': heldMs === undefined ? '' : rounded(heldMs),
  });
  printTable('A blog post of 1 MiB with 2,000 links (goal: under 100 ms, event loop held at most 20 ms)', [
    line('parse5 alone (floor)', figures.parse5Ms),
    line('the text: found, decoded, replaced', figures.htmlMs),
    line('the request, every link known', figures.knownMs, figures.knownHeldMs),
    line('the request, every link new', figures.newMs, figures.newHeldMs),
  ]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) printBlogPostFigures(await runBlogPostBench());
