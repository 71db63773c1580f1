import { sql } from 'drizzle-orm';
import type { Calendar } from '../../platform/calendar.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { handler, type JobHandler } from '../../platform/jobs/handler.ts';
import { enqueueAll, jobKind } from '../../platform/jobs/job.ts';
import type { Language } from '../../platform/locale.ts';
import { type Attachment, type Mail, onOneLine, sendMail } from '../../platform/mail/mail.ts';
import { mailOf, newUnsubscribeLinks, readMarketName } from '../accounts/index.ts';
import type { FileWork } from '../payments/index.ts';
import { audienceOf } from '../webhooks/index.ts';
import { periodsOf } from './due-days.ts';
import { makeFile } from './make-file.ts';
import { openView } from './read-list.ts';
import { type Recipient, readRecipients } from './recipients.ts';
import { findSchedule, type ReportSchedule } from './schedule.ts';
import { periodWords, type Report, summaryLines } from './summary.ts';
import { WORDS } from './texts.ts';
import { viewPath } from './view-address.ts';

/** Sends a report of a day. */
export const sendReport = jobKind<{ scheduleId: number; day: string }>('send_report');

export interface ReportSenderDeps extends Pick<Context, 'db' | 'now' | 'publicUrl'> {
  calendar: Calendar;
  files: Pick<FileWork, 'makeList'>;
}

/**
 * The job that reads a view, writes its file in the languages of the recipients, and enqueues their mails. The day is recorded in the
 * transaction that enqueues them, so that a second run, also in another process, sends nothing.
 */
export function createReportSender(deps: ReportSenderDeps): JobHandler {
  return handler(sendReport, async ({ scheduleId, day }) => {
    const schedule = await findSchedule(deps.db, scheduleId);
    if (schedule === null || schedule.pausedAt !== null) return;
    const languages = new Set((await readRecipients(deps.db, scheduleId)).map(({ language }) => language));
    if (languages.size === 0 || (await isSent(deps.db, scheduleId, day))) return;
    const report = await readReportOf(deps, schedule, day);
    if (report === null) return;
    const market = await readMarketName(deps.db);
    const files = new Map<Language, Attachment | null>();
    const audience = audienceOf(schedule.owner);
    for (const language of languages)
      files.set(language, await makeFile(deps, report, { format: schedule.format, audience, language, day, market }));
    await deps.db.transaction((tx) => sendOnce(tx, deps, { schedule, day, report, files }));
  });
}

async function isSent(db: Database, scheduleId: number, day: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`SELECT FROM report_schedules WHERE id = ${scheduleId} AND sent_for >= ${day}::date`,
  );
  return rows.length > 0;
}

async function readReportOf(deps: ReportSenderDeps, schedule: ReportSchedule, day: string): Promise<Report | null> {
  const view = await openView(deps, deps.calendar, schedule);
  if (view === null) return null;
  const { period, before } = periodsOf(schedule.rhythm, day);
  return {
    name: onOneLine(schedule.name),
    list: schedule.list,
    owner: onOneLine(view.owner),
    period,
    periodBefore: before,
    content: await view.read(period),
    contentBefore: await view.read(before),
  };
}

interface Sending {
  schedule: ReportSchedule;
  day: string;
  report: Report;
  /** By language; null: too large for a mail. */
  files: ReadonlyMap<Language, Attachment | null>;
}

async function sendOnce(
  tx: Database,
  { now, publicUrl }: ReportSenderDeps,
  { schedule, day, report, files }: Sending,
): Promise<void> {
  const at = now();
  const { rowCount } = await tx.execute(sql`
    UPDATE report_schedules SET sent_for = ${day}::date, sent_at = ${at.toISOString()}
    WHERE id = ${schedule.id} AND paused_at IS NULL AND (sent_for IS NULL OR sent_for < ${day}::date)`);
  if (rowCount !== 1) return;
  // Read again, because reading the list takes a while.
  const recipients = (await readRecipients(tx, schedule.id)).filter(({ language }) => files.has(language));
  const links = await newUnsubscribeLinks(
    tx,
    recipients.map(({ id: userId }) => ({ userId, kind: 'reports' })),
    { at, publicUrl },
  );
  const url = `${publicUrl}${viewPath(schedule, report.period)}`;
  const mails = recipients.map((recipient, index) =>
    mailTo(recipient, { report, file: files.get(recipient.language)!, url, unsubscribeUrl: links[index]! }),
  );
  await enqueueAll(tx, sendMail, mails);
}

function mailTo(
  { email: to, language }: Recipient,
  {
    report,
    file,
    url,
    unsubscribeUrl,
  }: { report: Report; file: Attachment | null; url: string; unsubscribeUrl: string },
): Mail {
  const words = WORDS[language];
  const { content, name, owner, list, period } = report;
  const days = periodWords(period, language);
  const summary = summaryLines(report, language);
  const rows = content.rows.length;
  const state = file === null ? words.tooLong : rows === 0 ? words.empty : words.attached;
  const lines = [
    words.lead(words.lists[list], owner, days),
    '',
    ...(summary.length === 0 ? [] : [...summary, '']),
    ...(content.isWhole ? [words.rows(String(rows))] : []),
    state,
  ];
  const mail = mailOf(language, { to, words: { subject: `${name}: ${days}`, lines }, url, unsubscribeUrl });
  return file === null || rows === 0 ? mail : { ...mail, attachment: file };
}
