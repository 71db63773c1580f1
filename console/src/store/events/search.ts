import { ORDER_STATUSES } from '../orders/search.ts';
import { readDays, readNumber, readText, readWord } from '../statistics/read-search.ts';

/** Search parameters of the page of leads and other events; defaults are left out. */
export interface EventsSearch {
  from?: string;
  to?: string;
  /** The code of a kind. */
  kind?: string;
  status?: (typeof ORDER_STATUSES)[number];
  creator?: number;
  /** Platform ID of the event in the drawer. */
  order?: number;
}

export function readEventsSearch(search: Record<string, unknown>): EventsSearch {
  return {
    ...readDays(search),
    ...readText(search, 'kind'),
    ...readWord(search, 'status', ORDER_STATUSES),
    ...readNumber(search, 'creator'),
    ...readNumber(search, 'order'),
  };
}
