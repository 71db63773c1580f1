import { sql } from 'drizzle-orm';
import type { Calendar } from '../../../platform/calendar.ts';
import type { Database } from '../../../platform/database/database.ts';
import { GiveUp, handler, type JobHandler } from '../../../platform/jobs/handler.ts';
import { enqueueAll, jobKind } from '../../../platform/jobs/job.ts';
import {
  type HostedPaymentProvider,
  type PaymentProvider,
  type TransferAsk,
  TransferRefused,
} from '../../../platform/payment-provider/provider.ts';
import type { Vault } from '../../../platform/secrets/vault.ts';
import { holdPayouts } from '../../payments/index.ts';
import type { AccountDetails } from '../payout-accounts/account-details.ts';
import { accountPlace } from '../payout-accounts/save-account.ts';
import { bookPaid, markRejected } from '../runs/settle-payouts.ts';

const sending = jobKind<{ payoutId: number }>('send_transfer');

/** The time for which the same idempotency key is used. Stripe stores it for at least 24 hours; later a transfer is only looked up. */
const KEY_LIFE_MS = 20 * 3_600_000;

export interface TransferDeps {
  db: Database;
  now: () => Date;
  calendar: Calendar;
  vault: Vault;
  paymentProvider: PaymentProvider;
}

/** Requests the transfers of a run's payouts, in the transaction that exports it. */
export async function requestTransfers(tx: Database, payoutIds: readonly number[], at: Date): Promise<void> {
  await tx.execute(sql`
    INSERT INTO payout_transfers (payout_id, updated_at)
    SELECT unnest(${sql.param([...payoutIds])}::bigint[]), ${at.toISOString()}::timestamptz`);
  const payloads = payoutIds.map((payoutId) => ({ payoutId }));
  await enqueueAll(tx, sending, payloads, { keyOf: ({ payoutId }) => `send_transfer:${payoutId}` });
}

/**
 * Sends the transfers. A transfer is sent at most once, although the process may be killed and Stripe's answer may be lost at any
 * point: before the first request the payout is marked as being sent, so that it can no longer be cancelled. For 20 hours the
 * request is repeated with the same idempotency key. Afterwards, the transfer is only looked up, and the payout is refused if
 * Stripe does not have it.
 */
export function createTransferSender(deps: TransferDeps): JobHandler {
  return handler(sending, async ({ payoutId }) => {
    const { paymentProvider: provider } = deps;
    if (provider.name === 'manual') throw new Error('Transfers need Stripe: STRIPE_SECRET_KEY is not set.');
    const claimed = await claim(deps, payoutId);
    if (claimed === null) return;
    const outcome = await transfer(deps, provider, claimed);
    await record(deps, payoutId, outcome);
  });
}

interface Claimed {
  ask: Omit<TransferAsk, 'destination'>;
  payoutAccountId: number;
  /** Null if the account was erased with its owner. */
  sealed: Buffer | null;
  firstSentAt: Date;
  isFirst: boolean;
}

type Outcome = { transferId: string } | { refusal: string };

/**
 * Marks a payout as being sent.
 * @returns null when it must not be sent, or no longer
 */
async function claim({ db, now }: TransferDeps, payoutId: number): Promise<Claimed | null> {
  const at = now().toISOString();
  return db.transaction(async (tx) => {
    await holdPayouts(tx);
    const { rows } = await tx.execute<{
      end_to_end_id: string;
      amount_minor: number;
      currency: string;
      payout_account_id: number;
      sealed: Buffer | null;
      first_sent_at: string;
      is_first: boolean;
    }>(sql`
      WITH before AS (SELECT payout_id, status FROM payout_transfers WHERE payout_id = ${payoutId} FOR UPDATE)
      UPDATE payout_transfers t SET status = 'sending', first_sent_at = coalesce(t.first_sent_at, ${at}), updated_at = ${at}
      FROM before, payouts p JOIN payout_accounts a ON a.id = p.payout_account_id JOIN payout_runs r ON r.id = p.run_id
      WHERE t.payout_id = before.payout_id AND p.id = before.payout_id AND before.status IN ('waiting', 'sending')
        AND p.status = 'in_run' AND r.status = 'exported'
      RETURNING p.end_to_end_id, p.amount_minor, p.currency, p.payout_account_id, a.sealed, t.first_sent_at, before.status = 'waiting' AS is_first`);
    const row = rows[0];
    if (row === undefined) return null;
    return {
      ask: { reference: row.end_to_end_id, money: { minor: row.amount_minor, currency: row.currency } },
      payoutAccountId: row.payout_account_id,
      sealed: row.sealed,
      firstSentAt: new Date(row.first_sent_at),
      isFirst: row.is_first,
    };
  });
}

/** @throws Unavailable when Stripe does not report the state of the transfer; the job is repeated */
async function transfer(
  { vault, now }: TransferDeps,
  provider: HostedPaymentProvider,
  { ask, payoutAccountId, sealed, firstSentAt, isFirst }: Claimed,
): Promise<Outcome> {
  if (sealed === null || now().getTime() - firstSentAt.getTime() > KEY_LIFE_MS)
    return lookFor(provider, ask, sealed === null ? 'account_removed' : 'no_answer');
  const details = JSON.parse(vault.open(sealed, accountPlace(payoutAccountId)).toString()) as AccountDetails;
  if (details.method !== 'stripe') throw new Error(`${details.method} is not Stripe.`);
  try {
    return { transferId: await provider.sendTransfer({ ...ask, destination: details.accountId }) };
  } catch (error) {
    if (!(error instanceof TransferRefused)) throw error;
    // An earlier request may have been executed although its answer was lost.
    return isFirst ? { refusal: error.message } : lookFor(provider, ask, error.message);
  }
}

async function lookFor(
  provider: HostedPaymentProvider,
  { reference, money }: Claimed['ask'],
  otherwise: string,
): Promise<Outcome> {
  const [found, ...others] = await provider.findTransfers(reference);
  if (found === undefined) return { refusal: otherwise };
  if (others.length > 0 || found.money?.minor !== money.minor || found.money.currency !== money.currency)
    throw new GiveUp('Stripe has a transfer with this reference that is not the one of the payout.');
  return { transferId: found.id };
}

async function record({ db, now, calendar }: TransferDeps, payoutId: number, outcome: Outcome): Promise<void> {
  const at = now();
  await db.transaction(async (tx) => {
    await holdPayouts(tx);
    await tx.execute(sql`SELECT FROM payouts WHERE id = ${payoutId} FOR UPDATE`);
    const isSent = 'transferId' in outcome;
    const { rowCount } = await tx.execute(sql`
      UPDATE payout_transfers SET status = ${isSent ? 'sent' : 'refused'}, transfer_id = ${isSent ? outcome.transferId : null},
        updated_at = ${at.toISOString()} WHERE payout_id = ${payoutId} AND status = 'sending'`);
    if (rowCount === 0) return;
    const settlement = { payoutId, day: calendar.dayOf(at.getTime()) };
    if (isSent) await bookPaid(tx, { now: at, calendar }, [settlement]);
    else await markRejected(tx, { now: at }, [{ ...settlement, reason: outcome.refusal }]);
  });
}
