import { sql } from 'drizzle-orm';
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
export async function readGuarantee(ctx: Pick<Context, 'db' | 'now'>, campaignId: number): Promise<Guarantee | null> {
  return (await readGuarantees(ctx, [campaignId])).get(campaignId) ?? null;
}

/** The same for several campaigns, by campaign; those with nothing to read are left out. */
export async function readGuarantees(
  { db, now }: Pick<Context, 'db' | 'now'>,
  campaignIds: readonly number[],
): Promise<ReadonlyMap<number, Guarantee>> {
  const { rows } = await db.execute<{
    campaign_id: number;
    id: number;
    currency: string;
    amount_minor: number;
    used_minor: number;
    left_minor: number;
    until: string;
    is_binding: boolean;
    approval_days: number;
    ended_reason: string | null;
  }>(sql`
    SELECT n.id AS campaign_id, g.id, s.currency, g.amount_minor, g.used_minor, g.left_minor, g.until,
      g.released_at IS NULL AND g.until >= (${now().toISOString()}::timestamptz AT TIME ZONE g.time_zone)::date AS is_binding, g.approval_days, g.ended_reason
    FROM unnest(${sql.param([...campaignIds])}::bigint[]) AS n (id)
    CROSS JOIN LATERAL (SELECT x.* FROM guarantees x WHERE x.campaign_id = n.id ORDER BY x.id DESC LIMIT 1) g JOIN stores s ON s.id = g.store_id
    WHERE g.released_at IS NULL OR g.ended_reason IS NOT NULL`);
  return new Map(
    rows.map((row) => [
      row.campaign_id,
      {
        id: row.id,
        currency: row.currency,
        amountMinor: row.amount_minor,
        usedMinor: Math.max(row.used_minor, 0),
        leftMinor: row.left_minor,
        until: row.until,
        isBinding: row.is_binding,
        approvalDays: row.approval_days,
        endedReason: row.ended_reason,
      },
    ]),
  );
}

/**
 * Rounds an amount down to two digits. Creators read what is left in this form: from exact amounts before and after a click, they could
 * compute what the store pays beyond their share.
 * @param minor not negative
 */
export function roundedDown(minor: number): number {
  const unit = 10 ** Math.max(0, String(minor).length - 2);
  return Math.floor(minor / unit) * unit;
}
