import { sql } from 'drizzle-orm';
import type { PaymentStatus } from '../../../platform/bank-files/bank-report.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { PayoutStatus } from '../runs/list-payouts.ts';
import type { EntryDraft, Outcome } from './judge-movements.ts';

interface FiledPayout {
  id: number;
  endToEndId: string;
  messageId: string;
  isSepa: boolean;
  status: PayoutStatus;
  amountMinor: number;
  currency: string;
}

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
    if (status.status !== 'RJCT')
      return [draftOf(status, about.length === 1 ? about[0]! : null, 'noted', status.status)];
    return about.map((payout) => {
      if (payout.status === 'rejected' || rejected.has(payout.id)) return draftOf(status, payout, 'known', null);
      if (payout.status !== 'in_run') return draftOf(status, payout, 'unmatched', payout.status);
      rejected.add(payout.id);
      return draftOf(status, payout, 'rejected', status.reason || 'rejected');
    });
  });
}

function isAbout(status: PaymentStatus, payout: FiledPayout, named: ReadonlySet<string>): boolean {
  if (payout.messageId !== status.originalMessageId) return false;
  if (status.endToEndId !== null) return payout.endToEndId === status.endToEndId;
  const block = `${payout.messageId}-${payout.isSepa ? 'S' : 'X'}`;
  return !named.has(payout.endToEndId) && (status.originalBlockId === null || status.originalBlockId === block);
}

function draftOf(
  status: PaymentStatus,
  payout: FiledPayout | null,
  outcome: Outcome,
  reason: string | null,
): EntryDraft {
  return {
    ...{ key: null, direction: 'status', day: null, party: '', invoiceIds: [], storeId: null, outcome, reason },
    amountMinor: payout?.amountMinor ?? null,
    currency: payout?.currency ?? null,
    endToEndId: payout?.endToEndId ?? status.endToEndId,
    reference: [status.originalBlockId ?? status.originalMessageId, status.status, status.reason].join(' ').trim(),
    payoutId: payout?.id ?? null,
  };
}

async function readFiled(tx: Database, messageIds: readonly string[]): Promise<FiledPayout[]> {
  const { rows } = await tx.execute<FiledPayout & Record<string, unknown>>(sql`
    SELECT p.id, p.end_to_end_id AS "endToEndId", f.message_id AS "messageId", a.method = 'iban' AND p.currency = 'EUR' AS "isSepa", p.status,
      p.amount_minor AS "amountMinor", p.currency
    FROM payout_files f JOIN payouts p ON p.file_id = f.id JOIN payout_accounts a ON a.id = p.payout_account_id
    WHERE f.kind = 'bank' AND f.message_id = ANY (${sql.param([...new Set(messageIds)])}::text[]) ORDER BY p.id FOR UPDATE OF p`);
  return rows;
}
