import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { ORDER_RULE_COLUMNS, type OrderRuleRow } from '../../stores/index.ts';
import type { Channel, ReportedOrder } from './read-report.ts';

/** The facts about a store that its orders depend on. */
export interface SellingStore {
  id: number;
  currency: string;
  /** Whether its orders lead to commission and whether it may decide them. */
  maySpend: boolean;
  isApproved: boolean;
  /** Whether the store is deactivated, so that its own reports are refused. */
  isEnded: boolean;
  /** The maximum value of an order with commission, in minor units of the store's currency. */
  maxOrderMinor: number;
  countedWays: readonly Channel[];
  signatureRequired: boolean;
}

/** Reads a store, including a deactivated one. @throws NotFound */
export async function findSellingStore(db: Database, id: number): Promise<SellingStore> {
  const { rows } = await db.execute<
    {
      id: number;
      currency: string;
      may_spend: boolean;
      is_approved: boolean;
      is_ended: boolean;
    } & OrderRuleRow
  >(sql`
    SELECT s.id, s.currency, store_may_spend(s) AS may_spend,
      s.approval = 'approved' AS is_approved, store_is_ended(s) AS is_ended,
      ${ORDER_RULE_COLUMNS}
    FROM stores s LEFT JOIN order_rules r ON r.store_id = s.id WHERE s.id = ${id} AND s.deleted_at IS NULL`);
  const row = rows[0];
  if (row === undefined) throw new NotFound('store');
  return {
    id: row.id,
    currency: row.currency,
    maySpend: row.may_spend,
    isApproved: row.is_approved,
    isEnded: row.is_ended,
    maxOrderMinor: row.max_order_minor,
    countedWays: row.counted_ways,
    signatureRequired: row.signature_required,
  };
}

/**
 * Refuses a report of the store itself that would have no effect. A report of a page is stored instead.
 * @throws RuleRefused `store_inactive`, `way_not_counted`
 */
export function refuseShopsReport({ isEnded, countedWays }: SellingStore, channel: Channel): void {
  if (channel === 'sales_pixel') return;
  if (isEnded) throw new RuleRefused('store_inactive', 'The store is deactivated and cannot report orders.');
  if (!countedWays.includes(channel))
    throw new RuleRefused(
      'way_not_counted',
      `The store takes no reports by ${channel}: its members choose which ways count (order-rules).`,
    );
}

/** Whether the store's rules count a report for commission. Of events, pages count only if their kind says so. */
export const isCounted = (
  { countedWays, signatureRequired }: SellingStore,
  { channel, signed, event }: Pick<ReportedOrder, 'channel' | 'signed' | 'event'>,
): boolean =>
  countedWays.includes(channel) &&
  (channel !== 'sales_pixel' || ((signed || !signatureRequired) && (event?.kind.pagesCount ?? true)));

/**
 * Refuses decisions of a store that may not spend. Administrators may still decide.
 * @throws RuleRefused `store_inactive`
 */
export async function refuseDecisions(
  db: Database,
  { storeId, byAdmin }: { storeId: number; byAdmin: boolean },
): Promise<void> {
  if (byAdmin) return;
  const { rows } = await db.execute<{ may_spend: boolean }>(
    sql`SELECT store_may_spend(s) AS may_spend FROM stores s WHERE id = ${storeId}`,
  );
  if (rows[0]?.may_spend !== true)
    throw new RuleRefused(
      'store_inactive',
      'The store may not decide about orders: it is deactivated or not approved.',
    );
}
