import { api, KEEP_PREVIOUS } from '../api.ts';
import type { DayRange } from './day-range.ts';

/** Filter of the links; without it, all links. */
export interface LinkFilter {
  link?: number | undefined;
  store?: number | undefined;
}

/** Figures of the links of a creator. */
export const useCreatorStats = (user: number, range: DayRange, { link, store }: LinkFilter = {}) =>
  api.useQuery(
    'get',
    '/v2/users/{user}/stats',
    {
      params: {
        path: { user },
        query: { ...range, ...(link && { link_id: link }), ...(store && { store_id: store }) },
      },
    },
    KEEP_PREVIOUS,
  );
