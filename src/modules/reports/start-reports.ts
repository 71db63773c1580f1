import { sql } from 'drizzle-orm';
import type { Calendar } from '../../platform/calendar.ts';
import type { Context } from '../../platform/context.ts';
import { isUnavailable } from '../../platform/database/errors.ts';
import { enqueueAll } from '../../platform/jobs/job.ts';
import { startJobs } from '../../platform/jobs/run-jobs.ts';
import { openFileWork } from '../payments/index.ts';
import { latestDueDay, nextDueAt } from './due-days.ts';
import { type RhythmRow, rhythmOf } from './schedule.ts';
import { createReportSender, type ReportSenderDeps, sendReport } from './send-report.ts';

const PAUSE_MS = 60_000;
/** Maximum number of reports for which one round requests jobs. */
const MAX_AT_ONCE = 100;

/**
 * Requests the reports that are due, each for its latest day, and sets their next time, in one transaction. Several processes share the
 * work; a schedule that another one handles is skipped.
 * @returns the number of reports
 */
export async function requestDueReports({ db, now }: Pick<Context, 'db' | 'now'>, calendar: Calendar): Promise<number> {
  const at = now();
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<RhythmRow & { id: number }>(sql`
      SELECT id, every, weekday, month_day, hour FROM report_schedules WHERE paused_at IS NULL AND next_at <= ${at.toISOString()}
      ORDER BY next_at LIMIT ${MAX_AT_ONCE} FOR NO KEY UPDATE SKIP LOCKED`);
    if (rows.length === 0) return 0;
    const due = rows.map((row) => {
      const rhythm = rhythmOf(row);
      return {
        id: row.id,
        day: latestDueDay(rhythm, calendar, at),
        next_at: nextDueAt(rhythm, calendar, at).toISOString(),
      };
    });
    await tx.execute(sql`
      UPDATE report_schedules s SET next_at = d.next_at
      FROM jsonb_to_recordset(${JSON.stringify(due)}::jsonb) AS d (id bigint, next_at timestamptz) WHERE s.id = d.id`);
    await enqueueAll(
      tx,
      sendReport,
      due.map(({ id: scheduleId, day }) => ({ scheduleId, day })),
    );
    return due.length;
  });
}

export interface ReportWorkerDeps extends Omit<ReportSenderDeps, 'files'>, Pick<Context, 'log'> {
  databaseUrl: string;
}

/**
 * Requests and sends reports while the process runs. All processes share the work. The jobs have a worker of their own, because long
 * lists must not delay other jobs.
 */
export function startReports({ databaseUrl, log, ...deps }: ReportWorkerDeps): { stop(): Promise<void> } {
  const files = openFileWork();
  const jobs = startJobs({ databaseUrl, handlers: [createReportSender({ ...deps, files })], log, atOnce: 1 });
  let round: Promise<void> = Promise.resolve();
  const look = () => {
    round = requestDueReports(deps, deps.calendar).then(
      (reports) => {
        if (reports > 0) log.info({ reports }, 'scheduled reports were requested');
      },
      (err) => log[isUnavailable(err) ? 'debug' : 'warn']({ err }, 'scheduled reports could not be requested'),
    );
  };
  const timer = setInterval(look, PAUSE_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await round;
      await jobs.stop();
      await files.close();
    },
  };
}
