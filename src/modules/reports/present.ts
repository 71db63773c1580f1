import type { ReportSchedule } from './schedule.ts';

export function presentSchedule(schedule: ReportSchedule) {
  const { owner, rhythm, pausedAt } = schedule;
  return {
    id: schedule.id,
    store_id: owner.storeId,
    client_id: owner.agencyId,
    user_id: owner.userId,
    name: schedule.name,
    list: schedule.list,
    filters: schedule.filters,
    every: rhythm.every,
    weekday: rhythm.every === 'week' ? rhythm.weekday : null,
    month_day: rhythm.every === 'month' ? rhythm.monthDay : null,
    hour: rhythm.hour,
    format: schedule.format,
    recipients: [...schedule.recipients],
    status: pausedAt === null ? ('active' as const) : ('paused' as const),
    next_at: pausedAt === null ? schedule.nextAt.toISOString() : null,
    sent_at: schedule.sentAt?.toISOString() ?? null,
    created_by: schedule.createdBy,
    created_at: schedule.createdAt.toISOString(),
    updated_at: schedule.updatedAt.toISOString(),
  };
}
