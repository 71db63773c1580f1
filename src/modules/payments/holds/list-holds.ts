import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import { listOrder, type SortOf } from '../../../platform/list-order.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';

/** The party whose payouts are held. */
export interface HoldSubject {
  kind: 'store' | 'user' | 'client';
  id: number;
}

/** A hold, released or not. */
export interface Hold {
  id: number;
  subject: HoldSubject & { name: string };
  reason: string;
  /** Null for an administrator who has been erased, or when no user placed the hold. */
  createdBy: number | null;
  createdAt: Date;
  /** Null while the hold is in force. */
  release: { by: number | null; at: Date; reason: string } | null;
}

type Row = {
  id: number;
  kind: HoldSubject['kind'];
  subject_id: number;
  name: string;
  reason: string;
  created_by: number | null;
  created_at: string;
  released_by: number | null;
  released_at: string | null;
  release_reason: string | null;
};

const COLUMNS = sql`h.id, CASE WHEN h.store_id IS NOT NULL THEN 'store' WHEN h.user_id IS NOT NULL THEN 'user' ELSE 'client' END AS kind,
  coalesce(h.store_id, h.user_id, h.agency_id) AS subject_id, coalesce(s.name, u.public_name, c.name) AS name, h.reason, h.created_by, h.created_at,
  h.released_by, h.released_at, h.release_reason`;
const HOLDS = sql`payout_holds h LEFT JOIN stores s ON s.id = h.store_id LEFT JOIN users u ON u.id = h.user_id LEFT JOIN agencies c ON c.id = h.agency_id`;

/** The orders of the list. */
export const HOLD_ORDER = listOrder(
  {
    created_at: sql`h.id`,
    subject: sql`lower(coalesce(s.name, u.public_name, c.name))`,
    released_at: sql`h.released_at`,
  },
  { tie: [sql`h.id`], usual: sql`h.id DESC` },
);

/** Filter of holds; omitted fields do not restrict it. */
export interface HoldFilters {
  /** Whether the hold is still in force. */
  isCurrent?: boolean | undefined;
  sort?: SortOf<typeof HOLD_ORDER>;
}

/** Lists holds. */
export async function listHolds(
  { db }: Pick<Context, 'db'>,
  { isCurrent, sort }: HoldFilters,
  page: PageRequest,
): Promise<Page<Hold>> {
  const where: SQL =
    isCurrent === undefined ? sql`true` : isCurrent ? sql`h.released_at IS NULL` : sql`h.released_at IS NOT NULL`;
  const { items, total } = await readPage<Row>(
    db,
    { columns: COLUMNS, from: sql`${HOLDS} WHERE ${where}`, order: HOLD_ORDER.by(sort) },
    page,
  );
  return { items: items.map(holdOf), total };
}

/** Reads a hold by its id; null when there is none. */
export async function readHold(db: Database, id: number): Promise<Hold | null> {
  const { rows } = await db.execute<Row>(sql`SELECT ${COLUMNS} FROM ${HOLDS} WHERE h.id = ${id}`);
  return rows[0] === undefined ? null : holdOf(rows[0]);
}

function holdOf(row: Row): Hold {
  const { released_at: releasedAt, release_reason: reason } = row;
  return {
    id: row.id,
    subject: { kind: row.kind, id: row.subject_id, name: row.name },
    reason: row.reason,
    createdBy: row.created_by,
    createdAt: new Date(row.created_at),
    release: releasedAt === null || reason === null ? null : { by: row.released_by, at: new Date(releasedAt), reason },
  };
}
