import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { afterThisFile } from '../../../../tests/harness/clean-up.ts';
import { AFTER_CLOSING, createClosedMarket, markPaid } from '../../../../tests/harness/closed-month.ts';
import { runWaitingJobs } from '../../../../tests/harness/jobs.ts';
import { changingLedger } from '../../../../tests/harness/ledger.ts';
import { takeMails } from '../../../../tests/harness/mailbox.ts';
import { registerPayee } from '../../../../tests/harness/payees.ts';
import { openStripe } from '../../../../tests/harness/peers/stripe.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { stripeProvider } from '../../../platform/payment-provider/stripe.ts';
import { createVault } from '../../../platform/secrets/vault.ts';
import { audit } from '../../payments/index.ts';
import { createTransferChecker } from './check-transfer.ts';
import { createTransferSender } from './send-transfer.ts';

const ACCOUNT = 'acct_1032D82eZvKYlo2C';
const TODAY = '2026-02-03';
const HOUR_MS = 3_600_000;
const vault = createVault([randomBytes(32)]);

let now = AFTER_CLOSING;
const stripe = await openStripe(afterThisFile);
const provider = (timeoutMs = 5_000) => stripeProvider(stripe.settings, timeoutMs);
const { application, cast, closed } = await createClosedMarket({ now: () => now, vault, paymentProvider: provider() });
const query = (text: string) => application.database.pool.query(text);
const mark = (id: number) => markPaid(application, cast, id);
await query('UPDATE orders SET created_at = order_at');
await mark(closed.store.id);

beforeEach(async () => {
  now = AFTER_CLOSING;
  Object.assign(stripe.money, { balance: 1_000_000_000 });
  stripe.money.accounts.clear();
  stripe.money.accounts.add(ACCOUNT);
  stripe.money.transfers.clear();
  stripe.clearIdempotencyKeys();
  await query(
    `TRUNCATE payouts, payout_files, payout_runs, payout_accounts, payee_consents, payees, payment_events, exchange_rates CASCADE;
     DELETE FROM graphile_worker._private_jobs;
     ${changingLedger(`DELETE FROM single_entries WHERE origin_kind = 'payout'`)}
     INSERT INTO exchange_rates (day, currency, units_per_eur, source) VALUES ('2026-02-01', 'SEK', 10, 'test'), ('2026-02-01', 'EUR', 1, 'test')`,
  );
});

const call = (url: string, body?: unknown) =>
  application.call({ url, as: cast.tokens.admin, ...(body === undefined ? {} : { method: 'POST' as const, body }) });
const register = (account_id = ACCOUNT, app = application) =>
  registerPayee(app, {
    path: `users/${cast.ids.creator}`,
    as: cast.tokens.creator,
    account: { method: 'stripe', holder: 'Åsa Öberg', account_id },
  });
/** Creates and exports a run. @returns its id */
async function exported(): Promise<number> {
  const request = { currency: 'SEK', cut_off: TODAY };
  const { body: preview } = await call('/v2/payout-runs/preview', request);
  const { body: run } = await call('/v2/payout-runs', { ...request, fingerprint: preview.fingerprint });
  const { status, body } = await call(`/v2/payout-runs/${run.id}/export`, { format: 'pain.001.001.09' });
  expect([status, body]).toMatchObject([200, { files: [{ kind: 'stripe', payouts: 1 }] }]);
  return run.id;
}
const deps = (timeoutMs?: number) => ({
  db: application.database.db,
  now: () => now,
  calendar: createCalendar('UTC'),
  vault,
  paymentProvider: provider(timeoutMs),
});
const runJobs = (timeoutMs?: number) =>
  runWaitingJobs(application.database, [createTransferSender(deps(timeoutMs)), createTransferChecker(deps(timeoutMs))]);
/** Lets jobs that failed run at once, as soon as their failure is recorded. */
const retry = async (timeoutMs?: number) => {
  const locked = 'SELECT FROM graphile_worker._private_jobs WHERE locked_at IS NOT NULL';
  await expect.poll(async () => (await query(locked)).rowCount, { timeout: 30_000 }).toBe(0);
  await query('UPDATE graphile_worker._private_jobs SET run_at = now() - $$1 second$$::interval');
  await runJobs(timeoutMs);
};
const payout = async (runId: number) => (await call(`/v2/payout-runs/${runId}/payouts`)).body.data[0];
const transfers = () => [...stripe.money.transfers.values()];
const payable = async () =>
  (await call(`/v2/users/${cast.ids.creator}/next-payouts`)).body.data.find(
    ({ currency }: { currency: string }) => currency === 'SEK',
  ).available.amount;
const faults = async () => (await audit(application.database.db)).filter((finding) => finding.faults > 0);
const reversed = (transferId: string) => {
  const { body, headers } = stripe.event('transfer.reversed', { id: transferId }, { at: now });
  return application.app.inject({ method: 'POST', url: '/v2/webhooks/payment-provider', headers, payload: body });
};

