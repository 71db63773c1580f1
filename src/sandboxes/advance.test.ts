import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { connectTestDatabase } from '../../tests/harness/database.ts';
import { createSandboxScene } from '../../tests/harness/sandboxes.ts';
import { onDatabase } from '../../tests/harness/test-databases.ts';

const scene = await createSandboxScene();
const { fetch: send, owner } = scene;
const DAY_MS = 86_400_000;
const BEGIN = '2026-09-14T08:30:00.000Z';

/** Sums of a sandbox's money, and what its creators are owed, without ids that chance gives. */
async function moneyOf(id: string): Promise<Record<string, unknown>> {
  const { rows } = await scene.database.pool.query<{ datname: string }>(
    "SELECT datname FROM pg_database WHERE datname LIKE 'trb_sandbox_%' || $1",
    [id],
  );
  const { pool } = connectTestDatabase(onDatabase(scene.database.url, rows[0]!.datname));
  try {
    const read = async (text: string) => (await pool.query(text)).rows;
    return {
      clicks: await read(
        'SELECT day, store_id, user_id, class, count(*), sum(user_minor) AS earned, sum(agency_minor) AS shared, sum(cost_minor) AS cost FROM clicks GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4',
      ),
      orders: await read(
        'SELECT order_id, status, attribution, unattributed_reason, day, value_minor, refunded_minor, user_minor, agency_minor, cost_minor FROM orders ORDER BY order_id',
      ),
      invoices: await read(
        `SELECT kind, number, month, store_id, agency_id, user_id, currency, net_minor, vat_minor, total_minor, issued_on, created_at FROM invoices
         ORDER BY kind, month, store_id, agency_id, user_id, currency`,
      ),
      ledger: await read(
        'SELECT month, account, part, store_id, agency_id, user_id, sum(amount_minor) FROM ledger_entries GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6',
      ),
      mails: await read('SELECT recipient, subject, count(*) FROM sandbox.inbox GROUP BY 1, 2 ORDER BY 1, 2'),
    };
  } finally {
    await pool.end();
  }
}

/** Has another process move a clock, and kills that process on its way. @returns where the clock was then */
async function killOnTheWay(id: string, to: Date): Promise<Date> {
  const { pool, url } = scene.database;
  await pool.query("UPDATE sandboxes SET state = 'advancing', advanced_from = clock, advance_to = $2 WHERE id = $1", [
    id,
    to,
  ]);
  const script = fileURLToPath(new URL('../../tests/harness/sandbox-process.ts', import.meta.url));
  const args = ['--import', 'tsx', script, url, scene.dataDir, 'http://tributary.test', id];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const exited = once(child, 'exit');
  const clockNow = async () => {
    const { rows } = await pool.query<{ clock: Date }>('SELECT clock FROM sandboxes WHERE id = $1', [id]);
    return rows[0]!.clock;
  };
  try {
    await vi.waitFor(async () => expect((await clockNow()).getTime()).toBeGreaterThan(Date.parse(BEGIN) + 2 * DAY_MS), {
      timeout: 120_000,
      interval: 20,
    });
  } finally {
    child.kill('SIGKILL');
    await exited;
  }
  return clockNow();
}

/** A year takes two minutes: SANDBOX_DAYS=365. Every run has the closing of a month. */
const DAYS = Number(process.env.SANDBOX_DAYS ?? 21);
const dayAt = (days: number) => new Date(Date.parse(BEGIN) + days * DAY_MS);

/** Traffic of a few days, at turns of a month and of the year too, so that most rounds are quiet. Orders follow visits by nine days at most. */
const PLANS = [
  { from: BEGIN, seed: 42 },
  { from: '2026-09-28T06:00:00.000Z', seed: 45 },
  { from: '2026-12-29T06:00:00.000Z', seed: 43 },
  { from: '2027-07-01T06:00:00.000Z', seed: 44 },
].filter(({ from }) => Date.parse(from) + 16 * DAY_MS < dayAt(DAYS).getTime());
const CLICKS = 80;
const ORDERS = 10;

describe('a time with the closings of its months', () => {
  it('is the same in one step, and day by day, the first of them in a process that is killed', async () => {
    const [one, many] = [await scene.make({ clock: BEGIN }), await scene.make({ clock: BEGIN })];
    for (const { id } of [one, many]) {
      for (const plan of PLANS) {
        const body = { ...plan, clicks: CLICKS, orders: ORDERS, days: 6 };
        expect((await send('POST', `/v2/sandboxes/${id}/traffic`, { as: owner, body })).status).toBe(201);
      }
    }
    const firstStop = dayAt(12);
    const left = await killOnTheWay(many.id, firstStop);
    expect(left.getTime()).toBeLessThan(firstStop.getTime());
    const dayByDay = async () => {
      // The same request again finds the advance and completes it.
      expect((await scene.advance(many.id, firstStop)).clock).toBe(firstStop.toISOString());
      // Half past eight is in the middle of a round.
      for (let day = 13; day <= DAYS; day++) await scene.advance(many.id, dayAt(day));
    };
    // A process moves two clocks at a time.
    await Promise.all([scene.advance(one.id, dayAt(DAYS)), dayByDay()]);
    const [first, second] = [await moneyOf(one.id), await moneyOf(many.id)];
    expect(new Set((first['invoices'] as { month: string }[]).map(({ month }) => month)).size).toBeGreaterThan(
      DAYS / 120,
    );
    expect(first['orders']).toHaveLength(PLANS.length * ORDERS);
    expect(second).toEqual(first);
  }, 900_000);
});
