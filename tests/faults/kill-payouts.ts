/**
 * Kills the server in the middle of making, exporting and settling a payout run: after a statement, before the COMMIT, and after it
 * but before the reply. Each time an administrator sends the same request again to the next server. Afterwards every payee must have
 * been paid the due amount once.
 *
 *   npx tsx tests/faults/kill-payouts.ts [creators = 40]
 *
 * Control: a server that commits in the middle of settling must be found to have lost money.
 */
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { createVault } from '../../src/platform/secrets/vault.ts';
import { camt } from '../harness/bank-reports.ts';
import { freePort } from '../harness/free-port.ts';
import { Administrator, MOMENTS, type Reply } from './administrator.ts';
import { findFaultsInMoney, makeDataDir, printTable, withDatabase } from './audit.ts';
import { makePayoutMarket, type PayoutMarket } from './payout-market.ts';
import { conclude } from './verdict.ts';

const [creators = 40] = process.argv.slice(2).map(Number);
const PHASES = {
  make: 'INSERT INTO payouts ',
  export: 'INSERT INTO payout_files ',
  settle: "UPDATE payouts p SET status = 'paid'",
} as const;

interface Result {
  kills: number;
  payouts: number;
  paidMinor: number;
  wrong: string[];
}

/** Pays everybody through a server that is killed. @param settleOnly the planted fault: kills only in the middle of settling, having committed */
async function payThroughKills(settleOnly: boolean): Promise<Result> {
  const { dataDir, remove } = await makeDataDir();
  const key = randomBytes(32);
  try {
    const market = await withDatabase(dataDir, (pool) => makePayoutMarket(pool, createVault([key]), creators));
    const admin = new Administrator({
      port: await freePort(),
      dataDir,
      key: key.toString('hex'),
      token: market.adminToken,
    });
    const wrong: string[] = [];
    try {
      await pay(admin, settleOnly, wrong);
    } finally {
      await admin.stop();
    }
    return await withDatabase(dataDir, async (pool) => ({
      kills: admin.kills,
      ...(await compare(pool, market, wrong)),
    }));
  } finally {
    await remove();
  }
}

async function pay(admin: Administrator, settleOnly: boolean, wrong: string[]): Promise<void> {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm' }).format(new Date());
  const request = { currency: 'SEK', cut_off: today };
  const moments = settleOnly ? [] : MOMENTS;
  const expect = (what: string, { status, body }: Reply, ...statuses: number[]) => {
    if (!statuses.includes(status)) wrong.push(`${what}: ${status} ${JSON.stringify(body).slice(0, 200)}`);
  };
  await admin.start();
  const preview = await admin.send({ url: '/v2/payout-runs/preview', body: request });
  const { fingerprint } = preview.body;
  // A repeated creation may be refused because the first one succeeded and only its reply was lost. The list shows the run.
  await admin.insist(PHASES.make, { url: '/v2/payout-runs', body: { ...request, fingerprint } }, moments);
  const runs = await admin.send({ url: '/v2/payout-runs' });
  if (runs.body.data.length !== 1) wrong.push(`${runs.body.data.length} runs were made`);
  const id = Number(runs.body.data[0]?.['id']);
  const format = 'pain.001.001.09';
  await admin.insist(
    PHASES.export,
    { url: `/v2/payout-runs/${id}/export`, body: { format, execute_on: today } },
    moments,
  );
  const run = await admin.send({ url: `/v2/payout-runs/${id}` });
  expect('the run', run, 200);
  const list = await admin.send({ url: `/v2/payout-runs/${id}/payouts?size=500` });
  const lines = list.body.data.map((payout) => {
    const { amount, currency } = payout['amount'] as { amount: string; currency: string };
    return { direction: 'DBIT' as const, amount, currency, day: today, endToEndId: String(payout['end_to_end_id']) };
  });
  const settled = settleOnly ? ['statement'] : moments;
  const reply = await admin.insist(PHASES.settle, { url: '/v2/bank-files', file: camt(lines) }, settled, settleOnly);
  // The file counts as read although its reply was lost.
  expect('the report', reply, 201, 400);
}

/** Compares the paid amounts with the due ones, to the minor unit, and runs the audit. */
async function compare(pool: pg.Pool, { due }: PayoutMarket, wrong: string[]): Promise<Omit<Result, 'kills'>> {
  const { rows } = await pool.query<{ user_id: number; payouts: number; minor: number; booked: number; files: number }>(
    `SELECT p.user_id, count(*)::int AS payouts, sum(p.amount_minor)::int AS minor, count(DISTINCT p.file_id)::int AS files,
       coalesce((SELECT sum(-amount_minor) FROM ledger_entries l WHERE l.account = 'creator' AND l.part = 'payment' AND l.origin_kind = 'payout'
         AND l.user_id = p.user_id), 0)::int AS booked
     FROM payouts p WHERE p.status = 'paid' GROUP BY p.user_id`,
  );
  const found = new Map(rows.map((row) => [Number(row.user_id), row]));
  for (const [userId, minor] of due) {
    const row = found.get(userId);
    if (row === undefined) wrong.push(`user ${userId} was not paid`);
    else if (row.payouts !== 1 || row.minor !== minor || row.files !== 1)
      wrong.push(
        `user ${userId} was paid ${row.minor} in ${row.payouts} payouts and ${row.files} files, due were ${minor}`,
      );
    else if (Math.abs(row.booked) !== minor) wrong.push(`of user ${userId} ${row.booked} is booked, paid was ${minor}`);
  }
  const { rows: files } = await pool.query('SELECT kind FROM payout_files');
  if (files.length !== 1) wrong.push(`${files.length} payment files were made`);
  wrong.push(...(await findFaultsInMoney(pool)));
  return { payouts: rows.length, paidMinor: rows.reduce((sum, { minor }) => sum + minor, 0), wrong };
}

const held = await payThroughKills(false);
const planted = await payThroughKills(true);
const rowOf = (arm: string, { kills, payouts, paidMinor, wrong }: Result) => ({
  arm,
  kills,
  'payees paid': payouts,
  'minor units paid': paidMinor,
  wrong: wrong.length,
});
printTable([rowOf('killed', held), rowOf('control: committed in the middle of settling', planted)]);
conclude([...held.wrong, ...(planted.wrong.length > 0 ? [] : ['the control was not detected'])]);
