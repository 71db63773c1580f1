import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { type ParticipantStatus, TAKING_PART } from '../participants/transitions.ts';

export const DELIVERABLE_STATUSES = ['awaited', 'submitted', 'changes_requested', 'approved', 'published'] as const;
type DeliverableStatus = (typeof DELIVERABLE_STATUSES)[number];

/** The statuses of a deliverable whose draft the store has approved. */
export const isApproved = (status: DeliverableStatus): boolean => status === 'approved' || status === 'published';

/** Condition over `deliverables d`: it waits for a draft. As in the index `deliverables_due`. */
export const AWAITED_SQL = sql`d.status IN ('awaited', 'changes_requested')`;

export const DECISIONS = ['approved', 'changes_requested'] as const;
export type Decision = (typeof DECISIONS)[number];

/** Something that a participant of a campaign is to submit. */
export interface Deliverable {
  id: number;
  campaign: { id: number; title: string };
  store: { id: number; name: string };
  participantId: number;
  user: { id: number; name: string };
  /** The agency of the creator now. */
  agencyId: number | null;
  title: string;
  /** Empty when there are none. */
  instructions: string;
  /** `YYYY-MM-DD`, in the platform's time zone. */
  dueOn: string;
  status: DeliverableStatus;
  /** Number of submitted drafts. */
  versions: number;
}

/** A draft, without the content of its picture. */
interface Submission {
  version: number;
  url: string | null;
  note: string;
  /** The file name of its picture; null: it has none. */
  fileName: string | null;
  createdAt: Date;
  decision: Decision | null;
  feedback: string | null;
  decidedAt: Date | null;
}

/** A deliverable with its drafts, newest first. */
export interface DeliverableWithDrafts extends Deliverable {
  submissions: Submission[];
}

/** Filters; a deliverable must satisfy all of them. */
export interface DeliverableFilters {
  ids?: readonly number[] | undefined;
  campaignId?: number | undefined;
  participantId?: number | undefined;
  /** Omits deliverables of deleted campaigns. */
  userId?: number | undefined;
  status?: DeliverableStatus | undefined;
  /** First and last day, `YYYY-MM-DD`. */
  from?: string | undefined;
  to?: string | undefined;
}

type Row = Record<string, unknown> &
  Pick<
    Deliverable,
    'id' | 'participantId' | 'agencyId' | 'title' | 'instructions' | 'dueOn' | 'status' | 'versions'
  > & {
    campaign_id: number;
    campaign_title: string;
    store_id: number;
    store_name: string;
    user_id: number;
    user_name: string;
  };

/** Lists deliverables by their days. */
export async function listDeliverables(
  { db }: Pick<Context, 'db'>,
  { ids, campaignId, participantId, userId, status, from, to }: DeliverableFilters,
  page: PageRequest,
): Promise<Page<Deliverable>> {
  const all: SQL[] = [sql`true`];
  if (ids !== undefined) all.push(sql`d.id = ANY (${sql.param([...ids])}::bigint[])`);
  if (campaignId !== undefined) all.push(sql`p.campaign_id = ${campaignId}`);
  if (participantId !== undefined) all.push(sql`p.id = ${participantId}`);
  if (userId !== undefined) all.push(sql`p.user_id = ${userId} AND o.deleted_at IS NULL`);
  if (status !== undefined) all.push(sql`d.status = ${status}`);
  if (from !== undefined) all.push(sql`d.due_on >= ${from}::date`);
  if (to !== undefined) all.push(sql`d.due_on <= ${to}::date`);
  const columns = sql`d.id, d.participant_id AS "participantId", d.title, d.instructions, to_char(d.due_on, 'YYYY-MM-DD') AS "dueOn", d.status,
    o.id AS campaign_id, o.shown_title AS campaign_title, o.store_id, s.name AS store_name, p.user_id,
    u.public_name AS user_name, u.agency_id AS "agencyId",
    (SELECT count(*)::int FROM submissions x WHERE x.deliverable_id = d.id) AS versions`;
  const tables = sql`deliverables d JOIN participants p ON p.id = d.participant_id JOIN campaigns o ON o.id = p.campaign_id
    JOIN stores s ON s.id = o.store_id JOIN users u ON u.id = p.user_id WHERE ${sql.join(all, sql` AND `)}`;
  const found = await readPage<Row>(db, { columns, from: tables, order: sql`d.due_on, d.id` }, page);
  return { items: found.items.map(deliverableOf), total: found.total };
}

