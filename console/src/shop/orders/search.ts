import { readDays, readNumber, readText, readWord } from '../statistics/read-search.ts';

export const ORDER_STATUSES = ['pending', 'approved', 'denied'] as const;
type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Orders that are somebody's, nobody's, or wait for a person to say which report is right. */
export const WHOSE = ['creators', 'nobodys', 'unresolved'] as const;

/** What the address of a shop's orders keeps; what is left out is as usual. */
export interface OrdersSearch {
  from?: string;
  to?: string;
  status?: OrderStatus;
  whose?: (typeof WHOSE)[number];
  creator?: number;
  /** A part of the number, the voucher or the creator's name. */
  q?: string;
  page?: number;
  /** The order that is looked at: our id. */
  order?: number;
}

export function readOrdersSearch(search: Record<string, unknown>): OrdersSearch {
  return {
    ...readDays(search),
    ...readWord(search, 'status', ORDER_STATUSES),
    ...readWord(search, 'whose', WHOSE),
    ...readNumber(search, 'creator'),
    ...readText(search, 'q'),
    ...readNumber(search, 'page'),
    ...readNumber(search, 'order'),
  };
}
