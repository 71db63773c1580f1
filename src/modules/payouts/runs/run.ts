import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { listOrder, type SortOf } from '../../../platform/list-order.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import type { PainFormat } from '../files/pain.ts';

export const RUN_STATUSES = ['draft', 'approved', 'exported', 'cancelled'] as const;

/** A file of an exported run. */
interface RunFile {
  id: number;
  kind: 'bank' | 'paypal' | 'wise' | 'stripe';
  name: string;
  payouts: number;
  totalMinor: number;
  /** SHA-256 of the content, hexadecimal. */
  sha256: string;
}

/** The actor and the time of a step of a run. */
export interface RunStep {
  by: number;
  name: string;
  at: Date;
}

/** A payout run. */
export interface Run {
  id: number;
  currency: string;
  /** `YYYY-MM-DD` */
  cutOff: string;
  status: (typeof RUN_STATUSES)[number];
  needsApproval: boolean;
  format: PainFormat | null;
  created: RunStep;
  approved: RunStep | null;
  exported: RunStep | null;
  cancelled: (RunStep & { reason: string }) | null;
  /** Payouts that were not dropped or cancelled, and their sum in minor units. */
  payouts: number;
  totalMinor: number;
  /** Number of payouts by status. */
  states: Record<string, number>;
  files: RunFile[];
}

type Row = {
  id: number;
  currency: string;
  cut_off: string;
  status: Run['status'];
  needs_approval: boolean;
  format: PainFormat | null;
  created_by: number;
  created_name: string;
  created_at: string;
  approved_by: number | null;
  approved_name: string | null;
  approved_at: string | null;
  exported_by: number | null;
  exported_name: string | null;
  exported_at: string | null;
  cancelled_by: number | null;
  cancelled_name: string | null;
  cancelled_at: string | null;
  cancel_reason: string | null;
  payouts: number;
  total_minor: number;
  states: Record<string, number> | null;
  files: RunFile[] | null;
};

const nameOf = (step: 'created' | 'approved' | 'exported' | 'cancelled') => sql`(SELECT u.public_name FROM users u
  WHERE u.id = r.${sql.identifier(`${step}_by`)}) AS ${sql.identifier(`${step}_name`)}`;
const COLUMNS = sql`r.id, r.currency, r.cut_off, r.status, r.needs_approval, r.format, r.created_by, r.created_at, r.approved_by, r.approved_at,
  r.exported_by, r.exported_at, r.cancelled_by, r.cancelled_at, r.cancel_reason, s.payouts, s.total_minor, s.states,
  ${nameOf('created')}, ${nameOf('approved')}, ${nameOf('exported')}, ${nameOf('cancelled')}, (SELECT jsonb_agg(jsonb_build_object('id', f.id, 'kind', f.kind, 'name', f.name,
  'payouts', f.payouts, 'totalMinor', f.total_minor, 'sha256', encode(f.sha256, 'hex')) ORDER BY f.kind) FROM payout_files f
  WHERE f.run_id = r.id) AS files`;
const FROM = sql`payout_runs r CROSS JOIN LATERAL (
  SELECT coalesce(sum(n) FILTER (WHERE status NOT IN ('dropped', 'cancelled')), 0)::bigint AS payouts,
    coalesce(sum(minor) FILTER (WHERE status NOT IN ('dropped', 'cancelled')), 0)::bigint AS total_minor, jsonb_object_agg(status, n) AS states
  FROM (SELECT status, count(*) AS n, sum(amount_minor) AS minor FROM payouts WHERE run_id = r.id GROUP BY status) p) s`;

/** The orders of the list. */
export const RUN_ORDER = listOrder(
  { created_at: sql`r.id`, cut_off: sql`r.cut_off`, total: [sql`r.currency`, sql`s.total_minor`] },
  { tie: [sql`r.id`], usual: sql`r.id DESC` },
);

/** Lists payout runs. */
export async function listRuns(
  { db }: Pick<Context, 'db'>,
  { status, sort }: { status?: Run['status'] | undefined; sort?: SortOf<typeof RUN_ORDER> },
  page: PageRequest,
): Promise<Page<Run>> {
  const where: SQL = status === undefined ? sql`true` : sql`r.status = ${status}`;
  const { items, total } = await readPage<Row>(
    db,
    { columns: COLUMNS, from: sql`${FROM} WHERE ${where}`, order: RUN_ORDER.by(sort) },
    page,
  );
  return { items: items.map(runOf), total };
}

/** Reads a payout run. @throws NotFound */
export async function readRun({ db }: Pick<Context, 'db'>, id: number): Promise<Run> {
  const { rows } = await db.execute<Row>(sql`SELECT ${COLUMNS} FROM ${FROM} WHERE r.id = ${id}`);
  if (rows[0] === undefined) throw new NotFound('payout run');
  return runOf(rows[0]);
}

/** Locks a run until the end of the transaction, and reads it. @throws NotFound */
export async function lockRun(tx: Database, id: number): Promise<Run> {
  await tx.execute(sql`SELECT FROM payout_runs WHERE id = ${id} FOR UPDATE`);
  return readRun({ db: tx }, id);
}

function runOf(row: Row): Run {
  const step = (by: number | null, name: string | null, at: string | null): RunStep | null =>
    by === null || at === null ? null : { by, name: name ?? '', at: new Date(at) };
  const cancelled = step(row.cancelled_by, row.cancelled_name, row.cancelled_at);
  return {
    id: row.id,
    currency: row.currency,
    cutOff: row.cut_off,
    status: row.status,
    format: row.format,
    needsApproval: row.needs_approval,
    created: { by: row.created_by, name: row.created_name, at: new Date(row.created_at) },
    approved: step(row.approved_by, row.approved_name, row.approved_at),
    exported: step(row.exported_by, row.exported_name, row.exported_at),
    cancelled: cancelled === null ? null : { ...cancelled, reason: row.cancel_reason ?? '' },
    payouts: row.payouts,
    totalMinor: row.total_minor,
    states: row.states ?? {},
    files: row.files ?? [],
  };
}
