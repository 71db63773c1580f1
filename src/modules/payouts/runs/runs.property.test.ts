import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../../tests/harness/application.ts';
import { camt } from '../../../../tests/harness/bank-reports.ts';
import { type Cast, createCast } from '../../../../tests/harness/cast.ts';
import { afterThisFile } from '../../../../tests/harness/clean-up.ts';
import { AFTER_CLOSING, createClosedMonth, markPaid } from '../../../../tests/harness/closed-month.ts';
import { changingLedger } from '../../../../tests/harness/ledger.ts';
import { registerPayee } from '../../../../tests/harness/payees.ts';
import { openStripe, type StripePeer } from '../../../../tests/harness/peers/stripe.ts';
import { upload } from '../../../../tests/harness/upload.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { stripeProvider } from '../../../platform/payment-provider/stripe.ts';
import { createVault } from '../../../platform/secrets/vault.ts';
import { audit } from '../../payments/index.ts';
import { createTransferChecker } from '../transfers/check-transfer.ts';
import { createTransferSender } from '../transfers/send-transfer.ts';

const TODAY = '2026-02-03';
const ACCOUNT = 'acct_1032D82eZvKYlo2C';
const vault = createVault([randomBytes(32)]);
const now = () => AFTER_CLOSING;
const STEPS = ['make', 'export', 'cancel', 'mark', 'report', 'return', 'send', 'lose', 'refuse', 'reverse'] as const;
type Step = (typeof STEPS)[number];

let stripe: StripePeer;
/** Two processes. */
let processes: [TestApplication, TestApplication];
let cast: Cast;
/** The due amount of each payee in euros, by user, in minor units. */
const due = new Map<number, number>();

beforeAll(async () => {
  stripe = await openStripe(afterThisFile);
  const paymentProvider = stripeProvider(stripe.settings, 5_000);
  const first = await createTestApplication({ now, vault, paymentProvider });
  processes = [first, await createTestApplication({ now, vault, paymentProvider, database: first.database })];
  cast = await createCast(first);
  const closed = await createClosedMonth(first, cast);
  await query('UPDATE orders SET created_at = order_at');
  await markPaid(first, cast, closed.otherStore.id);
  const stripeAccount = { method: 'stripe', holder: 'Other', account_id: ACCOUNT };
  await registerPayee(first, { path: `users/${cast.ids.creator}`, as: cast.tokens.creator });
  await registerPayee(first, {
    path: `users/${cast.ids.otherCreator}`,
    as: cast.tokens.otherCreator,
    account: stripeAccount,
  });
  for (const id of [cast.ids.creator, cast.ids.otherCreator]) due.set(id, (await balanceOf(id)).available);
  await query(
    `INSERT INTO exchange_rates (day, currency, units_per_eur, source) VALUES ('2026-02-01', 'EUR', 1, 'test')`,
  );
});

const query = async (text: string, values: unknown[] = []) =>
  (await processes[0].database.pool.query(text, values)).rows;
const minorOf = ({ amount }: { amount: string }) => Math.round(Number(amount) * 100);
async function balanceOf(userId: number) {
  const { body } = await processes[0].call({ url: `/v2/users/${userId}/next-payouts`, as: cast.tokens.admin });
  const euros = body.data.find(({ currency }: { currency: string }) => currency === 'EUR');
  return { available: minorOf(euros.available), inRun: minorOf(euros.in_run), paid: minorOf(euros.paid) };
}
const latest = async (where = 'true') =>
  (await query(`SELECT id FROM payout_runs WHERE ${where} ORDER BY id DESC LIMIT 1`))[0]?.id as number | undefined;
const payoutsOf = (method: 'iban' | 'stripe', status: string) =>
  query(
    `SELECT p.id, p.end_to_end_id, p.amount_minor, t.transfer_id FROM payouts p JOIN payout_accounts a ON a.id = p.payout_account_id
     LEFT JOIN payout_transfers t ON t.payout_id = p.id WHERE a.method = $1 AND p.status = $2 ORDER BY p.id`,
    [method, status],
  );