/** Reads a deliverable with its drafts; null when there is none. */
export async function readDeliverable(ctx: Pick<Context, 'db'>, id: number): Promise<DeliverableWithDrafts | null> {
  const { items } = await listDeliverables(ctx, { ids: [id] }, { page: 1, size: 1, offset: 0 });
  if (items[0] === undefined) return null;
  const { rows } = await ctx.db.execute<
    Omit<Submission, 'createdAt' | 'decidedAt'> & Record<string, unknown> & { at: string; decided_at: string | null }
  >(sql`
    SELECT version, url, note, file_name AS "fileName", decision, feedback, created_at AS at, decided_at
    FROM submissions WHERE deliverable_id = ${id} ORDER BY version DESC`);
  const submissions = rows.map(({ at, decided_at: decidedAt, ...row }) => ({
    ...row,
    createdAt: new Date(at),
    decidedAt: decidedAt === null ? null : new Date(decidedAt),
  }));
  return { ...items[0], submissions };
}

function deliverableOf(row: Row): Deliverable {
  const { campaign_id, campaign_title, store_id, store_name, user_id, user_name, ...rest } = row;
  return {
    ...rest,
    campaign: { id: campaign_id, title: campaign_title },
    store: { id: store_id, name: store_name },
    user: { id: user_id, name: user_name },
  };
}

/** A deliverable locked for a change, with the data on which changes depend. */
interface LockedDeliverable {
  status: DeliverableStatus;
  dueOn: string;
  /** The number of its newest draft; 0: it has none. */
  latest: number;
  /** Whether the participant takes part in the campaign. */
  takesPart: boolean;
  /** Whether the store has completed the participation. */
  isDone: boolean;
}

/** Locks a deliverable, so that of two changes at once the second sees the first. @throws NotFound also when its campaign is deleted */
export async function lockDeliverable(tx: Database, id: number): Promise<LockedDeliverable> {
  const { rows } = await tx.execute<{
    status: DeliverableStatus;
    due_on: string;
    part_status: ParticipantStatus;
  }>(sql`
    SELECT d.status, to_char(d.due_on, 'YYYY-MM-DD') AS due_on, p.status AS part_status
    FROM deliverables d JOIN participants p ON p.id = d.participant_id JOIN campaigns o ON o.id = p.campaign_id
    WHERE d.id = ${id} AND o.deleted_at IS NULL FOR UPDATE OF d`);
  const row = rows[0];
  if (row === undefined) throw new NotFound('deliverable');
  // A separate statement, because the statement that waits for the lock does not see the drafts that the other transaction has added.
  const { rows: drafts } = await tx.execute<{ latest: number }>(
    sql`SELECT coalesce(max(version), 0) AS latest FROM submissions WHERE deliverable_id = ${id}`,
  );
  return {
    status: row.status,
    dueOn: row.due_on,
    latest: drafts[0]!.latest,
    takesPart: TAKING_PART.includes(row.part_status),
    isDone: row.part_status === 'done',
  };
}

/** Marks a locked deliverable as published, or takes that back: it is approved again. */
export async function markPublished(
  tx: Database,
  { id, isPublished, at }: { id: number; isPublished: boolean; at: Date },
): Promise<void> {
  await tx.execute(sql`
    UPDATE deliverables SET status = ${isPublished ? 'published' : 'approved'}, updated_at = ${at.toISOString()} WHERE id = ${id}`);
}
