import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import { listOrder, type SortOf } from '../../../platform/list-order.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { PERSON_COLUMN, type Person } from '../../accounts/index.ts';

export const APPEAL_KINDS = ['click', 'order', 'one_time_payment', 'order_claim'] as const;
export type AppealKind = (typeof APPEAL_KINDS)[number];

export const APPEAL_STATES = ['open', 'upheld', 'dismissed'] as const;
type AppealState = (typeof APPEAL_STATES)[number];

/**
 * An appeal against a void, a denial or a declined claim. It changes nothing by itself; the original decision can be revised
 * separately.
 */
export interface Appeal {
  id: number;
  kind: AppealKind;
  /** The id of the voided, denied or declined record. */
  subject: string;
  store: { id: number; name: string };
  user: Person;
  /** The creator's agency now. */
  currentAgencyId: number | null;
  state: AppealState;
  createdAt: Date;
  closedAt: Date | null;
}

type Row = Record<string, unknown> &
  Omit<Appeal, 'store' | 'createdAt' | 'closedAt'> & {
    store_id: number;
    store_name: string;
    created_at: string;
    closed_at: string | null;
  };

/** Filters; an appeal must satisfy all of them. */
interface AppealFilters {
  id?: number;
  state?: AppealState | undefined;
  kind?: AppealKind | undefined;
  subject?: string | undefined;
  storeId?: number | undefined;
  /** Condition: the actor may read the appeal. */
  actor?: Actor;
  sort?: SortOf<typeof APPEAL_ORDER>;
}

/** The orders of the list. */
export const APPEAL_ORDER = listOrder(
  { created_at: sql`a.id`, closed_at: sql`a.closed_at` },
  { tie: [sql`a.id`], usual: sql`a.id DESC` },
);

/** One page of appeals. */
export async function listAppeals(
  { db }: Pick<Context, 'db'>,
  { id, state, kind, subject, storeId, actor, sort }: AppealFilters,
  page: PageRequest,
): Promise<Page<Appeal>> {
  const conditions: SQL[] = [sql`true`];
  if (id !== undefined) conditions.push(sql`a.id = ${id}`);
  if (state !== undefined) conditions.push(sql`coalesce(a.outcome, 'open') = ${state}`);
  if (kind !== undefined) conditions.push(sql`a.kind = ${kind}`);
  if (subject !== undefined) conditions.push(sql`a.subject = ${subject}`);
  if (storeId !== undefined) conditions.push(sql`a.store_id = ${storeId}`);
  if (actor !== undefined && !actor.isAdmin)
    conditions.push(sql`(a.user_id = ${actor.userId} OR a.store_id = ANY (${sql.param([...actor.storeIds])}::bigint[])
      OR u.agency_id = ANY (${sql.param([...actor.agencyIds])}::bigint[]))`);
  const columns = sql`a.id, a.kind, a.subject, a.store_id, s.name AS store_name, ${PERSON_COLUMN} AS "user", u.agency_id AS "currentAgencyId",
    coalesce(a.outcome, 'open') AS state, a.created_at, a.closed_at`;
  const from = sql`appeals a JOIN stores s ON s.id = a.store_id JOIN users u ON u.id = a.user_id WHERE ${sql.join(conditions, sql` AND `)}`;
  const { items, total } = await readPage<Row>(db, { columns, from, order: APPEAL_ORDER.by(sort) }, page);
  return { items: items.map(appealOf), total };
}

/** Reads one appeal; null when there is none. */
export async function readAppeal(ctx: Pick<Context, 'db'>, id: number): Promise<Appeal | null> {
  return (await listAppeals(ctx, { id }, { page: 1, size: 1, offset: 0 })).items[0] ?? null;
}

function appealOf({ store_id, store_name, created_at, closed_at, ...row }: Row): Appeal {
  return {
    ...row,
    store: { id: store_id, name: store_name },
    createdAt: new Date(created_at),
    closedAt: closed_at === null ? null : new Date(closed_at),
  };
}
