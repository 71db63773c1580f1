import { omitUndefined, readChoice, readId } from '../components/list-search.ts';

export const VOID_KINDS = ['clicks', 'orders', 'one_time_payments'] as const;

/** Search parameters of the page for a new void: the records by their ids, or a filter. */
export interface VoidSearch {
  kind?: (typeof VOID_KINDS)[number];
  /** Ids, separated by commas. */
  ids?: string;
  store?: number;
  creator?: number;
  agency?: number;
  link?: number;
  campaign?: number;
  from?: string;
  to?: string;
}

const readDay = (value: unknown) => (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined);

export function readVoidSearch(search: Record<string, unknown>): VoidSearch {
  const ids = typeof search['ids'] === 'string' || typeof search['ids'] === 'number' ? String(search['ids']) : '';
  return omitUndefined({
    kind: readChoice(search['kind'], VOID_KINDS),
    ids: ids === '' ? undefined : ids,
    store: readId(search['store']),
    creator: readId(search['creator']),
    agency: readId(search['agency']),
    link: readId(search['link']),
    campaign: readId(search['campaign']),
    from: readDay(search['from']),
    to: readDay(search['to']),
  });
}

/** The filter in the form of the API; null while nothing is selected. */
export function filterOf({ kind = 'clicks', ids, store, creator, agency, link, campaign, from, to }: VoidSearch) {
  if (ids !== undefined) {
    const all = ids.split(/[\s,]+/).filter((id) => id !== '');
    return all.length === 0 ? null : { kind, ids: all };
  }
  if (from === undefined || to === undefined) return null;
  const scope = omitUndefined({
    store_id: store,
    user_id: creator,
    client_id: agency,
    link_id: link,
    campaign_id: campaign,
  });
  return Object.keys(scope).length === 0 ? null : { kind, ...scope, from, to };
}
