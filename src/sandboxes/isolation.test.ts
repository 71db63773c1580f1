import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { connectTestDatabase } from '../../tests/harness/database.ts';
import { createSandboxScene } from '../../tests/harness/sandboxes.ts';
import { onDatabase } from '../../tests/harness/test-databases.ts';

const scene = await createSandboxScene();
const { fetch: send, owner, database } = scene;
const DAY_MS = 86_400_000;
const TIMEOUT_MS = 600_000;

/** Production's record of sandboxes, and what the owner's own requests to it leave behind. */
const OWN_TABLES = ['sandboxes', 'audit_log', 'tokens', 'users'];

/** The number of rows of each table, in every schema. */
async function rowCounts(): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema' ORDER BY 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const { rows: counted } = await database.pool.query<{ n: number }>(`SELECT count(*) AS n FROM ${name}`);
    if (!OWN_TABLES.includes(name.replace('public.', ''))) counts[name] = counted[0]!.n;
  }
  return counts;
}

/** The tables of production in which a text occurs regardless of the column. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of Object.keys(await rowCounts())) {
    const { rowCount } = await database.pool.query(
      `SELECT FROM ${name} t WHERE EXISTS (SELECT FROM unnest($1::text[]) s WHERE strpos(t::text, s) > 0) LIMIT 1`,
      [texts],
    );
    if (rowCount === 1) found.push(name);
  }
  return found;
}

/** Texts that occur in a sandbox alone: its keys, link codes, order numbers and click ids. */
async function marksOf(id: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ datname: string }>(
    "SELECT datname FROM pg_database WHERE datname LIKE 'trb_sandbox_%' || $1",
    [id],
  );
  const { pool } = connectTestDatabase(onDatabase(database.url, rows[0]!.datname));
  try {
    const marks = await pool.query<{ mark: string }>(
      `SELECT tracking_key AS mark FROM stores UNION SELECT code FROM links UNION SELECT order_id FROM orders UNION SELECT id::text FROM clicks
       UNION SELECT email FROM users UNION SELECT number FROM invoices UNION SELECT message_id::text FROM event_outbox`,
    );
    return marks.rows.map(({ mark }) => mark);
  } finally {
    await pool.end();
  }
}

it(
  'keeps a month of two sandboxes under load out of production and out of each other, and a planted leak is found',
  async () => {
    const before = await rowCounts();
    const [one, other] = [await scene.make({ seed: 1 }), await scene.make({ seed: 2 })];
    const patterns = ['shoppers', 'click_farm', 'cookie_stuffing', 'order_squatting'];
    for (const [index, pattern] of patterns.entries()) {
      const body = { clicks: 60, orders: 8, days: 25, pattern, seed: index };
      expect((await send('POST', `/v2/sandboxes/${one.id}/traffic`, { as: owner, body })).status).toBe(201);
    }
    const body = { clicks: 50, orders: 5, days: 25 };
    expect((await send('POST', `/v2/sandboxes/${other.id}/traffic`, { as: owner, body })).status).toBe(201);
    // Real requests of both at once, and what they cause: mails, webhooks, uploads of reports.
    const inside = [one, other].flatMap(({ tokens, ids, stores }) => [
      send('POST', '/v2/webhooks', {
        as: tokens.advertiser,
        body: { url: 'https://receiver.example/hook', events: ['*'], store_id: ids.store },
      }),
      send('POST', `/v2/clients/${ids.client}/invites`, {
        as: tokens.agency,
        body: { email: 'colleague@sandbox.example' },
      }),
      send('GET', `/px?store=${stores[0].tracking_key}&order_id=PX-1&order_value=10`, { as: tokens.admin }),
      send('POST', `/v2/stores/${ids.store}/orders`, {
        as: tokens.advertiser,
        body: { order_id: 'SRV-1', order_value: '99.00' },
      }),
    ]);
    const answers = await Promise.all(inside);
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    const end = new Date(Date.parse(one.clock) + 31 * DAY_MS);
    await Promise.all([scene.advance(one.id, end), scene.advance(other.id, end)]);
    const [marks, otherMarks] = [await marksOf(one.id), await marksOf(other.id)];
    expect(marks).toEqual(expect.arrayContaining(['SB-1-1', 'SRV-1']));
    expect(marks.length).toBeGreaterThan(250);

    // Production knows their tokens, by hash, and nothing else.
    const { 'public.sandbox_tokens': tokens, ...after } = await rowCounts();
    expect({ ...after, 'public.sandbox_tokens': 0 }).toEqual(before);
    expect(tokens).toBeGreaterThan(0);
    expect(await tablesWith(marks)).toEqual([]);
    // Clicks, keys and links of one are not in the other. People and numbers are the same in both by design.
    const isOwn = (mark: string) => /^[0-9a-f]{24}$|^[0-9a-f]{8}-[0-9a-f]{4}-/.test(mark);
    expect(marks.filter(isOwn).filter((mark) => otherMarks.includes(mark))).toEqual([]);
    expect(await readdir(path.join(scene.dataDir, 'mail')).catch(() => [])).toEqual([]);
    const mails = await send('GET', `/v2/sandboxes/${one.id}/inbox?size=100`, { as: owner });
    expect(mails.body.data.map((mail: { to: string }) => mail.to)).toContain('colleague@sandbox.example');

    // The control: the same search finds one click that was booked in the wrong place.
    const link = await scene.market.link({ userId: scene.ownerId, storeId: await scene.market.store() });
    await database.pool.query('UPDATE links SET title = $2 WHERE id = $1', [
      link.id,
      `copied from ${marks.find(isOwn)}`,
    ]);
    expect(await tablesWith(marks)).toEqual(['public.links']);
  },
  TIMEOUT_MS,
);
