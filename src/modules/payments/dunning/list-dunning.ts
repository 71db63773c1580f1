import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import { listOrder, type SortOf } from '../../../platform/list-order.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';

export const DUNNING_STATES = ['waiting', 'blocked', 'paused'] as const;

/** An unpaid invoice of a store and its reminders. Days are `YYYY-MM-DD`. */
export interface DunnedInvoice {
  id: number;
  number: string;
  storeId: number;
  storeName: string;
  /** The open amount. */
  openMinor: number;
  currency: string;
  dueOn: string;
  /** Reminders that were sent, and when the last of them was. */
  sent: number;
  lastSentOn: string | null;
  /** When the next reminder is sent; null: none is left. */
  nextOn: string | null;
  /** Whether the next reminder is the last one, with which the store's credit limit becomes zero. */
  nextBlocks: boolean;
  /** Whether the store's credit limit is zero because of this invoice. */
  isBlocking: boolean;
  pausedUntil: string | null;
}

/** The orders of the list. */
export const DUNNING_ORDER = listOrder(
  {
    number: sql`d.number`,
    payment_date: sql`d.due_on`,
    open: [sql`d.currency`, sql`d.open_minor`],
    sent: sql`d.sent`,
    next_on: sql`d.next_on`,
  },
  { tie: [sql`d.id`], usual: sql`d.next_on NULLS LAST, d.due_on, d.id` },
);

/**
 * Lists the unpaid invoices of stores with their reminders. `remindStores` sends them by the same schedule.
 * @param days the schedule (`DUNNING_DAYS`): days after the due date, growing; empty: no reminders
 * @param today the platform's day, `YYYY-MM-DD`
 */
export function listDunning(
  { db }: Pick<Context, 'db'>,
  {
    days,
    today,
    state,
    sort,
  }: {
    days: readonly number[];
    today: string;
    state?: (typeof DUNNING_STATES)[number] | undefined;
    sort?: SortOf<typeof DUNNING_ORDER>;
  },
  page: PageRequest,
): Promise<Page<DunnedInvoice>> {
  const wanted =
    state === undefined
      ? sql`true`
      : state === 'blocked'
        ? sql`d.is_blocking`
        : state === 'paused'
          ? sql`d.paused_until IS NOT NULL`
          : sql`d.next_on IS NOT NULL AND d.paused_until IS NULL`;
  const from = sql`(
    SELECT i.id, i.number, i.store_id, t.name AS store_name, i.open_minor, i.currency, i.payment_date AS due_on, last.level AS sent,
      last.sent_on, i.dunning_paused_until AS paused_until, s.level = ${days.length} AS next_blocks,
      last.blocks AND (i.dunning_paused_until IS NULL OR i.dunning_paused_until < ${today}::date) AS is_blocking,
      CASE WHEN s.level IS NOT NULL
        THEN greatest(i.payment_date + s.days, last.sent_on + s.pause, i.dunning_paused_until + 1, ${today}::date) END AS next_on
    FROM invoices i JOIN stores t ON t.id = i.store_id
    CROSS JOIN LATERAL (SELECT coalesce(max(n.level), 0) AS level, max(n.sent_on) AS sent_on, coalesce(bool_or(n.blocks), false) AS blocks
      FROM dunning_notices n WHERE n.invoice_id = i.id) last
    LEFT JOIN (SELECT level::int, days, days - lag(days, 1, 0) OVER (ORDER BY level) AS pause
      FROM unnest(${sql.param([...days])}::int[]) WITH ORDINALITY AS s (days, level)) s ON s.level = last.level + 1
    WHERE i.kind = 'store' AND i.paid_at IS NULL AND i.open_minor > 0
  ) d WHERE ${wanted}`;
  return readPage<DunnedInvoice & Record<string, unknown>>(
    db,
    {
      columns: sql`d.id, d.number, d.store_id AS "storeId", d.store_name AS "storeName", d.open_minor AS "openMinor", d.currency, d.due_on AS "dueOn",
        d.sent, d.sent_on AS "lastSentOn", d.next_on AS "nextOn", coalesce(d.next_blocks, false) AS "nextBlocks", d.is_blocking AS "isBlocking",
        d.paused_until AS "pausedUntil"`,
      from,
      order: DUNNING_ORDER.by(sort),
    },
    page,
  );
}
