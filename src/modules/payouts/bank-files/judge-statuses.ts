import { sql } from 'drizzle-orm';
import type { PaymentStatus } from '../../../platform/bank-files/bank-report.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { PayoutStatus } from '../runs/list-payouts.ts';
import type { EntryDraft, Outcome } from './judge-movements.ts';

interface FiledPayout {
  id: number;
  endToEndId: string;
  messageId: string;
  /** The name of its block in the file. */
  block: string | null;
  status: PayoutStatus;
  amountMinor: number;
  currency: string;
}

/** Final statuses of a payment that the bank does not make: rejected, and cancelled before it was made (ISO 20022). */
const NOT_PAID: ReadonlySet<string> = new Set(['RJCT', 'CANC']);

/**
 * Determines the effect of the statuses of payment files: rejected payouts are not paid, all others wait for the statement of the
 * account. A status of a block or of a whole file applies to each of its payouts without an individual status. Changes nothing.
 */
export async function judgeStatuses(tx: Database, statuses: readonly PaymentStatus[]): Promise<EntryDraft[]> {
  const payouts = await readFiled(
    tx,
    statuses.map(({ originalMessageId }) => originalMessageId),
  );
  const named = new Set(statuses.flatMap(({ endToEndId }) => endToEndId ?? []));
  const rejected = new Set<number>();
  return statuses.flatMap((status) => {
    const about = payouts.filter((payout) => isAbout(status, payout, named));
    if (about.length === 0) return [draftOf(status, null, 'unmatched', 'unknown_payment')];
    if (!NOT_PAID.has(status.status))
      return [draftOf(status, about.length === 1 ? about[0]! : null, 'noted', status.status)];
    return about.map((payout) => {
      if (payout.status === 'rejected' || rejected.has(payout.id)) return draftOf(status, payout, 'known', null);
      if (payout.status !== 'in_run') return draftOf(status, payout, 'unmatched', payout.status);
      rejected.add(payout.id);
      return draftOf(
        status,
        payout,
        'rejected',
        status.reason || (status.status === 'CANC' ? 'cancelled' : 'rejected'),
      );
    });
  });
}

function isAbout(status: PaymentStatus, payout: FiledPayout, named: ReadonlySet<string>): boolean {
  if (payout.messageId !== status.originalMessageId) return false;
  if (status.endToEndId !== null) return payout.endToEndId === status.endToEndId;
  return !named.has(payout.endToEndId) && (status.originalBlockId === null || status.originalBlockId === payout.block);
}

function draftOf(
  status: PaymentStatus,
  payout: FiledPayout | null,
  outcome: Outcome,
  reason: string | null,
): EntryDraft {
  return {
    direction: 'status',
    day: null,
    party: '',
    invoiceIds: [],
    storeId: null,
    prepaidMinor: null,
    outcome,
    reason,
    movement: null,
    sameAsId: null,
    amountMinor: payout?.amountMinor ?? null,
    currency: payout?.currency ?? null,
    endToEndId: payout?.endToEndId ?? status.endToEndId,
    reference: [status.originalBlockId ?? status.originalMessageId, status.status, status.reason].join(' ').trim(),
    payoutId: payout?.id ?? null,
  };
}

async function readFiled(tx: Database, messageIds: readonly string[]): Promise<FiledPayout[]> {
  const { rows } = await tx.execute<FiledPayout & Record<string, unknown>>(sql`
    SELECT p.id, p.end_to_end_id AS "endToEndId", f.message_id AS "messageId", p.file_block AS block, p.status,
      p.amount_minor AS "amountMinor", p.currency
    FROM payout_files f JOIN payouts p ON p.file_id = f.id
    WHERE f.kind = 'bank' AND f.message_id = ANY (${sql.param([...new Set(messageIds)])}::text[]) ORDER BY p.id FOR UPDATE OF p`);
  return rows;
}