/** The actions of an administrator, a bank or Stripe; refusals are expected, failures are not. */
async function take(step: Step, index: number): Promise<void> {
  const process = processes[index % 2]!;
  const post = async (url: string, body: unknown) => {
    const reply = await process.call({ method: 'POST', url, as: cast.tokens.admin, body });
    expect([step, reply.status < 500, reply.body?.message]).toEqual([step, true, reply.body?.message]);
    return reply.body;
  };
  const at = async (path: string, body: unknown) => {
    const id = await latest();
    if (id !== undefined) await post(`/v2/payout-runs/${id}/${path}`, body);
  };
  if (step === 'make') {
    const request = { currency: 'EUR', cut_off: TODAY };
    const { fingerprint } = await post('/v2/payout-runs/preview', request);
    await post('/v2/payout-runs', { ...request, fingerprint });
  } else if (step === 'export') await at('export', { format: 'pain.001.001.09' });
  else if (step === 'cancel') await at('cancel', { reason: 'x' });
  else if (step === 'mark') await at('mark-paid', { paid_on: TODAY });
  else if (step === 'report') {
    // A bank cannot report a payout that it has not received.
    const open = [...(await payoutsOf('iban', 'in_run')), ...(await payoutsOf('stripe', 'in_run'))];
    const lines = open.map((payout) => ({
      direction: 'DBIT' as const,
      amount: (payout.amount_minor / 100).toFixed(2),
      currency: 'EUR',
      day: TODAY,
      endToEndId: payout.end_to_end_id,
    }));
    if (lines.length === 0) return;
    const content = Buffer.from(camt(lines));
    const { status } = await upload(process, {
      url: '/v2/bank-files',
      as: cast.tokens.admin,
      mediaType: 'application/xml',
      content,
    });
    expect(status).toBeLessThan(500);
  } else if (step === 'return') {
    const [payout] = await payoutsOf('iban', 'paid');
    if (payout !== undefined) await post(`/v2/payouts/${payout.id}/return`, { returned_on: TODAY, reason: 'closed' });
  } else if (step === 'lose') {
    for (const _ of [1, 2]) stripe.failNext('hang up', { after: true });
    await send(index);
  } else if (step === 'refuse') {
    stripe.money.balance = 0;
    await send(index);
    stripe.money.balance = 1_000_000_000;
  } else if (step === 'send') await send(index);
  else await reverse(index);
}

const facts = { id: '1', askedAt: AFTER_CLOSING, signal: new AbortController().signal };
const jobsOf = (index: number) => ({
  db: processes[index % 2]!.database.db,
  now,
  calendar: createCalendar('UTC'),
  vault,
  paymentProvider: stripeProvider(stripe.settings, 5_000),
});

/** Runs the jobs of all transfers, whose failures are repeated later. */
async function send(index: number): Promise<void> {
  const sender = createTransferSender(jobsOf(index));
  for (const { payout_id: payoutId } of await query('SELECT payout_id FROM payout_transfers'))
    await sender.run({ payoutId: Number(payoutId) }, facts).catch(() => undefined);
}

async function reverse(index: number): Promise<void> {
  const [paid] = await payoutsOf('stripe', 'paid');
  const transfer = stripe.money.transfers.get(paid?.transfer_id ?? '');
  if (transfer === undefined || transfer.amount_reversed > 0) return;
  stripe.money.reverse(transfer.id);
  await checkReversed(index);
}

/** Runs the jobs of all reversed transfers. A job whose reply another step loses fails, and is repeated later. */
async function checkReversed(index: number): Promise<void> {
  const checker = createTransferChecker(jobsOf(index));
  for (const { id, amount_reversed: reversed } of stripe.money.transfers.values())
    if (reversed > 0) await checker.run({ transferId: id }, facts).catch(() => undefined);
}

describe('Runs, banks and Stripe at once', () => {
  it('pay nobody twice, and no money is created or lost', async () => {
    const batches = fc.array(fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 4 }), {
      minLength: 3,
      maxLength: 8,
    });
    let paidPayouts = 0;
    await fc.assert(
      fc.asyncProperty(batches, async (random) => {
        await query(`TRUNCATE payouts, payout_files, payout_runs, bank_files CASCADE`);
        await query(changingLedger(`DELETE FROM single_entries WHERE origin_kind = 'payout'`));
        stripe.money.transfers.clear();
        stripe.money.accounts.add(ACCOUNT);
        // Without these steps, most sequences would have no effect.
        for (const batch of [['make'], ...random, ['make'], ['export']] as Step[][])
          await Promise.all(batch.map((step, index) => take(step, index)));
        // Repeats until every lost reply has been requested again.
        while (
          (
            await query(`SELECT FROM payouts p JOIN payout_transfers t ON t.payout_id = p.id JOIN payout_runs r ON r.id = p.run_id
          WHERE p.status = 'in_run' AND r.status = 'exported'`)
          ).length > 0
        )
          await send(0);
        // More rounds than replies can still be lost.
        for (let round = 0; round < 2 * random.flat().length + 1; round += 1) await checkReversed(0);

        for (const [userId, minor] of due) {
          const { available, inRun, paid } = await balanceOf(userId);
          expect([userId, available + inRun + paid]).toEqual([userId, minor]);
          expect(Math.min(available, inRun, paid)).toBeGreaterThanOrEqual(0);
        }
        // Stripe has transferred exactly the payouts that are booked as paid, each once.
        const gone = [...stripe.money.transfers.values()].filter((one) => one.amount_reversed === 0);
        const booked = await payoutsOf('stripe', 'paid');
        expect(gone.map(({ id }) => id).sort()).toEqual(booked.map((one) => one.transfer_id).sort());
        expect(new Set([...stripe.money.transfers.values()].map((one) => one.transfer_group)).size).toBe(
          stripe.money.transfers.size,
        );
        expect((await audit(processes[0].database.db)).filter(({ faults }) => faults > 0)).toEqual([]);
        paidPayouts += booked.length;
      }),
      { numRuns: 8 },
    );
    expect(paidPayouts).toBeGreaterThan(0);
  }, 300_000);
});
