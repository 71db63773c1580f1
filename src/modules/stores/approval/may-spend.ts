import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import type { Approval } from './approval.ts';

/** The codes with which `refuseToPromise` refuses. */
export const PROMISE_REFUSALS = ['store_pending', 'store_rejected', 'store_inactive', 'credit_limit'] as const;

const SENTENCES: Record<(typeof PROMISE_REFUSALS)[number], string> = {
  store_pending: 'The store is not approved yet; it can promise nothing until it is.',
  store_rejected: 'The store was not approved; it can promise nothing.',
  store_inactive: 'The store is deactivated; it can promise nothing.',
  credit_limit: 'The store has reached its credit limit; it can promise nothing more until it has paid.',
};

const refusal = (code: (typeof PROMISE_REFUSALS)[number]): RuleRefused => new RuleRefused(code, SENTENCES[code]);

/**
 * Permits a store to promise an amount, in the caller's transaction, if it is approved and active and its remaining credit
 * suffices. The store's credit stays locked until the end of the transaction, so that two promises do not use the same credit.
 * @param minor minor units of the store's currency; 0: a later cost of an unknown amount
 * @param campaignId the campaign that promises; what is left of its guarantee counts as well
 * @throws RuleRefused with a code of PROMISE_REFUSALS
 */
export async function refuseToPromise(
  tx: Database,
  { storeId, minor, campaignId = null }: { storeId: number; minor: number; campaignId?: number | null },
): Promise<void> {
  await requireTrading(tx, storeId);
  const { rows } = await tx.execute<{ remaining: number }>(sql`
    SELECT limit_minor - incurred_minor - promised_minor - reserved_minor
      + coalesce((SELECT g.left_minor FROM guarantees g WHERE g.campaign_id = ${campaignId}::bigint AND g.released_at IS NULL), 0) AS remaining
    FROM store_credit WHERE store_id = ${storeId} FOR NO KEY UPDATE`);
  const remaining = rows[0]?.remaining ?? 0;
  if (remaining <= 0 || remaining < minor) throw refusal('credit_limit');
}

/**
 * Permits a store to agree on a sum with a participant of a campaign, if it is approved and active. The database reserves the sum
 * against the credit limit when the participant is written, and refuses with `credit_limit`. No row is locked, because the caller
 * has locked the participant, and other transactions lock participants after stores.
 * @throws RuleRefused with a code of PROMISE_REFUSALS
 */
export async function refuseToAgree(tx: Database, storeId: number): Promise<void> {
  const { rows } = await tx.execute<Trading>(sql`SELECT ${TRADING} FROM stores WHERE id = ${storeId}`);
  refuseStopped(rows[0]);
}

/**
 * Permits a store to set terms with a cost. A store without approval can prepare campaigns, which pay nothing until it is
 * approved.
 * @throws RuleRefused `credit_limit` when it has no remaining credit
 */
export async function refuseTermsAtLimit(tx: Database, storeId: number): Promise<void> {
  const { rows } = await tx.execute(
    sql`SELECT FROM store_credit WHERE store_id = ${storeId} AND incurred_minor + promised_minor >= limit_minor`,
  );
  if (rows.length > 0) throw refusal('credit_limit');
}

/** Permits what only a store that is approved and active may do, which it stays until the end of the transaction. @throws RuleRefused */
export async function requireTrading(tx: Database, storeId: number): Promise<void> {
  const { rows } = await tx.execute<Trading>(sql`SELECT ${TRADING} FROM stores WHERE id = ${storeId} FOR SHARE`);
  refuseStopped(rows[0]);
}

type Trading = { approval: Approval; inactive: boolean };
const TRADING = sql`approval, deactivated_at IS NOT NULL OR deleted_at IS NOT NULL AS inactive`;

function refuseStopped(store: Trading | undefined): void {
  if (store === undefined || store.inactive) throw refusal('store_inactive');
  if (store.approval !== 'approved') throw refusal(`store_${store.approval}`);
}
