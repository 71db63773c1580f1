import { sql } from 'drizzle-orm';
import type { Calendar } from '../../platform/calendar.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/read-page.ts';
import { InvalidInput, RuleRefused } from '../../platform/errors/errors.ts';
import type { Page, PageRequest } from '../../platform/pagination.ts';
import { writeAudit } from '../accounts/index.ts';
import { audienceOf, managedBy, type NamedOwner, type Owner, resolveOwner } from '../webhooks/index.ts';
import { nextDueAt, type Rhythm } from './due-days.ts';
import { type Filters, faultsOfView, type ReportListName } from './lists.ts';
import { refuseStrangers } from './recipients.ts';
import {
  lockSchedule,
  type ReportFormat,
  type ReportSchedule,
  SCHEDULE_COLUMNS,
  type ScheduleRow,
  scheduleOf,
} from './schedule.ts';

/** Maximum number of scheduled reports of one owner. */
const MAX_SCHEDULES = 50;

/** The parts of a rhythm as a caller gives them. */
interface GivenRhythm {
  every: Rhythm['every'];
  weekday?: number | null | undefined;
  monthDay?: number | null | undefined;
  hour: number;
}

export interface NewSchedule {
  owner: NamedOwner;
  name: string;
  list: ReportListName;
  filters: Filters;
  rhythm: GivenRhythm;
  format: ReportFormat;
  /** The caller by default. */
  recipients?: readonly number[] | undefined;
}

/** The changed fields; omitted ones remain. */
export interface ScheduleChange {
  name?: string | undefined;
  filters?: Filters | undefined;
  rhythm?: { [Part in keyof GivenRhythm]?: GivenRhythm[Part] | undefined } | undefined;
  format?: ReportFormat | undefined;
  recipients?: readonly number[] | undefined;
  status?: 'active' | 'paused' | undefined;
}

interface ScheduleDeps {
  calendar: Calendar;
}

/**
 * Schedules a view of a list.
 * @throws InvalidInput naming the field; NotFound or Forbidden for an owner that the caller cannot act for; RuleRefused
 *   `too_many_report_schedules`
 */
export async function createSchedule(
  ctx: Context,
  { calendar }: ScheduleDeps,
  { owner: named, name, list, filters, rhythm: given, format, recipients = [ctx.actor.userId] }: NewSchedule,
): Promise<ReportSchedule> {
  const owner = await resolveOwner(ctx, named);
  if (audienceOf(owner) === 'platform')
    throw new InvalidInput({ store_id: ['must name the store, client_id the agency, or user_id the creator'] });
  refuseFaults(faultsOfView(audienceOf(owner), { list, filters }));
  const rhythm = checkedRhythm(given);
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    await refuseStrangers({ db: tx, actor: ctx.actor }, owner, recipients);
    await refuseTooMany(tx, owner);
    const { storeId, agencyId, userId } = owner;
    const { rows } = await tx.execute<{ id: number }>(sql`
      INSERT INTO report_schedules (store_id, agency_id, user_id, name, list, filters, every, weekday, month_day, hour, format, next_at, created_by, created_at, updated_at)
      VALUES (${storeId}, ${agencyId}, ${userId}, ${name}, ${list}, ${JSON.stringify(filters)}::jsonb, ${rhythm.every}, ${weekdayOf(rhythm)}, ${monthDayOf(rhythm)}, ${rhythm.hour},
        ${format}, ${nextDueAt(rhythm, calendar, now).toISOString()}, ${ctx.actor.userId}, ${now.toISOString()}, ${now.toISOString()})
      RETURNING id`);
    const { id } = rows[0]!;
    await writeRecipients(tx, id, recipients);
    return audited(tx, ctx, 'created', await lockSchedule(tx, id));
  });
}

/** Lists the scheduled reports of the owners that the caller may act for, newest first. */
export async function listSchedules(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  { storeId, agencyId, userId }: NamedOwner,
  page: PageRequest,
): Promise<Page<ReportSchedule>> {
  const where = [managedBy(actor, sql`s`)];
  if (storeId !== undefined) where.push(sql`s.store_id = ${storeId}`);
  if (agencyId !== undefined) where.push(sql`s.agency_id = ${agencyId}`);
  if (userId !== undefined) where.push(sql`s.user_id = ${userId}`);
  const from = sql`report_schedules s WHERE ${sql.join(where, sql` AND `)}`;
  const list = { columns: SCHEDULE_COLUMNS, from, order: sql`s.id DESC` };
  const { items, total } = await readPage<ScheduleRow>(db, list, page);
  return { items: items.map(scheduleOf), total };
}

/**
 * Changes a scheduled report. A report that was due during a pause is not made up.
 * @throws InvalidInput naming the field; NotFound when it was deleted
 */
