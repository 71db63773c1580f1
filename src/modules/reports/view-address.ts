import type { DayRange } from '../../platform/day-range.ts';
import type { ReportSchedule } from './schedule.ts';

/** The path of the page that shows the view of a scheduled report for a period. */
export function viewPath({ owner, list, filters }: ReportSchedule, { first, last }: DayRange): string {
  const { storeId, agencyId } = owner;
  const shared = { from: first, to: last, sort: filters.sort_by };
  const [status] = filters.statuses ?? [];
  if (storeId !== null && list === 'orders') {
    const whose = whoseOf(filters);
    return withQuery(`/console/shop/${storeId}/orders`, {
      ...shared,
      q: filters.q,
      status,
      creator: filters.user_id,
      whose,
    });
  }
  if (storeId !== null) {
    const [creator] = filters.users ?? [];
    const links = filters.links?.join(',');
    return withQuery(`/console/shop/${storeId}/statistics`, { ...shared, by: list, q: filters.q, creator, links });
  }
  if (agencyId !== null) return withQuery(`/console/agency/${agencyId}/creators`, { ...shared, q: filters.q });
  return withQuery('/console/creator/earnings', { ...shared, status });
}

function whoseOf({ attributed, unresolved, contradicted }: ReportSchedule['filters']): string | undefined {
  if (unresolved) return 'unresolved';
  if (contradicted) return 'contradicted';
  return attributed === undefined ? undefined : attributed ? 'creators' : 'nobodys';
}

function withQuery(path: string, values: Record<string, string | number | undefined>): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return `${path}?${new URLSearchParams(given)}`;
}
