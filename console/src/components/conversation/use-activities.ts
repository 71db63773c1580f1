import { useQueries, useQuery } from '@tanstack/react-query';
import type { paths } from '@tributary/client';
import { useState } from 'react';
import { api } from '../../api.ts';

const PATH = '/v2/offer-users/{offerUser}/activities';
/** Page size. Initially the last two pages are shown, since the last one may hold a single entry. */
const SIZE = 50;

type Page = paths[typeof PATH]['get']['responses']['200']['content']['application/json'];
export type Activity = Page['data'][number];

/**
 * The newest entries of a participation's log, oldest first.
 * @returns `earlier` loads the previous page; undefined when all pages are loaded
 */
export function useActivities(participant: number) {
  const [more, setMore] = useState(0);
  const optionsOf = (page: number) =>
    api.queryOptions('get', PATH, {
      params: { path: { offerUser: participant }, query: { page, size: SIZE } },
    });
  // The log is oldest first, and the first page contains the number of pages.
  const oldest = useQuery(optionsOf(1));
  const last = oldest.data?.meta.last_page ?? 1;
  const first = Math.max(1, last - 1 - more);
  const pages = useQueries({
    queries: Array.from({ length: last - first + 1 }, (_, index) => optionsOf(first + index)),
  });
  const failed = [oldest, ...pages].find(({ error }) => error !== null);
  const read = pages.flatMap(({ data }, index) =>
    (data?.data ?? []).map((activity, row) => ({ ...activity, number: (first + index - 1) * SIZE + row })),
  );
  return {
    activities: pages.at(-1)?.data === undefined ? undefined : read,
    error: failed?.error ?? null,
    refetch: () => failed?.refetch(),
    earlier: first > 1 ? () => setMore(more + 1) : undefined,
  };
}