describe('An account at Stripe', () => {
  it('is refused without Stripe, and if it is not the id of an account', async () => {
    const without = await createTestApplication({ database: application.database, now: () => now, vault });
    await expect(register(ACCOUNT, without)).rejects.toThrow(/must not be stripe: STRIPE_SECRET_KEY is not set/);
    await expect(register('SE4550000000058398257466')).rejects.toThrow(/connected account at Stripe/);
    await register();
    const { body } = await call(`/v2/users/${cast.ids.creator}/payee`);
    expect(body.payout_accounts).toMatchObject([{ method: 'stripe', masked: '••••lo2C' }]);
  });

  it('cannot be paid after Stripe is no longer configured', async () => {
    await register();
    const without = await createTestApplication({ database: application.database, now: () => now, vault });
    const request = { currency: 'SEK', cut_off: TODAY };
    const { body: preview } = await call('/v2/payout-runs/preview', request);
    const { body: run } = await call('/v2/payout-runs', { ...request, fingerprint: preview.fingerprint });
    const { status, body } = await without.call({
      method: 'POST',
      url: `/v2/payout-runs/${run.id}/export`,
      as: cast.tokens.admin,
      body: { format: 'pain.001.001.09' },
    });
    expect([status, body.error, body.message]).toEqual([
      400,
      'stripe_not_configured',
      'Transfers need Stripe: STRIPE_SECRET_KEY is not set.',
    ]);
  });
});

