import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import { listOrder, type SortOf } from '../../../platform/list-order.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { PERSON_COLUMN, type Person } from '../../accounts/index.ts';

/** The facts about a claimed order that the platform knows immediately. */
export const FINDINGS = [
  'not_reported',
  'already_yours',
  'another_creator',
  'nobodys',
  'click_in_window',
  'no_click_in_window',
] as const;
export type Finding = (typeof FINDINGS)[number];

export const CLAIM_STATUSES = ['open', 'escalated', 'accepted', 'declined'] as const;
type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/** A creator's report of an order that is missing or wrong; the amount in minor units. */
export interface Claim {
  id: number;
  store: { id: number; name: string };
  user: Person;
  /** The agency of the creator now. */
  agencyId: number | null;
  orderNumber: string;
  orderedOn: string;
  amountMinor: number;
  currency: string;
  note: string;
  findings: Finding[];
  clickId: string | null;
  /** `escalated`: not decided before the deadline. */
  status: ClaimStatus;
  reason: string | null;
  dueAt: Date;
  decidedAt: Date | null;
  orderRowId: number | null;
  evidence: { id: number; name: string; created_at: string }[];
  createdAt: Date;
}

/** Filters; a claim must satisfy all of them. */
export interface ClaimFilters {
  id?: number | undefined;
  storeId?: number | undefined;
  userId?: number | undefined;
  status?: ClaimStatus | undefined;
  sort?: SortOf<typeof CLAIM_ORDER>;
}

type Row = Record<string, unknown> &
  Omit<Claim, 'store' | 'dueAt' | 'decidedAt' | 'createdAt'> & {
    store_id: number;
    store_name: string;
    due_at: string;
    decided_at: string | null;
    created_at: string;
  };

const statusAt = (now: Date): SQL =>
  sql`coalesce(c.decision, CASE WHEN c.due_at < ${now.toISOString()} THEN 'escalated' ELSE 'open' END)`;

/** The orders of a list of claims. */
export const CLAIM_ORDER = listOrder(
  {
    created_at: sql`c.id`,
    ordered_on: sql`c.ordered_on`,
    amount: [sql`c.currency`, sql`c.amount_minor`],
    due_at: sql`c.due_at`,
  },
  { tie: [sql`c.id`], usual: sql`c.id DESC` },
);

/** Reads one page of claims. */
export async function listClaims(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { id, storeId, userId, status, sort }: ClaimFilters,
  page: PageRequest,
): Promise<Page<Claim>> {
  const at = now();
  const conditions = [sql`true`];
  if (id !== undefined) conditions.push(sql`c.id = ${id}`);
  if (storeId !== undefined) conditions.push(sql`c.store_id = ${storeId}`);
  if (userId !== undefined) conditions.push(sql`c.user_id = ${userId}`);
  if (status !== undefined) conditions.push(sql`${statusAt(at)} = ${status}`);
  const columns = sql`c.id, c.store_id, s.name AS store_name, ${PERSON_COLUMN} AS "user", u.agency_id AS "agencyId", c.order_number AS "orderNumber",
    c.ordered_on AS "orderedOn", c.amount_minor AS "amountMinor", c.currency, c.note, c.findings, c.click_id AS "clickId", ${statusAt(at)} AS status,
    c.reason, c.due_at, c.decided_at, c.order_row_id AS "orderRowId", c.created_at,
    coalesce((SELECT jsonb_agg(jsonb_build_object('id', e.id, 'name', e.name, 'created_at', e.created_at) ORDER BY e.id)
      FROM order_claim_evidence e WHERE e.claim_id = c.id), '[]') AS evidence`;
  const from = sql`order_claims c JOIN stores s ON s.id = c.store_id JOIN users u ON u.id = c.user_id WHERE ${sql.join(conditions, sql` AND `)}`;
  const { items, total } = await readPage<Row>(db, { columns, from, order: CLAIM_ORDER.by(sort) }, page);
  return { items: items.map(claimOf), total };
}

/** Reads one claim; null when there is none. */
export async function readClaim(ctx: Pick<Context, 'db' | 'now'>, id: number): Promise<Claim | null> {
  return (await listClaims(ctx, { id }, { page: 1, size: 1, offset: 0 })).items[0] ?? null;
}

function claimOf({ store_id, store_name, due_at, decided_at, created_at, ...row }: Row): Claim {
  return {
    ...row,
    store: { id: store_id, name: store_name },
    dueAt: new Date(due_at),
    decidedAt: decided_at === null ? null : new Date(decided_at),
    createdAt: new Date(created_at),
  };
}

/** A claim locked for a decision; null when there is none. */
export async function lockClaim(tx: Database, id: number): Promise<{ isDecided: boolean; files: number } | null> {
  const { rows } = await tx.execute<{ decided: boolean; files: number }>(sql`
    SELECT decision IS NOT NULL AS decided, (SELECT count(*)::int FROM order_claim_evidence WHERE claim_id = ${id}) AS files
    FROM order_claims WHERE id = ${id} FOR UPDATE`);
  const row = rows[0];
  return row === undefined ? null : { isDecided: row.decided, files: row.files };
}