export async function changeSchedule(
  ctx: Context,
  { calendar }: ScheduleDeps,
  id: number,
  change: ScheduleChange,
): Promise<ReportSchedule> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const before = await lockSchedule(tx, id);
    const { name = before.name, filters = before.filters, format = before.format, recipients } = change;
    refuseFaults(faultsOfView(audienceOf(before.owner), { list: before.list, filters }));
    const rhythm =
      change.rhythm === undefined ? before.rhythm : checkedRhythm(changedRhythm(before.rhythm, change.rhythm));
    const status = change.status ?? (before.pausedAt === null ? 'active' : 'paused');
    const isDueAnew = change.rhythm !== undefined || (status === 'active' && before.pausedAt !== null);
    const nextAt = isDueAnew ? nextDueAt(rhythm, calendar, now) : before.nextAt;
    const pausedAt = status === 'active' ? null : (before.pausedAt ?? now);
    await tx.execute(sql`
      UPDATE report_schedules SET name = ${name}, filters = ${JSON.stringify(filters)}::jsonb, every = ${rhythm.every}, weekday = ${weekdayOf(rhythm)}, month_day = ${monthDayOf(rhythm)},
        hour = ${rhythm.hour}, format = ${format}, paused_at = ${pausedAt?.toISOString() ?? null}, next_at = ${nextAt.toISOString()}, updated_at = ${now.toISOString()}
      WHERE id = ${id}`);
    if (recipients !== undefined) {
      const known = before.recipients.map((one) => one.id);
      await refuseStrangers({ db: tx, actor: ctx.actor }, before.owner, recipients, known);
      await tx.execute(sql`DELETE FROM report_recipients WHERE schedule_id = ${id}`);
      await writeRecipients(tx, id, recipients);
    }
    return audited(tx, ctx, 'changed', await lockSchedule(tx, id));
  });
}

/** Deletes a scheduled report: nothing is sent any more. */
export async function deleteSchedule(ctx: Context, schedule: ReportSchedule): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`DELETE FROM report_schedules WHERE id = ${schedule.id}`);
    await audited(tx, ctx, 'deleted', schedule);
  });
}

const weekdayOf = (rhythm: Rhythm) => (rhythm.every === 'week' ? rhythm.weekday : null);
const monthDayOf = (rhythm: Rhythm) => (rhythm.every === 'month' ? rhythm.monthDay : null);

/** The day remains only if the report is sent as often as before. */
function changedRhythm(before: Rhythm, change: NonNullable<ScheduleChange['rhythm']>): GivenRhythm {
  const every = change.every ?? before.every;
  const { weekday = weekdayOf(before), monthDay = monthDayOf(before), hour = before.hour } = change;
  if (every === before.every) return { every, weekday, monthDay, hour };
  return { every, weekday: change.weekday, monthDay: change.monthDay, hour };
}

/** @throws InvalidInput naming `weekday` or `month_day` if it is missing, or does not belong to the rhythm */
function checkedRhythm({ every, weekday, monthDay, hour }: GivenRhythm): Rhythm {
  const faults: Record<string, string[]> = {};
  const compare = (field: string, day: number | null | undefined, isNeeded: boolean) => {
    if (isNeeded && day == null) faults[field] = [`must be given for every ${every}`];
    if (!isNeeded && day != null) faults[field] = [`must be absent for every ${every}`];
  };
  compare('weekday', weekday, every === 'week');
  compare('month_day', monthDay, every === 'month');
  refuseFaults(faults);
  if (every === 'week') return { every, weekday: weekday!, hour };
  return every === 'month' ? { every, monthDay: monthDay!, hour } : { every, hour };
}

function refuseFaults(faults: Record<string, string[]>): void {
  if (Object.keys(faults).length > 0) throw new InvalidInput(faults);
}

async function writeRecipients(tx: Database, id: number, recipients: readonly number[]): Promise<void> {
  await tx.execute(sql`
    INSERT INTO report_recipients (schedule_id, user_id) SELECT DISTINCT ${id}::bigint, g FROM unnest(${sql.param([...recipients])}::bigint[]) AS g`);
}

/** Concurrent requests are counted one after the other. */
async function refuseTooMany(tx: Database, owner: Owner): Promise<void> {
  const { storeId, agencyId, userId } = owner;
  const key = `reports ${audienceOf(owner)} ${storeId ?? agencyId ?? userId}`;
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  const { rows } = await tx.execute<{ total: number }>(sql`
    SELECT count(*) AS total FROM report_schedules WHERE store_id IS NOT DISTINCT FROM ${storeId}::bigint
      AND agency_id IS NOT DISTINCT FROM ${agencyId}::bigint AND user_id IS NOT DISTINCT FROM ${userId}::bigint`);
  if (rows[0]!.total >= MAX_SCHEDULES)
    throw new RuleRefused(
      'too_many_report_schedules',
      `One owner has at most ${MAX_SCHEDULES} scheduled reports; delete one first.`,
    );
}

async function audited(
  tx: Database,
  { actor }: Pick<Context, 'actor'>,
  what: string,
  schedule: ReportSchedule,
): Promise<ReportSchedule> {
  const details = { recipients: schedule.recipients.map(({ id }) => id) };
  const action = `report_schedule.${what}`;
  await writeAudit(tx, { actor, action, subjectKind: 'report_schedule', subjectId: schedule.id, details });
  return schedule;
}
