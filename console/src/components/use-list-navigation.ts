import { useNavigate } from '@tanstack/react-router';
import type { ListSearch } from './table/list-state.ts';

/**
 * Functions that change the state of a list in the URL. `narrow` replaces search parameters and returns to the first page (an
 * undefined value removes its parameter). `turnTo` shows another page and adds a history entry, as `show` does, which replaces
 * all search parameters.
 */
export function useListNavigation({ resetScroll = true }: { resetScroll?: boolean } = {}) {
  const navigate = useNavigate();
  const change = (next: (before: ListSearch) => ListSearch, replace: boolean) =>
    void navigate({
      to: '.',
      search: ((before: ListSearch) =>
        Object.fromEntries(Object.entries(next(before)).filter(([, value]) => value !== undefined))) as never,
      replace,
      resetScroll,
    });
  const narrow = (changes: ListSearch) => change((before) => ({ ...before, page: undefined, ...changes }), true);
  const turnTo = (page: number) => change((before) => ({ ...before, page }), false);
  const show = (search: ListSearch) => change(() => search, false);
  return { narrow, turnTo, show };
}
