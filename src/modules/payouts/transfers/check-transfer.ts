import { sql } from 'drizzle-orm';
import { handler, type JobHandler, TryLater } from '../../../platform/jobs/handler.ts';
import { writeAudit } from '../../accounts/index.ts';
import { holdPayouts, transferChanged } from '../../payments/index.ts';
import { bookReturned } from '../runs/settle-payouts.ts';
import type { TransferDeps } from './send-transfer.ts';

/** The delay of a retry, if Stripe reports a transfer before its payout is booked. */
const PAUSE_SECONDS = 60;

/**
 * Handles reports of Stripe that a transfer was reversed: the current state is read from Stripe, and a payout whose whole
 * transfer was reversed is returned. A partial reversal is written to the audit log, because a payout is paid or returned as a
 * whole.
 */
export function createTransferChecker({ db, now, calendar, paymentProvider: provider }: TransferDeps): JobHandler {
  return handler(transferChanged, async ({ transferId }) => {
    if (provider.name === 'manual') return;
    const transfer = await provider.readTransfer(transferId);
    // Other services may use the same account.
    if (transfer === null || transfer.reference === null || transfer.state === 'sent') return;
    const { reference, state } = transfer;
    await db.transaction(async (tx) => {
      await holdPayouts(tx);
      const { rows } = await tx.execute<{
        id: number;
        run_id: number;
        status: string;
        is_known: boolean;
        is_pending: boolean;
      }>(sql`
        SELECT p.id, p.run_id, p.status, t.transfer_id IS NOT DISTINCT FROM ${transferId} AS is_known, t.status = 'sending' AS is_pending
        FROM payouts p JOIN payout_transfers t ON t.payout_id = p.id WHERE p.end_to_end_id = ${reference} FOR UPDATE`);
      const payout = rows[0];
      if (payout?.is_pending) throw new TryLater('The transfer is not booked yet.', PAUSE_SECONDS);
      if (payout === undefined || !payout.is_known || payout.status !== 'paid') return;
      const day = calendar.dayOf(now().getTime());
      if (state === 'reversed')
        await bookReturned(tx, { now: now(), calendar }, [{ payoutId: payout.id, day, reason: 'transfer_reversed' }]);
      await writeAudit(tx, {
        actorId: null,
        action: `payout_run.transfer_${state}`,
        subjectKind: 'payout_run',
        subjectId: payout.run_id,
        details: { payout_id: payout.id, transfer_id: transferId },
      });
    });
  });
}
