import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { PERSON_COLUMN, type Person } from '../../accounts/index.ts';
import { isSupported } from './bind-customer.ts';
import { type Step, stepAt } from './programme.ts';

/** Why a binding no longer counts. */
export const END_REASONS = ['months_over', 'orders_denied', 'by_store', 'forgotten'] as const;

/** A customer of a store who is, or was, bound to a creator. */
export interface Binding {
  id: number;
  store: { id: number; name: string };
  user: Person;
  /** A short name of the customer for the store's list, from which the hash does not follow. */
  customer: string;
  campaignId: number | null;
  programmeVersion: number;
  steps: readonly Step[];
  firstOrder: { id: number; orderId: string };
  beginsAt: Date;
  /** When its months are over; null: never. */
  endsAt: Date | null;
  endedAt: Date | null;
  endedReason: (typeof END_REASONS)[number] | null;
  endedNote: string | null;
  isActive: boolean;
  /** The rate of an order now, in millionths; null: orders do not follow it. */
  ratePpm: number | null;
  /** Orders that follow it and are not denied. */
  orders: number;
}

/** Filters of bindings; a binding must satisfy all of them. */
export interface BindingFilters {
  storeId?: number | undefined;
  userId?: number | undefined;
  isActive?: boolean | undefined;
}

type Row = {
  id: number;
  store_id: number;
  store_name: string;
  user: Person;
  customer: string;
  campaign_id: number | null;
  version: number;
  steps: Step[];
  first_order_id: number;
  order_id: string;
  begins_at: string;
  ends_at: string | null;
  ended_at: string | null;
  ended_reason: Binding['endedReason'];
  ended_note: string | null;
  active: boolean;
  orders: number;
};

/** A condition over `customer_bindings b`: it counts at an instant. */
const isActiveAt = (at: SQL): SQL =>
  sql`(b.ended_at IS NULL AND (b.ends_at IS NULL OR b.ends_at > ${at}) AND ${isSupported(sql`NULL`)})`;

/**
 * Reads one page of bindings, newest first.
 * @param page.after the id of the last binding of the previous page
 */
export async function listBindings(
  { db, now }: Pick<Context, 'db' | 'now'>,
  filters: BindingFilters,
  { after, size }: { after?: number | undefined; size: number },
): Promise<{ bindings: Binding[]; next: number | null }> {
  const conditions = [
    filters.storeId === undefined ? null : sql`b.store_id = ${filters.storeId}`,
    filters.userId === undefined ? null : sql`b.user_id = ${filters.userId}`,
    filters.isActive === undefined
      ? null
      : sql`${isActiveAt(sql`${now().toISOString()}::timestamptz`)} = ${filters.isActive}`,
    after === undefined ? null : sql`b.id < ${after}`,
  ].filter((one) => one !== null);
  const rows = await read(db, { where: sql.join(conditions, sql` AND `), at: now(), size: size + 1 });
  const bindings = rows.slice(0, size);
  return { bindings, next: rows.length > size ? bindings.at(-1)!.id : null };
}

/** Reads a binding by our id; null when there is none. */
export async function readBinding({ db, now }: Pick<Context, 'db' | 'now'>, id: number): Promise<Binding | null> {
  return (await read(db, { where: sql`b.id = ${id}`, at: now(), size: 1 }))[0] ?? null;
}

async function read(db: Database, { where, at, size }: { where: SQL; at: Date; size: number }): Promise<Binding[]> {
  const now = sql`${at.toISOString()}::timestamptz`;
  const { rows } = await db.execute<Row>(sql`
    SELECT b.id, b.store_id, s.name AS store_name, ${PERSON_COLUMN} AS "user", left(md5(b.customer_hash), 8) AS customer, b.campaign_id, p.version, p.steps,
      b.first_order_id, f.order_id, b.begins_at, b.ends_at,
      coalesce(b.ended_at, CASE WHEN b.ends_at <= ${now} THEN b.ends_at END) AS ended_at,
      CASE WHEN b.ended_reason IS NOT NULL THEN b.ended_reason WHEN b.ends_at <= ${now} THEN 'months_over'
        WHEN NOT ${isSupported(sql`NULL`)} THEN 'orders_denied' END AS ended_reason,
      b.ended_note, ${isActiveAt(now)} AS active,
      (SELECT count(*) FROM orders c WHERE c.store_id = b.store_id AND c.customer_hash = b.customer_hash AND c.user_id = b.user_id
        AND c.customer_since = b.begins_at AND c.status <> 'denied') AS orders
    FROM customer_bindings b JOIN stores s ON s.id = b.store_id JOIN users u ON u.id = b.user_id JOIN customer_programmes p ON p.id = b.programme_id
    JOIN orders f ON f.id = b.first_order_id
    WHERE ${where} ORDER BY b.id DESC LIMIT ${size}`);
  const time = (text: string | null) => (text === null ? null : new Date(text));
  return rows.map((row) => ({
    id: row.id,
    store: { id: row.store_id, name: row.store_name },
    user: row.user,
    customer: row.customer,
    campaignId: row.campaign_id,
    programmeVersion: row.version,
    steps: row.steps,
    firstOrder: { id: row.first_order_id, orderId: row.order_id },
    beginsAt: new Date(row.begins_at),
    endsAt: time(row.ends_at),
    endedAt: time(row.ended_at),
    endedReason: row.ended_reason,
    endedNote: row.ended_note,
    isActive: row.active,
    ratePpm: row.active ? (stepAt(row.steps, { since: new Date(row.begins_at), at }).step?.cpa_ppm ?? null) : null,
    orders: row.orders,
  }));
}
