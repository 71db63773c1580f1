import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { PAYEE_NAME } from '../../payments/index.ts';
import { type Owner, type OwnerKind, ownedBy } from '../owner.ts';
import type { Method } from '../payout-accounts/account-details.ts';

export const PAYOUT_STATUSES = ['in_run', 'dropped', 'cancelled', 'rejected', 'paid', 'returned'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** The payout of a run to one payee. */
export interface Payout {
  id: number;
  runId: number;
  account: OwnerKind;
  payeeId: number;
  payeeName: string;
  currency: string;
  amountMinor: number;
  endToEndId: string;
  status: PayoutStatus;
  reason: string | null;
  method: Method;
  masked: string;
  /** Whether another payee has the same account. */
  isShared: boolean;
  /** Stripe's id of the transfer. */
  transferId: string | null;
  /** `YYYY-MM-DD` */
  paidOn: string | null;
  returnedOn: string | null;
}

/** Lists payouts of a run or of a payee, the latest first. */
export function listPayouts(
  { db }: Pick<Context, 'db'>,
  { runId, owner }: { runId?: number; owner?: Owner },
  page: PageRequest,
): Promise<Page<Payout>> {
  const conditions: SQL[] = [sql`true`];
  if (runId !== undefined) conditions.push(sql`p.run_id = ${runId}`);
  if (owner !== undefined) conditions.push(ownedBy(owner, 'p'));
  return readPage<Payout & Record<string, unknown>>(
    db,
    {
      columns: sql`p.id, p.run_id AS "runId", p.account, coalesce(p.user_id, p.agency_id) AS "payeeId", ${PAYEE_NAME} AS "payeeName",
        p.currency, p.amount_minor AS "amountMinor", p.end_to_end_id AS "endToEndId", p.status, p.reason, a.method, a.masked,
        EXISTS (SELECT FROM payout_accounts o WHERE o.fingerprint = a.fingerprint AND o.removed_at IS NULL AND o.payee_id <> a.payee_id
          AND o.fingerprint <> '') AS "isShared", t.transfer_id AS "transferId",
        p.paid_on AS "paidOn", p.returned_on AS "returnedOn"`,
      from: sql`payouts p JOIN payout_accounts a ON a.id = p.payout_account_id LEFT JOIN users u ON u.id = p.user_id
        LEFT JOIN payout_transfers t ON t.payout_id = p.id LEFT JOIN agencies c ON c.id = p.agency_id WHERE ${sql.join(conditions, sql` AND `)}`,
      order: sql`p.id DESC`,
    },
    page,
  );
}
