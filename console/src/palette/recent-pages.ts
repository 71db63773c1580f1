import { useSessionStorage } from '@mantine/hooks';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';

const MAX_RECENT = 6;

/** A row of the palette. `kind`: the kind of record, in the reader's language. */
export interface Entry {
  title: string;
  detail: string | null;
  kind: string;
  href: string;
  /** The address with its query, for the way back. */
  address?: string;
}

/**
 * The pages that this tab has shown last, the latest first. A page is added when it is left, by its heading,
 * unless it did not exist, was not permitted or could not be loaded.
 * @param kind of a page that was not chosen in the palette
 * @returns the pages, and a function that adds one that was chosen
 */
export function useRecentPages(userId: number, kind: string): [Entry[], (entry: Entry) => void] {
  const router = useRouter();
  const [recent, setRecent] = useSessionStorage<Entry[]>({ key: `recent-${userId}`, defaultValue: [] });
  // A page is chosen and the one before it is left before the next rendering.
  const latest = useRef(recent);
  latest.current = recent;
  const add = useCallback(
    (entry: Entry) => {
      latest.current = [entry, ...latest.current.filter(({ href }) => href !== entry.href)].slice(0, MAX_RECENT);
      // A value, not an updater function: it is stored immediately, even if the page that opens unmounts the palette.
      setRecent(latest.current);
    },
    [setRecent],
  );
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
        const title = document.querySelector('main h1:not([data-missing])')?.textContent;
        if (!pathChanged || fromLocation === undefined || !title) return;
        const { href: address, pathname } = fromLocation;
        // An entry that was chosen in the palette has the name of the record and its details. The address of a drawer is not that of
        // the list behind it.
        const known = latest.current.find(({ href }) => href === address || href === pathname);
        const entry = known ?? { title, detail: null, kind, href: pathname };
        add({ ...entry, address });
      }),
    [router, add, kind],
  );
  return [recent, add];
}

/** The page from which the reader came to this one; null if this tab has not shown another. */
export function useCameFrom(userId: number): Entry | null {
  const [recent] = useSessionStorage<Entry[]>({ key: `recent-${userId}`, defaultValue: [] });
  const { pathname } = useLocation();
  return recent.find(({ href }) => href.split('?')[0] !== pathname) ?? null;
}
