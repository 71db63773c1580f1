import { type Example, madeBy } from './example.ts';

const schedule = { schedule: madeBy('createReportSchedule') };

/** Examples of scheduled reports. */
export const REPORT_EXAMPLES: Record<string, Example> = {
  createReportSchedule: {
    as: 'advertiser',
    body: {
      store_id: 3,
      name: 'Creators of the week',
      list: 'creators',
      filters: { sort_by: 'order_value:desc' },
      every: 'week',
      weekday: 1,
      hour: 7,
      format: 'xlsx',
    },
  },
  changeReportSchedule: { as: 'advertiser', at: schedule, body: { every: 'month', month_day: 1 } },
};
