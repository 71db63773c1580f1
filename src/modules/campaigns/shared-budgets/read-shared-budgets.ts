import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';

/** A budget that campaigns of a store share; money in minor units. */
export interface SharedBudget {
  id: number;
  title: string;
  amountMinor: number;
  spentMinor: number;
  currency: string;
  /** The campaigns that share it, by id. */
  campaigns: { id: number; title: string }[];
}

/** A shared budget of a store. */
export interface SharedBudgetKey {
  storeId: number;
  id: number;
}

const COLUMNS = sql`b.id, b.title, b.amount_minor AS "amountMinor", b.spent_minor AS "spentMinor", s.currency,
  (SELECT coalesce(json_agg(json_build_object('id', o.id, 'title', o.shown_title) ORDER BY o.id), '[]')
    FROM campaigns o WHERE o.shared_budget_id = b.id AND o.deleted_at IS NULL) AS campaigns`;
const from = (condition: SQL) => sql`shared_budgets b JOIN stores s ON s.id = b.store_id WHERE ${condition}`;

/** Lists a store's shared budgets, newest first. */
export function listSharedBudgets(
  { db }: Pick<Context, 'db'>,
  storeId: number,
  page: PageRequest,
): Promise<Page<SharedBudget>> {
  return readPage<SharedBudget & Record<string, unknown>>(
    db,
    { columns: COLUMNS, from: from(sql`b.store_id = ${storeId}`), order: sql`b.id DESC` },
    page,
  );
}

/** Reads a shared budget of a store. @throws NotFound when the store has no such budget */
export async function readSharedBudget(db: Database, { storeId, id }: SharedBudgetKey): Promise<SharedBudget> {
  const { rows } = await db.execute<SharedBudget & Record<string, unknown>>(
    sql`SELECT ${COLUMNS} FROM ${from(sql`b.store_id = ${storeId} AND b.id = ${id}`)}`,
  );
  if (rows[0] === undefined) throw new NotFound('shared budget');
  return rows[0];
}
