import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { signedIn } from '../../platform/auth/policy.ts';
import type { Calendar } from '../../platform/calendar.ts';
import { operation } from '../../platform/http/operation.ts';
import { pageQuery, presentV2Page, v2Envelope } from '../../platform/pagination.ts';
import { changeSchedule, createSchedule, deleteSchedule, listSchedules } from './manage-schedules.ts';
import { onOwnSchedule, onSchedule } from './policy.ts';
import { presentSchedule } from './present.ts';
import { lockSchedule, type ReportSchedule } from './schedule.ts';
import { ChangeBody, CreateBody, ownerFields, ScheduleRecord } from './schemas.ts';

/** The dependencies of the routes of scheduled reports. */
export interface ReportDeps {
  calendar: Calendar;
}

const tags = ['Reports'];
const write = { scope: 'administration', needs: 'read', presence: 'token' } as const;

const ownerOf = (fields: { store_id?: number; client_id?: number; user_id?: number }) => ({
  storeId: fields.store_id,
  agencyId: fields.client_id,
  userId: fields.user_id,
});

/** The fields that a change can set, of a schedule as it is presented. */
function versionOf({ recipients, ...shown }: Shown) {
  const { name, filters, every, weekday, month_day, hour, format, status } = shown;
  return { name, filters, every, weekday, month_day, hour, format, recipients: recipients.map(({ id }) => id), status };
}

type Changeable = 'name' | 'filters' | 'every' | 'weekday' | 'month_day' | 'hour' | 'format' | 'status';
type Shown = Readonly<Record<Changeable, unknown>> & { readonly recipients: readonly { readonly id: number }[] };

/** Views of lists that are mailed regularly. */
export function reportRoutesV2(app: FastifyInstance, { calendar }: ReportDeps): void {
  operation(app, {
    ...write,
    method: 'POST',
    url: '/v2/report-schedules',
    operationId: 'createReportSchedule',
    summary: 'Mail a view of a list regularly',
    description:
      'A report covers the days from the preceding mail’s day to the day before the mail, and its summary compares them with the period before. It is sent once; if the service was down at its hour, it is sent later, and only the latest one. The owner is the given store, agency or creator; by default the store or agency of a caller who has exactly one, otherwise the caller.',
    tags,
    addition: true,
    policy: signedIn,
    body: CreateBody,
    replies: { 201: ScheduleRecord },
    errors: ['too_many_report_schedules', 403, 404],
    handle: async ({ ctx, body }) => {
      const { name, list, filters = {}, every, weekday, month_day: monthDay, hour, format, recipients } = body;
      const rhythm = { every, weekday, monthDay, hour };
      const asked = { owner: ownerOf(body), name, list, filters, rhythm, format, recipients };
      return presentSchedule(await createSchedule(ctx, { calendar }, asked));
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/report-schedules',
    operationId: 'listReportSchedules',
    summary: 'List scheduled reports',
    description: 'Those of the stores, agencies and creators that the caller may act for, newest first.',
    tags,
    addition: true,
    policy: signedIn,
    query: { ...ownerFields, ...pageQuery() },
    replies: { 200: v2Envelope(ScheduleRecord) },
    handle: async ({ ctx, query, page, request }) =>
      presentV2Page(request, page, await listSchedules(ctx, ownerOf(query), page), presentSchedule),
  });

  operation(app, {
    method: 'GET',
    url: '/v2/report-schedules/:schedule',
    operationId: 'getReportSchedule',
    summary: 'Read a scheduled report',
    tags,
    addition: true,
    policy: onSchedule,
    replies: { 200: ScheduleRecord },
    version: versionOf,
    handle: ({ resource }) => presentSchedule(resource),
  });

  operation(app, {
    ...write,
    method: 'PATCH',
    url: '/v2/report-schedules/:schedule',
    operationId: 'changeReportSchedule',
    summary: 'Change, pause or resume a scheduled report',
    description: 'Omitted fields are unchanged. A report that was due during a pause is not made up.',
    tags,
    addition: true,
    policy: onOwnSchedule,
    body: ChangeBody,
    replies: { 200: ScheduleRecord },
    current: async ({ ctx, resource }) => versionOf(presentSchedule(await lockSchedule(ctx.db, resource.id))),
    handle: async ({ ctx, resource, body }) => presentSchedule(await changeOf(ctx, resource, body)),
  });

  operation(app, {
    ...write,
    method: 'DELETE',
    url: '/v2/report-schedules/:schedule',
    operationId: 'deleteReportSchedule',
    summary: 'Delete a scheduled report',
    tags,
    addition: true,
    policy: onOwnSchedule,
    replies: { 204: null },
    handle: ({ ctx, resource }) => deleteSchedule(ctx, resource),
  });

  function changeOf(
    ctx: Parameters<typeof changeSchedule>[0],
    { id }: ReportSchedule,
    body: Static<typeof ChangeBody>,
  ): Promise<ReportSchedule> {
    const { name, filters, every, weekday, month_day: monthDay, hour, format, recipients, status } = body;
    const isRhythmGiven = [every, weekday, monthDay, hour].some((part) => part !== undefined);
    const rhythm = isRhythmGiven ? { every, weekday, monthDay, hour } : undefined;
    return changeSchedule(ctx, { calendar }, id, { name, filters, rhythm, format, recipients, status });
  }
}
