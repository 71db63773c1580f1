import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { NotFound } from '../../platform/errors/errors.ts';
import type { Person } from '../accounts/index.ts';
import type { Owner } from '../webhooks/index.ts';
import type { Rhythm } from './due-days.ts';
import type { Filters, ReportListName } from './lists.ts';

/** The formats of a report's file. */
export const REPORT_FORMATS = ['csv', 'xlsx', 'pdf'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** A view of a list that is mailed regularly. */
export interface ReportSchedule {
  id: number;
  owner: Owner;
  name: string;
  list: ReportListName;
  filters: Filters;
  rhythm: Rhythm;
  format: ReportFormat;
  pausedAt: Date | null;
  nextAt: Date;
  sentAt: Date | null;
  /** The chosen recipients, also those who receive nothing at present. */
  recipients: readonly Person[];
  /** Null: a person who has been erased. */
  createdBy: number | null;
  createdAt: Date;
  updatedAt: Date;
}

export type RhythmRow = { every: Rhythm['every']; weekday: number | null; month_day: number | null; hour: number };

export type ScheduleRow = RhythmRow & {
  id: number;
  store_id: number | null;
  agency_id: number | null;
  user_id: number | null;
  name: string;
  list: ReportListName;
  filters: Filters;
  format: ReportFormat;
  paused_at: string | null;
  next_at: string;
  sent_at: string | null;
  recipients: Person[];
  created_by: number | null;
  created_at: string;
  updated_at: string;
};

/** Columns of `report_schedules s` that `scheduleOf` converts. */
export const SCHEDULE_COLUMNS: SQL = sql`s.id, s.store_id, s.agency_id, s.user_id, s.name, s.list, s.filters, s.every, s.weekday, s.month_day, s.hour, s.format,
  s.paused_at, s.next_at, s.sent_at, s.created_by, s.created_at, s.updated_at,
  coalesce((SELECT jsonb_agg(jsonb_build_object('id', u.id, 'username', u.username, 'public_name', u.public_name) ORDER BY u.id)
    FROM report_recipients r JOIN users u ON u.id = r.user_id WHERE r.schedule_id = s.id), '[]') AS recipients`;

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

export function scheduleOf(row: ScheduleRow): ReportSchedule {
  return {
    id: row.id,
    owner: { storeId: row.store_id, agencyId: row.agency_id, userId: row.user_id },
    name: row.name,
    list: row.list,
    filters: row.filters,
    rhythm: rhythmOf(row),
    format: row.format,
    pausedAt: dateOf(row.paused_at),
    nextAt: new Date(row.next_at),
    sentAt: dateOf(row.sent_at),
    recipients: row.recipients,
    createdBy: row.created_by,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  };
}

export function rhythmOf({ every, weekday, month_day: monthDay, hour }: RhythmRow): Rhythm {
  if (every === 'week') return { every, weekday: weekday!, hour };
  return every === 'month' ? { every, monthDay: monthDay!, hour } : { every, hour };
}

/** Reads a scheduled report; null when there is none. */
export async function findSchedule(db: Database, id: number): Promise<ReportSchedule | null> {
  const { rows } = await db.execute<ScheduleRow>(
    sql`SELECT ${SCHEDULE_COLUMNS} FROM report_schedules s WHERE s.id = ${id}`,
  );
  return rows[0] === undefined ? null : scheduleOf(rows[0]);
}

/** Reads one and keeps others from changing it until the transaction ends. @throws NotFound when it was deleted */
export async function lockSchedule(tx: Database, id: number): Promise<ReportSchedule> {
  const { rows } = await tx.execute<ScheduleRow>(
    sql`SELECT ${SCHEDULE_COLUMNS} FROM report_schedules s WHERE s.id = ${id} FOR NO KEY UPDATE`,
  );
  if (rows[0] === undefined) throw new NotFound('report_schedule');
  return scheduleOf(rows[0]);
}
