/** The intervals at which feeds are fetched. */
export const FEED_SCHEDULES = ['manual', 'hourly', 'every_6_hours', 'daily', 'weekly'] as const;
export type FeedSchedule = (typeof FEED_SCHEDULES)[number];

const HOUR_MS = 3_600_000;
const INTERVAL_MS: Record<Exclude<FeedSchedule, 'manual'>, number> = {
  hourly: HOUR_MS,
  every_6_hours: 6 * HOUR_MS,
  daily: 24 * HOUR_MS,
  weekly: 7 * 24 * HOUR_MS,
};

/**
 * The next time at which a feed is fetched. After failures it is one hour later, then two, then four, but never later than by the
 * schedule.
 * @param failures number of consecutive failures, including the run that has just ended
 * @returns null for a feed without a schedule
 */
export function nextRunAt(schedule: FeedSchedule, after: Date, failures = 0): Date | null {
  if (schedule === 'manual') return null;
  const pause = failures === 0 ? Number.POSITIVE_INFINITY : HOUR_MS * 2 ** (failures - 1);
  return new Date(after.getTime() + Math.min(INTERVAL_MS[schedule], pause));
}
