import { sql } from 'drizzle-orm';
import type { Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';

/** The prepaid money that a store has reserved for a campaign; minor units of the store's currency, without VAT. */
export interface Guarantee {
  id: number;
  currency: string;
  /** The costs that are covered, from the beginning on. */
  amountMinor: number;
  /** The costs since the beginning. More than the amount when the free balance has covered further costs. */
  usedMinor: number;
  /** What is left of the amount. */
  leftMinor: number;
  /** The last day on which creators are promised the cover. */
  until: string;
  /** Whether that day is not over. Afterwards the money stays reserved until everything is paid. */
  isBinding: boolean;
  /** Orders decide themselves after at most so many days. */
  approvalDays: number;
  /** Why the administration has ended it at once; null: it has not. */
  endedReason: string | null;
}

/**
 * Reads the guarantee of a campaign, or the reason with which the administration has ended its latest one.
 * @returns null when nothing is reserved and nothing was ended
 */
export async function readGuarantee(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { campaignId, calendar }: { campaignId: number; calendar: Calendar },
): Promise<Guarantee | null> {
  const { rows } = await db.execute<{
    id: number;
    currency: string;
    amount_minor: number;
    used_minor: number;
    left_minor: number;
    until: string;
    approval_days: number;
    is_released: boolean;
    ended_reason: string | null;
  }>(sql`
    SELECT g.id, s.currency, g.amount_minor, g.used_minor, g.left_minor, g.until, g.approval_days, g.released_at IS NOT NULL AS is_released, g.ended_reason
    FROM guarantees g JOIN stores s ON s.id = g.store_id WHERE g.campaign_id = ${campaignId} ORDER BY g.id DESC LIMIT 1`);
  const row = rows[0];
  if (row === undefined || (row.is_released && row.ended_reason === null)) return null;
  return {
    id: row.id,
    currency: row.currency,
    amountMinor: row.amount_minor,
    usedMinor: Math.max(row.used_minor, 0),
    leftMinor: row.left_minor,
    until: row.until,
    isBinding: !row.is_released && row.until >= calendar.dayOf(now().getTime()),
    approvalDays: row.approval_days,
    endedReason: row.ended_reason,
  };
}
