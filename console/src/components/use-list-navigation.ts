import { useNavigate } from '@tanstack/react-router';
import type { Sort } from './data-table.tsx';

type Search = Record<string, unknown>;

/**
 * Functions that change the state of a list in the URL. `narrow` replaces search parameters and returns to the first page (an
 * undefined value removes its parameter). `turnTo` shows another page and adds a history entry. `sortedTable` returns the props
 * of a sortable table.
 */
export function useListNavigation({ resetScroll = true }: { resetScroll?: boolean } = {}) {
  const navigate = useNavigate();
  const change = (changes: Search, replace: boolean) =>
    void navigate({
      to: '.',
      search: ((before: Search) =>
        Object.fromEntries(
          Object.entries({ ...before, ...changes }).filter(([, value]) => value !== undefined),
        )) as never,
      replace,
      resetScroll,
    });
  const narrow = (changes: Search) => change({ page: undefined, ...changes }, true);
  const turnTo = (page: number) => change({ page }, false);
  /** Props of a sorted table, with the sort order as `name:desc`. */
  const sortedTable = (page: number, sort: string | undefined) => ({
    sort: sortOf(sort),
    onSort: ({ by, descending }: Sort) => narrow({ sort: `${by}:${descending ? 'desc' : 'asc'}` }),
    page,
    onPage: turnTo,
  });
  /** Of a search box. */
  const search = (words: string) => narrow({ query: words || undefined });
  return { narrow, search, turnTo, sortedTable };
}

function sortOf(sort: string | undefined): Sort | undefined {
  const [by = '', direction] = sort?.split(':') ?? [];
  return sort === undefined ? undefined : { by, descending: direction === 'desc' };
}
