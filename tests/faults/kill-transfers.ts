/**
 * Kills the server in the middle of sending transfers to Stripe: before the request, and after Stripe has executed it but before that
 * is recorded. Each next server continues. Afterwards every payee must have one transfer of the due amount.
 *
 *   npx tsx tests/faults/kill-transfers.ts [creators = 20]
 *
 * Control: with a Stripe that loses its idempotency keys, the check must find duplicate payments.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { createVault } from '../../src/platform/secrets/vault.ts';
import { freePort } from '../harness/free-port.ts';
import { openStripe, type StripePeer } from '../harness/peers/stripe.ts';
import { Administrator, MOMENTS } from './administrator.ts';
import { findFaultsInMoney, makeDataDir, printTable, withDatabase } from './audit.ts';
import { makePayoutMarket, type PayoutMarket } from './payout-market.ts';
import { conclude } from './verdict.ts';

const [creators = 20] = process.argv.slice(2).map(Number);
const ACCOUNT = 'acct_1032D82eZvKYlo2C';
const TIMEOUT_MS = 120_000;
const POLL_MS = 200;
/** Statements around a request to Stripe: the one that claims a payout, and the one that records the transfer. */
const CLAIM = "UPDATE payout_transfers t SET status = 'sending'";
const RECORD = 'UPDATE payout_transfers SET status = ';

interface Result {
  kills: number;
  transfers: number;
  sentMinor: number;
  wrong: string[];
}

/** Pays everybody through servers that are killed. @param losesKeys the injected fault: Stripe loses its keys at each kill */
async function payThroughKills(losesKeys: boolean): Promise<Result> {
  const { dataDir, remove } = await makeDataDir();
  const key = randomBytes(32);
  let end = async () => {};
  const stripe = await openStripe((closing) => {
    end = closing;
  });
  stripe.money.accounts.add(ACCOUNT);
  const { secretKey, url } = stripe.settings;
  try {
    const accountOf = (holder: string) => ({ method: 'stripe', holder, account_id: ACCOUNT }) as const;
    const vault = createVault([key]);
    const market = await withDatabase(dataDir, (pool) => makePayoutMarket(pool, vault, creators, accountOf));
    const admin = new Administrator({
      port: await freePort(),
      dataDir,
      key: key.toString('hex'),
      token: market.adminToken,
      environment: { STRIPE_SECRET_KEY: secretKey, STRIPE_API_URL: url! },
    });
    try {
      await pay(admin, async () => {
        if (losesKeys) stripe.clearIdempotencyKeys();
        await withDatabase(dataDir, releaseJobs);
      });
    } finally {
      await admin.stop();
    }
    return await withDatabase(dataDir, async (pool) => ({
      kills: admin.kills,
      ...(await compare(pool, market, stripe)),
    }));
  } finally {
    await end();
    await remove();
  }
}

/** Simulates the time after which another process takes over a job of an ended process. */
async function releaseJobs(pool: pg.Pool): Promise<void> {
  await pool.query(
    `UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '1 day', run_at = least(run_at, now())`,
  );
}

async function pay(admin: Administrator, afterKill: () => Promise<void>): Promise<void> {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm' }).format(new Date());
  const request = { currency: 'SEK', cut_off: today };
  await admin.start();
  const { fingerprint } = (await admin.send({ url: '/v2/payout-runs/preview', body: request })).body;
  const { id } = (await admin.send({ url: '/v2/payout-runs', body: { ...request, fingerprint } })).body;
  // The first server dies while it exports, so that transfers begin at the next.
  const step = { url: `/v2/payout-runs/${id}/export`, body: { format: 'pain.001.001.09' } };
  await admin.insist('INSERT INTO payout_transfers', step, ['reply']);
  await admin.stop();
  await afterKill();
  for (const arm of [RECORD, CLAIM, RECORD])
    for (const when of MOMENTS) {
      await admin.dieAt(arm, when, TIMEOUT_MS);
      await afterKill();
    }
  await admin.start();
  const until = Date.now() + TIMEOUT_MS;
  for (;;) {
    const { data } = (await admin.send({ url: `/v2/payout-runs/${id}/payouts?size=500` })).body;
    if (data.every(({ status }) => status !== 'in_run') || Date.now() > until) return;
    await delay(POLL_MS);
  }
}

/** Compares the transfers at Stripe with the due amounts, to the minor unit, and runs the audit. */
async function compare(pool: pg.Pool, { due }: PayoutMarket, { money }: StripePeer): Promise<Omit<Result, 'kills'>> {
  const { rows } = await pool.query<{ user_id: number; end_to_end_id: string; status: string }>(
    'SELECT user_id, end_to_end_id, status FROM payouts',
  );
  const transfers = [...money.transfers.values()];
  const wrong: string[] = [];
  for (const [userId, minor] of due) {
    const payout = rows.find((row) => Number(row.user_id) === userId);
    const sent = transfers.filter(({ transfer_group: group }) => group === payout?.end_to_end_id);
    if (payout?.status !== 'paid' || sent.length !== 1 || sent[0]!.amount !== minor)
      wrong.push(
        `user ${userId}: ${payout?.status}, transfers of ${sent.map(({ amount }) => amount).join(' and ') || 'nothing'}, due were ${minor}`,
      );
  }
  wrong.push(...(await findFaultsInMoney(pool)));
  return { transfers: transfers.length, sentMinor: transfers.reduce((sum, { amount }) => sum + amount, 0), wrong };
}

const held = await payThroughKills(false);
const planted = await payThroughKills(true);
const rowOf = (arm: string, { kills, transfers, sentMinor, wrong }: Result) => ({
  arm,
  kills,
  transfers,
  'minor units sent': sentMinor,
  wrong: wrong.length,
});
printTable([rowOf('killed', held), rowOf('control: keys are lost', planted)]);
conclude([...held.wrong, ...(planted.wrong.length > 0 ? [] : ['the control was not detected'])]);