describe('A transfer', () => {
  it('is sent once, equals the ledger, and is booked', async () => {
    await register();
    const runId = await exported();
    expect(await payout(runId)).toMatchObject({ status: 'in_run', transfer_id: null });
    expect(transfers()).toEqual([]);
    await runJobs();
    const { status, transfer_id: id, end_to_end_id: reference, paid_on: day } = await payout(runId);
    expect([status, day]).toEqual(['paid', TODAY]);
    expect(transfers()).toMatchObject([
      { id, amount: 32_630, currency: 'sek', destination: ACCOUNT, transfer_group: reference },
    ]);
    expect(await payable()).toBe('0.00');
    expect(await faults()).toEqual([]);
    await query("UPDATE payout_transfers SET status = 'refused', transfer_id = NULL");
    expect(await faults()).toMatchObject([{ title: expect.stringContaining('Transfers of Stripe'), faults: 1 }]);
  });

  it('is sent only by the service: marking the run as paid excludes it', async () => {
    await register();
    const runId = await exported();
    const { id } = await payout(runId);
    expect((await call(`/v2/payout-runs/${runId}/mark-paid`, { paid_on: TODAY })).body.states).toEqual({ in_run: 1 });
    const named = await call(`/v2/payout-runs/${runId}/mark-paid`, { paid_on: TODAY, payout_ids: [id] });
    expect(named.body.errors).toHaveProperty(['payout_ids.0']);
  });

  it('is not sent after its run was cancelled', async () => {
    await register();
    const runId = await exported();
    expect((await call(`/v2/payout-runs/${runId}/cancel`, { reason: 'x' })).status).toBe(200);
    await runJobs();
    expect([transfers(), await payable()]).toEqual([[], '326.30']);
  });

  it('cannot be cancelled once it was sent, even if the reply was lost', async () => {
    await register();
    const runId = await exported();
    for (const _ of [1, 2]) stripe.failNext('hang up', { after: true });
    await expect(runJobs()).rejects.toThrow();
    expect(await payout(runId)).toMatchObject({ status: 'in_run' });
    expect((await call(`/v2/payout-runs/${runId}/cancel`, { reason: 'x' })).body.error).toBe('transfers_sent');
    await retry();
    expect([transfers().length, (await payout(runId)).status]).toEqual([1, 'paid']);
  });

  it.each(['hang up', 'silence'] as const)('is not sent again when Stripe had made it (%s)', async (failure) => {
    await register();
    const runId = await exported();
    const timeout = failure === 'silence' ? 1_000 : undefined;
    for (let attempt = 0; attempt < 3; attempt += 1) {
      for (const _ of [1, 2]) stripe.failNext(failure, { after: true });
      await expect(attempt === 0 ? runJobs(timeout) : retry(timeout)).rejects.toThrow();
    }
    await retry();
    expect(transfers()).toHaveLength(1);
    expect(await payout(runId)).toMatchObject({ status: 'paid', transfer_id: transfers()[0]!.id });
    expect(await faults()).toEqual([]);
  });

  it('is sent once by several processes at once, and by jobs that are repeated', async () => {
    await register();
    const runId = await exported();
    const { id: payoutId } = await payout(runId);
    const facts = { id: '1', askedAt: now, signal: new AbortController().signal };
    const senders = [deps(), deps(), deps()].map(createTransferSender);
    await Promise.all(senders.flatMap((sender) => [sender.run({ payoutId }, facts), sender.run({ payoutId }, facts)]));
    await runJobs();
    expect([transfers().length, (await payout(runId)).status]).toEqual([1, 'paid']);
    expect(await faults()).toEqual([]);
  });

  it('is only looked up when Stripe may have deleted its key', async () => {
    await register();
    for (const hasArrived of [true, false]) {
      const runId = await exported();
      for (const _ of [1, 2]) stripe.failNext('hang up', { after: hasArrived });
      await expect(runJobs()).rejects.toThrow();
      now = new Date(AFTER_CLOSING.getTime() + 30 * HOUR_MS);
      stripe.clearIdempotencyKeys();
      const before = transfers().length;
      const posts = stripe.requests.filter(({ method }) => method === 'POST').length;
      await retry();
      expect(stripe.requests.filter(({ method }) => method === 'POST')).toHaveLength(posts);
      expect(transfers()).toHaveLength(before);
      expect(await payout(runId)).toMatchObject(
        hasArrived ? { status: 'paid' } : { status: 'rejected', reason: 'no_answer' },
      );
      expect(await payable()).toBe(hasArrived ? '0.00' : '326.30');
      expect(await faults()).toEqual([]);
      await call(`/v2/payouts/${(await payout(runId)).id}/return`, { returned_on: '2026-02-04', reason: 'test' });
      now = AFTER_CLOSING;
    }
  });

  it('that Stripe refuses is rejected with its reason, the payee is notified, and the amount is payable again', async () => {
    await register();
    for (const [refuse, reason] of [
      [() => stripe.money.accounts.clear(), `No such destination: '${ACCOUNT}'`],
      [() => Object.assign(stripe.money, { balance: 100 }), /insufficient available funds/],
    ] as const) {
      stripe.money.accounts.add(ACCOUNT);
      const runId = await exported();
      await takeMails(application.database);
      refuse();
      await runJobs();
      expect(await payout(runId)).toMatchObject({ status: 'rejected', transfer_id: null });
      expect((await payout(runId)).reason).toMatch(reason);
      expect([transfers(), await payable()]).toEqual([[], '326.30']);
    }
    expect(await faults()).toEqual([]);
  });

  it('that is refused after a lost reply is searched for first', async () => {
    await register();
    const runId = await exported();
    for (const _ of [1, 2]) stripe.failNext('hang up', { after: true });
    await expect(runJobs()).rejects.toThrow();
    // The key is lost early, and the account is disconnected: the repetition is refused.
    stripe.clearIdempotencyKeys();
    stripe.money.accounts.clear();
    await retry();
    expect([transfers().length, (await payout(runId)).status]).toEqual([1, 'paid']);
  });

  it('remains in transit during an error at Stripe', async () => {
    await register();
    const runId = await exported();
    const headers = { 'content-type': 'application/json' };
    // After a failure, the request is repeated once immediately; after a refused key, it is not.
    for (const [status, requests] of [
      [500, 2],
      [503, 2],
      [401, 1],
    ] as const) {
      for (let index = 0; index < requests; index += 1)
        stripe.failNext({ status, headers, body: '{"error":{"message":"no"}}' });
      await expect(retry()).rejects.toThrow();
      expect((await payout(runId)).status).toBe('in_run');
    }
    await retry();
    expect([transfers().length, (await payout(runId)).status]).toEqual([1, 'paid']);
  });
});

describe('A reversal at Stripe', () => {
  it('returns the payout once, notifies the payee, and the balance contains it again', async () => {
    await register();
    const runId = await exported();
    await runJobs();
    const { transfer_id: id } = await payout(runId);
    stripe.money.reverse(id, 100);
    await reversed(id);
    await runJobs();
    expect((await payout(runId)).status).toBe('paid');
    stripe.money.reverse(id, 32_530);
    for (const _ of [1, 2]) {
      expect((await reversed(id)).statusCode).toBe(200);
      await runJobs();
    }
    expect(await payout(runId)).toMatchObject({ status: 'returned', reason: 'transfer_reversed' });
    expect(await payable()).toBe('326.30');
    expect(await faults()).toEqual([]);
  });

  it('that is reported before the transfer is booked waits for it; one of another account is ignored', async () => {
    await register();
    const runId = await exported();
    for (const _ of [1, 2]) stripe.failNext('hang up', { after: true });
    await expect(runJobs()).rejects.toThrow();
    const { id } = transfers()[0]!;
    stripe.money.reverse(id);
    await reversed(id);
    await expect(runJobs()).rejects.toThrow('not booked yet');
    // The two jobs run in either order.
    await retry().catch(() => undefined);
    await retry();
    expect((await payout(runId)).status).toBe('returned');
    await reversed('tr_of_somebody');
    await runJobs();
    expect(await faults()).toEqual([]);
  });
});
