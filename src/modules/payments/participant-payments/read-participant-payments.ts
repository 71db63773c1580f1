import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';

/** Maximum number of listed payments: the agreed fee, and the bonuses of the latest months. */
export const MAX_PAYMENTS = 100;

/** The amounts that a store owes for a participant in a campaign; minor units of the store's currency, before VAT. */
export interface ParticipantCost {
  quantity: number;
  /** The current amount, invoiced or not. */
  costMinor: number;
  /** The part on the store's invoices. It equals `costMinor` after the next closing. */
  invoicedMinor: number;
  /** The part on invoices that are paid. */
  paidMinor: number;
}

/** The agreed fee, or a bonus. */
interface ParticipantPayment {
  id: number;
  kind: 'fee' | 'bonus';
  minor: number;
  currency: string;
  /** `YYYY-MM-DD` */
  paymentDate: string;
  comment: string;
  isVoid: boolean;
}

export interface ParticipantPayments {
  clicks: ParticipantCost;
  /** Commission of approved orders. */
  commission: ParticipantCost;
  oneTime: ParticipantCost;
  /** Orders without a decision: their cost if all of them are approved. */
  pending: { quantity: number; costMinor: number };
  /** The agreed sum that no closing has booked. */
  agreedMinor: number;
  /** Latest first. */
  payments: ParticipantPayment[];
}

const KINDS = { clicks: 'clicks', commission: 'commission', one_time: 'oneTime', pending: 'pending' } as const;

/**
 * Reads the amounts that a store owes for a participant in a campaign, the invoiced and paid parts, and the one-time payments.
 * @param userId null: the participant is an address without a user, for whom nothing is owed
 */
export async function readParticipantPayments(
  { db }: Pick<Context, 'db'>,
  {
    participantId,
    campaignId,
    storeId,
    userId,
  }: { participantId: number; campaignId: number; storeId: number; userId: number | null },
): Promise<ParticipantPayments> {
  const theirs = sql`store_id = ${storeId} AND user_id = ${userId} AND campaign_id = ${campaignId}`;
  const { rows } = await db.execute<{
    kind: keyof typeof KINDS;
    quantity: number;
    cost_minor: number;
    invoiced_minor: number;
    paid_minor: number;
  }>(sql`
    WITH origins AS MATERIALIZED (SELECT origin_kind, origin_id, quantity, cost_minor FROM owed WHERE ${theirs}),
    invoiced AS (
      SELECT o.origin_kind, -sum(e.amount_minor) AS minor, -sum(e.amount_minor) FILTER (WHERE i.paid_at IS NOT NULL) AS paid
      FROM origins o JOIN ledger_entries e ON e.origin_kind = o.origin_kind AND e.origin_id = o.origin_id
      JOIN invoice_lines l ON l.id = e.invoice_line_id JOIN invoices i ON i.id = l.invoice_id
      WHERE e.part = 'cost' GROUP BY 1
    )
    SELECT o.origin_kind AS kind, o.quantity, o.cost_minor, coalesce(i.minor, 0)::bigint AS invoiced_minor, coalesce(i.paid, 0)::bigint AS paid_minor
    FROM (SELECT origin_kind, sum(quantity)::bigint AS quantity, sum(cost_minor)::bigint AS cost_minor FROM origins GROUP BY 1) o
    LEFT JOIN invoiced i ON i.origin_kind = o.origin_kind
    UNION ALL
    SELECT 'pending', count(*), coalesce(sum(cost_minor), 0)::bigint, 0, 0 FROM orders
    WHERE ${theirs} AND status = 'pending' AND counts AND link_id IS NOT NULL`);
  const { rows: paid } = await db.execute<{
    id: number;
    kind: 'fee' | 'bonus';
    minor: number;
    currency: string;
    payment_date: string;
    comment: string;
    is_void: boolean;
  }>(sql`
    SELECT id, CASE WHEN participant_id IS NULL THEN 'bonus' ELSE 'fee' END AS kind, user_minor AS minor, currency, payment_date::text, comment,
      void_id IS NOT NULL AS is_void
    FROM one_time_payments WHERE participant_id = ${participantId}
      OR store_id = ${storeId} AND user_id = ${userId} AND bonus_campaign_id = ${campaignId}
    ORDER BY payment_date DESC, id DESC LIMIT ${MAX_PAYMENTS}`);
  const { rows: agreed } = await db.execute<{ minor: number }>(sql`
    SELECT promised_sum(p.status, p.payment_amount_minor, c, t.user_minor) AS minor
    FROM participants p JOIN campaigns c ON c.id = p.campaign_id LEFT JOIN one_time_payments t ON t.participant_id = p.id WHERE p.id = ${participantId}`);
  const none = { quantity: 0, costMinor: 0, invoicedMinor: 0, paidMinor: 0 };
  const found: Omit<ParticipantPayments, 'agreedMinor' | 'payments'> = {
    clicks: none,
    commission: none,
    oneTime: none,
    pending: none,
  };
  for (const row of rows)
    found[KINDS[row.kind]] = {
      quantity: row.quantity,
      costMinor: row.cost_minor,
      invoicedMinor: row.invoiced_minor,
      paidMinor: row.paid_minor,
    };
  const payments = paid.map(({ payment_date: paymentDate, is_void: isVoid, ...row }) => ({
    ...row,
    paymentDate,
    isVoid,
  }));
  return { ...found, agreedMinor: agreed[0]?.minor ?? 0, payments };
}
