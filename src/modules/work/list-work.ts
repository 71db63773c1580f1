import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/auth/actor.ts';
import { actorFor } from '../../platform/auth/team-roles.ts';
import type { Context } from '../../platform/context.ts';
import type { PaymentProvider } from '../../platform/payment-provider/provider.ts';
import type { WorkAudience, WorkReader } from '../../platform/work/work-source.ts';
import { rolesOf } from '../accounts/index.ts';
import { requiresPaymentSetup } from '../payments/index.ts';
import type { PayableDeps } from '../payouts/index.ts';
import { PATHS } from './places.ts';
import { WORK_KINDS, WORK_SOURCES, type WorkKind } from './sources.ts';

/** Maximum number of tasks of one kind and audience, and of all returned tasks. */
const MAX_OF_SOURCE = 50;
export const MAX_WORK = 200;

/** The dependencies of the open tasks, and of the home pages with them. */
export interface WorkDeps extends PayableDeps {
  paymentProvider: PaymentProvider;
}

/** Records of one kind that require an action of a person. */
export interface WorkItem {
  kind: WorkKind;
  /** The role in which the person acts. */
  audience: WorkAudience;
  /** Number of records that wait. */
  count: number;
  /** Name, title or number of the record, if it has one. */
  subject: string | null;
  store: { id: number; name: string } | null;
  agency: { id: number; name: string } | null;
  amount: { minor: number; currency: string } | null;
  dueAt: Date | null;
  isOverdue: boolean;
  /** Path of the console page where the task is done. */
  path: string;
}

type Row = {
  kind: WorkKind;
  audience: WorkAudience;
  count: number;
  subject: string | null;
  record_id: number | null;
  store_id: number | null;
  store_name: string | null;
  agency_id: number | null;
  agency_name: string | null;
  amount_minor: number | null;
  currency: string | null;
  due_at: string | null;
};

/**
 * Lists the caller's open tasks in every role by due date, those without one last. One statement reads all kinds.
 * @param storeId only tasks of this store, which the caller may administer; administrators see what its owners see
 */
export async function listWork(
  ctx: Pick<Context, 'db' | 'actor' | 'now'>,
  { calendar, paymentProvider }: Pick<WorkDeps, 'calendar' | 'paymentProvider'>,
  { storeId }: { storeId?: number | undefined } = {},
): Promise<WorkItem[]> {
  const now = ctx.now();
  const reader = readerOf(ctx.actor, { now, calendar, paymentProvider, storeId });
  const parts = partsFor(reader);
  if (parts.length === 0) return [];
  const { rows } = await ctx.db.execute<Row>(sql`
    SELECT w.kind, w.audience, w.count, w.subject, w.record_id, w.store_id, s.name AS store_name, w.agency_id, c.name AS agency_name,
      w.amount_minor, w.currency, w.due_at
    FROM (${sql.join(parts, sql` UNION ALL `)}) w
    LEFT JOIN stores s ON s.id = w.store_id LEFT JOIN agencies c ON c.id = w.agency_id
    WHERE s.deleted_at IS NULL
    ORDER BY w.due_at NULLS LAST, w.place, s.name, c.name, w.subject, w.currency LIMIT ${MAX_WORK}`);
  return rows.map((row) => itemOf(row, reader));
}

function partsFor(reader: WorkReader): SQL[] {
  return WORK_KINDS.flatMap((kind, place) =>
    WORK_SOURCES[kind].flatMap((source) => {
      const rows = source.rows(reader);
      if (rows === null) return [];
      return [
        sql`(SELECT ${kind}::text AS kind, ${source.audience}::text AS audience, ${place}::int AS place, x.* FROM (${rows}) x
          WHERE x.count > 0 ORDER BY x.due_at NULLS LAST, x.record_id LIMIT ${MAX_OF_SOURCE})`,
      ];
    }),
  );
}

function readerOf(
  actor: Actor,
  {
    now,
    calendar,
    paymentProvider,
    storeId,
  }: Pick<WorkDeps, 'calendar' | 'paymentProvider'> & { now: Date; storeId: number | undefined },
): WorkReader {
  const roles = rolesOf(actor);
  const isAll = storeId === undefined;
  const stores = (ids: readonly number[]) => {
    if (isAll) return ids;
    return actor.isAdmin || ids.includes(storeId) ? [storeId] : [];
  };
  return {
    userId: actor.userId,
    isCreator: isAll && roles.includes('creator'),
    isAdmin: isAll && actor.isAdmin,
    storeIds: (need) => stores(actorFor(actor, need).storeIds),
    agencyIds: (need) => (isAll || need === 'read' ? actorFor(actor, need).agencyIds : []),
    isPaymentSetupRequired: requiresPaymentSetup(paymentProvider),
    now,
    today: calendar.dayOf(now.getTime()),
    timeZone: calendar.timeZone,
  };
}

function itemOf(row: Row, { now, today }: WorkReader): WorkItem {
  const { kind, audience, count, subject, record_id: recordId, store_id: storeId, agency_id: agencyId } = row;
  const dueAt = row.due_at === null ? null : new Date(row.due_at);
  return {
    kind,
    audience,
    count,
    subject,
    dueAt,
    store: storeId === null ? null : { id: storeId, name: row.store_name! },
    agency: agencyId === null ? null : { id: agencyId, name: row.agency_name! },
    amount:
      row.amount_minor === null || row.currency === null ? null : { minor: row.amount_minor, currency: row.currency },
    isOverdue: dueAt !== null && dueAt < now,
    path: PATHS[kind]({ recordId, storeId, agencyId, subject }, today),
  };
}
