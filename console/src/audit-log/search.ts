/** Filters of an audit log, as the URL has them. */
export interface AuditSearch {
  page?: number;
  action?: string;
  actor?: number;
  subject?: string;
  from?: string;
  to?: string;
}

export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const { page, action, actor, subject, from, to } = search;
  return {
    ...(Number.isInteger(page) && Number(page) > 1 ? { page: Number(page) } : {}),
    ...(typeof action === 'string' && action !== '' ? { action } : {}),
    ...(Number.isSafeInteger(actor) && Number(actor) > 0 ? { actor: Number(actor) } : {}),
    ...(typeof subject === 'string' && subject !== '' ? { subject } : {}),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
  };
}

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);

/** The API's filters: days include their last instant. */
export function filtersOf({ action, actor, from, to }: AuditSearch) {
  return {
    ...(action === undefined ? {} : { action }),
    ...(actor === undefined ? {} : { actor_id: actor }),
    ...(from === undefined ? {} : { from: `${from}T00:00:00Z` }),
    ...(to === undefined ? {} : { to: new Date(Date.parse(`${to}T00:00:00Z`) + 86_400_000).toISOString() }),
  };
}
