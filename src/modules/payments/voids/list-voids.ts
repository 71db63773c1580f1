import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import { listOrder, type SortOf } from '../../../platform/list-order.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { type Effect, effectsOf } from './effect.ts';
import type { VoidFilter, VoidKind } from './find-items.ts';

/** A void of clicks, orders or one-time payments. */
export interface Void {
  id: number;
  kind: VoidKind;
  reason: string;
  filter: VoidFilter;
  items: number;
  effects: Effect[];
  createdBy: number | null;
  createdAt: Date;
  undo: { by: number | null; at: Date; reason: string } | null;
}

type Row = {
  id: number;
  kind: VoidKind;
  reason: string;
  filter: VoidFilter;
  items: number;
  effects: Effect[];
  created_by: number | null;
  created_at: string;
  undone_by: number | null;
  undone_at: string | null;
  undo_reason: string | null;
};

const COLUMNS = sql`v.id, v.kind, v.reason, v.filter, v.created_by, v.created_at, v.undone_by, v.undone_at, v.undo_reason,
  (SELECT count(*) FROM void_items i WHERE i.void_id = v.id) AS items,
  ${effectsOf(sql`void_items i WHERE i.void_id = v.id`)} AS effects`;

/** The orders of the list. */
export const VOID_ORDER = listOrder(
  { created_at: sql`v.id`, undone_at: sql`v.undone_at` },
  { tie: [sql`v.id`], usual: sql`v.id DESC` },
);

/** Lists voids. */
export async function listVoids(
  { db }: Pick<Context, 'db'>,
  {
    kind,
    isUndone,
    sort,
  }: { kind?: VoidKind | undefined; isUndone?: boolean | undefined; sort?: SortOf<typeof VOID_ORDER> },
  page: PageRequest,
): Promise<Page<Void>> {
  const conditions: SQL[] = [sql`true`];
  if (kind !== undefined) conditions.push(sql`v.kind = ${kind}`);
  if (isUndone !== undefined) conditions.push(isUndone ? sql`v.undone_at IS NOT NULL` : sql`v.undone_at IS NULL`);
  const from = sql`voids v WHERE ${sql.join(conditions, sql` AND `)}`;
  const { items, total } = await readPage<Row>(db, { columns: COLUMNS, from, order: VOID_ORDER.by(sort) }, page);
  return { items: items.map(voidOf), total };
}

/** Reads a void by its id; null when there is none. */
export async function readVoid({ db }: Pick<Context, 'db'>, id: number): Promise<Void | null> {
  const { rows } = await db.execute<Row>(sql`SELECT ${COLUMNS} FROM voids v WHERE v.id = ${id}`);
  return rows[0] === undefined ? null : voidOf(rows[0]);
}

function voidOf(row: Row): Void {
  const { undone_at: undoneAt, undo_reason: undoReason } = row;
  return {
    id: row.id,
    kind: row.kind,
    reason: row.reason,
    filter: row.filter,
    items: row.items,
    effects: row.effects,
    createdBy: row.created_by,
    createdAt: new Date(row.created_at),
    undo:
      undoneAt === null || undoReason === null
        ? null
        : { by: row.undone_by, at: new Date(undoneAt), reason: undoReason },
  };
}
