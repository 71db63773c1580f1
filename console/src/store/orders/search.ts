import { readDays, readNumber, readText, readWord } from '../statistics/read-search.ts';

export const ORDER_STATUSES = ['pending', 'approved', 'denied'] as const;
type OrderStatus = (typeof ORDER_STATUSES)[number];

/**
 * Filters of orders: attributed, unattributed, those that wait for a person to select a report, and those that a report contradicted
 * after the decision.
 */
export const WHOSE = ['creators', 'nobodys', 'unresolved', 'contradicted'] as const;

const SORTS = ['order_at', 'value', 'cost'].flatMap((by) => [`${by}:asc`, `${by}:desc`]) as OrderSort[];
type OrderSort = `${'order_at' | 'value' | 'cost'}:${'asc' | 'desc'}`;

/** Search parameters of the orders page; defaults are left out. */
export interface OrdersSearch {
  from?: string;
  to?: string;
  status?: OrderStatus;
  whose?: (typeof WHOSE)[number];
  creator?: number;
  /** Part of the order number, voucher or creator name. */
  q?: string;
  sort?: OrderSort;
  page?: number;
  /** Platform ID of the order in the drawer. */
  order?: number;
}

export function readOrdersSearch(search: Record<string, unknown>): OrdersSearch {
  return {
    ...readDays(search),
    ...readWord(search, 'status', ORDER_STATUSES),
    ...readWord(search, 'whose', WHOSE),
    ...readNumber(search, 'creator'),
    ...readText(search, 'q'),
    ...readWord(search, 'sort', SORTS),
    ...readNumber(search, 'page'),
    ...readNumber(search, 'order'),
  };
}
